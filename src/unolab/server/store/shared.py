"""Shared: what several servers that use one database have in common there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Row, Select, bindparam, func
from sqlalchemy import DateTime as SqlDateTime
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from unolab.server.store.database import for_reading, for_writing, reason

T = TypeVar("T")
Clock = Callable[[], datetime]


class Shared:
    """A part of a database that all its servers use.

    Time is that of the database, on which all agree; ``clock`` is another one, for tests.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock | None = None) -> None:
        """Use a database."""
        self._engine = engine
        self._clock = clock

    async def _write(
        self, work: Callable[[AsyncConnection], Awaitable[T]], engine: AsyncEngine | None = None
    ) -> T:
        """Do some work in one transaction, or raise an OSError."""
        try:
            async with for_writing(engine or self._engine).begin() as connection:
                return await work(connection)
        except Exception as error:
            raise OSError(f"the database could not be asked: {reason(error)}") from error

    async def _read(self, what: Select[Any]) -> Sequence[Row[Any]]:
        """Return the rows that a query finds, or raise an OSError."""
        try:
            async with for_reading(self._engine).connect() as connection:
                return list((await connection.execute(what)).all())
        except Exception as error:
            raise OSError(f"the database could not be asked: {reason(error)}") from error

    def _in(self, seconds: float = 0.0) -> ColumnElement[Any]:
        """Return the time in so many seconds; before now if they are negative."""
        later = timedelta(seconds=seconds)
        if self._clock is None:
            return func.now() + later
        return bindparam(None, self._clock().astimezone(UTC) + later, SqlDateTime(timezone=True))
