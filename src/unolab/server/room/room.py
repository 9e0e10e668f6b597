"""Room: one task that owns one table. What it is told goes to disk before anyone sees it."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, Literal, Protocol

from unolab.errors import IllegalMove
from unolab.fairness import make_secret
from unolab.moves import Move
from unolab.rules import Rules
from unolab.server import protocol
from unolab.server.guard.allowances import Allowances
from unolab.server.guard.limits import UNLIMITED, Limits
from unolab.server.protocol.names import distinct, is_taken
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import MOST_MOVES
from unolab.server.room import display, pace, shown
from unolab.server.room.chronicle import Chronicle
from unolab.server.room.clocks import NEVER, Clocks
from unolab.server.room.company import Client, Company
from unolab.server.room.doorkeeper import Doorkeeper, Wish, face_for
from unolab.server.room.drawing import Drawing
from unolab.server.room.entries import (
    Arranged,
    Chair,
    Configured,
    Dealt,
    Entry,
    Hosted,
    Left,
    Moved,
    Removed,
    Sat,
    Stopped,
)
from unolab.server.room.minds import Minds
from unolab.server.room.opponents import invited
from unolab.server.room.sitting import Sitting
from unolab.server.store.store import NotSaved
from unolab.state import State

log = logging.getLogger("unolab.server")

STRIKES: Final = 2  # turns in a row that run out before a bot takes over
WAITING: Final = 64  # messages to a room that wait for it
MOST_ENTRIES: Final = 20_000
"""Entries of a log after which no round is dealt: some 300 rounds. The last one adds its moves."""
SHOW_WITHIN: Final = 1.0  # seconds in which everyone is told who came, where many come
REST: Final = 0.2  # seconds that bots wait who were too quick for too long
COMMIT_WITHIN: Final = 3.0  # seconds that devices have to commit once a deal is wanted
REVEAL_WITHIN: Final = 5.0  # and then to reveal their secrets


class Log(Protocol):
    """Where entries are kept."""

    async def append(self, code: str, number: int, entry: str) -> None:
        """Return when it is on disk."""


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody has connected, who last saw an update with this number."""

    since: int
    commitment: str | None = None
    """To a secret for the next deal."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody is no longer connected."""


OF_ITSELF: Final = (Gone, protocol.Ping, protocol.Commit, protocol.Reveal)
"""What a page sends without anybody doing anything."""


class RoomClosed(Exception):
    """The room is no more; another one may have been opened from the same log."""


_number = itemgetter(0)


def _table_of(sitting: Sitting) -> tuple[Rules, list[str]]:
    """Return what a deal is for: the rules, and who sits where."""
    return sitting.rules, [chair.owner or chair.kind for chair in sitting.chairs]


def _is_endless(before: Sitting, after: Sitting) -> bool:
    """Whether a move would go on with a round that has as many as one may have."""
    assert before.match is not None
    return after.stage == "playing" and len(before.match.game.moves) >= MOST_MOVES


