"""What happened, in words, the latest at the bottom."""

from __future__ import annotations

from itertools import islice

from rich.text import Text

from unolab.text.style import concat, fill
from unolab.tui.canvas import Canvas, Painted
from unolab.tui.cardface import put_text
from unolab.tui.seen import Seen


class Story(Painted):
    """The log; the wheel goes back in it."""

    def __init__(self, seen: Seen) -> None:
        """Show the story that is seen."""
        super().__init__()
        self._seen = seen
        self._back = 0

    def paint(self, canvas: Canvas) -> None:
        """Write as many lines as there is space for."""
        lines: list[Text] = []
        wanted = canvas.height + self._back
        for text in reversed(self._seen.story):
            first, *more = fill(text, max(10, canvas.width - 2))
            lines[:0] = [first, *(concat("  ", line) for line in more)]
            if len(lines) >= wanted:
                break
        self._back = max(0, min(self._back, len(lines) - canvas.height))
        shown = lines[-wanted:]
        for y, line in enumerate(islice(shown, canvas.height)):
            put_text(canvas, 0, y, line)

    def scroll_by(self, lines: int) -> None:
        """Go back, or forward with a number below 0."""
        self._back = max(0, self._back + lines)
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Go back."""
        self.scroll_by(2)

    def on_mouse_scroll_down(self) -> None:
        """Go forward."""
        self.scroll_by(-2)
