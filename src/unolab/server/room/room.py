"""Room: one task that owns one table. Every change is on disk before anyone sees it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Protocol

from unolab.errors import IllegalMove
from unolab.game import Game
from unolab.moves import Move
from unolab.rules import Rules
from unolab.server import protocol
from unolab.server.guard.allowances import Allowances
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.operate.metrics import Metrics
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import MOST_MOVES
from unolab.server.room.chronicle import Chronicle
from unolab.server.room.clocks import Clocks
from unolab.server.room.coaching import Advised, Adviser, Coaching, CoachMessage
from unolab.server.room.company import Client, Company
from unolab.server.room.dealing import Dealing, DealMessage
from unolab.server.room.doorkeeper import Doorkeeper
from unolab.server.room.drawing import Drawing
from unolab.server.room.entries import (
    Arranged,
    Dealt,
    Left,
    LogEntry,
    Moved,
    Removed,
    Sat,
    Stopped,
    TakenBack,
)
from unolab.server.room.hosting import Hosting, HostMessage
from unolab.server.room.minds import RoomMinds
from unolab.server.room.seating import Seating, SeatMessage
from unolab.server.room.showing import Showing
from unolab.server.room.sitting import Sitting
from unolab.server.room.timekeeping import Timekeeping
from unolab.server.store.store import NotSaved
from unolab.state import State

log = logging.getLogger("unolab.server")

INBOX_SIZE: Final = 64  # size of a room's inbox
MOST_ENTRIES: Final = 20_000
"""Log entries after which no round is dealt: some 300 rounds. The last one still adds its moves."""


class Log(Protocol):
    """Where entries are stored."""

    async def append(self, code: str, number: int, entry: str) -> None:
        """Return when it is on disk."""


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody has connected who last saw an update with this number."""

    since: int
    commitment: str | None = None
    """The commitment to a secret for the next deal."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody is no longer connected."""


OF_ITSELF: Final = (
    *(Gone, Advised),
    *(protocol.Ping, protocol.Commit, protocol.Reveal, protocol.Weigh),
)
"""Messages that come, or that a page sends, without anybody doing anything."""

Incoming = protocol.Numbered | Came | Gone | Advised
Received = tuple[Client, Incoming, float]
"""A message in the inbox: from whom, and when it came."""


class RoomClosed(Exception):
    """The room is closed; another one may have been opened from the same log."""


def _table_of(sitting: Sitting) -> tuple[Rules, list[str]]:
    """Return what a deal depends on: the rules, and who sits where."""
    return sitting.rules, [chair.owner or chair.kind for chair in sitting.chairs]


def _is_endless(before: Sitting, after: Sitting) -> bool:
    """Whether a move would continue a round that has reached the maximum."""
    assert before.match is not None
    return after.stage == "playing" and len(before.match.game.moves) >= MOST_MOVES


