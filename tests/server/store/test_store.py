"""The store on both databases: what it said is saved is there, whatever happens."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from sqlalchemy import Engine, event, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tests.server import acknowledged
from tests.server.postgres import Postgres
from tests.server.store.stores import opened
from unolab.server.store import database, schema, store
from unolab.server.store.store import CodeTaken, NotSaved, Overtaken, Store, default_url

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # slow: it has nothing to do with the compiler


@pytest.fixture
def commits() -> Iterator[list[object]]:
    """What was committed, by anybody."""
    seen: list[object] = []
    note = seen.append  # one and the same object, so that it can be removed
    event.listen(Engine, "commit", note)
    yield seen
    event.remove(Engine, "commit", note)


async def outcomes(*calls: Coroutine[Any, Any, None]) -> list[type | None]:
    """Call all at once, in order, and say how each ended."""
    ends = await asyncio.gather(*calls, return_exceptions=True)
    return [None if end is None else type(end) for end in ends]


async def rooms_in(store: Store) -> int:
    """Count the rooms."""
    return len(await store._read(select(schema.rooms.c.code)))


# ── what goes in comes out ────────────────────────────────────────────────────────────────────────


async def test_entries_come_back_in_order(url: str) -> None:
    texts = [f'{{"n": {n}, "text": "ü🂡\\n"}}' for n in range(25)]
    async with opened(url) as store:
        await store.create("ABCD", texts[0])
        for number, entry in enumerate(texts[1:], 1):
            await store.append("ABCD", number, entry)
        assert await store.load("ABCD") == texts
    async with opened(url) as store:
        assert await store.load("ABCD") == texts
        assert await store.load("abcd") == []


async def test_code_is_given_once(url: str) -> None:
    async with opened(url) as store:
        await store.create("ABCD", "first")
        with pytest.raises(CodeTaken, match="'ABCD'"):
            await store.create("ABCD", "second")
        assert await store.load("ABCD") == ["first"]
        assert await rooms_in(store) == 1


async def test_many_entries_are_few_transactions(url: str, commits: list[object]) -> None:
    codes = [f"room{number}" for number in range(200)]
    async with opened(url) as store:
        commits.clear()
        await asyncio.gather(*(store.create(code, "0") for code in codes))
        await asyncio.gather(*(store.append(code, n, str(n)) for n in (1, 2) for code in codes))
        assert len(commits) <= 4
        assert await rooms_in(store) == len(codes)
        for code in codes:
            assert await store.load(code) == ["0", "1", "2"]


async def test_entry_that_does_not_fit_harms_no_other(url: str) -> None:
    async with opened(url) as store:
        await store.create("A", "a0")
        ends = await outcomes(
            store.append("A", 1, "a1"),
            store.append("A", 1, "another a1"),
            store.append("A", 3, "a gap"),
            store.append("nowhere", 1, "no room"),
            store.append("A", 2, "half \ud800"),
            store.append("A", 2, "nothing \0"),
            store.create("A", "taken"),
            store.create("C" * 65, "a long code"),
            store.create("B", "b0"),
            store.append("B", 1, "b1"),
            store.append("A", 2, "a2"),
        )
        bad = [Overtaken] * 2 + [NotSaved] * 3 + [CodeTaken, NotSaved]
        assert ends == [None, *bad, None, None, None]
        assert await store.load("A") == ["a0", "a1", "a2"]
        assert await store.load("B") == ["b0", "b1"]


async def test_two_servers_never_share_a_number(url: str) -> None:
    async with opened(url) as one, opened(url) as two:
        both = (one, two)
        ends = await outcomes(*(s.create(f"{n}", "0") for n in range(50) for s in both))
        assert Counter(ends) == {None: 50, CodeTaken: 50}
        ends = await outcomes(*(s.append(f"{n}", 1, "1") for n in range(50) for s in both))
        assert Counter(ends) == {None: 50, Overtaken: 50}
        for n in range(50):
            assert await one.load(f"{n}") == ["0", "1"]


codes = st.sampled_from("ABC")
steps = st.tuples(codes, st.integers(0, 4)) | codes


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_store_is_a_dict_of_lists(url: str, data: st.DataObject) -> None:
    """Calls made together end as if made one after the other."""

    async def compare() -> None:
        async with opened(url) as store:
            await store.forget(datetime.now(UTC) + timedelta(days=1))
            model: dict[str, list[str]] = {}
            texts = map(str, count())
            for group in data.draw(st.lists(st.lists(steps, max_size=8), max_size=4)):
                calls, expected = list[Coroutine[Any, Any, None]](), list[type | None]()
                for step, entry in zip(group, texts, strict=False):
                    if isinstance(step, str):
                        calls.append(store.create(step, entry))
                        expected.append(CodeTaken if step in model else None)
                        model.setdefault(step, [entry])
                    else:
                        code, number = step
                        calls.append(store.append(code, number, entry))
                        fits = code in model and len(model[code]) == number
                        refused = Overtaken if code in model else NotSaved
                        expected.append(None if fits else refused)
                        if fits:
                            model[code].append(entry)
                assert await outcomes(*calls) == expected
                assert await rooms_in(store) == len(model)
                for code in "ABC":
                    assert await store.load(code) == model.get(code, [])

    asyncio.run(compare())


# ── trouble ───────────────────────────────────────────────────────────────────────────────────────


async def test_killed_process_loses_nothing_it_acknowledged(url: str) -> None:
    # -P: the folder of the script has an http of its own
    command = [sys.executable, "-P", acknowledged.__file__, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(300)]
        process.kill()
        lines += process.stdout
    seen = Counter(line.split()[0] for line in lines if line.endswith("\n"))
    assert sum(seen.values()) >= 300
    async with opened(url) as store:
        assert await rooms_in(store) == 10
        for code, acknowledged_ in seen.items():
            entries = await store.load(code)
            assert entries == [str(n) for n in range(len(entries))]
            assert len(entries) >= acknowledged_
            await store.append(code, len(entries), "and on it goes")


async def test_store_recovers_with_its_database(postgres: Postgres) -> None:
    async with opened(postgres.new()) as store:
        await store.create("A", "0")
        postgres.stop()
        try:
            ends = await outcomes(store.append("A", 1, "lost"), store.create("B", "lost"))
            assert ends == [NotSaved, NotSaved]
            with pytest.raises(OSError, match="could not be read"):
                await store.load("A")
            with pytest.raises(NotSaved, match="not deleted"):
                await store.forget(datetime.now(UTC))
        finally:
            postgres.start()
        await store.append("A", 1, "1")
        assert await store.load("A") == ["0", "1"]
        assert await rooms_in(store) == 1


async def test_restart_between_two_moves_is_not_noticed(postgres: Postgres) -> None:
    async with opened(postgres.new()) as store:
        await store.create("A", "0")
        postgres.stop()
        postgres.start()
        assert await store.load("A") == ["0"]
        postgres.stop()
        postgres.start()
        await store.append("A", 1, "1")


async def test_locked_file_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout=0", *database.PRAGMAS[1:]))
    path = tmp_path / "rooms.sqlite"
    async with opened(f"sqlite:///{path}") as store:
        await store.create("A", "0")
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotSaved, match="database is locked"):
                await store.append("A", 1, "1")
        await store.append("A", 1, "1")
        assert await store.load("A") == ["0", "1"]


async def test_answer_that_is_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit was made, but the connection broke before the database could say so."""
    commit, breaks = AsyncConnection.commit, iter([True, True, True, False, True, True])

    async def commit_and_break(connection: AsyncConnection) -> None:
        await commit(connection)
        if next(breaks, False):
            raise ConnectionResetError("cut off")

    async with opened(url) as store:
        monkeypatch.setattr(AsyncConnection, "commit", commit_and_break)
        assert await outcomes(store.create("A", "nobody saw this")) == [NotSaved]
        await store.create("A", "0")  # breaks once, and is tried again
        assert await store.load("A") == ["0"]
        assert await outcomes(store.append("A", 1, "nor this")) == [NotSaved]
        await store.append("A", 1, "1")
        assert await store.load("A") == ["0", "1"]
        assert next(breaks, None) is None


