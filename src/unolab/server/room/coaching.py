"""Coaching: hints, chances and take-backs, while one person plays against bots."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from unolab.server import protocol
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.company import Client
from unolab.server.room.entries import Dealt, Hinted, LogEntry, Moved, TakenBack
from unolab.state import View

if TYPE_CHECKING:
    from unolab.server.room.room import Room


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the coach thinks of a position."""

    advice: protocol.Advice | None
    """None if there is nothing to decide."""
    chances: list[float]


class Adviser(Protocol):
    """Who is asked, outside the room: it gets what one seat sees and nothing else."""

    def warm(self) -> None:
        """Get ready: somebody may ask soon."""

    async def advise(self, address: str, view: View) -> Opinion:
        """Say what to do, or refuse it."""


@dataclass(frozen=True, slots=True)
class Advised:
    """An answer has come from the coach, for the room to pass on."""

    asked: protocol.Hint | protocol.Weigh
    found: Opinion | Refusal


CoachMessage = protocol.Hint | protocol.Weigh | protocol.TakeBack | Advised
"""What is asked of the coach, and what it answers."""


class Coaching:
    """Hints, chances and take-backs. The room goes on while the coach thinks."""

    def __init__(self, room: Room, adviser: Adviser | None) -> None:
        """Act for a room; without an adviser there is no help."""
        self._room = room
        self._adviser = adviser
        self._thinking: dict[tuple[Client, str], asyncio.Task[None]] = {}
        self._decided_at = room.number  # when what a take-back returns to last changed

    @property
    def is_allowed(self) -> bool:
        """Whether the only person at the table may be helped: also, nobody watches."""
        sitting = self._room.sitting
        helps = self._adviser is not None and sitting.learner is not None
        return helps and not self._room.company.is_watched(sitting)

    def warm(self) -> None:
        """Let the coach get ready, if it may be asked in this round."""
        if self._adviser is not None and self.is_allowed:
            self._adviser.warm()

    async def handle(self, client: Client, message: CoachMessage) -> None:
        """Carry out a message to the coach, or from it."""
        match message:
            case Advised():
                await self._pass_on(client, message)
            case protocol.TakeBack():
                await self._take_back(client, message)
            case _:
                self._ask(client, message)

    def note(self, entry: LogEntry) -> None:
        """Note what changes the last decision of the seat that is helped."""
        moved = isinstance(entry, Moved) and entry.seat == self._room.sitting.learner
        if moved or isinstance(entry, Dealt | TakenBack):
            self._decided_at = self._room.number

    def _check(self, client: Client, at: int, since: int) -> int:
        """Return the seat that is helped, or refuse it; nothing that matters changed ``since``."""
        room = self._room
        seat = room.sitting.learner
        if seat is None or not self.is_allowed:
            text = "there is no coach here: it helps one person who plays against bots, unwatched"
            raise Refusal("no_coach", text)
        if seat not in room.sitting.seats_of(client.owner):
            raise Refusal("not_your_seat", "this is not your seat")
        if room.sitting.stage != "playing":
            raise Refusal("round_over", "no round is being played")
        if not since <= at <= room.number:
            raise Refusal("stale", "the table has changed since: check again")
        return seat

    def _ask(self, client: Client, message: protocol.Hint | protocol.Weigh) -> None:
        """Ask the coach, one question of a kind and client at a time."""
        seat = self._check(client, message.at, self._room.asked_at)
        key = client, message.type
        if key in self._thinking:
            raise Refusal("busy", "the coach still thinks about your last question")
        view = self._room.state.view(seat)
        task = asyncio.create_task(self._think(client, message, view))
        self._thinking[key] = task
        task.add_done_callback(lambda _: self._thinking.pop(key))

    async def _think(
        self, client: Client, asked: protocol.Hint | protocol.Weigh, view: View
    ) -> None:
        assert self._adviser is not None
        found: Opinion | Refusal
        try:
            found = await self._adviser.advise(client.network, view)
        except Refusal as refusal:
            found = refusal
        await self._room.answer(client, Advised(asked, found))

    async def _pass_on(self, client: Client, advised: Advised) -> None:
        """Pass on what the coach has said, if it is still asked; a hint is noted first."""
        if client not in self._room.company.clients:
            return
        asked, found = advised.asked, advised.found
        if isinstance(found, Refusal):
            raise found
        seat = self._check(client, asked.at, self._room.asked_at)
        advice = found.advice if isinstance(asked, protocol.Hint) else None
        if advice is not None and not self._room.sitting.helped:
            await self._room.append(Hinted(seat=seat))
        client.post(protocol.Hinted(id=asked.id, at=asked.at, advice=advice, chances=found.chances))

    async def _take_back(self, client: Client, message: protocol.TakeBack) -> None:
        """Return to the seat's last decision, which bots that moved since don't change."""
        seat = self._check(client, message.at, self._decided_at)
        self._room.check_full()
        self._room.check_changes(client)  # before the round is gone through
        moves = self._room.game.find_last_decision(seat)
        if moves is None:
            text = "you have not decided anything in this round yet"
            raise Refusal("nothing_to_take_back", text)
        await self._room.append(TakenBack(seat=seat, moves=moves))

    def forget(self, client: Client) -> None:
        """Stop thinking about what a client has asked who is gone."""
        for (asker, _), task in [*self._thinking.items()]:
            if asker is client:
                task.cancel()

    def close(self) -> None:
        """Stop thinking."""
        for task in [*self._thinking.values()]:
            task.cancel()
