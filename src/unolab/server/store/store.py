"""Store: the log of every room, on disk before anybody sees an entry."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from operator import itemgetter
from time import perf_counter
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import (
    ColumnElement,
    Executable,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from unolab.folders import find_data_folder
from unolab.server.operate.metrics import Metrics
from unolab.server.store.database import connect, for_reading, for_writing, reason, steady_engine
from unolab.server.store.leases import LEASE, Leases
from unolab.server.store.reserved import ReservedCodes
from unolab.server.store.schema import entries, meta, rooms, servers
from unolab.server.store.spending import Spending

log = logging.getLogger("unolab.server")

QUEUE_LIMIT: Final = 10_000
"""Maximum number of entries in the write queue."""

GATHER: Final = 0.005  # seconds; ten entries in one transaction cost hardly more than two
FORGET_AT_ONCE: Final = 100  # rooms per transaction, so that moves need not wait long
PROBE_EVERY: Final = 5.0  # seconds for which the last write tells the database's health
PROBE_TIMEOUT: Final = 1.0  # seconds that a health check waits for a test write

UNUSED: Final = 200  # entries of a room that may count as unused; longer ones are not searched
_DEALT: Final = '{"kind":"dealt"'  # how such an entry begins

_GROW: Final = (
    update(rooms)
    .where(rooms.c.code == bindparam("room"))
    .values(length=bindparam("to"), touched=bindparam("at"))
)
_IS_THERE: Final = (
    select(entries.c.number)
    # the time in microseconds tells it from the same entry by another server
    .where(*(entries.c[key] == bindparam(key) for key in ("room", "number", "at", "data")))
)

StoredRow = dict[str, Any]


class CodeTaken(Exception):
    """A room with this code already exists."""


class NotSaved(Exception):
    """The entry was not written. The message is a sentence for the log.

    It is not in the room's log when this store next reads or writes, with one exception: the
    database did commit it, its answer was lost, and another server has since built on it. Then it
    stays, and whoever continues from the entry before it is Overtaken.
    """


class Overtaken(Exception):
    """Another server has written to this room, or claimed it: it has to be read again."""


class Write(NamedTuple):
    """A queued entry, and the future that its caller awaits."""

    code: str
    number: int
    entry: str
    epoch: int | None
    """The epoch of whoever writes; None if there are no other servers."""
    new: bool
    done: asyncio.Future[None]


class Standing(NamedTuple):
    """What the table of rooms says about one."""

    length: int
    epoch: int


class Store:
    """Rooms as append-only lists of entries.

    One task writes. It takes everything in the queue, writes it in one transaction, and reports it
    once that is on disk. Whatever arrives meanwhile is the next transaction. A queued entry is
    written even if its caller is gone.

    A commit whose answer is lost leaves rows in doubt. The next transaction begins by removing
    those of them that are the last of their room; a row that others have built on stays.
    """

    def __init__(self, engine: AsyncEngine, metrics: Metrics | None = None) -> None:
        """Use ``Store.open``."""
        self._engine = engine
        self._steady = steady_engine(engine)
        self._waiting: list[Write] = []
        self._doubtful: list[StoredRow] = []
        self._called = asyncio.Event()
        self._closed = False
        self._turn = asyncio.Lock()  # one write transaction at a time
        self._problem: str | None = None  # the error of the last write, if any
        self._lost = False  # whether the log says that the database is lost
        self._tried = -PROBE_EVERY  # the time of the last write
        self._probe: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[str | None] | None = None
        self._writer = asyncio.create_task(self._write_all())
        self._metrics = metrics or Metrics()
        self._metrics.write_queue.set_function(lambda: len(self._waiting))

    @classmethod
    async def open(cls, url: str, metrics: Metrics | None = None) -> Self:
        """Open a database, or raise a ValueError that says what to do about it."""
        return cls(await connect(url), metrics)

    @property
    def can_share(self) -> bool:
        """Whether several servers can use this database at once; a SQLite file is for one."""
        return self._engine.dialect.name == "postgresql"

    def share(self, url: str, place: str = "", seconds: float = LEASE) -> Leases:
        """Share the database with other servers, which reach this one at a URL."""
        return Leases(self._engine, url, place, seconds, steady=self._steady)

    @property
    def reserved(self) -> ReservedCodes:
        """The reserved codes of all servers."""
        return ReservedCodes(self._engine)

    @property
    def spending(self) -> Spending:
        """What addresses have used of their limits, at all servers."""
        return Spending(self._engine)

    async def create(self, code: str, entry: str) -> None:
        """Create a room with its first entry, number 0; raise CodeTaken if the code is in use."""
        await self._hand_in(code, 0, entry, new=True)

    async def append(self, code: str, number: int, entry: str, epoch: int | None = None) -> None:
        """Append the next entry; return when it is on disk, or raise NotSaved or Overtaken.

        With an epoch, only if nobody has claimed the room since.
        """
        await self._hand_in(code, number, entry, epoch)

    async def load(self, code: str) -> list[str]:
        """Return the entries of a room in order, none if there is no such room."""
        if self._doubtful:  # nobody may see what was reported as not saved
            await self._settle()
        found = select(entries.c.data).where(entries.c.room == code).order_by(entries.c.number)
        return [*await self._read(found)]

    async def length(self, code: str) -> int:
        """Count the entries of a room without reading them; 0 if there is no such room."""
        if not _storable(code):
            return 0
        found = await self._read(select(rooms.c.length).where(rooms.c.code == code))
        return int(found[0]) if found else 0

    async def mentions(self, code: str, text: str) -> bool:
        """Whether an entry of a room contains a text; searched by the database."""
        if not _storable(code + text):
            return False
        there = entries.c.data.contains(text, autoescape=True)
        found = select(entries.c.number).where(entries.c.room == code, there).limit(1)
        return bool(await self._read(found))

    async def check(self) -> str | None:
        """Return what is wrong with the database, or None; all who ask at once share a check."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        return await asyncio.shield(self._checking)

    async def _check(self) -> str | None:
        """Return what is wrong with the database, or None.

        It reads, and considers the last write. If that was a while ago, it makes a test write,
        which changes nothing but detects a full disk, a locked file or a missing server.
        """
        if self._closed:
            return "the store is closed"
        try:
            async with asyncio.timeout(PROBE_TIMEOUT):
                await self._read(select(meta.c.version), self._steady)
        except OSError as error:  # includes timeouts
            problem = str(error) or "the database does not respond"
            self._tell(problem)
            return problem
        if self._probe is None and self._now() - self._tried >= PROBE_EVERY:
            self._probe = asyncio.create_task(self._try_writing())
        if self._probe is not None:
            done, _ = await asyncio.wait([self._probe], timeout=PROBE_TIMEOUT)
            if not done:
                return "the database is slow to write"
        return self._problem

    async def forget(self, before: datetime) -> int:
        """Delete the rooms whose last entry is older; return how many."""
        return await self._forget(rooms.c.touched < before.astimezone(UTC))

    async def forget_unused(self, before: datetime, besides: Collection[str] = ()) -> int:
        """Delete those of them where nothing was ever dealt and little else happened.

        Rooms in ``besides`` are in use and stay, as do those that other servers have.
        """
        dealt = select(entries.c.number).where(
            entries.c.room == rooms.c.code, entries.c.data.startswith(_DEALT)
        )
        owned = exists().where(servers.c.id == rooms.c.owner, servers.c.until > func.now())
        unused = (rooms.c.length <= UNUSED, ~dealt.exists(), rooms.c.code.not_in(besides), ~owned)
        return await self._forget(rooms.c.touched < before.astimezone(UTC), *unused)

    async def _forget(self, old: ColumnElement[bool], *others: ColumnElement[bool]) -> int:
        some = (
            select(rooms.c.code).where(old, *others).order_by(rooms.c.touched).limit(FORGET_AT_ONCE)
        )
        forgotten, last = 0, -1
        while last != 0 and not self._closed:
            try:
                async with self._turn, for_writing(self._steady).begin() as connection:
                    gone = await connection.execute(
                        delete(rooms).where(old, rooms.c.code.in_(some))
                    )
                    last = gone.rowcount
            except Exception as error:
                raise NotSaved(f"old rooms were not deleted: {reason(error)}") from error
            forgotten += last
        return forgotten

    async def delete(self, codes: Collection[str]) -> None:
        """Delete rooms."""
        await self._forget(rooms.c.code.in_(codes))

    async def close(self) -> None:
        """Write the queue, then close the database."""
        self._closed = True
        self._called.set()
        await self._writer
        for under_way in (self._checking, self._probe):
            if under_way is not None:
                await under_way
        if self._doubtful:
            with suppress(OSError):
                await self._settle()
        async with self._turn:
            await self._steady.dispose()
            await self._engine.dispose()

    async def _read(self, what: Executable, engine: AsyncEngine | None = None) -> Sequence[Any]:
        try:
            async with for_reading(engine or self._engine).connect() as connection:
                return list((await connection.scalars(what)).all())
        except Exception as error:
            raise OSError(f"the database could not be read: {reason(error)}") from error

    async def _hand_in(
        self, code: str, number: int, entry: str, epoch: int | None = None, new: bool = False
    ) -> None:
        if self._closed:
            raise _not_saved(code, number, "the store is closed")
        if len(self._waiting) >= QUEUE_LIMIT:
            raise _not_saved(code, number, f"{QUEUE_LIMIT} entries are already waiting")
        if len(code) > 64 or not _storable(code + entry):
            raise _not_saved(code, number, "a database can't store this text")
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Write(code, number, entry, epoch, new, done))
        self._called.set()
        await done

    async def _write_all(self) -> None:
        while self._waiting or not self._closed:
            await self._called.wait()
            self._called.clear()
            if group := self._waiting:
                self._waiting = []
                async with self._turn:
                    await self._write(group)
                if len(group) > 1 and not self._closed:
                    await asyncio.sleep(GATHER)

    async def _write(self, group: list[Write]) -> None:
        began = perf_counter()
        try:
            try:
                answers = await self._commit(group)
            except Exception:  # a lost connection, or a race with another server
                answers = await self._commit(group)
            self._note(None)
        except Exception as error:
            self._note(error)
            answers = [_not_saved(write.code, write.number, reason(error)) for write in group]
        written = answers.count(None)
        self._metrics.note_commit(perf_counter() - began, written, len(group) - written)
        for write, answer in zip(group, answers, strict=True):
            if write.done.done():  # the caller was cancelled
                continue
            if answer is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(answer)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _note(self, error: Exception | None) -> None:
        """Remember the result of the last write."""
        self._tried = self._now()
        failed = "the database could not be written"
        self._problem = None if error is None else f"{failed}: {reason(error)}"
        self._tell(self._problem)

    def _tell(self, problem: str | None) -> None:
        """Write a line to the log when the database is lost, and when it is back."""
        if problem is not None and not self._lost:
            log.error("the database is lost: %s", problem, extra={"event": "database_lost"})
        elif problem is None and self._lost:
            log.warning("the database is back", extra={"event": "database_back"})
        self._lost = problem is not None

    async def _try_writing(self) -> None:
        """Make a test write that changes nothing, and note its result."""
        try:
            async with self._turn, for_writing(self._steady).begin() as connection:
                await connection.execute(update(meta).values(version=meta.c.version))
            self._note(None)
        except Exception as error:
            self._note(error)
        finally:
            self._probe = None

    async def _settle(self) -> None:
        """Remove the rows in doubt, with nothing else to write."""
        try:
            async with self._turn:
                await self._commit([])
        except Exception as error:
            raise OSError(f"the database could not be read: {reason(error)}") from error

    async def _commit(self, group: list[Write]) -> list[Exception | None]:
        """Write entries in one transaction; return the error of each, None if it was written.

        The length of each room is read in the same transaction, so that an entry that does not fit
        (another server wrote one with its number) is refused and the others are written.
        """
        now = datetime.now(UTC)
        async with for_writing(self._steady).connect() as connection:
            doubtful = {row["room"] for row in self._doubtful}
            standings = await _standings(connection, {write.code for write in group} | doubtful)
            kept = await self._undo(connection, standings)
            answers, rows, new = list[Exception | None](), list[StoredRow](), list[StoredRow]()
            for write in group:
                if (write.code, write.number, write.entry) in kept:
                    answers.append(None)  # written before, and another server has continued from it
                    continue
                answers.append(_refusal(write, standings.get(write.code)))
                if answers[-1] is None:
                    if write.new:
                        made = {"code": write.code, "created": now, "touched": now}
                        epoch = 0
                        new.append(made | {"length": 0})
                    else:
                        epoch = standings[write.code].epoch
                    row = {"room": write.code, "number": write.number, "data": write.entry}
                    rows.append(row | {"at": now, "epoch": epoch})
                    standings[write.code] = Standing(write.number + 1, epoch)
            if new:
                await connection.execute(insert(rooms), new)
            if rows:
                grown = {row["room"] for row in rows}
                columns = ("room", "number", "data", "at")
                await connection.execute(
                    insert(entries), [{name: row[name] for name in columns} for row in rows]
                )
                await connection.execute(
                    _GROW,
                    [{"room": code, "to": standings[code].length, "at": now} for code in grown],
                )
            await self._commit_or_doubt(connection, rows)
        return answers

    async def _commit_or_doubt(self, connection: AsyncConnection, rows: list[StoredRow]) -> None:
        """Commit; remember the rows as doubtful if the connection breaks before the answer."""
        before = self._doubtful
        self._doubtful = before + rows
        try:
            await connection.commit()
        except DBAPIError as error:
            if not error.connection_invalidated:  # the database answered: refused
                self._doubtful = before
            raise
        self._doubtful = []

    async def _undo(
        self, connection: AsyncConnection, standings: dict[str, Standing]
    ) -> set[tuple[str, int, str]]:
        """Remove rows that reached the disk without an answer, from the end backwards.

        A row is removed only if it is ours and the last of its room, which is locked by now, and
        if nobody has claimed the room since: they may have shown it. Return those of ours that
        stay.
        """
        kept = set[tuple[str, int, str]]()
        for row in sorted(self._doubtful, key=itemgetter("number"), reverse=True):
            code, number = row["room"], row["number"]
            if (await connection.execute(_IS_THERE, row)).first() is None:
                continue
            if standings.get(code) != (number + 1, row["epoch"]):
                kept.add((code, number, row["data"]))
                continue
            await connection.execute(
                delete(entries).where(entries.c.room == code, entries.c.number == number)
            )
            room = rooms.c.code == code
            if number == 0:
                await connection.execute(delete(rooms).where(room))
                del standings[code]
            else:
                await connection.execute(update(rooms).where(room).values(length=number))
                standings[code] = Standing(number, row["epoch"])
        return kept


