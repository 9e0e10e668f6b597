"""Leases: which server has the task of a room, where several share a database.

A server says every few seconds that it is there, in one row of its own: that is the lease on all
its rooms. Once it was silent for too long, any other server may claim a room of it. Each claim
raises the room's epoch, and an entry of an earlier epoch is refused, so that a server that was
only stopped for a while, or cut off, can't write to a room that it has lost.
"""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from unolab.server.store.schema import meta, rooms, servers
from unolab.server.store.shared import Clock, Shared

LEASE: Final = 10.0
"""Seconds after which a server that is silent has lost its rooms."""
RENEWALS: Final = 3  # per lease, so that one may fail
ATTEMPTS: Final = 3  # at a claim while others claim or release the same room
FORGET_AFTER: Final = 3_600.0  # seconds that a server was silent


class Claim(NamedTuple):
    """Who has a room: this server, in an epoch, or another one, at a URL."""

    epoch: int
    url: str | None = None
    owner: str = ""


class Peer(NamedTuple):
    """A server among those that share a database: where it is reached, and where it runs."""

    url: str
    place: str


class Leases(Shared):
    """This server, among all that share a database."""

    def __init__(
        self,
        engine: AsyncEngine,
        url: str,
        place: str = "",
        seconds: float = LEASE,
        clock: Clock | None = None,
        steady: AsyncEngine | None = None,
    ) -> None:
        """Make a server that others reach at a URL.

        ``place`` is where it runs, if no other can run there at the same time. The lease is renewed
        with ``steady``, for which nobody else has to wait.
        """
        super().__init__(engine, clock)
        self._steady = steady or engine
        self.id = token_urlsafe(12)
        self.me = Peer(url, place or self.id)
        self.seconds = seconds
        self.secret = ""

    async def join(self) -> None:
        """Take part, and learn the secret that the servers share.

        A server that was in the same place before can't be there any more: its rooms are free.
        """

        async def enter(connection: AsyncConnection) -> None:
            gone = or_(servers.c.place == self.me.place, servers.c.until < self._in(-FORGET_AFTER))
            await connection.execute(delete(servers).where(gone))
            await self._enter(connection)
            self.secret = await connection.scalar(select(meta.c.secret)) or ""

        await self._write(enter)

    async def claim(self, code: str) -> Claim | None:
        """Take a room that nobody else has; return who has it now, None if there is none."""
        free = or_(
            rooms.c.owner.is_(None),
            rooms.c.owner == self.id,
            ~exists().where(servers.c.id == rooms.c.owner, servers.c.until > self._in()),
        )
        taking = (
            update(rooms)
            .where(rooms.c.code == code, free)
            .values(owner=self.id, epoch=rooms.c.epoch + 1)
            .returning(rooms.c.epoch)
        )
        owner = _owner_of(code)

        async def take(connection: AsyncConnection) -> Claim | None:
            for _ in range(ATTEMPTS):
                epoch = await connection.scalar(taking)
                if epoch is not None:
                    return Claim(int(epoch))
                found = (await connection.execute(owner)).first()
                if found is None:
                    return None
                if found.url is not None:
                    return Claim(int(found.epoch), str(found.url), str(found.owner))
            raise OSError(f"room {code} changes hands all the time")

        return await self._write(take)

    async def find_other(self, code: str) -> Claim | None:
        """Return which other server has a room, if one has."""
        there = _owner_of(code).where(servers.c.until > self._in(), servers.c.id != self.id)
        return next((Claim(row.epoch, row.url, row.owner) for row in await self._read(there)), None)

    async def release(self, code: str, epoch: int) -> None:
        """Give a room back, unless another server has it already."""
        mine = (rooms.c.code == code, rooms.c.owner == self.id, rooms.c.epoch == epoch)

        async def give(connection: AsyncConnection) -> None:
            await connection.execute(update(rooms).where(*mine).values(owner=None))

        await self._write(give)

    async def renew(self) -> dict[str, int]:
        """Say that this server is there; return the epochs of the rooms that are still its own."""
        until = update(servers).where(servers.c.id == self.id).values(until=self._in(self.seconds))
        old = delete(servers).where(servers.c.until < self._in(-FORGET_AFTER))

        async def say(connection: AsyncConnection) -> dict[str, int]:
            if (await connection.execute(until)).rowcount == 0:  # it was silent for long
                await self._enter(connection)
                await connection.execute(old)
            mine = select(rooms.c.code, rooms.c.epoch).where(rooms.c.owner == self.id)
            return {row.code: row.epoch for row in await connection.execute(mine)}

        return await self._write(say, self._steady)

    async def others(self) -> list[Peer]:
        """List the other servers that are there."""
        columns = (servers.c.url, servers.c.place)
        there = select(*columns).where(servers.c.id != self.id, servers.c.until > self._in())
        return [Peer(row.url, row.place) for row in await self._read(there)]

    async def leave(self) -> None:
        """Give all rooms back."""

        async def go(connection: AsyncConnection) -> None:
            await connection.execute(delete(servers).where(servers.c.id == self.id))

        await self._write(go, self._steady)

    async def _enter(self, connection: AsyncConnection) -> None:
        row = {"id": self.id, **self.me._asdict(), "until": self._in(self.seconds)}
        await connection.execute(insert(servers).values(row))


def _owner_of(code: str) -> Select[Any]:
    """Ask in which epoch a room is, and who has it."""
    return (
        select(rooms.c.epoch, rooms.c.owner, servers.c.url)
        .join_from(rooms, servers, servers.c.id == rooms.c.owner, isouter=True)
        .where(rooms.c.code == code)
    )
