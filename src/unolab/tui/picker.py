"""Widgets of the start screen: values to leaf through, and things to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.events import Key
from textual.message import Message

from unolab.tui.canvas import BOLD, Canvas, Painted, cut
from unolab.tui.cardface import DIM, ground

CHOSEN: Final = Style(color="#14181d", bgcolor="#f3efe8", bold=True)
QUIET: Final = Style(color="#9aa1ab")


class Picker(Painted, can_focus=True):
    """A label and one of several values: left and right, or a click, take another."""

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, picker: Picker) -> None:
            """Keep which picker it was."""
            super().__init__()
            self.picker = picker

        @property
        def control(self) -> Picker:
            """The picker, for handlers of one alone."""
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
        canvas.put(0, 0, self.label, BOLD if self.has_focus else QUIET)
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

    def on_key(self, event: Key) -> None:
        """Leaf with the arrows; a digit takes the value that is written so."""
        if event.key in ("left", "right"):
            self.step(1 if event.key == "right" else -1)
            event.stop()
        elif event.character is not None and event.character in self.values:
            self.choose(event.character)
            event.stop()

    def on_painted_pressed(self, event: Painted.Pressed) -> None:
        """Leaf with the mouse."""
        self.focus()
        self.step(-1 if event.word == "less" else 1)
        event.stop()


class Push(Painted, can_focus=True):
    """Something to do, with Enter or with a click."""

    def __init__(self, label: str, word: str, color: str, id: str) -> None:
        """Press ``word``; wear a colour."""
        super().__init__(id=id)
        self.label = label
        self.word = word
        self.color = color

    def paint(self, canvas: Canvas) -> None:
        """Draw a coloured block."""
        style = ground(self.color, 0 if self.has_focus else DIM)
        canvas.fill(0, 0, canvas.width, canvas.height, style)
        mark = "▶ " if self.has_focus else "  "
        text = cut(f"{mark}{self.label}", canvas.width - 2)
        y = canvas.height // 2
        canvas.put((canvas.width - cell_len(text)) // 2, y, text, style + BOLD)
        self.spot(0, 0, canvas.width, canvas.height, self.word)

    def on_key(self, event: Key) -> None:
        """Do it."""
        if event.key in ("enter", "space"):
            self.post_message(self.Pressed(self.word))
            event.stop()
