"""A copy of the database that is made while people play: a server on it has the games so far."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.live import Friend, LiveServer, database_in, living
from tests.server.postgres import Postgres
from tests.server.regulars import entries_of
from unolab.server.store.leases import Claim
from unolab.server.store.store import Store

pytestmark = pytest.mark.slow

SEATS = [{"who": "me", "name": "Ada"}, {"who": "bot", "bot": "easy"}]
LEFT_OUT = ["--exclude-table-data=servers", "--exclude-table-data=spending"]
LEASE = 1


def copy_of(database: str) -> str:
    """Copy a SQLite file as its own ".backup" does."""
    copy = f"{database}.copy"
    source, target = (each.removeprefix("sqlite:///") for each in (database, copy))
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
    return copy


def restored(postgres: Postgres, database: str, *options: str) -> str:
    """Copy a PostgreSQL database as docs/hosting.md says."""
    copy, file = postgres.new(), postgres.folder / "uno.dump"
    old, new = (each.partition("@/")[2].partition("?")[0] for each in (database, copy))
    postgres.run("pg_dump", *postgres.where, "--format=custom", *options, "-f", file, old)
    postgres.run("pg_restore", *postgres.where, "--no-owner", "--exit-on-error", "-d", new, file)
    return copy


def make_room(server: LiveServer) -> tuple[str, str]:
    made = server.post("/api/rooms", {"seats": SEATS, "pace": "instant", "start": True})
    return made["code"], made["token"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_server_on_a_copy_has_the_games_up_to_then(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        database = database_in(tmp_path)
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new()
    with living(database, "--lease", "60") as server:
        code, token = make_room(server)
        with Friend(server, code, token) as ada:
            ada.take_turn()
            acknowledged = ada.update.number
            if kind == "sqlite":
                copy = copy_of(database)
            else:
                copy = restored(postgres, database, *LEFT_OUT)
            ada.take_turn()  # the game goes on where it was
            kept = entries_of(copy, code)
            assert kept == entries_of(database, code)[: len(kept)]
            # at once, although the lease of the first server has not ended there
            with living(copy) as other, Friend(other, code, token) as ada_again:
                assert ada_again.update.number >= acknowledged
                ada_again.take_turn()
            ada.take_turn()


@pytest.mark.anyio
async def test_owner_of_a_copied_room_has_it_only_until_its_lease_ends(postgres: Postgres) -> None:
    database = postgres.new()
    store = await Store.open(database)
    owner = store.share("ws://the-first.example", seconds=LEASE)
    await owner.join()
    await store.create("A", "made")
    await owner.claim("A")
    copy = restored(postgres, database)  # with the table of servers
    time.sleep(LEASE)
    await owner.renew()  # which the copy does not learn
    there = await Store.open(copy)
    other = there.share("ws://the-second.example")
    await other.join()
    assert await other.claim("A") == Claim(2)
    assert await owner.claim("A") == Claim(2)
    await store.close()
    await there.close()
