"""Whether the server is well: what it says, and what it does not."""

import pytest

import unolab
from tests.server.clients import Memory
from tests.server.requests import offered
from unolab.server.protocol import rest

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_health_is_ok_and_says_nothing_else() -> None:
    async with offered() as client:
        before = await client.get("/api/health")
        assert before.status_code == 200
        assert before.json() == {"ok": True, "state": "ready", "version": unolab.__version__}
        seats = [{"who": "me"}, {"who": "open"}]
        assert (await client.post("/api/rooms", json={"seats": seats})).status_code == 201
        assert (await client.get("/api/health")).json() == before.json()


async def test_disk_that_is_full_is_not_well() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        memory.fails = True
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        health = rest.Health.model_validate_json(answer.content)
        assert (health.ok, health.state) == (False, "no_database")
        assert (await client.get("/api/health/live")).status_code == 200  # a restart won't help
        memory.fails = False
        assert (await client.get("/api/health")).status_code == 200