async def test_check_knows_a_locked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout=0", *database.PRAGMAS[1:]))
    monkeypatch.setattr(store, "PROBE_EVERY", 0.0)
    path = tmp_path / "rooms.sqlite"
    async with opened(f"sqlite:///{path}") as rooms:
        assert await rooms.check() is None
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "database is locked" in str(await rooms.check())
        assert await rooms.check() is None


async def test_check_does_not_wait_for_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PROBE_TIMEOUT", 0.3)
    path = tmp_path / "rooms.sqlite"
    async with opened(f"sqlite:///{path}") as rooms:
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await rooms.check() == "the database is slow to write"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
async def test_check_knows_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(store, "PROBE_EVERY", 0.0)
    async with opened(f"sqlite:///{tmp_path}/rooms.sqlite") as rooms:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # no file grows any more
        try:
            problem = await rooms.check()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert problem is not None
        assert problem.startswith("the database could not be written: ")
        assert await rooms.check() is None


async def test_check_remembers_the_last_write(url: str, commits: list[object]) -> None:
    async with opened(url) as store:
        await store.create("A", "0")
        commits.clear()
        for _ in range(20):
            assert await store.check() is None
        assert len(commits) == 0  # a write has just told how the database is
    assert await store.check() == "the store is closed"


async def test_check_knows_a_database_that_is_gone(postgres: Postgres) -> None:
    async with opened(postgres.new()) as store:
        assert await store.check() is None
        postgres.stop()
        try:
            assert await store.check() is not None
        finally:
            postgres.start()


