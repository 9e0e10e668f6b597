"""The first line of the table: rules, round, time."""

from __future__ import annotations

from rich.cells import cell_len

from unolab.server.codes import show_code
from unolab.text.show import count_points
from unolab.tui.canvas import BOLD_STYLE, QUIET, Canvas, Painted, cut
from unolab.tui.cardface import glow
from unolab.tui.seen import Seen


class Heading(Painted):
    """The rules, the round, and the time that is left."""

    def __init__(self, seen: Seen, local: bool) -> None:
        """Show a room."""
        super().__init__()
        self._seen = seen
        self._local = local
        self.time = ""

    def paint(self, canvas: Canvas) -> None:
        """Write one line."""
        x = 1
        for place, letter in enumerate("unolab"):
            x = canvas.put(x, 0, letter, glow("RYGB"[place % 4]) + BOLD_STYLE)
        room = self._seen.room
        if room is None:
            return
        right = self.time or ("" if self._local else f"room {show_code(room.code)}")
        if self.time and not self._local:
            right += f"  room {show_code(room.code)}"
        goal = f"to {count_points(room.target)}" if room.target else "a single round"
        parts = [room.rules, goal, f"round {room.round}" if room.round else "not dealt yet"]
        if room.spectators:
            parts.append(f"{room.spectators} watching")
        space = canvas.width - x - cell_len(right) - 4
        canvas.put(x + 2, 0, cut(" · ".join(parts), space), QUIET)
        canvas.put(canvas.width - cell_len(right) - 1, 0, right, BOLD_STYLE)
