"""Answers of the database that are lost: no room has a hole in its log, whatever else happens.

A commit can reach the disk and its answer not the store. Another server may have built on what
was written by the time the store is back.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Literal, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tests.kit import thoroughly
from tests.server.postgres import Postgres
from unolab.server.store.schema import entries, rooms
from unolab.server.store.store import CodeTaken, NotSaved, Overtaken, Store, StoredRow

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

Fate = Literal["fine", "lost", "broken"]


class Breaking:
    """A connection that breaks before a commit, or before the answer to it."""

    def __init__(self, connection: AsyncConnection, fate: Fate) -> None:
        self._connection = connection
        self._fate = fate

    async def commit(self) -> None:
        if self._fate != "broken":
            await self._connection.commit()
        if self._fate != "fine":
            raise ConnectionResetError("cut off")


class Unlucky(Store):
    """A store whose commits end as it is said beforehand, and well after that."""

    fates: list[Fate]

    async def _commit_or_doubt(self, connection: AsyncConnection, rows: list[StoredRow]) -> None:
        fate = self.fates.pop(0) if self.fates else "fine"
        await super()._commit_or_doubt(cast(AsyncConnection, Breaking(connection, fate)), rows)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Unlucky]:
    store = await Unlucky.open(url)
    store.fates = []
    try:
        yield store
    finally:
        await store.close()


async def end_of(call: Coroutine[Any, Any, None]) -> type | None:
    try:
        await call
    except (NotSaved, Overtaken, CodeTaken) as end:
        return type(end)
    return None


async def logs_in(url: str) -> dict[str, list[str]]:
    """Read the tables: every room has as many entries as it says, and no hole."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        lengths = {
            row.code: row.length for row in await connection.execute(select(rooms).order_by("code"))
        }
        rows = (await connection.execute(select(entries).order_by("room", "number"))).all()
    await engine.dispose()
    for code, length in lengths.items():
        assert [row.number for row in rows if row.room == code] == list(range(length))
    assert {row.room for row in rows} == lengths.keys()
    return {code: [row.data for row in rows if row.room == code] for code in lengths}


