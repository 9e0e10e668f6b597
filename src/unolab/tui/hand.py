"""Your cards along the bottom; those that can be played are raised."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from unolab.tui.canvas import Canvas, Painted
from unolab.tui.cardface import UNPLAYABLE_FADE, WAITING_FADE, draw_card
from unolab.tui.turn import Turn

WIDEST = 9  # a card and the gap to the next
WIDEST_TALL = 14
NARROWEST_CARD = 3
TALL = 8  # lines from which on cards have large symbols


class Grid(NamedTuple):
    """How a hand is laid out: the columns of a card, cards in a row, lines of a row."""

    wide: int
    across: int
    lines: int


def lay_out(width: int, height: int, cards: int) -> Grid:
    """Find the largest cards at which the hand fits."""
    widest = WIDEST_TALL if height >= TALL else WIDEST
    rows = 1
    while rows < height and (width // NARROWEST_CARD) * rows < cards:
        rows += 1
    across = max(1, -(-cards // rows))
    return Grid(max(NARROWEST_CARD, min(widest, width // across)), across, height // rows)


class HandView(Painted):
    """The hand of the player, as wide and as high as there is space."""

    def __init__(self, turn: Turn) -> None:
        """Show the hand of a turn."""
        super().__init__()
        self._turn = turn

    def paint(self, canvas: Canvas) -> None:
        """Draw card by card, each with its number under it."""
        cards = self._turn.cards
        if not cards:
            return
        laid = lay_out(canvas.width, canvas.height, len(cards))
        across = min(laid.across, len(cards))
        left = (canvas.width - across * laid.wide + 1) // 2
        for at, card in enumerate(cards):
            row, column = divmod(at, laid.across)
            self._draw(canvas, left + column * laid.wide, row * laid.lines, laid, at, card)

    def _draw(self, canvas: Canvas, x: int, y: int, laid: Grid, at: int, card: str) -> None:
        """Draw a card: raised by a line where it can be played and there is a line to spare."""
        playable = self._turn.is_playable(at)
        numbered, raised = int(laid.lines >= 2), int(laid.lines >= 3)
        height = laid.lines - numbered - raised
        top = y + (raised if not playable else 0)
        wide = laid.wide - 1
        dim = 0 if playable else UNPLAYABLE_FADE if self._turn.seen.is_own_turn else WAITING_FADE
        draw_card(canvas, x, top, wide, height, card, dim)
        self.spot(x, y, wide, laid.lines, f"card {at}")
        chosen = at == self._turn.cursor
        if numbered:
            style = Style(color="#14181d", bgcolor="#ffffff", bold=True) if chosen else DULL
            label = f"{at + 1}" if wide < 4 else f" {at + 1} "
            canvas.center(x, y + laid.lines - 1, wide, label, style)
        elif chosen:
            canvas.put(x, top, card, Style(reverse=True))
        if chosen and raised and playable:
            canvas.put(x, top + height, "▀" * wide, Style(color="#ffffff"))
        elif chosen and raised:
            canvas.put(x, y, "▄" * wide, Style(color="#767d88"))


DULL = Style(color="#767d88")
