"""A lease is kept although a renewal fails, and whatever clients ask of the database."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, cast

import pytest

from tests.server.lapse import wait
from tests.server.postgres import Postgres
from unolab.server.fleet.ownership import Ownership
from unolab.server.operate.metrics import Metrics
from unolab.server.store.database import ASKING
from unolab.server.store.leases import Leases
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LEASE = 9.0


class Hanging:
    """Leases whose second renewal gets no answer."""

    seconds = LEASE

    def __init__(self) -> None:
        self.asked = 0
        self.renewed: list[float] = []

    async def renew(self) -> dict[str, int]:
        self.asked += 1
        if self.asked == 2:
            await asyncio.Future()
        self.renewed.append(asyncio.get_running_loop().time())
        return {}


@pytest.mark.lapse
async def test_a_renewal_that_hangs_does_not_cost_the_lease(
    caplog: pytest.LogCaptureFixture,
) -> None:
    leases = Hanging()
    owned = Ownership(cast(Store, None), Metrics(), cast(Leases, leases))

    async def drop(_: str) -> None:
        pass

    keeping = asyncio.create_task(owned.keep(drop))
    await wait(3 * LEASE)
    keeping.cancel()
    gaps = [b - a for a, b in zip(leases.renewed, leases.renewed[1:], strict=False)]
    assert len(gaps) > 3
    assert max(gaps) < 0.8 * LEASE
    assert "could not be renewed: the database does not respond" in caplog.text


async def test_rooms_go_on_while_clients_use_all_connections(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    leases = store.share("ws://here")
    await leases.join()
    async with AsyncExitStack() as stack, asyncio.timeout(20):
        for _ in range(sum(ASKING.values())):
            await stack.enter_async_context(store._engine.connect())
        asking: Any = asyncio.create_task(store.length("ABCD"))
        await store.create("ABCD", "0")
        await store.append("ABCD", 1, "1")
        await leases.renew()
        assert await store.check() is None
        assert not asking.done()
        await stack.aclose()
        assert await asking == 2
    await store.close()
