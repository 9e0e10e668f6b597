"""What is deleted after some days, and what never is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.command import run
from unolab.cli import serve as command
from unolab.server.app import Settings
from unolab.server.limits import UNLIMITED
from unolab.server.rooms import Rooms
from unolab.server.schema import rooms as table
from unolab.server.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

AGES = {"FRESH": 0.0, "YOUNG": 2.9, "OLDER": 3.1, "OLDEST": 400.0}  # in days


class Watched(Store):
    """A store that tells when it was swept."""

    swept: asyncio.Event

    async def forget(self, before: datetime) -> int:
        gone = await super().forget(before)
        self.swept.set()
        return gone


@asynccontextmanager
async def aged(folder: Path) -> AsyncIterator[Watched]:
    """Rooms that were played in some time ago."""
    store = await Watched.open(f"sqlite:///{folder}/rooms.sqlite")
    store.swept = asyncio.Event()
    for code, days in AGES.items():
        await store.create(code, "{}")
        when = datetime.now(UTC) - timedelta(days=days)
        async with store._engine.begin() as connection:
            await connection.execute(update(table).where(table.c.code == code).values(touched=when))
    yield store
    await store.close()


async def left(store: Watched, keep_days: float, idle: float = 0.01) -> list[str]:
    """Sweep for a while, and return the rooms that are still there."""
    rooms = Rooms(store, UNLIMITED, away_after=30, idle=idle, keep_days=keep_days)
    sweeping = asyncio.create_task(rooms.sweep())
    try:
        if keep_days:
            await store.swept.wait()
        else:
            await asyncio.sleep(10 * idle)  # it would have been swept some times
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
    return [code for code in AGES if await store.load(code)]


async def test_only_rooms_that_are_older_are_deleted(tmp_path: Path) -> None:
    async with aged(tmp_path) as store:
        assert await left(store, keep_days=500) == [*AGES]
        store.swept.clear()
        assert await left(store, keep_days=3) == ["FRESH", "YOUNG"]


async def test_nothing_is_deleted_unless_that_is_wanted(tmp_path: Path) -> None:
    assert Settings().keep_days == 0
    async with aged(tmp_path) as store:
        assert await left(store, keep_days=Settings().keep_days) == [*AGES]
        assert not store.swept.is_set()


@pytest.mark.parametrize(("arguments", "days"), [([], 0), (["--keep-days", "30"], 30)])
def test_days_come_from_the_command_line(
    arguments: list[str], days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Settings] = []
    monkeypatch.setattr(command, "start", lambda *given: started.append(given[3]))
    assert run("serve", *arguments).code == 0
    assert [settings.keep_days for settings in started] == [days]


@pytest.mark.parametrize("days", ["-1", "1.5", "36501", "9" * 30])
def test_days_that_cannot_be_are_refused(days: str) -> None:
    done = run("serve", "--keep-days", days)
    assert (done.code, "Traceback" in done.err) == (2, False)
    assert "days" in done.err
