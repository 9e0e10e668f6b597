"""Whether the server is well: what it says, how often it asks, and what it writes down."""

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest

from tests.server.clients import Memory
from tests.server.test_app import offered
from unolab.server import rest
from unolab.server.checkup import Checkup
from unolab.server.store import NotSaved, Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_health_is_ok_and_says_nothing_else() -> None:
    async with offered() as client:
        before = await client.get("/api/health")
        assert before.status_code == 200
        assert before.json() == {"ok": True, "version": before.json()["version"]}
        seats = [{"who": "me"}, {"who": "open"}]
        assert (await client.post("/api/rooms", json={"seats": seats})).status_code == 201
        assert (await client.get("/api/health")).json() == before.json()


async def test_disk_that_is_full_is_not_well() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        memory.fails = True
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        assert rest.Health.model_validate_json(answer.content).ok is False


async def test_database_is_asked_once_in_a_while() -> None:
    memory = Memory()
    checkup = Checkup(memory)
    assert await asyncio.gather(*(checkup.is_well() for _ in range(50))) == [True] * 50
    memory.fails = True
    assert await checkup.is_well()  # as it was a moment ago
    assert memory.probes == 1


async def test_change_is_written_down_once(caplog: pytest.LogCaptureFixture) -> None:
    memory = Memory()
    checkup = Checkup(memory, lasts=0)
    with caplog.at_level(logging.WARNING, "unolab.server"):
        assert await checkup.is_well()
        memory.fails = True
        assert [await checkup.is_well() for _ in range(3)] == [False] * 3
        memory.fails = False
        assert await checkup.is_well()
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "the disk is full" in caplog.messages[0]


async def test_database_that_does_not_answer_is_not_well() -> None:
    class Stuck(Memory):
        def __init__(self) -> None:
            super().__init__()
            self.free = asyncio.Event()

        async def probe(self) -> None:
            await super().probe()
            await self.free.wait()

    stuck = Stuck()
    checkup = Checkup(stuck, lasts=0, within=0.01)
    assert [await checkup.is_well() for _ in range(3)] == [False] * 3
    assert stuck.probes == 1  # it is not asked again before it has answered
    stuck.free.set()
    while not await checkup.is_well():
        await asyncio.sleep(0)


async def test_probe_writes_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    store = await Store.open(f"sqlite:///{path}")
    try:
        await store.create("ABCDE", "{}")
        log = path.with_name("rooms.sqlite-wal")
        before = log.stat().st_size
        await store.probe()
        assert log.stat().st_size > before  # it has reached the file
        assert await store.count() == 1
    finally:
        await store.close()


async def test_probe_fails_when_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    store = await Store.open(f"sqlite:///{path}")
    try:
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE entries")
            other.execute("DROP TABLE rooms")
        with pytest.raises(NotSaved, match="takes nothing"):
            await store.probe()
    finally:
        await store.close()


async def test_database_that_cannot_be_read_is_written_down(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unolab.server.refusal._Logged.next", 0.0)
    memory = Memory()
    async with offered(memory=memory) as client:
        memory.fails = True
        with caplog.at_level(logging.ERROR, "unolab.server"):
            for _ in range(5):
                answer = await client.get("/api/rooms/ABCDE")
                assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
    assert caplog.messages == ["the disk is gone"]