async def test_nothing_goes_from_below_what_another_wrote(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        await one.create("A", "0")
        one.fates = ["broken", "lost"]
        assert await end_of(one.append("A", 1, "one")) is NotSaved
        assert await two.load("A") == ["0", "one"]
        await two.append("A", 2, "two")
        assert await end_of(one.append("A", 1, "another")) is Overtaken
        assert await logs_in(url) == {"A": ["0", "one", "two"]}
        await one.append("A", 3, "three")
        assert await logs_in(url) == {"A": ["0", "one", "two", "three"]}


async def test_what_nobody_built_on_is_gone(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        await one.create("A", "0")
        for _ in range(3):
            one.fates = ["broken", "lost"]
            assert await end_of(one.append("A", 1, "one")) is NotSaved
        assert await logs_in(url) == {"A": ["0", "one"]}
        one.fates = ["broken", "lost"]
        assert await end_of(one.create("B", "0")) is NotSaved
        assert await logs_in(url) == {"A": ["0"], "B": ["0"]}
        assert await one.load("A") == ["0"]  # to read is enough
        await two.append("A", 1, "two")
        assert await logs_in(url) == {"A": ["0", "two"]}


async def test_several_rows_in_doubt_go_from_the_end(url: str) -> None:
    async with opened(url) as one:
        await one.create("A", "0")
        one.fates = ["broken", "lost"]
        several = [one.append("A", number, "x") for number in (1, 2, 3)]
        assert await asyncio.gather(*map(end_of, several)) == [NotSaved] * 3
        assert len((await logs_in(url))["A"]) == 4
        assert await one.load("A") == ["0"]


async def test_closing_leaves_no_doubt(url: str) -> None:
    async with opened(url) as one:
        await one.create("A", "0")
        one.fates = ["broken", "lost"]
        assert await end_of(one.append("A", 1, "one")) is NotSaved
    assert await logs_in(url) == {"A": ["0"]}


async def test_entry_that_was_written_counts_when_it_is_tried_again(url: str) -> None:
    """Between the lost answer and the second attempt another server goes on."""
    async with opened(url) as one, opened(url) as two:
        await one.create("A", "0")
        commit = one._commit

        async def interrupted(group: Any) -> list[Exception | None]:
            try:
                return await commit(group)
            except ConnectionResetError:
                await two.append("A", 2, "two")
                raise

        one._commit = interrupted  # type: ignore[method-assign]
        one.fates = ["lost"]
        await one.append("A", 1, "one")
        assert await logs_in(url) == {"A": ["0", "one", "two"]}
        assert await end_of(one.append("A", 2, "another")) is Overtaken


async def test_same_entry_of_another_server_is_not_ours(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        await one.create("A", "0")
        one.fates = ["broken", "broken"]
        assert await end_of(one.append("A", 1, "same")) is NotSaved
        await two.append("A", 1, "same")
        assert await one.load("A") == ["0", "same"]
        await one.append("A", 2, "2")
        assert await logs_in(url) == {"A": ["0", "same", "2"]}


async def test_room_that_was_forgotten_and_made_again_stays(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        one.fates = ["broken", "lost"]
        assert await end_of(one.create("A", "0")) is NotSaved
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.execute(entries.delete())
            await connection.execute(rooms.delete())
        await engine.dispose()
        await two.create("A", "0")
        assert await one.load("A") == ["0"]


# ── anything at all ───────────────────────────────────────────────────────────────────────────────

fates = st.lists(st.sampled_from(["fine", "lost", "broken"]), max_size=3)
calls = st.tuples(st.sampled_from([0, 1]), st.sampled_from("AB"), fates)


@pytest.fixture(params=["sqlite", *thoroughly("postgresql")])
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Makes an empty database for each example."""
    if request.param == "sqlite":
        return lambda: f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('lost')}/rooms.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.lists(calls, min_size=1, max_size=3), max_size=8))
def test_two_servers_and_any_answers_lost(fresh: Any, groups: list[list[Any]]) -> None:
    """What was acknowledged is there once and in its place; what was refused is not.

    The one exception: an entry of which NotSaved was said, and after which another was written.
    """

    async def run() -> None:
        url: str = fresh()
        saved: dict[tuple[str, int], str] = {}
        lost: dict[str, tuple[str, int]] = {}
        tried: set[tuple[str, int]] = set()
        texts = iter(range(10_000))
        async with opened(url) as one, opened(url) as two:
            for code in "AB":
                await one.create(code, f"{code}0")
                saved[code, 0] = f"{code}0"

            async def call(which: int, code: str, fates: list[Fate]) -> None:
                store = (one, two)[which]
                number = await store.length(code)  # as seen by whoever has just opened the room
                text = str(next(texts))
                tried.add((code, number))
                store.fates = list(fates)
                end = await end_of(store.append(code, number, text))
                if end is None:
                    assert (code, number) not in saved
                    saved[code, number] = text
                elif end is NotSaved:
                    lost[text] = code, number
                else:
                    lost[text] = code, -1

            for group in groups:
                await asyncio.gather(*(call(*each) for each in group))
            one.fates = two.fates = []  # in the end both reach the database again
        logs = await logs_in(url)
        for (code, number), text in saved.items():
            assert logs[code][number] == text
        for text, (code, number) in lost.items():
            if text in logs[code]:
                assert number != -1, "what was overtaken is never written"
                assert logs[code].index(text) == number
                assert (code, number + 1) in tried, "nobody built on it"
        everything = [text for log in logs.values() for text in log]
        assert len(set(everything)) == len(everything)
        assert {*everything} <= {*saved.values(), *lost}

    asyncio.run(run())
