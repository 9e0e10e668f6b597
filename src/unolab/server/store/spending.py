"""Spending: what the addresses have used of their limits, at all servers of a database.

Each server writes totals, and reads those of the others: whatever is read late, or twice, comes to
the same. A total that has not changed for long begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from unolab.server.store.schema import servers, spending
from unolab.server.store.shared import Shared

RECENT: Final = 10.0  # seconds for which a total is read by the others
FORGET_AFTER: Final = 600.0  # seconds without a change
MOST_TOTALS: Final = 5_000  # read or written at once
MOST_AT_START: Final = 50_000  # read once

Key = tuple[str, str]
"""A limit and an address."""


class Spending(Shared):
    """What is written down by all servers of a database."""

    async def exchange(
        self, server: str, totals: Mapping[Key, float], recent: bool = True
    ) -> dict[tuple[str, str, str], float]:
        """Write totals of a server that have changed, MOST_TOTALS or fewer; return the others'.

        Only those that have changed a moment ago, if ``recent``.
        """
        columns = spending.c

        async def work(connection: AsyncConnection) -> dict[tuple[str, str, str], float]:
            rows = [
                {"server": server, "kind": kind, "address": address, "total": total}
                for (kind, address), total in totals.items()
            ]
            if rows:
                new = insert(spending).values(touched=self._in())
                both = [columns.server, columns.kind, columns.address]
                changed = {"total": new.excluded.total, "touched": new.excluded.touched}
                await connection.execute(
                    new.on_conflict_do_update(index_elements=both, set_=changed), rows
                )
            since = self._in(-RECENT if recent else -FORGET_AFTER)
            others = (
                select(spending)
                .where(columns.server != server, columns.touched > since)
                .order_by(columns.touched.desc())
                .limit(MOST_TOTALS if recent else MOST_AT_START)
            )
            return {
                (row.server, row.kind, row.address): row.total
                for row in await connection.execute(others)
            }

        return await self._write(work)

    async def forget(self, server: str) -> list[Key]:
        """Delete what has not changed for long; return what is gone of a server's own totals.

        Those of another server are its own affair while it is there.
        """
        columns = spending.c
        old = columns.touched < self._in(-FORGET_AFTER)
        gone = ~exists().where(servers.c.id == columns.server)
        mine = delete(spending).where(old, columns.server == server)

        async def work(connection: AsyncConnection) -> list[Key]:
            others = delete(spending).where(old, gone, columns.server != server)
            await connection.execute(others)
            rows = await connection.execute(mine.returning(columns.kind, columns.address))
            return [(row.kind, row.address) for row in rows]

        return await self._write(work)
