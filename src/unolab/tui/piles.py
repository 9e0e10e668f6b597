"""The middle of the table: the discards, the stock, and the colour in force."""

from __future__ import annotations

from rich.style import Style

from unolab.server.protocol import Table
from unolab.tui.canvas import BOLD_STYLE, Canvas, Painted
from unolab.tui.cardface import COLOR_NAMES, SHAPES, UNPLAYABLE_FADE, draw_back, draw_card, ground
from unolab.tui.seen import Seen

CARD_SIZE = (13, 7)
LARGE_SIZE = (25, 13)
PEEP = 3  # columns of a card under the top


class Piles(Painted):
    """The discards and the stock."""

    def __init__(self, seen: Seen) -> None:
        """Show a table."""
        super().__init__()
        self._seen = seen

    def paint(self, canvas: Canvas) -> None:
        """Draw both piles, the colour under the one and the cards due under the other."""
        table = self._seen.table
        if table is None:
            return
        large = canvas.height >= LARGE_SIZE[1] + 3 and canvas.width >= 2 * LARGE_SIZE[0]
        wide, high = LARGE_SIZE if large else CARD_SIZE
        if canvas.height < high + 1:
            high = max(3, canvas.height - 1)
        back = wide * 2 // 3
        gap = 3
        x = max(0, (canvas.width - back - gap - wide - 2 * PEEP) // 2)
        y = max(0, (canvas.height - high - 1) // 2)
        draw_back(canvas, x, y, back, high, str(table.stock))
        canvas.center(x, y + high, back, "stock", Style(dim=True))
        if self._seen.is_own_turn and not table.due:
            self.spot(x, y, back, high, "draw")
        self._discards(canvas, x + back + gap, y, wide, high, table)

    def _discards(self, canvas: Canvas, x: int, y: int, wide: int, high: int, table: Table) -> None:
        for place, card in enumerate(table.under):
            canvas.fill(x + PEEP * place, y, PEEP, high, ground(card[0], UNPLAYABLE_FADE))
            canvas.put(x + PEEP * place + 1, y, card[0], ground(card[0], UNPLAYABLE_FADE))
        x += PEEP * len(table.under)
        if table.top is None:
            canvas.center(x, y + high // 2, wide, "no card yet", Style(dim=True))
            return
        draw_card(canvas, x, y, wide, high, table.top)
        if table.color is None:
            canvas.center(x, y + high, wide, "no colour yet", BOLD_STYLE)
        else:
            label = f"{SHAPES[table.color]} {COLOR_NAMES[table.color].upper()}"
            canvas.fill(x, y + high, wide, 1, ground(table.color))
            canvas.center(x, y + high, wide, label, BOLD_STYLE)
        if table.due:
            text = f"+{table.due} due"
            canvas.center(x, y, wide, text, Style(color="#ffffff", bgcolor="#14181d", bold=True))
