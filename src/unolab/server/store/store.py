"""Store: the log of every room, on disk before anybody sees what is in it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import ColumnElement, Executable, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from unolab.folders import find_data_folder
from unolab.server.store.database import connect, reason, writing
from unolab.server.store.schema import entries, meta, rooms

LIMIT: Final = 10_000
"""How many entries may wait to be written."""

GATHER: Final = 0.005  # seconds; a transaction of ten entries costs hardly more than one of two
FORGET_AT_ONCE: Final = 100  # rooms in one transaction, so that moves need not wait long
PROBE_EVERY: Final = 5.0  # seconds for which an attempt to write tells how the database is
PATIENCE: Final = 1.0  # seconds that whoever asks how it is waits for such an attempt

UNUSED: Final = 200  # entries of a room that may count as unused; more are not searched
_DEALT: Final = '{"kind":"dealt"'  # how such an entry begins

_GROW: Final = (
    update(rooms)
    .where(rooms.c.code == bindparam("room"))
    .values(length=bindparam("to"), touched=bindparam("at"))
)
_IS_THERE: Final = (
    select(entries.c.number)
    # when it was written, to the microsecond, tells it from the same entry of another server
    .where(*(entries.c[key] == bindparam(key) for key in ("room", "number", "at", "data")))
)

Row = dict[str, Any]


class CodeTaken(Exception):
    """A room with this code exists already."""


class NotSaved(Exception):
    """The database did not take it. The message is a sentence for the log.

    It is not in the log of the room when this store next reads or writes, with one exception: if
    the database took it after all, its answer was lost, and another server has built on it since.
    Then it stays, and whoever goes on from the entry before it is Overtaken.
    """


class Overtaken(Exception):
    """Another server has written to this room: whoever has it open has to read it again."""


class Write(NamedTuple):
    """An entry that waits, and the future of whoever waits for it."""

    code: str
    number: int
    entry: str
    new: bool
    done: asyncio.Future[None]


class Store:
    """Rooms as lists of entries that only grow.

    One task writes. It takes everything that waits, writes it in one transaction, and says so when
    that is on disk. Whatever comes in the meantime is the next transaction. What was handed in is
    written even when nobody waits for it any more.

    A commit whose answer is lost leaves rows in doubt. The next transaction begins by removing
    those of them that are the last of their room; a row that somebody has built on stays.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        """Use ``Store.open``."""
        self._engine = engine
        self._waiting: list[Write] = []
        self._doubtful: list[Row] = []
        self._called = asyncio.Event()
        self._closed = False
        self._turn = asyncio.Lock()  # one transaction that writes at a time
        self._problem: str | None = None  # what the last attempt to write came to
        self._tried = -PROBE_EVERY  # when that was
        self._probe: asyncio.Task[None] | None = None
        self._writer = asyncio.create_task(self._write_all())

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a database, or raise a ValueError that says what to do about it."""
        return cls(await connect(url))

    async def create(self, code: str, entry: str) -> None:
        """Make a room with its first entry, number 0; raise CodeTaken if there is one."""
        await self._hand_in(code, 0, entry, new=True)

    async def append(self, code: str, number: int, entry: str) -> None:
        """Add the next entry; return when it is on disk, or raise NotSaved or Overtaken."""
        await self._hand_in(code, number, entry, new=False)

    async def load(self, code: str) -> list[str]:
        """Return the entries of a room in order, none if there is no such room."""
        if self._doubtful:  # nobody is to see what was said not to be saved
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
        """Whether a text stands in an entry of a room; read by the database alone."""
        if not _storable(code + text):
            return False
        there = entries.c.data.contains(text, autoescape=True)
        found = select(entries.c.number).where(entries.c.room == code, there).limit(1)
        return bool(await self._read(found))

    async def check(self) -> str | None:
        """Say what is wrong with the database, or None; cheap enough to be asked at any time.

        It is read, and the last attempt to write counts. Where that was a while ago another one
        is made, which changes nothing but would find a disk full, a file locked or a server gone.
        """
        if self._closed:
            return "the store is closed"
        try:
            async with asyncio.timeout(PATIENCE):
                await self._read(select(meta.c.version))
        except OSError as error:  # which a timeout is too
            return str(error) or "the database does not answer"
        if self._probe is None and self._now() - self._tried >= PROBE_EVERY:
            self._probe = asyncio.create_task(self._try_writing())
        if self._probe is not None:
            done, _ = await asyncio.wait([self._probe], timeout=PATIENCE)
            if not done:
                return "the database takes long to write"
        return self._problem

    async def forget(self, before: datetime) -> int:
        """Delete the rooms whose last entry is older, and return how many there were."""
        return await self._forget(rooms.c.touched < before.astimezone(UTC))

    async def forget_unused(self, before: datetime, besides: Collection[str] = ()) -> int:
        """Delete those of them in which nothing was ever dealt, and little else happened.

        Rooms in ``besides`` stay: somebody is there.
        """
        dealt = select(entries.c.number).where(
            entries.c.room == rooms.c.code, entries.c.data.startswith(_DEALT)
        )
        unused = (rooms.c.length <= UNUSED, ~dealt.exists(), rooms.c.code.not_in(besides))
        return await self._forget(rooms.c.touched < before.astimezone(UTC), *unused)

    async def _forget(self, old: ColumnElement[bool], *others: ColumnElement[bool]) -> int:
        some = (
            select(rooms.c.code).where(old, *others).order_by(rooms.c.touched).limit(FORGET_AT_ONCE)
        )
        forgotten, last = 0, -1
        while last != 0 and not self._closed:
            try:
                async with self._turn, writing(self._engine).begin() as connection:
                    gone = await connection.execute(
                        delete(rooms).where(old, rooms.c.code.in_(some))
                    )
                    last = gone.rowcount
            except Exception as error:
                raise NotSaved(f"old rooms were not deleted: {reason(error)}") from error
            forgotten += last
        return forgotten

    async def close(self) -> None:
        """Write what was handed in, and close the database."""
        self._closed = True
        self._called.set()
        await self._writer
        if self._probe is not None:
            await self._probe
        if self._doubtful:
            with suppress(OSError):
                await self._settle()
        async with self._turn:
            await self._engine.dispose()

    async def _read(self, what: Executable) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.scalars(what)).all()
        except Exception as error:
            raise OSError(f"the database could not be read: {reason(error)}") from error

    async def _hand_in(self, code: str, number: int, entry: str, new: bool) -> None:
        if self._closed:
            raise _not_saved(code, number, "the store is closed")
        if len(self._waiting) >= LIMIT:
            raise _not_saved(code, number, f"{LIMIT} entries wait already")
        if len(code) > 64 or not _storable(code + entry):
            raise _not_saved(code, number, "a database can't hold a text like this")
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Write(code, number, entry, new, done))
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
        try:
            try:
                answers = await self._commit(group)
            except Exception:  # a connection that is no more, or a race with another server
                answers = await self._commit(group)
            self._note(None)
        except Exception as error:
            self._note(error)
            answers = [_not_saved(write.code, write.number, reason(error)) for write in group]
        for write, answer in zip(group, answers, strict=True):
            if write.done.done():  # whoever waited was cancelled
                continue
            if answer is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(answer)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _note(self, error: Exception | None) -> None:
        """Remember how the last attempt to write ended."""
        self._tried = self._now()
        failed = "the database could not be written"
        self._problem = None if error is None else f"{failed}: {reason(error)}"

    async def _try_writing(self) -> None:
        """Write what is there already, and note how that ended."""
        try:
            async with self._turn, writing(self._engine).begin() as connection:
                await connection.execute(update(meta).values(version=meta.c.version))
            self._note(None)
        except Exception as error:
            self._note(error)
        finally:
            self._probe = None

    async def _settle(self) -> None:
        """Remove what is in doubt, with nothing else to write."""
        try:
            async with self._turn:
                await self._commit([])
        except Exception as error:
            raise OSError(f"the database could not be read: {reason(error)}") from error

    async def _commit(self, group: list[Write]) -> list[Exception | None]:
        """Write what fits in one transaction; return what is to be said to each, None if written.

        What each room has is read in the same transaction, so that an entry that does not fit
        (another server wrote one with its number) is refused and the others are written.
        """
        now = datetime.now(UTC)
        async with writing(self._engine).connect() as connection:
            doubtful = {row["room"] for row in self._doubtful}
            lengths = await _lengths(connection, {write.code for write in group} | doubtful)
            kept = await self._undo(connection, lengths)
            answers, rows, new = list[Exception | None](), list[Row](), list[Row]()
            for write in group:
                if (write.code, write.number, write.entry) in kept:
                    answers.append(None)  # it was written before, and another server has gone on
                    continue
                answers.append(_refusal(write, lengths.get(write.code)))
                if answers[-1] is None:
                    row = {"room": write.code, "number": write.number, "data": write.entry}
                    rows.append(row | {"at": now})
                    lengths[write.code] = write.number + 1
                    if write.new:
                        new.append(
                            {"code": write.code, "length": 0, "created": now, "touched": now}
                        )
            if new:
                await connection.execute(insert(rooms), new)
            if rows:
                grown = {row["room"] for row in rows}
                await connection.execute(insert(entries), rows)
                await connection.execute(
                    _GROW, [{"room": code, "to": lengths[code], "at": now} for code in grown]
                )
            await self._commit_or_doubt(connection, rows)
        return answers

    async def _commit_or_doubt(self, connection: AsyncConnection, rows: list[Row]) -> None:
        """Commit; remember the rows if the connection breaks before the database has answered."""
        before = self._doubtful
        self._doubtful = before + rows
        try:
            await connection.commit()
        except DBAPIError as error:
            if not error.connection_invalidated:  # an answer, and it is no
                self._doubtful = before
            raise
        self._doubtful = []

    async def _undo(
        self, connection: AsyncConnection, lengths: dict[str, int]
    ) -> set[tuple[str, int, str]]:
        """Remove what has reached the disk although nobody was told so, from the end backwards.

        A row goes only if it is ours and the last of its room, whose length is locked by now and
        goes back with it. Return those of ours that somebody has built on.
        """
        kept = set[tuple[str, int, str]]()
        for row in sorted(self._doubtful, key=itemgetter("number"), reverse=True):
            code, number = row["room"], row["number"]
            if (await connection.execute(_IS_THERE, row)).first() is None:
                continue
            if lengths.get(code) != number + 1:
                kept.add((code, number, row["data"]))
                continue
            await connection.execute(
                delete(entries).where(entries.c.room == code, entries.c.number == number)
            )
            room = rooms.c.code == code
            if number == 0:
                await connection.execute(delete(rooms).where(room))
                del lengths[code]
            else:
                await connection.execute(update(rooms).where(room).values(length=number))
                lengths[code] = number
        return kept


def default_url() -> str:
    """Return the address of a SQLite file in the user's folder for data."""
    return f"sqlite+aiosqlite:///{(find_data_folder() / 'rooms.sqlite').as_posix()}"


async def _lengths(connection: AsyncConnection, codes: set[str]) -> dict[str, int]:
    """Count the entries of some rooms, and keep other servers from adding to them."""
    found = select(rooms.c.code, rooms.c.length).where(rooms.c.code.in_(codes))
    ordered = found.order_by(rooms.c.code).with_for_update()  # in order: no two wait for each other
    return {row.code: row.length for row in await connection.execute(ordered)}


def _refusal(write: Write, length: int | None) -> Exception | None:
    """Say why an entry does not fit into a room of this length, if it does not."""
    if write.new:
        return None if length is None else CodeTaken(f"there is a room {write.code!r} already")
    if length is None:
        return _not_saved(write.code, write.number, "there is no such room")
    if write.number != length:
        return Overtaken(f"room {write.code!r:.40} has {length} entries, written by another server")
    return None


def _not_saved(code: str, number: int, why: str) -> NotSaved:
    return NotSaved(f"entry {number} of room {code!r:.40} was not saved: {why}")


def _storable(text: str) -> bool:
    """Whether both databases can hold a text: PostgreSQL has no zero byte."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:  # half a character
        return False