class Room:
    """A table with its clients. All that happens in it happens in :meth:`run`, one by one."""

    def __init__(
        self,
        code: str,
        sitting: Sitting,
        number: int,
        store: Log,
        chronicle: Chronicle | None = None,
        away_after: float = 30.0,
        minds: Minds | None = None,
        limits: Limits = UNLIMITED,
        thinkers: Executor | None = None,
    ) -> None:
        """Open a room whose log has ``number`` entries.

        ``chronicle`` tells of its round so far, and ``minds`` are the bots who saw that. They
        think in the threads of ``thinkers``.
        """
        self.code = code
        self.sitting = sitting
        self.number = number
        self.company = Company()
        self._store = store
        self._now = asyncio.get_running_loop().time
        self.quiet_since = self._now()
        """When the last client went, or the room was opened."""
        self._clocks = Clocks(self._now(), away_after, limits.unwatched)
        self._inbox: asyncio.Queue[tuple[Client, protocol.Numbered | Came | Gone]] = asyncio.Queue(
            WAITING
        )
        self._chronicle = chronicle or Chronicle()
        self._asked_at = number  # the number at which the question last changed
        self._seated_at = number  # and the seats
        self._drawing = Drawing()
        self._door = Doorkeeper()
        self._paused = False
        self._dozing = False
        self._closed = False
        self._allowances = Allowances(limits, self._now)
        self._thinkers = thinkers
        self._minds = minds or Minds.of(sitting)

    # ── the task ──────────────────────────────────────────────────────────────────────────────────

    async def put(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        """Tell the room something; waits while too much is waiting already."""
        if not self._closed:
            await self._inbox.put((client, message))
        if self._closed:
            self._empty()
            raise RoomClosed

    def close(self) -> None:
        """Take nothing more, and let those go who wait or play."""
        self._closed = True
        self._empty()
        for client in list(self.company.clients):
            client.close()

    def _empty(self) -> None:
        """Let those go who are in the inbox; as many get in who still wait before it."""
        while not self._inbox.empty():
            client, _ = self._inbox.get_nowait()
            client.close()

    @property
    def needed(self) -> bool:
        """Whether somebody is here, or about to come in."""
        return bool(self.company.clients) or not self._inbox.empty()

    def keep_host(self, owner: str) -> None:
        """Note that the host's page is open elsewhere, though not in this room."""
        if owner == self.sitting.host and self._clocks.host_gone is not None:
            self._clocks.host_gone = self._now()

    def knows(self, owner: str) -> bool:
        """Whether a secret means something here: of a seat, of a place in the queue, of a ban."""
        return owner != "" and self._door.is_known(owner, self.sitting)

    async def run(self) -> None:
        """Do what clients ask and what is due, for ever."""
        self._wake()
        while True:
            due = self._clocks.next(self.sitting, self.company, self._paused)
            try:
                timeout = None if due is None else max(0.0, due - self._now())
                async with asyncio.timeout(timeout):
                    client, message = await self._inbox.get()
            except TimeoutError:
                await self._do_due()
            else:
                await self._take(client, message)

    async def _take(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        id = message.id if isinstance(message, protocol.Numbered) else None
        if not isinstance(message, OF_ITSELF):
            self._stir()
            if self._take_back(client.owner):  # whatever they do shows that they are back
                self._show_all()
        try:
            await self._handle(client, message)
        except Refusal as refusal:
            client.post(refusal.message(id))
        except NotSaved as error:
            log.error("room %s: %s", self.code, error)
            text = "this could not be saved, and did not happen: please try again"
            client.post(protocol.Refused(id=id, code="not_saved", text=text))
        except ValueError as error:
            client.post(protocol.Refused(id=id, code="wrong", text=str(error)))
        if self.sitting.stage == "lobby":
            try:
                await self._seat_waiting()
            except NotSaved as error:  # the next message is another attempt
                log.error("room %s: %s", self.code, error)

    async def _handle(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        match message:
            case Came():
                await self._come(client, message)
            case Gone():
                await self._go(client)
            case protocol.Ping():
                client.post(protocol.Pong(id=message.id))
            case protocol.Commit() | protocol.Reveal():
                await self._take_part(client, message)
            case protocol.Move():
                await self._move(client, message)
            case protocol.Look():
                self._look(client, message.seat)
            case protocol.Sit() | protocol.Rename():
                await self._sit(client, message)
            case protocol.Leave():
                await self._leave(client)
            case protocol.Queue() | protocol.Unqueue():
                self._queue(client, message)
            case protocol.Admit() | protocol.Decline():
                await self._answer(client, message)
            case protocol.Remove():
                await self._remove(client, message)
            case protocol.Handover():
                await self._hand_over(client, message)
            case protocol.Arrange():
                await self._arrange(client, message)
            case protocol.Configure():
                await self._configure(client, message)
            case protocol.Deal():
                await self._want_deal(client)
            case protocol.Say():
                self._say(client, message.text)
            case protocol.React():
                self._react(client, message.mood)
            case protocol.Hurry():
                await self._hurry(client)
            case protocol.Pause():
                self._pause(client, message.paused)
            case protocol.Back():
                pass  # to say anything is enough
            case _:
                raise Refusal("unexpected", f"{type(message).__name__.lower()} comes once")

    async def _append(self, entry: Entry, by: Client | None = None) -> None:
        """Let something happen: work it out, write it down, and only then show it.

        What changes the table is counted for the client that wants it.
        """
        before, after = self.sitting, self.sitting.after(entry)
        if isinstance(entry, Moved) and _is_endless(before, after):
            entry = Stopped()
            after = before.after(entry)
        if by is not None:
            self._check_full()
            self._check_changes(by)
        await self._store.append(self.code, self.number, entry.model_dump_json())
        self.sitting = after
        self.number += 1
        self._chronicle.tell(self.number, entry, after)
        if isinstance(entry, Dealt):
            self._begin_round()
        elif isinstance(entry, Moved):
            assert before.match is not None
            if entry.by != "person" and self._minds is not None:
                self._minds.keep(entry.seat)
            self._note_move(before.match.state, self._state)
        elif isinstance(entry, Sat) and by is not None and not by.owner:
            by.adopt(entry.owner, [entry.seat], entry.owner == after.host)
        if isinstance(entry, Sat | Left | Removed | Arranged):
            self._seated_at = self.number
        if before.host != after.host:
            self._clocks.host_gone = None if self.company.is_here(after.host) else self._now()
        if not isinstance(entry, Dealt) and _table_of(before) != _table_of(after):
            self._stop_drawing()  # it was wanted by others, or for another game
        if after.match is None:
            self.company.ready.clear()
            self._clocks.deal = None
        if len(after.owners) > 1:
            self._paused = False  # nobody could end it any more
        self._plan()
        self.company.focus(after)
        self._show_all()

    # ── clients come and go ───────────────────────────────────────────────────────────────────────

    async def _come(self, client: Client, came: Came) -> None:
        if self._door.is_banned(client.owner, client.network, self.sitting):
            self._shut_out(client)
            return
        self.company.clients[client] = None
        if client.owner == self.sitting.host:
            self._clocks.host_gone = None
        client.seen = came.since if came.since <= self.number else 0
        client.looking = None
        self._take_back(client.owner)
        self._clocks.come(client.owner)
        self.company.focus(self.sitting)
        if len(self.company.clients) == 1:
            self._wake()
        if came.commitment is not None and client.owner in self._drawers():
            with suppress(Refusal):  # too late for this deal
                self._drawing.commit(client.owner, came.commitment)
        starts = self.sitting.starts and not self._drawing.wanted
        if starts and client.owner == self.sitting.host:
            try:
                await self._deal()
            except (Refusal, NotSaved):
                self._show_arrival(client)
                raise
        else:
            self._show_arrival(client)

    async def _go(self, client: Client) -> None:
        if client not in self.company.clients:
            return
        del self.company.clients[client]
        self.quiet_since = self._now()
        if client.owner and not self.company.is_here(client.owner):
            self._clocks.go(client.owner, self._now())
            self.company.ready.discard(client.owner)
            if client.owner == self.sitting.host:
                self._clocks.host_gone = self._now()
        if not await self._deal_if_ready():
            self._show_arrival()

    def _take_back(self, owner: str) -> bool:
        """Let a person play on who was away; for everyone else the clock runs as before."""
        if owner not in self.company.away:
            return False
        self.company.away.discard(owner)
        for seat in self.sitting.seats_of(owner):
            self.company.strikes.pop(seat, None)
            self._clocks.bots.pop(seat, None)
            if self.sitting.stage == "playing" and self._state.turn == seat:
                self._clocks.turn = self._now()
        return True

    def _stir(self) -> None:
        """Note that somebody does something, and go on if nobody had for long."""
        self._clocks.stirred = self._now()
        if self._dozing:
            self._dozing = self._paused = False
            self._wake()
            self._show_all()

    @property
    def _is_full(self) -> bool:
        return self.number >= MOST_ENTRIES

    def _check_full(self) -> None:
        if self._is_full:
            raise Refusal("used_up", "this room has been played in for long: make a new one")

    def _check_changes(self, client: Client) -> None:
        known = {*self.sitting.owners, self.sitting.host}
        is_host = self.company.decides(client, self.sitting)
        self._allowances.take_change(client.owner, client.network, known, is_host)

    def _check_host(self, client: Client) -> None:
        if not self.company.decides(client, self.sitting):
            raise Refusal("not_host", "only the host of the room can do this")

    def _check_alone(self, client: Client, text: str) -> None:
        if not self.company.is_alone(client, self.sitting):
            raise Refusal("not_alone", text)

    def _look(self, client: Client, seat: int | None) -> None:
        if seat is not None and seat not in self.sitting.seats_of(client.owner):
            raise Refusal("not_your_seat", "these are not your cards")
        client.looking = seat
        self._show(client)

    # ── what people do ────────────────────────────────────────────────────────────────────────────

    async def _move(self, client: Client, message: protocol.Move) -> None:
        seats = self.sitting.seats_of(client.owner)
        seat = message.seat if message.seat is not None else client.looking
        if not seats:
            raise Refusal("no_seat", "spectators do not play: take a seat first")
        if seat is None or seat not in seats:
            raise Refusal("not_your_seat", "this is not your seat")
        match = self.sitting.match
        if match is None or match.state.over:
            raise Refusal("round_over", "no round is being played")
        if not self._asked_at <= message.at <= self.number:
            raise Refusal("stale", "the table has changed since then: look again")
        move = Move.parse(message.move)
        if move.seat not in (None, seat):
            raise Refusal("not_your_seat", "this is not your seat")
        if move.is_catch and match.state.uno == move.target:
            self._clocks.check_catch(seat, self._now())
        try:
            await self._append(Moved(seat=seat, move=str(move.by(None)), by="person"))
        except IllegalMove as error:
            top = match.state.top
            raise Refusal(
                error.code, error.reason, None if top is None else str(top), match.state.due
            ) from None
        if self.sitting.match is None:
            raise Refusal("round_over", f"after {MOST_MOVES:,} moves a round is ended: deal again")
        self.company.strikes.pop(seat, None)

    async def _sit(self, client: Client, message: protocol.Sit | protocol.Rename) -> None:
        seats = self.sitting.seats_of(client.owner)
        if isinstance(message, protocol.Rename):
            seat = message.seat if message.seat is not None else next(iter(seats), None)
            if seat is None or seat not in seats:
                raise Refusal("not_your_seat", "this is not your seat")
            if is_taken(message.name, self._door.taken_names(self.sitting, seat)):
                raise Refusal("name_taken", f"somebody here is called {message.name} already")
            name, avatar = message.name, message.avatar
        else:
            seat = message.seat
            if seats and seats != [seat]:
                raise Refusal("seated", "you have a seat already: leave it first")
            self._door.check_sit(client, seat, self.sitting)
            wish = self._door.wish_of(client.owner)
            name = distinct(message.name, self._door.taken_names(self.sitting, seat, wish))
            avatar = face_for(message.avatar, self.sitting.chairs, seat)
        owner = client.owner or client.offer()
        sat = Sat(seat=seat, name=name, avatar=avatar, owner=owner, bot_returns=True)
        await self._append(sat, client)
        self._door.drop(owner)

    async def _leave(self, client: Client) -> None:
        if not self.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "you have no seat to leave")
        successor = self.company.successor(self.sitting)
        if client.owner == self.sitting.host and successor is not None:
            await self._append(Hosted(host=successor))  # somebody who is here
        await self._append(Left(owner=client.owner))
        self.company.forget(client.owner)
        await self._deal_if_ready()

    def _queue(self, client: Client, message: protocol.Queue | protocol.Unqueue) -> None:
        if isinstance(message, protocol.Unqueue):
            if self._door.wish_of(client.owner) is None:
                raise Refusal("not_waiting", "you do not wait for a seat")
            self._check_changes(client)
            self._door.drop(client.owner)
        else:
            self._door.check_queue(client, self.sitting, self._now())
            self._check_changes(client)
            owner = client.owner or client.offer()
            self._door.join(owner, client.network, message, self.sitting)
            if not client.owner:
                client.adopt(owner, [], False)
        self._show_all()

    async def _seat_waiting(self) -> None:
        """Let those sit down who may, as long as there are seats."""
        while (found := self._door.next_to_sit(self.sitting)) is not None:
            wish, seat = found
            waiting = self._door.waiting
            self._door.drop(wish.owner)
            name = distinct(wish.name, self.sitting.names_besides(seat))
            avatar = face_for(wish.avatar, self.sitting.chairs, seat)
            sat = Sat(seat=seat, name=name, avatar=avatar, owner=wish.owner, bot_returns=True)
            try:
                await self._append(sat)
            except NotSaved:
                self._door.waiting = waiting
                raise

    # ── what the host does ────────────────────────────────────────────────────────────────────────

    async def _answer(self, client: Client, message: protocol.Admit | protocol.Decline) -> None:
        """Let somebody in who waits, or not."""
        self._check_host(client)
        wish = self._door.find(message.guest)
        if isinstance(message, protocol.Admit):
            self._check_changes(client)
            self._door.admit(wish, message.seat, self.sitting)
        elif message.ban:
            await self._dismiss(wish.owner, ban=True, by=client)
        else:
            self._check_changes(client)
            self._door.decline(wish, self._now())
            self._decline([wish], "the host does not let you sit down now")
        self._show_all()

    async def _remove(self, client: Client, message: protocol.Remove) -> None:
        owner = self._person_at(client, message)
        if owner == client.owner:
            raise Refusal("is_host", "the host can't be removed: hand the room over first")
        await self._dismiss(owner, message.ban, client)
        if not message.ban:
            text = "the host has removed you from the table: you may watch, and ask for a seat"
            for guest in self.company.clients:
                if guest.owner == owner:
                    guest.post(protocol.Dismissed(code="removed", text=text))
        await self._deal_if_ready()

    async def _dismiss(self, owner: str, ban: bool, by: Client) -> None:
        """Take somebody's seats or place in the queue, and remember where they come from."""
        clients = [client for client in self.company.clients if client.owner == owner]
        networks = {client.network for client in clients}
        if (wish := self._door.wish_of(owner)) is not None:
            networks.add(wish.network)
        others = self.company.networks(self.sitting, owner)
        await self._append(Removed(owner=owner, ban=ban, masked=True), by)
        self.company.forget(owner)
        self._door.drop(owner)
        for network in networks:
            self._door.note_removal(network, ban, others)
        for client in list(self.company.clients):
            if self._door.is_banned(client.owner, client.network, self.sitting):
                del self.company.clients[client]
                self._shut_out(client)
        self._show_all()

    def _shut_out(self, client: Client) -> None:
        self._door.drop(client.owner)
        text = "the host has shut you out of this room"
        client.post(protocol.Dismissed(code="banned", text=text))
        client.post(Refusal("banned", text).message(None))
        client.close()

    def _decline(self, wishes: list[Wish], text: str) -> None:
        """Tell those why, who do not wait any longer."""
        owners = {wish.owner for wish in wishes}
        for client in self.company.clients:
            if client.owner in owners:
                client.post(protocol.Dismissed(code="declined", text=text))

    async def _hand_over(self, client: Client, message: protocol.Handover) -> None:
        owner = self._person_at(client, message)
        if not self.company.is_here(owner):
            raise Refusal("absent", "only somebody who is here can be the host")
        await self._append(Hosted(host=owner), client)

    def _person_at(self, client: Client, message: protocol.Remove | protocol.Handover) -> str:
        """Return who sits where the host says, if the host has seen them there."""
        self._check_host(client)
        if not self._seated_at <= message.at <= self.number:
            raise Refusal("stale", "the seats have changed since then: look again")
        chairs = self.sitting.chairs
        chair = chairs[message.seat] if message.seat < len(chairs) else Chair()
        # whoever has left and may come back can be removed too
        owner = chair.owner or (chair.left_by if isinstance(message, protocol.Remove) else "")
        if not owner:
            raise Refusal("no_person", "nobody sits there but a bot")
        return owner

    async def _arrange(self, client: Client, message: protocol.Arrange) -> None:
        self._check_host(client)
        if not self._seated_at <= message.at <= self.number:
            raise Refusal("stale", "the seats have changed since then: look again")
        kept = [chair.keep for chair in message.chairs if chair.keep is not None]
        if len(set(kept)) != len(kept) or any(k >= len(self.sitting.chairs) for k in kept):
            raise Refusal("wrong_seats", "each seat can be kept once, if it is there")
        for at, chair in enumerate(self.sitting.chairs):
            if chair.owner not in ("", client.owner) and at not in kept:
                raise Refusal("seat_taken", f"{chair.name} sits there: remove them first")
        chairs: list[Chair] = []
        for seat, asked in enumerate(message.chairs):
            old = None if asked.keep is None else self.sitting.chairs[asked.keep]
            if asked.bot is None:
                chairs.append(old or Chair())
                continue
            if old is not None and old.kind == "person":
                raise Refusal("seat_taken", f"{old.name} sits there")
            others = [*chairs, *self.sitting.chairs]
            names = [name for chair in others for name in chair.names]
            faces = {chair.avatar for chair in others if chair.kind != "open"}
            chair = await invited(asked.bot, seat, names, faces)
            if old is not None and old.kind == "bot":
                chair = chair.model_copy(update={"name": old.name, "avatar": old.avatar})
            chairs.append(chair)
        await self._append(Arranged(chairs=tuple(chairs)), client)

    async def _configure(self, client: Client, message: protocol.Configure) -> None:
        self._check_host(client)
        wanted = {"timer", "pace", "open_hands", "door"}
        changes = message.model_dump(include=wanted, exclude_none=True)
        if message.timer is not None:
            changes["usual_timer"] = False
        options = protocol.Options(**(self.sitting.options.model_dump() | changes))
        rules = str(self.sitting.rules) if message.rules is None else message.rules
        await self._append(Configured(rules=rules, options=options), client)
        if message.door == "locked" and (sent := self._door.lock()):
            self._decline(sent, "the room is locked: nobody new can sit down")
            self._show_all()

    def _say(self, client: Client, text: str) -> None:
        seat = self._speaker(client)
        self._allowances.take_talk(client.owner, client.network)
        name = self.sitting.chairs[seat].name
        self.company.tell(protocol.Said(seat=seat, name=name, text=text))

    def _react(self, client: Client, mood: protocol.Mood) -> None:
        seat = self._speaker(client)
        self._allowances.take_reaction(client.owner, client.network)
        self.company.tell(protocol.Reacted(seat=seat, mood=mood))

    def _speaker(self, client: Client) -> int:
        """Return the seat that a client speaks for."""
        seats = self.sitting.seats_of(client.owner)
        if not seats:
            raise Refusal("no_seat", "only those who play can talk")
        return client.looking if client.looking in seats else seats[0]

    async def _want_deal(self, client: Client) -> None:
        stage = self.sitting.stage
        if stage == "playing":
            raise Refusal("playing", "a round is being played")
        self._check_full()
        if stage == "lobby" or not self.sitting.owners:
            self._check_host(client)
            await self._deal()
            return
        if not self.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "those who play decide when the next round begins")
        if client.owner in self.company.ready or self._drawing.wanted:
            return
        self.company.ready.add(client.owner)
        if not await self._deal_if_ready():
            self._clocks.announce_deal(self._now())
            self._show_all()

    async def _deal_if_ready(self) -> bool:
        waiting = self.sitting.stage in ("pause", "over") and not self._drawing.wanted
        if self._is_full or not (waiting and self.company.is_ready(self.sitting)):
            return False
        await self._deal()
        return True

    # ── the deal ──────────────────────────────────────────────────────────────────────────────────

    async def _deal(self) -> None:
        """Deal, as soon as the devices that take part have revealed their secrets."""
        if self._drawing.wanted:
            return
        await self._seat_waiting()
        self.sitting.after(Dealt(seed="0"))  # which refuses while seats are open
        if self.sitting.known:
            self._drawing.close(())  # there is nothing to draw
        self._drawing.wanted = True
        self._clocks.deal, self._clocks.draw = None, self._now() + COMMIT_WITHIN
        await self._draw(begins=True)

    async def _draw(self, begins: bool = False) -> None:
        """Go on with the drawing as far as possible: commitments, then secrets, then the deal."""
        drawing, clocks, now = self._drawing, self._clocks, self._now()
        assert clocks.draw is not None
        if not drawing.closed and (
            now >= clocks.draw or not drawing.lacks_commitment(self._drawers())
        ):
            drawing.close(self._drawers())
            clocks.draw = now + REVEAL_WITHIN
            begins = True
        if drawing.is_complete or (drawing.closed and now >= clocks.draw):
            await self._deal_now()
        elif begins:  # what one device says need not be shown to all, or many tabs could flood them
            self._show_all()

    async def _deal_now(self) -> None:
        """Deal from the secrets that there are."""
        shares = self._drawing.shares([chair.owner for chair in self.sitting.chairs])
        try:
            await self._append(Dealt(seed=make_secret(), shares=shares))
        except NotSaved:
            # it did not happen, and revealed secrets are worth nothing any more
            self._stop_drawing()
            self.company.ready.clear()
            self._plan()
            if shares:
                self._show_all()
            raise

    async def _take_part(self, client: Client, message: protocol.Commit | protocol.Reveal) -> None:
        if client.owner not in self._drawers():
            raise Refusal("no_seat", "only those who play take part in the deal")
        if message.rounds != self.sitting.dealt:
            raise Refusal("stale", "this was for another deal: look again")
        if isinstance(message, protocol.Commit):
            self._drawing.commit(client.owner, message.commitment)
        else:
            self._drawing.reveal(client.owner, message.secret)
        if self._drawing.wanted:
            await self._draw()

    def _drawers(self) -> list[str]:
        """List who may take part in a deal: those who play and are here, or who watches bots."""
        owners = self.sitting.owners or [self.sitting.host]
        return [owner for owner in owners if self.company.is_here(owner)]

    def _stop_drawing(self) -> None:
        """Take back that a deal is wanted; revealed secrets are worth nothing any more."""
        if not self._drawing.wanted:
            return
        self._drawing.stop()
        self._clocks.draw = None
        if self.company.ready:
            self._clocks.announce_deal(self._now())

    # ── time ──────────────────────────────────────────────────────────────────────────────────────

    def _pause(self, client: Client, paused: bool) -> None:
        self._check_alone(client, "a game with others can't be paused")
        if paused == self._paused:
            return
        self._check_changes(client)
        self._paused = paused
        if not paused:
            self._wake()
        self._show_all()

    async def _hurry(self, client: Client) -> None:
        self._check_alone(client, "among others bots take their time")
        self._allowances.take_hurry()
        if self.sitting.stage == "playing":
            number = self.number
            for _, seat in sorted(self._clocks.bots_due(self.sitting, self.company)):
                if self.number == number:
                    await self._let_bot(seat)
        elif self._clocks.deal is not None:
            await self._deal()

    @property
    def _state(self) -> State:
        assert self.sitting.match is not None
        return self.sitting.match.state

    def _wake(self) -> None:
        """Go on after a time in which nothing went on."""
        if self._clocks.draw is not None:
            self._clocks.draw = self._now() + REVEAL_WITHIN
        absent = [owner for owner in self.sitting.owners if not self.company.is_here(owner)]
        self._clocks.start(self._now(), absent)
        if not self.company.is_here(self.sitting.host):
            self._clocks.host_gone = self._now()
        self._plan()

    def _plan(self) -> None:
        told = self._chronicle.steps
        events = told[-1][1] if told else ()
        self._clocks.plan(self.sitting, self.company, len(events), self._now() + self._dealing)
        if self._is_full:
            self._clocks.deal = None

    @property
    def _dealing(self) -> float:
        """Seconds for which everybody watches how the cards are dealt."""
        told, match = self._chronicle.steps, self.sitting.match
        events = told[-1][1] if told else ()
        if match is None or not events or events[0].kind != "dealt":
            return 0.0
        return pace.dealing(self.sitting.options.pace, first=len(match.games) == 1)

    async def _do_due(self) -> None:
        """Do the one thing that is due first."""
        try:
            await self._do_first()
        except NotSaved as error:
            # the clock is still due: give the database a moment before the next attempt
            log.error("room %s: %s", self.code, error)
            await asyncio.sleep(1)

    async def _do_first(self) -> None:
        now, clocks = self._now(), self._clocks
        if (owner := clocks.lost(self.company, now)) is not None:
            if owner in self.sitting.owners:
                self._leave_to_bot(owner)
            elif self._door.drop(owner):
                self._show_all()
        elif now >= clocks.passes_on(self.sitting, self.company):
            successor = self.company.successor(self.sitting)
            assert successor is not None
            await self._append(Hosted(host=successor))
        elif clocks.draw is not None and now >= clocks.draw:
            await self._draw()
        elif clocks.show is not None and now >= clocks.show:
            self._show_all()
        elif self._paused:
            return
        elif now >= clocks.dozes_at(self.sitting):
            self._dozing = self._paused = True
            self._show_all()
        elif self.sitting.stage != "playing":
            if clocks.deal is not None and now >= clocks.deal:
                await self._deal()
        elif due := [d for d in clocks.bots_due(self.sitting, self.company) if d[0] <= now]:
            # the order in which they are asked decides between those who are equally quick
            seat = min(due, key=itemgetter(0))[1]
            if self._allowances.bot_moves.take():
                await self._let_bot(seat)
            else:
                clocks.bots[seat] = now + REST
        elif now >= clocks.time_is_up(self.sitting, self.company):
            await self._time_out(self._state.turn)

    def _leave_to_bot(self, owner: str) -> None:
        """Let a bot play for somebody until they are back."""
        self.company.away.add(owner)
        self._plan()
        self._show_all()

    async def _let_bot(self, seat: int) -> None:
        """Ask the bot at a seat, and do what it wants."""
        assert self._minds is not None
        loop, view = asyncio.get_running_loop(), self._state.view(seat)
        move = await loop.run_in_executor(self._thinkers, self._minds.ask, seat, view)
        if move is None:
            # it has nothing to react to; it is asked again when something has changed
            self._clocks.bots[seat] = NEVER
            return
        is_bot = self.sitting.chairs[seat].kind == "bot"
        by: Literal["bot", "stand-in"] = "bot" if is_bot else "stand-in"
        await self._append(Moved(seat=seat, move=str(move.by(None)), by=by))

    async def _time_out(self, seat: int) -> None:
        """Let the stand-in make the move of a person whose time is up."""
        asked_at = self._asked_at
        while self._asked_at == asked_at and self.sitting.stage == "playing":
            number = self.number
            await self._let_bot(seat)  # which may catch somebody before it plays
            assert self.number > number, "a bot whose turn it is makes a move"
        strikes = self.company.strikes.get(seat, 0) + 1
        self.company.strikes[seat] = strikes
        if strikes >= STRIKES:
            self._leave_to_bot(self.sitting.chairs[seat].owner)

    # ── rounds ────────────────────────────────────────────────────────────────────────────────────

    def _begin_round(self) -> None:
        self._asked_at = self.number
        self._drawing.begin()
        self.company.ready.clear()
        self.company.strikes.clear()
        self._clocks.begin_round(self._now() + self._dealing)
        self._minds = Minds.of(self.sitting)

    def _note_move(self, before: State, after: State) -> None:
        """See whether something else is asked now, and of whom."""
        if before.question != after.question:
            self._asked_at = self.number
            self._clocks.turn = self._now()
        self._clocks.note_move(before, after, self._now())

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _show_arrival(self, client: Client | None = None) -> None:
        """Show who came or went: at once, or a little later where many do."""
        if self._allowances.arrivals.take():
            self._show_all()
            return
        if client is not None:
            self._show(client)
        self._clocks.show = self._clocks.show or self._now() + SHOW_WITHIN

    def _show_all(self) -> None:
        self._clocks.show = None
        if self.company.clients:
            room, table = self._room(), self._table()
            for client in self.company.clients:
                self._show(client, room, table)

    def _show(
        self,
        client: Client,
        room: protocol.Room | None = None,
        table: protocol.Table | None = None,
    ) -> None:
        """Send a client everything it may see, and the events since it last looked."""
        match = self.sitting.match
        seat = client.looking
        told = self._chronicle.steps
        steps = [
            protocol.Step(
                number=number, events=shown.events_of(event.for_seat(seat) for event in events)
            )
            for number, events in told[bisect_right(told, client.seen, key=_number) :]
        ]
        client.seen = self.number
        wish = self._door.wish_of(client.owner)
        client.post(
            protocol.Update(
                number=self.number,
                seats=self.sitting.seats_of(client.owner),
                host=self.company.decides(client, self.sitting),
                alone=self.company.is_alone(client, self.sitting),
                room=room or self._room(),
                table=table or self._table(),
                hand=None if match is None or seat is None else shown.hand_of(match.state, seat),
                steps=steps,
                sits=self._door.sits(client, self.sitting),
                may_queue=self._door.may_queue(client, self.sitting),
                guest=None if wish is None else wish.guest,
            )
        )

    def _table(self) -> protocol.Table | None:
        return display.table_of(self.sitting, self.company, self._clocks, self._paused, self._now())

    def _room(self) -> protocol.Room:
        return display.room_of(
            self.code,
            self.sitting,
            self.company,
            self._drawing,
            self._clocks,
            self._chronicle.story,
            self._door,
            self._paused,
            self._now(),
        )
