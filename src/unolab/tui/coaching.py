"""Coaching: what the coach of the room was asked in a round against bots, and what it has said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from unolab.moves import Move
from unolab.review.reading import read_advice
from unolab.server.protocol import Hinted, Refused
from unolab.text.coach import join, say, say_hint
from unolab.tui.line import Line
from unolab.tui.seen import Seen

SLOW: Final = 2.0  # seconds after which one wonders why nothing comes
PATIENCE: Final = 15.0  # the coach may have to start first


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in words, and the move that it means."""

    text: str
    move: Move | None


class Coaching:
    """Asks for hints, chances and take-backs. Where the room has no coach there are none."""

    def __init__(self, seen: Seen, line: Line) -> None:
        """Ask over a line about what is seen."""
        self._seen = seen
        self._line = line
        self._asked: tuple[int, object] | None = None  # number and moment of the last question
        self._hint: tuple[object, Hint] | None = None
        self._weighed: int | None = None
        self._weighed_at: object = None
        self._first = False
        self.weighs = False
        """Whether everyone's chances are wanted."""
        self.chances: list[float] | None = None
        """Everyone's chance to win, as far as this seat can know, at its last turn."""

    @property
    def is_there(self) -> bool:
        """Whether there is help: one person plays against bots, and nobody watches."""
        seen = self._seen
        return seen.room is not None and seen.room.coach and seen.is_playing and bool(seen.hand)

    @property
    def moment(self) -> object:
        """What a hint is about: any move ends it."""
        room, table = self._seen.room, self._seen.table
        return (
            room
            and table
            and (room.rounds, table.turns, table.phase, table.turn, table.stock, table.top)
        )

    @property
    def is_asked(self) -> bool:
        """Whether a hint about this moment was asked for and has not come."""
        return self._asked is not None and self._asked[1] == self.moment

    @property
    def hint(self) -> Hint | None:
        """The hint for this moment, if it was given."""
        return self._hint[1] if self._hint is not None and self._hint[0] == self.moment else None

    async def ask(self) -> None:
        """Ask what to do, once for every moment."""
        update = self._seen.update
        if update is None or self.is_asked or self.hint:
            return
        self._first = update.room.helped == ""
        number = await self._line.send("hint", at=update.number)
        self._asked = None if number is None else (number, self.moment)

    async def take_back(self) -> None:
        """Return to the last decision of this seat."""
        if self._seen.update is not None:
            await self._line.send("take_back", at=self._seen.update.number)

    async def weigh(self) -> None:
        """Ask for everyone's chances, once for every turn: one that moved would be a hint."""
        if not (self.weighs and self.is_there):
            self.chances = self._weighed_at = None
        elif self._seen.is_own_turn and self._weighed_at != self.moment and self._seen.update:
            self._weighed_at = self.moment
            self._weighed = await self._line.send("weigh", at=self._seen.update.number)

    def hear(self, hinted: Hinted) -> bool:
        """Take an answer of the coach; return whether it is a hint for this moment."""
        if hinted.id == self._weighed:
            self.chances = hinted.chances
            return False
        if self._asked is None or hinted.id != self._asked[0] or not self.is_asked:
            return False
        self._asked = None
        if hinted.advice is None:
            self._hint = self.moment, Hint(say("hint.none"), None)
            return True
        names = [self._seen.name(seat) for seat in range(len(self._seen.seats))]
        advice = read_advice(hinted.advice.model_dump())
        deed, why = say_hint(advice, names)
        counts = say("hint.counts") if self._first else ""
        self._hint = self.moment, Hint(join(f"{deed}.", why, counts), advice.move)
        return True

    def refuse(self, refused: Refused) -> bool:
        """Note that a question is not answered; return whether nobody has to hear of it."""
        if self._asked is not None and refused.id == self._asked[0]:
            self._asked = None
        return refused.id is not None and refused.id == self._weighed
