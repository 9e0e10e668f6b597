"""Servers are upgraded one by one, over a change of the tables, while people play."""

import asyncio
import os
import signal
import time
from contextlib import ExitStack
from threading import Event

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine

from tests.live import TIMEOUT, Friend, LiveServer, living
from tests.server.fleet import next_release
from tests.server.postgres import Postgres
from tests.server.regulars import Regular, check_log
from unolab.server.store.schema import meta

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="Windows has no fleet")]

SEATS = [{"who": "me", "name": "Ada"}, {}]


class NextRelease(LiveServer):
    """A server of the version to come."""

    module = next_release.__name__


def wait_for_moves(regulars: list[Regular]) -> None:
    """Let everyone see that play goes on."""
    for regular in regulars:
        regular.moved.clear()
    for regular in regulars:
        assert regular.problem is not None or regular.moved.wait(TIMEOUT), "play does not go on"


def test_play_goes_on_while_servers_are_upgraded(postgres: Postgres) -> None:
    database, stopped = postgres.new(), Event()
    with ExitStack() as stack:
        old = [stack.enter_context(living(database, "--lease", "2")) for _ in range(2)]
        servers = list(old)
        made = old[0].post("/api/rooms", {"seats": SEATS, "pace": "instant"})
        with (
            Friend(old[0], made["code"], made["token"]) as ada,
            Friend(old[1], made["code"]) as bob,
        ):
            tokens = [made["token"], bob.sit(1, "Bob").token]
            ada.send(type="deal")
            ada.until(lambda update: update.table is not None)
        regulars = [Regular(servers, made["code"], token, stopped, 0.05) for token in tokens]
        for regular in regulars:
            regular.start()
        try:
            for number, server in enumerate(old):
                wait_for_moves(regulars)
                new = NextRelease(database, "--lease", "2", anew=True)
                stack.callback(new.kill)
                wait_for_moves(regulars)  # side by side, the tables are the new ones
                servers[number] = new
                server.process.send_signal(signal.SIGTERM)
                server.process.communicate(timeout=TIMEOUT)
                assert server.process.returncode in (0, -signal.SIGTERM)  # not killed
            wait_for_moves(regulars)
            time.sleep(0.2)
        finally:
            stopped.set()
            for regular in regulars:
                regular.join()
        assert [regular.problem for regular in regulars] == [None, None]
        check_log(database, made["code"], regulars)
    assert asyncio.run(version_of(database)) == next_release.NEWER


async def version_of(database: str) -> int | None:
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        version = await connection.scalar(select(meta.c.version))
    await engine.dispose()
    return version
