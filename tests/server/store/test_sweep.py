"""What is deleted after some days, and what never is."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.command import run
from tests.server.table import Guest
from unolab.cli import serve as command
from unolab.server import rooms as module
from unolab.server.app import Settings
from unolab.server.guard.limits import UNLIMITED
from unolab.server.protocol.rest import NewRoom, NewSeat
from unolab.server.room.entries import Dealt, Sat
from unolab.server.room.room import Came, Gone
from unolab.server.rooms import Rooms
from unolab.server.store.schema import rooms as table
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

AGES = {"FRESH": 0.0, "YOUNG": 2.9, "OLDER": 3.1, "OLDEST": 400.0}  # in days


DEALT = Dealt(seed="1").model_dump_json()
SWEEPS = 3


class Watched(Store):
    """A store that tells when it was swept."""

    forgot = tidied = 0

    async def forget(self, before: datetime) -> int:
        gone = await super().forget(before)
        self.forgot += 1
        return gone

    async def forget_unused(self, before: datetime, besides: Collection[str] = ()) -> int:
        gone = await super().forget_unused(before, besides)
        self.tidied += 1
        return gone


@asynccontextmanager
async def aged(folder: Path, *entries: str) -> AsyncIterator[Watched]:
    """Rooms that were played in some time ago."""
    store = await Watched.open(f"sqlite:///{folder}/rooms.sqlite")
    for code, days in AGES.items():
        for number, entry in enumerate(("{}", *entries)):
            await (store.append(code, number, entry) if number else store.create(code, entry))
        when = datetime.now(UTC) - timedelta(days=days)
        async with store._engine.begin() as connection:
            await connection.execute(update(table).where(table.c.code == code).values(touched=when))
    yield store
    await store.close()


async def left(
    store: Watched, keep_days: float, monkeypatch: pytest.MonkeyPatch, idle: float = 0.01
) -> list[str]:
    """Sweep some times, and return the rooms that are still there."""
    monkeypatch.setattr(module, "TIDY", 0)  # every time
    rooms = Rooms(store, UNLIMITED, away_after=30, idle=idle, keep_days=keep_days)
    until = store.tidied + SWEEPS
    sweeping = asyncio.create_task(rooms.sweep())
    try:
        async with asyncio.timeout(60):
            while store.tidied < until and not sweeping.done():
                await asyncio.sleep(idle)
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await rooms.close()
    assert store.tidied >= until
    return [code for code in AGES if await store.load(code)]


async def test_only_rooms_that_are_older_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with aged(tmp_path, DEALT) as store:
        assert await left(store, 500, monkeypatch) == [*AGES]
        assert await left(store, 3, monkeypatch) == ["FRESH", "YOUNG"]
        assert store.forgot >= 2 * (SWEEPS - 1)


async def test_nothing_that_was_played_is_deleted_unless_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings().keep_days == 0
    async with aged(tmp_path, DEALT, "{}") as store:
        assert await left(store, Settings().keep_days, monkeypatch) == [*AGES]
        assert store.forgot == 0


@pytest.mark.parametrize("keep_days", [0, 500])
async def test_rooms_that_were_never_dealt_in_are_deleted_after_a_day(
    keep_days: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = Sat(seat=0, name=DEALT[:20], avatar=0, owner="").model_dump_json()
    async with aged(tmp_path, named) as store:
        assert await left(store, keep_days, monkeypatch) == ["FRESH"]


async def test_room_where_somebody_waits_for_the_others_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEEP_UNUSED", timedelta(seconds=-1))
    monkeypatch.setattr(module, "TIDY", 0)
    async with aged(tmp_path) as store:
        rooms = Rooms(store, UNLIMITED, away_after=30, idle=0.01, keep_days=0)
        made = await rooms.create(NewRoom(seats=[NewSeat(who="me"), NewSeat()]))
        room = await rooms.find(made.code)
        assert room is not None
        guest = Guest(room.sitting.host)
        await room.put(guest, Came(0))
        sweeping = asyncio.create_task(rooms.sweep())
        async with asyncio.timeout(60):
            while store.tidied < SWEEPS:
                await asyncio.sleep(0.01)
            assert await store.load(made.code)
            assert not await store.load("FRESH")
            await room.put(guest, Gone())
            while await store.load(made.code):
                await asyncio.sleep(0.01)
        sweeping.cancel()
        await rooms.close()


@pytest.mark.parametrize(("arguments", "days"), [([], 0), (["--keep-days", "30"], 30)])
def test_days_come_from_the_command_line(
    arguments: list[str], days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Settings] = []
    monkeypatch.setattr(command, "start", lambda *given, **_: started.append(given[3]))
    assert run("serve", *arguments).code == 0
    assert [settings.keep_days for settings in started] == [days]


@pytest.mark.parametrize("days", ["-1", "1.5", "36501", "9" * 30])
def test_days_that_cannot_be_are_refused(days: str) -> None:
    done = run("serve", "--keep-days", days)
    assert (done.code, "Traceback" in done.err) == (2, False)
    assert "days" in done.err
