"""How a round or a match ended: who got what, and what was left in the hands."""

from __future__ import annotations

from rich.style import Style

from unolab.server.protocol import Room, Table
from unolab.text.coach import say
from unolab.text.show import YOU, count_points
from unolab.tui.canvas import BOLD_STYLE, Canvas, Painted, cut
from unolab.tui.cardface import draw_card, sort_cards
from unolab.tui.players import ACTING, describe_seat
from unolab.tui.question import Button, Question
from unolab.tui.seen import Seen

DIM_STYLE = Style(dim=True)


class Ending(Painted):
    """The scores, the best first."""

    def __init__(self, seen: Seen) -> None:
        """Show the end of a round."""
        super().__init__()
        self._seen = seen

    def paint(self, canvas: Canvas) -> None:
        """Write the winner and a row for everyone."""
        room, table = self._seen.room, self._seen.table
        if room is None or table is None:
            return
        spare = canvas.height - len(room.seats) - 3 - bool(room.helped)
        y = max(0, spare // 3)
        canvas.center(0, y, canvas.width, write_headline(self._seen, room, table), BOLD_STYLE)
        y += 1
        if room.helped:
            canvas.center(0, y, canvas.width, say(f"helped.{room.helped}"), DIM_STYLE)
            y += 1
        y += spare > 1
        label = min(22, max(len(seat.name) for seat in room.seats) + 8)
        most = max((len(hand) for hand in table.hands or ()), default=0)
        x = max(1, (canvas.width - label - 25 - max(16, 3 * most)) // 2)
        canvas.put(x + label, y, "  hand  gets   total     left in the hand", DIM_STYLE)
        for row, seat in enumerate(room.standing, y + 1):
            self._row(canvas, x, row, label, room, table, seat)

    def _row(
        self, canvas: Canvas, x: int, y: int, label: int, room: Room, table: Table, seat: int
    ) -> None:
        if seat >= len(table.scores):
            return
        won = seat in room.winners or seat == table.winner
        style = ACTING if won else Style()
        canvas.fill(x, y, label + 23, 1, style)
        you = " (you)" if seat == self._seen.seat else ""
        name = cut(room.seats[seat].name, label - 1 - len(you)) + you
        canvas.put(x + 1, y, name, style + BOLD_STYLE)
        figures = f"{table.left[seat]:6}{table.scores[seat]:6}{room.totals[seat]:8}"
        canvas.put(x + label, y, figures, style)
        at = x + label + 25
        for card in sort_cards((table.hands or [])[seat] if table.hands else [], False):
            if at + 3 > canvas.width - 2:
                canvas.put(at, y, "…", DIM_STYLE)
                break
            draw_card(canvas, at, y, 2 if card[1] not in "DF" else 3, 1, card)
            at += 3 if card[1] not in "DF" else 4
        if ready := describe_seat(room.seats[seat]) if room.seats[seat].kind == "person" else "":
            canvas.put(canvas.width - len(ready) - 3, y, f" {ready} ", DIM_STYLE)


def write_headline(seen: Seen, room: Room, table: Table) -> str:
    """Say who has won the round or the match."""
    if room.stage == "over" and room.winners:
        names = [seen.name(seat) for seat in room.winners]
        verb = "wins" if len(names) == 1 and names[0] != YOU else "win"
        what = "the match" if room.target else "the round"
        best = f" with {count_points(room.totals[room.winners[0]])}" if room.target else ""
        return f"★ {' and '.join(names)} {verb} {what}{best} ★"
    if table.winner is None:
        return "The round is void: nobody wins it."
    return f"{seen.says(table.winner, 'win')} round {room.round}: {count_points(table.points)}"


def say_who_is_awaited(room: Room) -> Question:
    """Say who has not said yet that the next round may come."""
    names = [s.name for s in room.seats if s.kind == "person" and s.here and not s.ready]
    return Question(f"Waiting for {', '.join(names)}." if names else "Dealing.")


def ask_what_next(seen: Seen, local: bool) -> Question:
    """Ask what comes next."""
    room, seat = seen.room, seen.seat
    if room is None or seat is None:
        return Question("The round is over. Those who play decide when the next one begins.")
    over = room.stage == "over"
    buttons = [Button("enter", "play again" if over else "deal the next round", "deal", "G")]
    buttons.append(Button("r", "review", "review"))
    if local:
        buttons.append(Button("n", "another game", "start"))
    if room.seats[seat].ready:
        return say_who_is_awaited(room)
    goal = f" The match goes to {count_points(room.target)}." if room.target and not over else ""
    return Question(
        f"{'The match' if over and room.target else 'The round'} is over.{goal}", buttons
    )