class FencedLog(NamedTuple):
    """A store for a room in one epoch: it writes nothing after somebody else has claimed it."""

    store: Store
    epoch: int

    async def append(self, code: str, number: int, entry: str) -> None:
        """Append the next entry; return when it is on disk, or raise NotSaved or Overtaken."""
        await self.store.append(code, number, entry, self.epoch)


def default_url() -> str:
    """Return the URL of a SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{(find_data_folder() / 'rooms.sqlite').as_posix()}"


async def _standings(connection: AsyncConnection, codes: set[str]) -> dict[str, Standing]:
    """Return how long some rooms are and in which epoch, and lock them against other servers."""
    found = select(rooms.c.code, rooms.c.length, rooms.c.epoch).where(rooms.c.code.in_(codes))
    ordered = found.order_by(rooms.c.code).with_for_update()  # in order, to avoid deadlocks
    return {row.code: Standing(row.length, row.epoch) for row in await connection.execute(ordered)}


def _refusal(write: Write, room: Standing | None) -> Exception | None:
    """Return why an entry does not fit a room, or None."""
    if write.new:
        return None if room is None else CodeTaken(f"room {write.code!r} already exists")
    if room is None:
        return _not_saved(write.code, write.number, "there is no such room")
    if write.epoch is not None and write.epoch != room.epoch:
        return Overtaken(f"room {write.code!r:.40} was claimed by another server")
    if write.number != room.length:
        return Overtaken(
            f"room {write.code!r:.40} has {room.length} entries, written by another server"
        )
    return None


def _not_saved(code: str, number: int, why: str) -> NotSaved:
    return NotSaved(f"entry {number} of room {code!r:.40} was not saved: {why}")


def _storable(text: str) -> bool:
    """Whether both databases can store a text: PostgreSQL allows no NUL."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return False
