"""Question: a sentence and the buttons that answer it, each with a key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from unolab.text.style import fill
from unolab.tui.canvas import BOLD, Canvas, Painted
from unolab.tui.cardface import SHAPES, ground

KEYS: Final = {"escape": "Esc", "enter": "Enter", "space": "Space"}
PLAIN: Final = Style(color="#ffffff", bgcolor="#343b45")


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be done: with a key, or with a click."""

    key: str
    label: str
    word: str
    color: str = ""
    """The letter of a colour that it wears."""

    @property
    def text(self) -> str:
        """What stands on it."""
        shape = f"{SHAPES[self.color]} " if self.word == f"color {self.color}" else ""
        return f"{KEYS.get(self.key, self.key)} {shape}{self.label}"


@dataclass(frozen=True, slots=True)
class Question:
    """What the player is asked."""

    text: str = ""
    buttons: list[Button] = field(default_factory=list)

    def word(self, key: str) -> str | None:
        """Return what a key stands for here."""
        return next((button.word for button in self.buttons if button.key == key), None)


def closed(sentence: str) -> str:
    """Close a sentence that may be closed already."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


class Asking(Painted):
    """The question over the hand."""

    def __init__(self) -> None:
        """Begin with no question."""
        super().__init__()
        self.question = Question()
        self.remark = ""
        self.urgent = False

    def show(self, question: Question, remark: str, urgent: bool) -> None:
        """Ask something else; it is bright if the player is to act."""
        self.question, self.remark, self.urgent = question, remark, urgent
        self.refresh()

    def paint(self, canvas: Canvas) -> None:
        """Write the sentence, and the buttons under it."""
        text = self.remark or self.question.text
        lines = fill(text, canvas.width - 4)
        style = Style(color="#ffc412") if self.remark else BOLD if self.urgent else Style(dim=True)
        if self.urgent:
            canvas.put(0, 0, "▶", Style(color="#ffc412"))
        for row, line in enumerate(lines[:2]):
            canvas.put(2, row, line, style)
        rows = self._rows(canvas.width)
        first = min(len(lines), 2, canvas.height - len(rows))
        for y, buttons in enumerate(rows, first):
            x = 2
            for button in buttons:
                width = cell_len(button.text) + 2
                self._draw(canvas, x, y, button)
                self.spot(x, y, width, 1, button.word)
                x += width + 1

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

    def _draw(self, canvas: Canvas, x: int, y: int, button: Button) -> None:
        style = ground(button.color) if button.color else PLAIN
        key = KEYS.get(button.key, button.key)
        end = canvas.put(x, y, f" {key}", style + Style(bold=True, underline=False))
        canvas.put(end, y, f"{button.text[len(key) :]} ", style)