class Room:
    """A table with its clients. Everything happens in :meth:`run`, one thing at a time."""

    def __init__(
        self,
        code: str,
        sitting: Sitting,
        number: int,
        store: Log,
        chronicle: Chronicle | None = None,
        away_after: float = 30.0,
        minds: RoomMinds | None = None,
        limits: ServerLimits = UNLIMITED,
        thinkers: Executor | None = None,
        metrics: Metrics | None = None,
        coach: Adviser | None = None,
    ) -> None:
        """Open a room whose log has ``number`` entries.

        ``chronicle`` has the events of its round so far, and ``minds`` the bots that saw them. They
        think in the threads of ``thinkers``.
        """
        self.code = code
        self.sitting = sitting
        self.number = number
        self.company = Company()
        self.log = store
        self.now = asyncio.get_running_loop().time
        self.quiet_since = self.now()
        """When the last client left, or the room was opened."""
        self.clocks = Clocks(self.now(), away_after, limits.unwatched)
        self._inbox: asyncio.Queue[Received] = asyncio.Queue(INBOX_SIZE)
        self._metrics = metrics
        self.chronicle = chronicle or Chronicle()
        self.asked_at = number  # the number at which the question last changed
        self.seated_at = number  # and the seats
        self.drawing = Drawing()
        self.door = Doorkeeper()
        self.paused = False
        self.dozing = False
        self._closed = False
        self.allowances = Allowances(limits, self.now)
        self.thinkers = thinkers
        self.minds = minds or RoomMinds.of(sitting)
        self.seating = Seating(self)
        self.hosting = Hosting(self)
        self.dealing = Dealing(self)
        self.timekeeping = Timekeeping(self)
        self.coaching = Coaching(self, coach)
        self.showing = Showing(self)

    # ── the task ──────────────────────────────────────────────────────────────────────────────────

    async def put(self, client: Client, message: Incoming) -> None:
        """Put a message into the inbox; waits while it is full."""
        if not self._closed:
            await self._inbox.put((client, message, perf_counter()))
        if self._closed:
            self._empty()
            raise RoomClosed

    async def answer(self, client: Client, advised: Advised) -> None:
        """Put an answer of the coach into the inbox; a room that is closed needs none."""
        with suppress(RoomClosed):
            await self.put(client, advised)

    def close(self) -> None:
        """Accept nothing more, and disconnect everyone."""
        self._closed = True
        self.coaching.close()
        self._empty()
        for client in list(self.company.clients):
            client.close()

    def _empty(self) -> None:
        """Disconnect those in the inbox; as many get in who are still waiting for it."""
        while not self._inbox.empty():
            client, *_ = self._inbox.get_nowait()
            client.close()

    @property
    def needed(self) -> bool:
        """Whether somebody is connected, or about to be."""
        return bool(self.company.clients) or not self._inbox.empty()

    def keep_host(self, owner: str) -> None:
        """Note that the host's page is open, though not in this room."""
        if owner == self.sitting.host and self.clocks.host_gone is not None:
            self.clocks.host_gone = self.now()

    def knows(self, owner: str) -> bool:
        """Whether a secret is known here: for a seat, a place in the queue, or a ban."""
        return owner != "" and self.door.is_known(owner, self.sitting)

    async def run(self) -> None:
        """Handle messages and timers, forever."""
        self.timekeeping.wake()
        while True:
            due = self.clocks.next(self.sitting, self.company, self.paused)
            try:
                timeout = None if due is None else max(0.0, due - self.now())
                async with asyncio.timeout(timeout):
                    client, message, received = await self._inbox.get()
            except TimeoutError:
                await self.timekeeping.do_due()
            else:
                await self._take(client, message, received)

    async def _take(self, client: Client, message: Incoming, received: float) -> None:
        asked = message.asked if isinstance(message, Advised) else message
        id = asked.id if isinstance(asked, protocol.Numbered) else None
        if not isinstance(message, OF_ITSELF):
            self._stir()
            if self._welcome_back(client.owner):  # any activity shows that they are back
                self.showing.show_all()
        try:
            await self._handle(client, message)
            if isinstance(message, protocol.Move) and self._metrics is not None:
                self._metrics.move_seconds.observe(perf_counter() - received)
        except Refusal as refusal:
            client.post(refusal.message(id))
        except NotSaved as error:
            event = {"event": "not_saved", "room": self.code}
            log.error("room %s: %s", self.code, error, extra=event)
            text = "this could not be saved and did not happen: try again"
            client.post(protocol.Refused(id=id, code="not_saved", text=text))
        except ValueError as error:
            client.post(protocol.Refused(id=id, code="wrong", text=str(error)))
        if self.sitting.stage == "lobby":
            try:
                await self.seating.seat_waiting()
            except (NotSaved, Refusal, ValueError) as error:  # retried on the next message
                log.error("room %s: cannot seat people from the queue: %s", self.code, error)

    async def _handle(self, client: Client, message: Incoming) -> None:
        match message:
            case Came():
                await self._come(client, message)
            case Gone():
                await self._go(client)
            case protocol.Ping():
                client.post(protocol.Pong(id=message.id))
            case protocol.Back():
                pass  # any message is enough
            case protocol.Move():
                await self._move(client, message)
            case protocol.Look():
                self._look(client, message.seat)
            case protocol.Say() | protocol.React():
                self._talk(client, message)
            case protocol.Hurry() | protocol.Pause():
                await self.timekeeping.handle(client, message)
            case _ if isinstance(message, CoachMessage):
                await self.coaching.handle(client, message)
            case _ if isinstance(message, SeatMessage):
                await self.seating.handle(client, message)
            case _ if isinstance(message, HostMessage):
                await self.hosting.handle(client, message)
            case _ if isinstance(message, DealMessage):
                await self.dealing.handle(client, message)
            case _:
                raise Refusal("unexpected", f"{type(message).__name__.lower()} is only sent once")

    async def append(self, entry: LogEntry, by: Client | None = None) -> None:
        """Append an entry: apply it, write it, and only then show it.

        Changes of the table count against the client's limit.
        """
        before, after = self.sitting, self.sitting.after(entry)
        if isinstance(entry, Moved) and _is_endless(before, after):
            entry = Stopped()
            after = before.after(entry)
        if by is not None:
            self.check_full()
            self.check_changes(by)
        await self.log.append(self.code, self.number, entry.model_dump_json())
        self.sitting = after
        self.number += 1
        self.chronicle.tell(self.number, entry, after)
        self._follow(entry, before, by)
        if isinstance(entry, Sat | Left | Removed | Arranged):
            self.seated_at = self.number
        if before.host != after.host:
            self.clocks.host_gone = None if self.company.is_here(after.host) else self.now()
        if not isinstance(entry, Dealt) and _table_of(before) != _table_of(after):
            self.dealing.stop_drawing()  # it was requested by others, or for another game
        if after.match is None:
            self.company.ready.clear()
            self.clocks.deal = None
        if len(after.owners) > 1:
            self.paused = False  # nobody could resume it
        self.timekeeping.plan()
        self.company.focus(after)
        self.showing.show_all()

    def _follow(self, entry: LogEntry, before: Sitting, by: Client | None) -> None:
        """Keep up with an entry: the round it deals, the move it makes, who sits down by it."""
        self.coaching.note(entry)
        if isinstance(entry, Dealt):
            self._begin_round()
        elif isinstance(entry, Moved):
            assert before.match is not None
            if entry.by != "person" and self.minds is not None:
                self.minds.keep(entry.seat, len(self.game.moves))
            self._note_move(before.match.state, self.state)
            if self._metrics is not None:
                self._metrics.moves.labels(entry.by).inc()
        elif isinstance(entry, TakenBack):
            assert before.match is not None
            if self.minds is not None:
                self.minds.return_to(entry.moves)
            self._note_move(before.match.state, self.state)
            self.asked_at = self.number  # even if the same is asked again
        elif isinstance(entry, Sat) and by is not None and not by.owner:
            by.adopt(entry.owner, [entry.seat], entry.owner == self.sitting.host)

    # ── clients come and go ───────────────────────────────────────────────────────────────────────

    async def _come(self, client: Client, came: Came) -> None:
        if self.door.is_banned(client.owner, client.network, self.sitting):
            self.hosting.shut_out(client)
            return
        self.company.clients[client] = None
        if client.owner == self.sitting.host:
            self.clocks.host_gone = None
        client.seen = came.since if came.since <= self.number else 0
        client.looking = None
        self._welcome_back(client.owner)
        self.clocks.come(client.owner)
        self.company.focus(self.sitting)
        if len(self.company.clients) == 1:
            self.timekeeping.wake()
        if came.commitment is not None and client.owner in self.dealing.drawers():
            with suppress(Refusal):  # too late for this deal
                self.drawing.commit(client.owner, came.commitment)
        starts = self.sitting.starts and not self.drawing.wanted
        if starts and client.owner == self.sitting.host:
            try:
                await self.dealing.deal()
            except (Refusal, NotSaved):
                self.showing.show_arrival(client)
                raise
        else:
            self.showing.show_arrival(client)

    async def _go(self, client: Client) -> None:
        if client not in self.company.clients:
            return
        del self.company.clients[client]
        self.coaching.forget(client)
        self.quiet_since = self.now()
        if client.owner and not self.company.is_here(client.owner):
            self.clocks.go(client.owner, self.now())
            self.company.ready.discard(client.owner)
            if client.owner == self.sitting.host:
                self.clocks.host_gone = self.now()
        if not await self.dealing.deal_if_ready():
            self.showing.show_arrival()

    def _welcome_back(self, owner: str) -> bool:
        """Let a person who was away play on; for everyone else the clock keeps running."""
        if owner not in self.company.away:
            return False
        self.company.away.discard(owner)
        for seat in self.sitting.seats_of(owner):
            self.company.strikes.pop(seat, None)
            self.clocks.bots.pop(seat, None)
            if self.sitting.stage == "playing" and self.state.turn == seat:
                self.clocks.turn = self.now()
        return True

    def _stir(self) -> None:
        """Note activity, and resume if there was none for a long time."""
        self.clocks.stirred = self.now()
        if self.dozing:
            self.dozing = self.paused = False
            self.timekeeping.wake()
            self.showing.show_all()

    @property
    def is_full(self) -> bool:
        """Whether the log is full, so that nothing more can be dealt."""
        return self.number >= MOST_ENTRIES

    def check_full(self) -> None:
        """Refuse more if the log is full."""
        if self.is_full:
            raise Refusal("used_up", "this room's log is full: make a new room")

    def check_changes(self, client: Client) -> None:
        """Count a change against a client's limit, or refuse it."""
        known = {*self.sitting.owners, self.sitting.host}
        is_host = self.company.decides(client, self.sitting)
        self.allowances.take_change(client.owner, client.network, known, is_host)

    def check_host(self, client: Client) -> None:
        """Refuse somebody who is not the host."""
        if not self.company.decides(client, self.sitting):
            raise Refusal("not_host", "only the host of the room can do this")

    def check_alone(self, client: Client, text: str) -> None:
        """Refuse somebody who shares the table with others."""
        if not self.company.is_alone(client, self.sitting):
            raise Refusal("not_alone", text)

    def _look(self, client: Client, seat: int | None) -> None:
        if seat is not None and seat not in self.sitting.seats_of(client.owner):
            raise Refusal("not_your_seat", "these are not your cards")
        client.looking = seat
        self.showing.show(client)

    # ── what people do ────────────────────────────────────────────────────────────────────────────

    async def _move(self, client: Client, message: protocol.Move) -> None:
        seats = self.sitting.seats_of(client.owner)
        seat = message.seat if message.seat is not None else client.looking
        if not seats:
            raise Refusal("no_seat", "spectators can't play: take a seat first")
        if seat is None or seat not in seats:
            raise Refusal("not_your_seat", "this is not your seat")
        match = self.sitting.match
        if match is None or match.state.over:
            raise Refusal("round_over", "no round is being played")
        if not self.asked_at <= message.at <= self.number:
            raise Refusal("stale", "the table has changed since: check again")
        move = Move.parse(message.move)
        if move.seat not in (None, seat):
            raise Refusal("not_your_seat", "this is not your seat")
        if move.is_catch and match.state.uno == move.target:
            self.clocks.check_catch(seat, self.now())
        try:
            await self.append(Moved(seat=seat, move=str(move.by(None)), by="person"))
        except IllegalMove as error:
            top = match.state.top
            raise Refusal(
                error.code, error.reason, None if top is None else str(top), match.state.due
            ) from None
        if self.sitting.match is None:
            raise Refusal("round_over", f"a round ends after {MOST_MOVES:,} moves: deal again")
        self.company.strikes.pop(seat, None)

    def _talk(self, client: Client, message: protocol.Say | protocol.React) -> None:
        seat = self._speaker(client)
        if isinstance(message, protocol.Say):
            self.allowances.take_talk(client.owner, client.network)
            name = self.sitting.chairs[seat].name
            self.company.tell(protocol.Said(seat=seat, name=name, text=message.text))
        else:
            self.allowances.take_reaction(client.owner, client.network)
            self.company.tell(protocol.Reacted(seat=seat, mood=message.mood))

    def _speaker(self, client: Client) -> int:
        """Return the seat that a client speaks for."""
        seats = self.sitting.seats_of(client.owner)
        if not seats:
            raise Refusal("no_seat", "only players can chat")
        return client.looking if client.looking in seats else seats[0]

    # ── rounds ────────────────────────────────────────────────────────────────────────────────────

    @property
    def game(self) -> Game:
        """The current round."""
        assert self.sitting.match is not None
        return self.sitting.match.game

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.game.state

    def _begin_round(self) -> None:
        self.asked_at = self.number
        self.drawing.begin()
        self.company.ready.clear()
        self.company.strikes.clear()
        self.clocks.begin_round(self.now() + self.timekeeping.dealing_time)
        self.minds = RoomMinds.of(self.sitting)
        self.coaching.warm()

    def _note_move(self, before: State, after: State) -> None:
        """Note whether a different question is asked now, and of whom."""
        if before.question != after.question:
            self.asked_at = self.number
            self.clocks.turn = self.now()
        self.clocks.note_move(before, after, self.now())