async def test_length_and_mentions_of_a_room(url: str) -> None:
    async with opened(url) as store:
        await store.create("A", '{"owner": "0af%_3"}')
        await store.append("A", 1, "1")
        assert [await store.length(code) for code in ("A", "B", "\ud800", "\0")] == [2, 0, 0, 0]
        assert await store.mentions("A", "0af%_3")
        assert not await store.mentions("A", "0a%")
        assert not await store.mentions("A", "\0")
        assert not await store.mentions("B", "0af%_3")


async def test_cancelled_entry_is_written_all_the_same(url: str) -> None:
    async with opened(url) as store:
        await store.create("A", "0")
        waiting = asyncio.create_task(store.append("A", 1, "1"))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await store.append("A", 2, "2")
        assert await store.load("A") == ["0", "1", "2"]


async def test_no_more_may_wait_than_the_limit(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "QUEUE_LIMIT", 3)
    async with opened(url) as small:
        ends = await outcomes(*(small.create(f"{n}", "0") for n in range(5)))
        assert ends == [None, None, None, NotSaved, NotSaved]
        await small.create("4", "0")


async def test_closing_writes_what_waits(url: str) -> None:
    async with opened(url) as store:
        await store.create("A", "0")
        waiting = [asyncio.create_task(store.append("A", n, str(n))) for n in range(1, 100)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(NotSaved, match="closed"):
            await store.append("A", 100, "100")
    async with opened(url) as store:
        assert await store.load("A") == [str(n) for n in range(100)]


async def test_old_rooms_are_forgotten(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FORGET_AT_ONCE", 2)
    async with opened(url) as rooms:
        await asyncio.gather(*(rooms.create(f"old{n}", "0") for n in range(5)))
        await rooms.create("kept", "0")
        between = datetime.now(UTC)
        await rooms.append("kept", 1, "1")
        assert await rooms.forget(between - timedelta(days=1)) == 0
        zone = between.astimezone().tzinfo
        assert await rooms.forget(between.astimezone(zone)) == 5
        assert await rooms_in(rooms) == 1
        assert await rooms.load("old0") == []
        assert await rooms.load("kept") == ["0", "1"]
        await rooms.create("old0", "anew")
        assert await rooms.load("old0") == ["anew"]


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


async def refused(url: str, *words: str) -> None:
    with pytest.raises(ValueError, match=r"\A[^\n]{20,300}\Z") as error:
        await Store.open(url)
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize(
    "wrong", ["", "rooms.sqlite", "mysql://host/db", "sqlite+pysqlite:///file", "http://[::1"]
)
async def test_unknown_address(wrong: str) -> None:
    await refused(wrong, "sqlite:///path/to/file", "postgresql://user@host/database")


async def test_no_password_is_shown() -> None:
    with pytest.raises(ValueError, match="'mysql' is unknown") as error:
        await Store.open("mysql://someone:secret@host/rooms")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("nowhere", ["sqlite://", "sqlite:///:memory:"])
async def test_database_without_a_file(nowhere: str) -> None:
    await refused(nowhere, "names no file")


async def test_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "novel.txt"
    path.write_text("It was a dark and stormy night. " * 100)
    await refused(f"sqlite:///{path}", str(path), "file is not a database", "a new file")


async def test_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    await refused(f"sqlite:///{tmp_path}/file/rooms.sqlite", "can't be used", "writable folder")


@pytest.fixture
def wide_open() -> Iterator[None]:
    """Let new files be readable by all unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in [folder, *folder.iterdir()]}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.usefixtures("wide_open")
async def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    folder, names = tmp_path / "data", ("rooms.sqlite", "rooms.sqlite-wal", "rooms.sqlite-shm")
    private = {"data": "700", **dict.fromkeys(names, "600")}
    async with opened(f"sqlite:///{folder}/rooms.sqlite") as store:
        await store.create("A", "0")
        assert modes(folder) == private
        for name in names:  # as an earlier version left them
            (folder / name).chmod(0o644)
        async with opened(f"sqlite:///{folder}/rooms.sqlite") as other:
            assert modes(folder) == private
            await other.append("A", 1, "1")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
async def test_file_that_is_no_database_keeps_its_mode(tmp_path: Path) -> None:
    (novel := tmp_path / "novel.txt").write_text("It was a dark and stormy night. " * 100)
    novel.chmod(0o644)
    await refused(f"sqlite:///{novel}", "file is not a database")
    assert modes(tmp_path)["novel.txt"] == "644"


async def test_folder_is_made(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/a/b/rooms.sqlite") as store:
        await store.create("A", "0")
    assert (tmp_path / "a/b/rooms.sqlite").is_file()


async def test_server_that_does_not_answer(tmp_path: Path) -> None:
    await refused(
        f"postgresql://someone:secret@/rooms?host={tmp_path}",
        "someone:***@",
        "the server is running",
    )


async def test_database_that_the_server_does_not_have(postgres: Postgres) -> None:
    await refused(postgres.new().replace("/test", "/nothing"), "does not exist")


async def test_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    await refused("postgresql://host/rooms", "asyncpg", "pip install 'unolab[postgres]'")


async def execute(url: str, statement: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


async def test_database_of_another_program(url: str) -> None:
    await execute(url, "CREATE TABLE rooms (beds integer)")
    await refused(url, "'rooms'", "not unolab's")


async def test_two_servers_open_a_new_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    await stores[0].create("A", "0")
    assert await stores[3].load("A") == ["0"]
    for one in stores:
        await one.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such variables")
def test_default_is_a_file_in_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    monkeypatch.delenv("UNOLAB_DATA_DIR", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/anna")
    assert default_url() == "sqlite+aiosqlite:////home/anna/.local/share/unolab/rooms.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_url() == "sqlite+aiosqlite:////data/unolab/rooms.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr("platformdirs.PlatformDirs", MacOS)
    assert "anna/Library/Application Support/unolab" in default_url()
    monkeypatch.setenv("UNOLAB_DATA_DIR", "/mine")
    assert default_url() == "sqlite+aiosqlite:////mine/rooms.sqlite"
