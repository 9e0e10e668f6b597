"""House: rooms for players in this process, stored like those of a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Self

from unolab.server.coach.coach import Coach
from unolab.server.connection import Connection
from unolab.server.guard.limits import UNLIMITED
from unolab.server.http.reviews import Reviews, plan_review
from unolab.server.pipe import Pipe
from unolab.server.protocol import ReviewShown
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import NewRoom, RoomMade
from unolab.server.room.clocks import NEVER
from unolab.server.room.sitting import Sitting
from unolab.server.rooms import Rooms
from unolab.server.store.store import Store


class House:
    """A server without a network: the same rooms, the same protocol, through pipes."""

    def __init__(
        self, rooms: Rooms, store: Store | None = None, coach: Coach | None = None
    ) -> None:
        """Use ``House.open``, which also opens the store and has a coach."""
        self._rooms = rooms
        self._store = store
        self._coach = coach
        self._talks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, database: str) -> Self:
        """Open a database, or raise a ValueError that says what to do about it."""
        store = await Store.open(database)
        coach = Coach(UNLIMITED)
        rooms = Rooms(store, UNLIMITED, away_after=NEVER, idle=NEVER, keep_days=0, coach=coach)
        return cls(rooms, store, coach)

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

    async def review(self, id: str) -> AsyncIterator[ReviewShown]:
        """Review a finished round, ``CODE-number``: yield how far it is, and at last the review.

        A refusal is a ValueError that says why.
        """
        code, _, number = id.rpartition("-")
        sitting = await self.look_up(code)
        played = None if sitting is None else sitting.round(int(number))
        if played is None or self._coach is None:
            raise ValueError(f"there is no finished round {id}")
        try:
            async with Reviews(self._coach).run("", plan_review(played)) as shown:
                async for one in shown:
                    yield one
        except Refusal as refusal:
            raise ValueError(refusal.text) from None

    async def connect(self) -> Pipe:
        """Open a connection; the first message is hello."""
        pipe = Pipe()
        talk = asyncio.create_task(Connection(pipe.socket, self._rooms, UNLIMITED).serve())
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        return pipe

    async def close(self) -> None:
        """Close all rooms; they can be loaded again from the database."""
        if self._coach is not None:
            await asyncio.to_thread(self._coach.close)
        await self._rooms.close()
        if self._talks:
            await asyncio.wait(self._talks)
        if self._store is not None:
            await self._store.close()
