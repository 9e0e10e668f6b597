"""RoomMinds: the bots of a round. Their memory and random numbers follow from the log alone.

A restarted server replays the log and seats the same bots: they have seen the same and act the
same. Therefore a bot's memory is kept only when it makes a move, which is an entry of the log;
questions that it let pass are not recorded. A bot that remembers nothing is not asked again: where
it searches, that would take long. Its random stream is seeded for every question, from the deal,
the seat and the number of events so far.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, Self

from unolab.bots import Bot, BotMemory, think
from unolab.errors import BotFailed
from unolab.game import Game
from unolab.moves import Move
from unolab.server.room.entries import Moved
from unolab.server.room.opponents import STAND_IN
from unolab.server.room.sitting import Sitting
from unolab.state import View

log: Final = logging.getLogger("unolab.server")


class RoomMinds:
    """A bot for every seat of a table: its own, or a person's stand-in."""

    def __init__(self, bots: Sequence[Bot], game: Game) -> None:
        """Seat bots that have seen nothing of a game yet."""
        self._bots = [*bots]
        # a one-way function of a secret, so it gives nothing away
        secret = sha256(f"unolab bots at {game.deal}".encode()).digest()
        self._seed = int.from_bytes(secret[:16], "little")
        self._memories: dict[int, list[tuple[int, BotMemory]]] = {}  # with the moves made by then
        self._thoughts: dict[int, BotMemory] = {}

    @classmethod
    def of(cls, sitting: Sitting, moves: Iterable[Moved] = ()) -> Self | None:
        """Seat the bots of a table; ``moves`` are those they have seen in this round."""
        match = sitting.match
        if match is None or len(sitting.chairs) != match.state.players:
            return None
        minds = cls([chair.bot or STAND_IN for chair in sitting.chairs], match.game)
        state = match.game.start
        for number, moved in enumerate(moves, 1):
            if moved.by in ("bot", "stand-in") and minds._bots[moved.seat].remembers:
                minds.ask(moved.seat, state.view(moved.seat))
                minds.keep(moved.seat, number)
            state = state.play(moved.move, moved.seat)
        return minds

    def ask(self, seat: int, view: View) -> Move | None:
        """Ask the bot of a seat for a move; None if it does nothing out of turn."""
        memory = self._memory(seat)
        try:
            move, self._thoughts[seat] = think(self._bots, self._seed, memory, seat, view)
        except BotFailed as failure:  # a bot of the player's own: the game goes on
            log.warning("%s; a stand-in moves for it", failure)
            bots = [STAND_IN] * len(self._bots)
            move, blank = think(bots, self._seed, None, seat, view)
            self._thoughts[seat] = blank if memory is None else memory
        return move

    def keep(self, seat: int, moves: int) -> None:
        """Keep a bot's memory from the last question: its move was made."""
        thought = self._thoughts.pop(seat)
        if self._bots[seat].remembers:
            self._memories.setdefault(seat, []).append((moves, thought))

    def return_to(self, moves: int) -> None:
        """Forget all but the first moves of the round."""
        for seat, kept in self._memories.items():
            self._memories[seat] = [one for one in kept if one[0] <= moves]

    def memory(self, seat: int) -> bytes:
        """Return the memory of the bot at a seat; nothing before its first move."""
        memory = self._memory(seat)
        return b"" if memory is None else memory.tobytes()

    def _memory(self, seat: int) -> BotMemory | None:
        kept = self._memories.get(seat)
        return kept[-1][1] if kept else None
