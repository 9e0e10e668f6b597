"""House: rooms for players in this process, stored like those of a server."""

from __future__ import annotations

import asyncio
from typing import Self

from unolab.server.connection import Connection
from unolab.server.guard.limits import UNLIMITED
from unolab.server.pipe import Pipe
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import NewRoom, RoomMade
from unolab.server.room.clocks import NEVER
from unolab.server.room.sitting import Sitting
from unolab.server.rooms import Rooms
from unolab.server.store.store import Store


class House:
    """A server without a network: the same rooms, the same protocol, through pipes."""

    def __init__(self, rooms: Rooms, store: Store | None = None) -> None:
        """Use ``House.open``, which also opens the store."""
        self._rooms = rooms
        self._store = store
        self._talks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, database: str) -> Self:
        """Open a database, or raise a ValueError that says what to do about it."""
        store = await Store.open(database)
        return cls(Rooms(store, UNLIMITED, away_after=NEVER, idle=NEVER, keep_days=0), store)

    async def create(self, wanted: NewRoom) -> RoomMade:
        """Create a room, or raise a ValueError that says why not."""
        try:
            return await self._rooms.create(wanted)
        except Refusal as refusal:
            raise ValueError(refusal.text) from None

    async def look_up(self, code: str) -> Sitting | None:
        """Return who sits in a room and what they have played; None if it can't be read."""
        try:
            return await self._rooms.look(code)
        except (Refusal, OSError):
            return None

    async def connect(self) -> Pipe:
        """Open a connection; the first message is hello."""
        pipe = Pipe()
        talk = asyncio.create_task(Connection(pipe.socket, self._rooms, UNLIMITED).serve())
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        return pipe

    async def close(self) -> None:
        """Close all rooms; they can be loaded again from the database."""
        await self._rooms.close()
        if self._talks:
            await asyncio.wait(self._talks)
        if self._store is not None:
            await self._store.close()
