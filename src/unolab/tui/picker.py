"""Widgets of the start screen: values to browse, a name, buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from textual.binding import Binding
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Button, Input

from unolab.tui.canvas import BOLD_STYLE, QUIET, Canvas, Painted, cut

CHOSEN: Final = Style(color="#14181d", bgcolor="#f3efe8", bold=True)
WALK: Final = (
    Binding("up", "app.focus_previous", "choose", key_display="↑ ↓"),
    Binding("down", "app.focus_next", show=False),
)
"""Keys that go from one widget to the next."""


class Picker(Painted, can_focus=True):
    """A label and one of several values: left and right, or a click, take another."""

    BINDINGS = [  # noqa: RUF012 - as Textual's
        Binding("left", "step(-1)", "change", key_display="← →"),
        Binding("right", "step(1)", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, picker: Picker) -> None:
            """Keep the picker."""
            super().__init__()
            self.picker = picker

        @property
        def control(self) -> Picker:
            """The picker, for handlers of one picker."""
            return self.picker

    def __init__(
        self, label: str, values: Sequence[str], value: str, space: int = 12, id: str = ""
    ) -> None:
        """Offer values; the label gets ``space`` columns."""
        super().__init__(id=id)
        self.label = label
        self.values = list(values)
        self.value = value if value in values else values[0]
        self.about = ""
        self._space = space

    def paint(self, canvas: Canvas) -> None:
        """Write label, value and what it means."""
        canvas.put(0, 0, self.label, BOLD_STYLE if self.has_focus else QUIET)
        x = self._space
        style = CHOSEN if self.has_focus else Style(bold=True)
        text = f" ◂ {cut(self.value, canvas.width - x - 6)} ▸ "
        end = canvas.put(x, 0, text, style)
        self.spot(x, 0, 3, 1, "less")
        self.spot(x + 3, 0, end - x - 3, 1, "more")
        if self.about:
            canvas.put(end + 1, 0, cut(self.about, canvas.width - end - 2), QUIET)

    def step(self, step: int) -> None:
        """Take the next value, round the ends."""
        at = (self.values.index(self.value) + step) % len(self.values)
        self.choose(self.values[at])

    def choose(self, value: str) -> None:
        """Take a value."""
        self.value = value
        self.refresh()
        self.post_message(self.Changed(self))

    def action_step(self, step: int) -> None:
        """Leaf with the arrows."""
        self.step(step)

    def on_key(self, event: Key) -> None:
        """Take the value that is written as a digit."""
        if event.character is not None and event.character in self.values:
            self.choose(event.character)
            event.stop()

    def on_painted_pressed(self, event: Painted.Pressed) -> None:
        """Leaf with the mouse."""
        self.focus()
        self.step(-1 if event.word == "less" else 1)
        event.stop()


class NameField(Input):
    """The name; up and down leave it, Enter deals."""

    BINDINGS = [*WALK, Binding("enter", "submit", "deal", key_display="Enter")]  # noqa: RUF012


class Push(Button):
    """Something to do, with a mark while Enter does it."""

    BINDINGS = [Binding("enter", "press", "deal", key_display="Enter")]  # noqa: RUF012

    def __init__(self, text: str, id: str) -> None:
        """Write a text on it."""
        super().__init__(text, id=id)
        self.text = text

    def rename(self, text: str) -> None:
        """Write another text on it."""
        self.text = text
        self._mark(self.has_focus)

    def on_focus(self) -> None:
        """Show that Enter does it."""
        self._mark(True)

    def on_blur(self) -> None:
        """Show that Enter does something else."""
        self._mark(False)

    def _mark(self, has_focus: bool) -> None:
        self.label = Content(f"{'▶' if has_focus else ' '} {self.text}")
