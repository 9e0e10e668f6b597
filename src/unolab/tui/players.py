"""Everyone at the table, in the order of play: names, cards, points, whose turn it is."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.style import Style

from unolab.server.protocol import Seat, Table
from unolab.text.coach import percent
from unolab.tui.canvas import BOLD_STYLE, Canvas, Painted, cut
from unolab.tui.coaching import Coaching
from unolab.tui.seen import Seen

PLAYERS_ACROSS: Final = 5  # players in a row
CALM: Final = Style(color="#d7dade", bgcolor="#20262e")
ACTING: Final = Style(color="#14181d", bgcolor="#f3efe8")
ARROW: Final = Style(color="#ffc412", bold=True)
ALARM: Final = Style(color="#14181d", bgcolor="#ffc412", bold=True)


class PlayersView(Painted):
    """A cell for every seat, yours first."""

    def __init__(self, seen: Seen, coaching: Coaching) -> None:
        """Show the seats, and their chances if these are wanted."""
        super().__init__()
        self._seen = seen
        self._coaching = coaching

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return -(-max(1, len(self._seen.seats)) // PLAYERS_ACROSS)

    def paint(self, canvas: Canvas) -> None:
        """Draw the cells, with arrows between them that show the direction."""
        seen, table = self._seen, self._seen.table
        seats = seen.seats
        if not seats:
            return
        across = min(PLAYERS_ACROSS, -(-len(seats) // self.rows))
        wide = (canvas.width + 1) // across
        high = canvas.height // self.rows
        first = seen.seat or 0
        for place in range(len(seats)):
            seat = (first + place) % len(seats)
            row, column = divmod(place, across)
            x, y = column * wide, row * high
            lines = high - (self.rows > 1 and high > 2)
            self._draw(canvas, x, y, wide - 1, lines, seat)
            if table is not None and seen.is_playing:
                arrow = "→" if table.clockwise else "←"
                canvas.put(x + wide - 1, y + lines // 2, arrow, ARROW)

    def _draw(self, canvas: Canvas, x: int, y: int, wide: int, high: int, number: int) -> None:
        seen, table, seat = self._seen, self._seen.table, self._seen.seats[number]
        acts = table is not None and seen.is_playing and table.turn == number
        style = ACTING if acts else CALM
        canvas.fill(x, y, wide, high, style)
        you = " (you)" if number == seen.seat else ""
        mark = "▶ " if acts else "  "
        chances = self._coaching.chances if seen.is_playing else None
        chance = percent(chances[number], 0) if chances else ""
        name = cut(seat.name or "open seat", wide - 3 - len(you) - (len(chance) + 1) * bool(chance))
        canvas.put(x, y, f"{mark}{name}{you}", style + BOLD_STYLE)
        canvas.put(x + wide - 1 - len(chance), y, chance, style)
        total = seen.room.totals[number] if seen.room else 0
        if table is None or number >= len(table.sizes):
            canvas.put(x + 2, y + 1, cut(describe_seat(seat), wide - 3), style)
            return
        quiet = style + Style(dim=not acts)
        if high > 2:
            more = describe_seat(seat)
            text = f"{total} points" + (f", {more}" if more else "")
            if cell_len(text) > wide - 3:
                text = f"{total}, {more}"
            canvas.put(x + 2, y + 2, cut(text, wide - 3), quiet)
            self._count(canvas, x + 2, y + 1, wide - 3, table, number, style)
        else:
            points = f"{total}"
            canvas.put(x + wide - 1 - len(points), y + 1, points, quiet)
            self._count(canvas, x + 2, y + 1, wide - 4 - len(points), table, number, style)

    def _count(
        self, canvas: Canvas, x: int, y: int, wide: int, table: Table, number: int, style: Style
    ) -> None:
        """Draw small cards, and say how many there are."""
        size = table.sizes[number]
        count = f"{size} card{'s' * (size != 1)}"
        if table.uno == number:
            canvas.put(x, y, cut(" no Uno said! ", wide), ALARM)
        elif size == 1 and self._seen.is_playing:
            end = canvas.put(x, y, "▮ 1 card ", style) if wide > 14 else x
            canvas.put(end, y, " UNO! ", ALARM)
        elif size and wide >= len(count) + 6:
            backs = "▮" * min(size, wide - len(count) - 1)
            canvas.put(x, y, backs, style)
            canvas.put(x + cell_len(backs) + 1, y, count, style)
        else:
            canvas.put(x, y, count, style)


def describe_seat(seat: Seat) -> str:
    """Describe who sits in a seat: a bot, absent, ready."""
    if seat.kind == "bot":
        return seat.strength or seat.bot or ""
    if seat.away:
        return "a bot plays"
    if seat.kind == "person" and not seat.here:
        return "not connected"
    return "ready" if seat.ready else ""
