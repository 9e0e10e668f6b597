"""Rooms: those in use are in memory, the others in the store."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from heapq import nsmallest
from operator import attrgetter
from secrets import token_urlsafe
from typing import Any, Final, TypeVar

from unolab.fairness import commit_to
from unolab.server.codes import SHORT, is_code, new_code, read_code
from unolab.server.fleet.budgets import SharedBudgets
from unolab.server.fleet.ownership import Elsewhere, Ownership
from unolab.server.fleet.passes import PassKey
from unolab.server.guard.limits import Addresses, Bucket, ServerLimits
from unolab.server.guard.workers import Workers
from unolab.server.operate.metrics import Metrics
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import CodeAsked, CodeReserved, NewRoom, RoomMade
from unolab.server.reservations import Reservations, SharedReservations
from unolab.server.room import restoring
from unolab.server.room.chronicle import Chronicle
from unolab.server.room.coaching import Adviser
from unolab.server.room.entries import Dealt
from unolab.server.room.minds import RoomMinds
from unolab.server.room.planning import plan_log, plan_room
from unolab.server.room.room import MOST_ENTRIES, Log, Room
from unolab.server.room.sitting import Sitting, owner_of
from unolab.server.store.leases import Leases
from unolab.server.store.store import CodeTaken, NotSaved, Overtaken, Store

log = logging.getLogger("unolab.server")

THINKERS: Final = 2  # threads in which the bots of all rooms think
READERS: Final = 2  # threads in which the logs of rooms are read
READS: Final = (2_000, 100)  # queued, in total and per address: a class after a restart
BOTS_IDLE: Final = 60.0  # seconds without clients before a room of bots is unloaded
CLOSE_WITHIN: Final = 5.0  # seconds for what is being read at the end
SWEEP: Final = 30.0  # seconds between two sweeps for idle rooms
TIDY: Final = 3_600.0  # seconds between two sweeps for rooms that were never used
KEEP_UNUSED: Final = timedelta(days=1)  # for which they are kept, even if others are kept forever
CACHED_LOOKS: Final = 32  # size of the cache of looks into rooms
REPORTS: Final = (0.2, 20)  # log lines about unreadable rooms, per second and burst

T = TypeVar("T")


class Rooms:
    """The rooms of a server."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits,
        away_after: float,
        idle: float,
        keep_days: float,
        requests: Addresses | None = None,
        metrics: Metrics | None = None,
        leases: Leases | None = None,
        coach: Adviser | None = None,
    ) -> None:
        """Open rooms on demand; unload them after ``idle`` seconds without clients.

        The cost is charged to the ``requests`` limit of each address. With leases, other servers
        share the store. Without a coach there are no hints.
        """
        self._store = store
        self._coach = coach
        self.metrics = metrics or Metrics()
        self._owned = Ownership(store, self.metrics, leases)
        self._limits = limits
        self._new = Addresses(*limits.rooms)
        self._away_after = away_after
        self._idle = idle
        self._keep = timedelta(days=keep_days)
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thinkers = ThreadPoolExecutor(THINKERS, "unolab bots")
        self._readers = Workers("rooms", READERS, *READS)
        self._requests = requests or Addresses(*limits.requests)
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._looked_at: OrderedDict[str, tuple[int, Sitting]] = OrderedDict()
        self._looking: dict[str, asyncio.Future[Sitting | None]] = {}
        self._guesses = Addresses(*limits.guesses)
        self._look_ups_of = Addresses(*limits.look_ups_each)
        self._look_ups = Bucket(*limits.look_ups)
        self._lengths: dict[str, asyncio.Future[int]] = {}
        self._reserved = (
            Reservations(limits) if leases is None else SharedReservations(limits, store.reserved)
        )
        self._reports = Bucket(*REPORTS)
        self._shared = None
        if leases is not None:
            budgets = {
                "rooms": self._new,
                "requests": self._requests,
                "guesses": self._guesses,
                "look_ups": self._look_ups_of,
                "reserved": self._reserved.new,
            }
            self._shared = SharedBudgets(store.spending, leases.id, budgets)
        self.metrics.reads_queued.set_function(lambda: self._readers.waiting)

    def __len__(self) -> int:
        return len(self._rooms)

    def in_memory(self) -> list[Room]:
        """List the rooms in memory."""
        return list(self._rooms.values())

    async def create(self, wanted: NewRoom, address: str | None = None) -> RoomMade:
        """Create a room and its creator's secret."""
        self._take_new(address)
        if not await self._has_space_for_new():
            raise _full()
        token = token_urlsafe(24)
        created, *later = await plan_log(wanted, owner_of(token))
        self._charge(address, self._log_cost(len(later)))
        sitting = Sitting.of(created)
        if wanted.start:
            sitting.after(Dealt(seed="0"))  # refused while seats are open
        texts = [entry.model_dump_json() for entry in (created, *later)]
        while True:
            code = new_code()
            with suppress(CodeTaken):
                written = await _save(self._owned.create(code, *texts))
                break
        if written is not None and not later:  # else whoever comes first opens it
            self._start(self._room(code, sitting, 1, written))
        self._count("created")
        return RoomMade(**_describe_new(code, token, sitting))

    async def reserve(self, asked: CodeAsked, address: str) -> CodeReserved:
        """Reserve a code for a room, or renew one; the room is created when it is needed."""
        if asked.room.start:
            raise Refusal("wrong", "a reserved room can't be dealt at once")
        if self._shared is not None:
            self._charge(address, self._limits.reserve_cost)
        code, token = read_code(asked.code or ""), asked.token or ""
        owner = owner_of(token)
        before = await self._ask_store(self._reserved.find(code)) if is_code(code) else None
        if before is None and (made := await self._find_made(code, owner, address)) is not None:
            return CodeReserved(**_describe_new(code, token, made), made=True)
        if before is not None and before.created.host == owner:
            created = await plan_room(asked.room, owner)
            await self._ask_store(self._reserved.renew(code, created))
        else:
            await self._ask_store(self._reserved.check(address))
            if not await self._has_space_for_new():
                raise _full()
            code, token = new_code(), token_urlsafe(24)
            created = await plan_room(asked.room, owner_of(token))
            await self._ask_store(self._reserved.add(code, created, address))
        return CodeReserved(**_describe_new(code, token, Sitting.of(created)))

    async def _find_made(self, code: str, owner: str, address: str) -> Sitting | None:
        """Return the room that a reservation became, if it belongs to this person."""
        if not await self._knows(code, owner, address):
            return None
        if code in self._rooms:
            self._rooms[code].keep_host(owner)
        return await self.look(code, address)

    def forget_other(self, code: str) -> None:
        """Ask again who has a room: the server that had it can't be reached."""
        self._owned.forget_other(code)

    def limit(self, limits: ServerLimits) -> None:
        """Apply these limits to rooms opened from now on."""
        self._limits = limits

    async def enter(
        self, code: str, owner: str, address: str, relayed: bool = False
    ) -> Room | None:
        """Return the room with this code, which may be a guess by this address.

        ``owner`` is the digest of the client's token, or empty. Who is ``relayed`` has paid at the
        server that passed them on.
        """
        code = read_code(code)
        if not relayed:
            self._charge(address, self._limits.hello_cost)
            if code not in self._rooms:
                self._owned.raise_if_remembered(code)
        length = await self._ask(code, owner, address)
        return await self.find(code, owner, address, length) if length else None

    async def exists(self, code: str, address: str) -> bool:
        """Whether there is a room with this code, which may be a guess by this address."""
        return bool(await self._ask(read_code(code), "", address))

    async def look(self, code: str, address: str | None = None) -> Sitting | None:
        """Return who sits in a room and what they have played, without opening it.

        The code may be a guess by this address; None is the server itself.
        """
        code = read_code(code)
        if address is None:
            length = await self._ask_store(self._store.length(code))
        else:
            length = await self._ask(code, "", address)
        if not length:
            return None
        if code in self._rooms:
            return self._rooms[code].sitting
        if length == 1 and (reserved := await self._ask_store(self._reserved.find(code))):
            return Sitting.of(reserved.created)
        if code in self._looked_at and self._looked_at[code][0] == length:
            self._looked_at.move_to_end(code)
            return self._looked_at[code][1]
        if code not in self._looking:
            self._charge(address, self._log_cost(length))
            self._looking[code] = asyncio.ensure_future(self._look(code, address))
            self._looking[code].add_done_callback(lambda _: self._looking.pop(code))
        return await asyncio.shield(self._looking[code])

    async def find(
        self, code: str, owner: str = "", address: str | None = None, length: int = 0
    ) -> Room | None:
        """Return a room, loading it if need be; on a full server, only for those with a seat in it.

        An address is charged for reading a log of this length; None is the server itself.
        """
        code = read_code(code)
        is_new = code not in self._rooms and code not in self._opening
        if is_new and not await self._make_space():
            await self._ask_store(self._owned.look_for_other(code))
            if not await self._knows(code, owner):
                raise _full()
        if code in self._rooms:
            return self._rooms[code]
        paid = 0.0
        if code not in self._opening:
            paid = self._log_cost(length)
            self._charge(address, paid)
            self._opening[code] = asyncio.ensure_future(self._open(code, address))
            self._opening[code].add_done_callback(lambda _: self._opening.pop(code))
        try:
            return await asyncio.shield(self._opening[code])
        except Elsewhere:
            if address is not None:  # another server has read the log, if anybody
                self._requests.give_back(address, paid)
            raise

    async def well(self) -> bool:
        """Whether the store can be read and written."""
        problem = await self._store.check()
        if problem is not None:
            self._report("%s", problem)
        return problem is None

    async def sweep(self) -> None:
        """Unload idle rooms and delete old ones, forever."""
        now = asyncio.get_running_loop().time
        tidy_at = now()
        while True:
            await asyncio.sleep(min(SWEEP, self._idle))
            for room in list(self._rooms.values()):
                idle = min(self._idle, BOTS_IDLE) if room.sitting.only_bots else self._idle
                if not room.needed and now() - room.quiet_since > idle:
                    await self._put_away(room)
            try:
                if now() >= tidy_at:
                    tidy_at = now() + TIDY
                    waiting = [c for c, room in self._rooms.items() if not room.sitting.dealt]
                    await self._store.forget_unused(datetime.now(UTC) - KEEP_UNUSED, waiting)
                if self._keep:
                    await self._store.forget(datetime.now(UTC) - self._keep)
            except NotSaved as error:
                log.error("%s", error)

    async def keep_leases(self) -> None:
        """Keep the rooms of this server, forever, and drop those that others have claimed."""

        async def drop(code: str) -> None:
            if code in self._rooms:
                self._count("overtaken")
                await self._put_away(self._rooms[code])

        await self._owned.keep(drop)

    async def share_budgets(self) -> None:
        """Tell the other servers what addresses have used of their limits here, forever."""
        if self._shared is not None:
            await self._shared.keep()

    @property
    def pass_key(self) -> PassKey | None:
        """What the servers that share the store know each other by; None if there is only one."""
        return self._owned.pass_key

    async def put_all_away(self) -> None:
        """Unload all rooms; they can be loaded again from their logs."""
        for room in list(self._rooms.values()):
            await self._put_away(room)

    async def close(self) -> None:
        """Unload all rooms and stop."""
        reading = (self._opening, self._looking, self._lengths)
        if under_way := [future for each in reading for future in each.values()]:
            # readers finish before the database closes, but others wait for our rooms
            await asyncio.wait(under_way, timeout=CLOSE_WITHIN)
        await self._owned.leave()
        await self.put_all_away()
        self._thinkers.shutdown(wait=False)
        self._readers.close()

    def _start(self, room: Room) -> Room:
        self._rooms[room.code] = room
        task = asyncio.create_task(room.run(), name=f"room {room.code}")
        self._tasks[room.code] = task
        task.add_done_callback(lambda task: self._drop_ended(room, task))
        return room

    def _drop_ended(self, room: Room, task: asyncio.Task[None]) -> None:
        """Drop a room whose task has ended; it will be loaded from the log again."""
        if not task.cancelled():
            if isinstance(error := task.exception(), Overtaken):
                event = {"event": "room_overtaken", "room": room.code}
                log.warning("%s", error, extra=event)
                self._count("overtaken")
                self._owned.lose(room.code, room.log)
            else:
                event = {"event": "room_crashed", "room": room.code}
                log.error("room %s has crashed", room.code, exc_info=error, extra=event)
                self._count("crashed")
            self._let_go(room)
        room.close()

    def _let_go(self, room: Room) -> asyncio.Task[None] | None:
        """Drop a room, so that the next request loads it again."""
        if self._rooms.get(room.code) is not room:
            return None  # it has been opened again meanwhile
        del self._rooms[room.code]
        return self._tasks.pop(room.code, None)

    async def _ask(self, code: str, owner: str, address: str) -> int:
        """Return the length of a room's log, 0 if there is none, to a client that may be guessing.

        A correct code always works, so that nobody suffers from others behind the same address;
        wrong ones are rate-limited. Codes of the old length could still be guessed that way: once
        an address has been wrong too often, those need a token as well.
        """
        must_know = len(code) == SHORT and not self._guesses.has(address)
        if must_know and not await self._knows(code, owner, address):
            raise _refuse_guesses()
        if code in self._rooms:
            return self._rooms[code].number
        length = await self._length(code, owner, address) if is_code(code) else 0
        if not length and not self._guesses.take(address):
            raise _refuse_guesses()
        return length

    async def _length(self, code: str, owner: str, address: str) -> int:
        """Return the length of a log; concurrent requests for the same one share a query."""
        if code not in self._lengths:
            if code not in self._opening and not self._may_look_up(address, owner):
                raise Refusal("too_fast", "too many lookups of rooms: try again in a moment")
            self._lengths[code] = asyncio.ensure_future(self._measure(code))
            self._lengths[code].add_done_callback(lambda _: self._lengths.pop(code))
        return await self._ask_store(asyncio.shield(self._lengths[code]))

    async def _measure(self, code: str) -> int:
        """Return the length of a log; a reserved room has one entry."""
        return await self._store.length(code) or int(await self._reserved.find(code) is not None)

    def _may_look_up(self, address: str | None, owner: str) -> bool:
        """Count a lookup: against the address first, so that nobody uses up the global limit.

        Half of that is kept for clients with a token, who return to a room of theirs.
        """
        if address is not None and not self._look_ups_of.take(address):
            return False
        reserve = 0 if owner else self._limits.look_ups[1] / 2
        return self._look_ups.has(1 + reserve) and self._look_ups.take()

    async def _knows(self, code: str, owner: str, address: str | None = None) -> bool:
        """Whether somebody has, or had, a seat in a room; checked without opening it."""
        if not owner or not is_code(code):
            return False
        if code in self._rooms and owner in self._rooms[code].sitting.known_owners:
            return True
        if not self._may_look_up(address, owner):
            return False
        return await self._ask_store(self._store.mentions(code, owner))

    def _take_new(self, address: str | None) -> None:
        """Count a room that an address creates, or refuse it."""
        if address is not None and not self._new.take(address):
            raise Refusal("too_fast", "too many new rooms: wait a moment")

    def _charge(self, address: str | None, cost: float) -> None:
        """Charge a cost to the request limit of an address, or refuse it."""
        if address is not None and not self._requests.take(address, cost):
            raise Refusal("too_fast", "too many requests: wait a moment")

    def _log_cost(self, length: int) -> float:
        return self._limits.log_cost * length / MOST_ENTRIES

    async def _look(self, code: str, address: str | None) -> Sitting | None:
        texts = await self._ask_store(self._store.load(code))
        if not texts:
            return None
        sitting, _ = await self._read_log(code, restoring.restore, texts, address)
        self._looked_at[code] = len(texts), sitting
        self._looked_at.move_to_end(code)
        if len(self._looked_at) > CACHED_LOOKS:
            self._looked_at.popitem(last=False)
        return sitting

    async def _open(self, code: str, address: str | None) -> Room | None:
        reserved = await self._ask_store(self._reserved.find(code))
        if reserved is not None:
            self._take_new(reserved.address)
            with suppress(CodeTaken):  # by an attempt that only seemed to fail, or elsewhere
                await _save(self._owned.create(code, reserved.created.model_dump_json()))
        owned = await self._ask_store(self._owned.claim(code))
        if owned is None:
            return None
        if reserved is not None:  # not before: what was created may have been taken back
            await self._ask_store(self._reserved.drop(code))
        try:
            texts = await self._ask_store(self._store.load(code))
            if not texts:
                await self._owned.release(code, owned)
                return None
            sitting, chronicle, minds = await self._read_log(code, restoring.reopen, texts, address)
        except BaseException:
            await self._owned.release(code, owned)
            raise
        if not self._owned.has(code, owned):  # reading took longer than the lease
            raise Refusal("busy", "this server is busy: try again in a moment")
        self._count("loaded" if reserved is None else "created")
        return self._start(self._room(code, sitting, len(texts), owned, chronicle, minds))

    def _room(
        self,
        code: str,
        sitting: Sitting,
        number: int,
        written: Log,
        chronicle: Chronicle | None = None,
        minds: RoomMinds | None = None,
    ) -> Room:
        return Room(
            *(code, sitting, number, written, chronicle, self._away_after, minds),
            self._limits,
            self._thinkers,
            self.metrics,
            self._coach,
        )

    async def _read_log(
        self, code: str, read: Callable[[list[str]], T], texts: list[str], address: str | None
    ) -> T:
        """Read the log of a room for an address; refuse a corrupt one."""
        try:
            # in a thread: a long log takes a while, and other rooms play on
            return await self._readers.run(address or "", lambda _: restoring.read_log(read, texts))
        except restoring.Spoilt as error:
            event = {"event": "room_unreadable", "room": code}
            self._report("cannot read the log of room %s: %.200s", code, error, event=event)
            self._count("unreadable")
            log.debug("room %s", code, exc_info=True)
            raise Refusal("spoilt", f"room {code} exists, but this server can't read it") from None

    async def _ask_store(self, reading: Awaitable[T]) -> T:
        """Read from the store, and log failures."""
        try:
            return await reading
        except OSError as error:
            self._report("%s", error)
            raise

    def _report(self, text: str, *values: object, event: dict[str, str] | None = None) -> None:
        """Write a line to the log, within a rate limit."""
        if self._reports.take():
            log.error(text, *values, extra=event)

    def _count(self, event: str) -> None:
        self.metrics.room_events.labels(event).inc()

    async def _has_space_for_new(self) -> bool:
        """Whether a new room fits; where several servers are, it is not known yet who has it."""
        return self._shared is not None or await self._make_space()

    async def _make_space(self) -> bool:
        """Whether another room fits; if need be, the longest idle rooms are unloaded."""
        if self._is_full:
            idle = (room for room in self._rooms.values() if not room.needed)
            several = 1 + self._limits.all_rooms // 100  # to search them less often
            for room in nsmallest(several, idle, key=attrgetter("quiet_since")):
                if not room.needed:  # still idle
                    await self._put_away(room)
        return not self._is_full

    @property
    def _is_full(self) -> bool:
        return len(self._rooms) + len(self._opening) >= self._limits.all_rooms

    async def _put_away(self, room: Room) -> None:
        task = self._let_go(room)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
            self._count("unloaded")
            await self._owned.release(room.code, room.log)


def _describe_new(code: str, token: str, sitting: Sitting) -> dict[str, Any]:
    """Return what the creator of a room needs to know."""
    return {
        "code": code,
        "token": token,
        "seats": sitting.seats_of(owner_of(token)),
        "commitment": commit_to(sitting.secret),
    }


def _refuse_guesses() -> Refusal:
    return Refusal("too_fast", "too many wrong room codes: wait a moment")


def _full() -> Refusal:
    return Refusal("full", "this server is full: try again later")


async def _save(writing: Awaitable[T]) -> T:
    try:
        return await writing
    except NotSaved as error:
        log.error("%s", error)
        raise Refusal("not_saved", "the room could not be saved: try again") from None
