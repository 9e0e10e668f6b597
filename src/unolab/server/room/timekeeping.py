"""Timekeeping: what happens in a room on its own, and when."""

from __future__ import annotations

import asyncio
import logging
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal

from unolab.server import protocol
from unolab.server.room import pace
from unolab.server.room.clocks import NEVER
from unolab.server.room.company import Client
from unolab.server.room.dealing import REVEAL_WITHIN
from unolab.server.room.entries import (
    Hosted,
    Moved,
)
from unolab.server.store.store import NotSaved

if TYPE_CHECKING:
    from unolab.server.room.room import Room

log = logging.getLogger("unolab.server")

STRIKES: Final = 2  # timeouts in a row before a bot takes over
REST: Final = 0.2  # seconds that bots wait if they were too fast for too long


class Timekeeping:
    """What happens in a room on its own, and when."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room
        self._company = room.company
        self._clocks = room.clocks
        self._allowances = room.allowances
        self._chronicle = room.chronicle
        self._now = room.now

    async def handle(self, client: Client, message: protocol.Hurry | protocol.Pause) -> None:
        """Carry out a message about time."""
        if isinstance(message, protocol.Hurry):
            await self.hurry(client)
        else:
            self.pause(client, message.paused)

    def pause(self, client: Client, paused: bool) -> None:
        """Pause or resume, if nobody else is waiting."""
        self._room.check_alone(client, "a game with others can't be paused")
        if paused == self._room.paused:
            return
        self._room.check_changes(client)
        self._room.paused = paused
        if not paused:
            self.wake()
        self._room.showing.show_all()

    async def hurry(self, client: Client) -> None:
        """Let the bots act at once, if nobody else is waiting."""
        self._room.check_alone(client, "bots can't be hurried in a game with others")
        self._allowances.take_hurry()
        if self._room.sitting.stage == "playing":
            number = self._room.number
            for _, seat in sorted(self._clocks.bots_due(self._room.sitting, self._company)):
                if self._room.number == number:
                    await self._let_bot(seat)
        elif self._clocks.deal is not None:
            await self._room.dealing.deal()

    def wake(self) -> None:
        """Resume after an idle time."""
        if self._clocks.draw is not None:
            self._clocks.draw = self._now() + REVEAL_WITHIN
        absent = [owner for owner in self._room.sitting.owners if not self._company.is_here(owner)]
        self._clocks.start(self._now(), absent)
        if not self._company.is_here(self._room.sitting.host):
            self._clocks.host_gone = self._now()
        self.plan()

    def plan(self) -> None:
        """Schedule what happens next."""
        told = self._chronicle.steps
        events = told[-1].events if told else ()
        self._clocks.plan(
            self._room.sitting,
            self._company,
            len(events),
            self._now() + self.dealing_time,
        )
        if self._room.is_full:
            self._clocks.deal = None

    @property
    def dealing_time(self) -> float:
        """Seconds for which the deal is shown."""
        told, match = self._chronicle.steps, self._room.sitting.match
        events = told[-1].events if told else ()
        if match is None or not events or events[0].kind != "dealt":
            return 0.0
        return pace.time_to_watch_deal(self._room.sitting.options.pace, first=len(match.games) == 1)

    async def do_due(self) -> None:
        """Handle the timer that is due first."""
        try:
            await self._do_first()
        except NotSaved as error:
            # the timer is still due: give the database a moment before retrying
            event = {"event": "not_saved", "room": self._room.code}
            log.error("room %s: %s", self._room.code, error, extra=event)
            await asyncio.sleep(1)

    async def _do_first(self) -> None:
        now, clocks = self._now(), self._clocks
        if (owner := clocks.pop_lost(self._company, now)) is not None:
            if owner in self._room.sitting.owners:
                self._leave_to_bot(owner)
            elif self._room.door.drop(owner):
                self._room.showing.show_all()
        elif now >= clocks.passes_on(self._room.sitting, self._company):
            successor = self._company.successor(self._room.sitting)
            assert successor is not None
            await self._room.append(Hosted(host=successor))
        elif clocks.draw is not None and now >= clocks.draw:
            await self._room.dealing.draw()
        elif clocks.show is not None and now >= clocks.show:
            self._room.showing.show_all()
        elif not self._room.paused:
            await self._do_at_table(now)

    async def _do_at_table(self, now: float) -> None:
        """Do what is due in a room that is not paused."""
        clocks = self._clocks
        if now >= clocks.dozes_at(self._room.sitting):
            self._room.dozing = self._room.paused = True
            self._room.showing.show_all()
        elif self._room.sitting.stage != "playing":
            if clocks.deal is not None and now >= clocks.deal:
                await self._room.dealing.deal()
        elif due := [d for d in clocks.bots_due(self._room.sitting, self._company) if d[0] <= now]:
            # the order of asking decides between those who are equally fast
            seat = min(due, key=itemgetter(0))[1]
            if self._allowances.bot_moves.take():
                await self._let_bot(seat)
            else:
                clocks.bots[seat] = now + REST
        elif now >= clocks.time_is_up(self._room.sitting, self._company):
            await self._time_out(self._room.state.turn)

    def _leave_to_bot(self, owner: str) -> None:
        """Let a bot play for somebody until they return."""
        self._company.away.add(owner)
        self.plan()
        self._room.showing.show_all()

    async def _let_bot(self, seat: int) -> None:
        """Ask the bot at a seat, and do what it wants."""
        assert self._room.minds is not None
        loop, view = asyncio.get_running_loop(), self._room.state.view(seat)
        move = await loop.run_in_executor(self._room.thinkers, self._room.minds.ask, seat, view)
        if move is None:
            # it does not react; it is asked again when something has changed
            self._clocks.bots[seat] = NEVER
            return
        is_bot = self._room.sitting.chairs[seat].kind == "bot"
        by: Literal["bot", "stand-in"] = "bot" if is_bot else "stand-in"
        await self._room.append(Moved(seat=seat, move=str(move.by(None)), by=by))

    async def _time_out(self, seat: int) -> None:
        """Let the stand-in move for a person whose time is up."""
        asked_at = self._room.asked_at
        while self._room.asked_at == asked_at and self._room.sitting.stage == "playing":
            number = self._room.number
            await self._let_bot(seat)  # it may catch somebody before it plays
            assert self._room.number > number, "a bot whose turn it is makes a move"
        strikes = self._company.strikes.get(seat, 0) + 1
        self._company.strikes[seat] = strikes
        if strikes >= STRIKES:
            self._leave_to_bot(self._room.sitting.chairs[seat].owner)
