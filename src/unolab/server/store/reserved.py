"""Reserved codes, where several servers have to know them."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from unolab.server.store.schema import reservations
from unolab.server.store.shared import Shared


class ReservedCodes(Shared):
    """Codes for which there is no room yet."""

    async def add(self, code: str, created: str, address: str, seconds: float) -> None:
        """Keep a code for a while, with the first entry of its room and whom it is for."""
        kept = {"code": code, "created": created, "address": address, "until": self._in(seconds)}

        async def keep(connection: AsyncConnection) -> None:
            await connection.execute(insert(reservations).values(kept))

        await self._write(keep)

    async def renew(self, code: str, created: str, seconds: float) -> None:
        """Keep a code for longer, unless it has a room by now."""
        kept = {"created": created, "until": self._in(seconds)}

        async def keep(connection: AsyncConnection) -> None:
            mine = reservations.c.code == code
            await connection.execute(update(reservations).where(mine).values(kept))

        await self._write(keep)

    async def find(self, code: str) -> tuple[str, str] | None:
        """Return the first entry of a reserved room, and the address that it is for."""
        there = (reservations.c.code == code, reservations.c.until > self._in())
        rows = await self._read(select(reservations).where(*there))
        return (rows[0].created, rows[0].address) if rows else None

    async def count(self) -> dict[str, int]:
        """Count the codes by address, after removing those that are too old."""

        async def count(connection: AsyncConnection) -> dict[str, int]:
            await connection.execute(delete(reservations).where(reservations.c.until <= self._in()))
            column = reservations.c.address
            found = select(column, func.count().label("codes")).group_by(column)
            return {row.address: row.codes for row in await connection.execute(found)}

        return await self._write(count)

    async def drop(self, code: str) -> None:
        """Forget a code: it has a room now."""

        async def drop(connection: AsyncConnection) -> None:
            await connection.execute(delete(reservations).where(reservations.c.code == code))

        await self._write(drop)
