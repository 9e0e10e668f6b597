"""A server that falls silent in the middle of a transaction does not keep its rooms locked."""

import pytest
from sqlalchemy import select

from tests.server.postgres import Postgres
from unolab.server.store import database
from unolab.server.store.schema import rooms
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_others_can_write_to_a_room_that_a_silent_server_has_locked(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SILENCE", 500)
    url = postgres.new()
    store = await Store.open(url)
    await store.create("A", "made")
    silent = await database.connect(url)
    async with silent.connect() as connection:
        await connection.execute(select(rooms).with_for_update())
        await store.append("A", 1, "after a while")
        assert await store.load("A") == ["made", "after a while"]
        await connection.invalidate()
    await silent.dispose()
    await store.close()
