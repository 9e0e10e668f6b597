"""Before the first deal: who sits where, and the rules."""

from __future__ import annotations

from rich.style import Style

from unolab.server.protocol import Room, Seat, Update
from unolab.text.style import fill
from unolab.tui.canvas import BOLD_STYLE, Canvas, Painted, cut
from unolab.tui.cardface import put_text
from unolab.tui.players import ACTING, CALM, describe_seat
from unolab.tui.question import Button, Question
from unolab.tui.seen import Seen


class Lobby(Painted):
    """The seats as a list, and the rules."""

    def __init__(self, seen: Seen) -> None:
        """Show a room."""
        super().__init__()
        self._seen = seen

    def paint(self, canvas: Canvas) -> None:
        """Write a row for every seat, and the rules beside or below them."""
        room = self._seen.room
        if room is None:
            return
        for number, seat in enumerate(room.seats):
            self._row(canvas, number + 1, number, seat)
        self._talk(canvas, len(room.seats) + 2)
        x = canvas.width // 2 + 2
        y = canvas.put(x, 1, f"Rules: {room.rules}", BOLD_STYLE) and 2
        for sentence in room.rules_said or ["Exactly the official game."]:
            for line in fill(sentence, canvas.width - x - 2):
                canvas.put(x, y, line, Style(dim=True))
                y += 1

    def _talk(self, canvas: Canvas, top: int) -> None:
        """Write what was said last."""
        wide, space = canvas.width // 2 - 2, max(0, canvas.height - top)
        lines = [line for text in self._seen.story[-space:] for line in fill(text, wide)]
        for y, line in enumerate(lines[len(lines) - space :] if len(lines) > space else lines, top):
            put_text(canvas, 3, y, line)

    def _row(self, canvas: Canvas, y: int, number: int, seat: Seat) -> None:
        wide = canvas.width // 2 - 2
        own = number == self._seen.seat
        style = ACTING if own else CALM
        canvas.fill(2, y, wide, 1, style)
        who = seat.name if seat.kind != "open" else "open seat"
        more = "you" if own else describe_seat(seat)
        host = ", host" if seat.host else ""
        text = f" {number + 1}  {who}" + (f" ({more}{host})" if more else "")
        canvas.put(2, y, cut(text, wide - 1), style + (BOLD_STYLE if own else Style()))
        if self._seen.seat is None and seat.kind != "person":
            self.spot(2, y, wide, 1, f"sit {number}")


def explain_watching(room: Room) -> str:
    """Explain to a spectator why there is no seat."""
    if all(seat.kind == "person" for seat in room.seats):
        return "No seat is free, you are watching."
    return "You are watching; when the round is over, you can take a seat."


def ask_for_seat(room: Room, update: Update) -> Question:
    """Ask somebody without a seat for one, if there is one to be had."""
    if update.guest is not None:
        return Question("Waiting for a seat; the host may have to agree.")
    if room.options.door == "locked" and not update.sits:
        return Question("The room is locked: you are watching.")
    free = [n for n, seat in enumerate(room.seats) if seat.kind != "person"]
    if not free or room.stage == "playing":
        return Question(explain_watching(room))
    buttons = [Button(str((n + 1) % 10), f"seat {n + 1}", f"sit {n}") for n in free]
    opened = [n for n in free if room.seats[n].kind == "open"]
    if opened:
        buttons.insert(0, Button("enter", "sit down", f"sit {opened[0]}", "G"))
    return Question("Take a seat.", buttons)


def ask_in_lobby(seen: Seen) -> Question:
    """Ask for a seat, or for the start."""
    room, update = seen.room, seen.update
    if room is None or update is None:
        return Question("Joining …")
    if seen.seat is None:
        return ask_for_seat(room, update)
    if any(seat.kind == "open" for seat in room.seats):
        return Question("Waiting for others to sit down.")
    if update.host:
        return Question("Everyone is here.", [Button("enter", "deal", "deal", "G")])
    host = next((seat.name for seat in room.seats if seat.host), "the host")
    return Question(f"Waiting for {host} to deal.")
