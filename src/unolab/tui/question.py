"""Question: a sentence and the buttons that answer it, each with a key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button as Press
from textual.widgets import Static

from unolab.tui.cardface import SHAPES

KEY_NAMES: Final = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "left": "←",
    "right": "→",
    "backspace": "⌫",
    "tab": "Tab",
}


@dataclass(frozen=True, slots=True)
class Button:
    """An answer: by its key or by a click."""

    key: str
    label: str
    word: str
    color: str = ""
    """The letter of its colour, if it has one."""

    @property
    def text(self) -> str:
        """The text on it."""
        shape = f"{SHAPES[self.color]} " if self.word == f"color {self.color}" else ""
        return f"{KEY_NAMES.get(self.key, self.key)} {shape}{self.label}"


@dataclass(frozen=True, slots=True)
class Question:
    """What the player is asked."""

    text: str = ""
    buttons: list[Button] = field(default_factory=list)

    def word(self, key: str) -> str | None:
        """Return what a key does here."""
        return next((button.word for button in self.buttons if button.key == key), None)


class Answer(Press, can_focus=False):
    """A button that answers; its key works anyway, so it needs no focus."""

    def __init__(self, button: Button) -> None:
        """Wear the colour of the button."""
        key = KEY_NAMES.get(button.key, button.key)
        label = Content.assemble((key, "bold"), button.text[len(key) :])
        super().__init__(label, compact=True, classes=f"color-{button.color}" * bool(button.color))
        self.word = button.word


class Asking(Vertical):
    """The question over the hand."""

    def __init__(self) -> None:
        """Begin with no question."""
        super().__init__()
        self.question = Question()
        self.remark = ""
        self.urgent = False

    def show(self, question: Question, remark: str, urgent: bool) -> None:
        """Ask something else; it is bright if the player is to act."""
        if (question, remark, urgent) != (self.question, self.remark, self.urgent):
            self.question, self.remark, self.urgent = question, remark, urgent
            self.refresh(recompose=True)

    def on_resize(self) -> None:
        """Break the buttons into rows anew."""
        self.refresh(recompose=True)

    def compose(self) -> ComposeResult:
        """Write the sentence, and the buttons under it."""
        rows = self._rows(self.size.width)
        if text := self.remark or self.question.text:
            with Horizontal(id="question"):
                yield Static("▶" if self.urgent else "", id="mark")
                kind = "remark" if self.remark else "urgent" if self.urgent else "calm"
                yield Static(text, markup=False, classes=kind)
        for row in rows:
            with Horizontal(classes="answers"):
                yield from map(Answer, row)
        self.set_class(len(rows) > 1, "-many")

    def _rows(self, width: int) -> list[list[Button]]:
        """Break the buttons into rows."""
        rows: list[list[Button]] = [[]]
        x = 2
        for button in self.question.buttons:
            wide = cell_len(button.text) + 3
            if x + wide > width and rows[-1]:
                rows.append([])
                x = 2
            rows[-1].append(button)
            x += wide
        return rows
