"""A database of another version: upgraded, used as it is, or refused."""

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.store.stores import opened
from unolab.server.store.schema import OLDEST_VERSION, SCHEMA_VERSION, meta
from unolab.server.store.store import Overtaken, Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FIRST_VERSION = """
CREATE TABLE unolab (version INTEGER PRIMARY KEY);
CREATE TABLE rooms (code TEXT PRIMARY KEY, length INTEGER NOT NULL,
    created TIMESTAMP WITH TIME ZONE NOT NULL, touched TIMESTAMP WITH TIME ZONE NOT NULL);
CREATE INDEX ix_rooms_touched ON rooms (touched);
CREATE TABLE entries (room TEXT REFERENCES rooms (code) ON DELETE CASCADE, number INTEGER,
    data TEXT NOT NULL, at TIMESTAMP WITH TIME ZONE NOT NULL, PRIMARY KEY (room, number));
INSERT INTO unolab VALUES (1);
INSERT INTO rooms VALUES ('A', 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00');
INSERT INTO entries VALUES ('A', 0, 'old', '2026-01-01 00:00:00')
"""
# What a server of the first version does to add an entry; it knows nothing of owners
OLD_APPEND = """
INSERT INTO entries VALUES ('A', 1, 'by an old server', '2026-01-02 00:00:00');
UPDATE rooms SET length = 2 WHERE code = 'A' AND length = 1
"""
OLD_CREATE = """
INSERT INTO rooms (code, length, created, touched)
    VALUES ('B', 0, '2026-01-02 00:00:00', '2026-01-02 00:00:00')
"""


async def execute(url: str, statements: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        for statement in statements.split(";"):
            await connection.execute(text(statement))
    await engine.dispose()


async def versions(url: str) -> tuple[int, int, str]:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        row = (await connection.execute(select(meta))).one()
    await engine.dispose()
    return row.version, row.oldest, row.secret


async def test_the_first_version_is_upgraded_and_keeps_its_rooms(url: str) -> None:
    await execute(url, FIRST_VERSION)
    async with opened(url) as store:
        assert await store.load("A") == ["old"]
        await store.append("A", 1, "new", epoch=0)
    version, oldest, secret = await versions(url)
    assert (version, oldest) == (SCHEMA_VERSION, OLDEST_VERSION)
    assert len(secret) > 30
    async with opened(url) as store:
        assert await store.load("A") == ["old", "new"]
    await execute(url, "UPDATE unolab SET version = 1")
    async with opened(url):
        pass
    assert (await versions(url))[::2] == (SCHEMA_VERSION, secret), "an upgrade keeps the secret"


async def test_an_old_server_goes_on_beside_a_new_one(url: str) -> None:
    await execute(url, FIRST_VERSION)
    async with opened(url) as store:
        await execute(url, OLD_APPEND)
        await execute(url, OLD_CREATE)
        assert await store.load("A") == ["old", "by an old server"]
        with pytest.raises(Overtaken):
            await store.append("A", 1, "too late", epoch=0)
        await store.append("A", 2, "new", epoch=0)
        await store.append("B", 0, "first", epoch=0)


async def test_this_version_goes_on_beside_a_newer_one(url: str) -> None:
    """A newer unolab adds what it needs, and says which is the oldest that can live with it."""
    async with opened(url) as store:
        await execute(url, "ALTER TABLE rooms ADD COLUMN stars INTEGER NOT NULL DEFAULT 0")
        await execute(url, f"UPDATE unolab SET version = {SCHEMA_VERSION + 1}")
        await store.create("A", "0")
    async with opened(url) as store:
        await store.append("A", 1, "1")
        assert await store.load("A") == ["0", "1"]
    assert (await versions(url))[0] == SCHEMA_VERSION + 1, "it is not turned back"


async def test_a_version_that_needs_newer_programs_is_refused(url: str) -> None:
    async with opened(url) as store:
        await store.create("A", "0")
    await execute(url, "UPDATE unolab SET version = 99, oldest = 98")
    with pytest.raises(ValueError, match=r"\A[^\n]{20,300}\Z") as error:
        await Store.open(url)
    for word in ("version 99", "knows version 98", f"only knows version {SCHEMA_VERSION}"):
        assert word in str(error.value)
