"""Several processes at one port: to the outside they are one server."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.command import refused, run
from tests.live import TIMEOUT, Friend, LiveServer, database_in, living
from tests.server.postgres import Postgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]

WORKERS = 2
SEATS = [{"who": "me", "name": "Ada"}, {}]


@pytest.fixture(scope="module")
def server(postgres: Postgres) -> Iterator[LiveServer]:
    """A server for all tests here: a start takes seconds."""
    with living(postgres.new(), "--workers", str(WORKERS), "--lease", "2", anew=True) as live:
        yield live
        if live.process.poll() is None:
            live.process.terminate()
            live.process.communicate(timeout=TIMEOUT)


@pytest.fixture
def live(server: LiveServer) -> LiveServer:
    """The server, whatever the test before has done to it."""
    if server.process.poll() is not None:
        server.start()
    return server


def workers_of(live: LiveServer) -> list[int]:
    """Return the processes that serve."""
    pid = live.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(c) for c in children if b"spawn_main" in Path(f"/proc/{c}/cmdline").read_bytes()]


def test_workers_share_rooms_and_live_and_end_together(live: LiveServer) -> None:
    """All in one, as a start takes seconds: one that dies is started again, none is left over."""
    share_rooms_and_replace_the_dead(live)
    end_together(live, signal.SIGTERM)
    live.start()
    live.process.kill()
    live.process.communicate(timeout=TIMEOUT)  # until they have closed their end of the pipe
    with socket.create_server(("127.0.0.1", live.port)):  # free for the next one
        pass


@pytest.mark.thorough
def test_workers_end_together_at_ctrl_c(live: LiveServer) -> None:
    end_together(live, signal.SIGINT)


def share_rooms_and_replace_the_dead(live: LiveServer) -> None:
    """Let friends at either worker see the same room, also after one of them was killed."""
    first = workers_of(live)
    assert len(first) == WORKERS
    made = live.post("/api/rooms", {"seats": SEATS})
    friends = [Friend(live, made["code"], made["token"]) for _ in range(8)]  # at either worker
    friends[0].send(type="rename", seat=0, name="Eve", avatar=1)
    for friend in friends:
        friend.until(lambda update: update.room.seats[0].name == "Eve")
    os.kill(first[0], signal.SIGKILL)
    until = time.monotonic() + TIMEOUT
    while len(workers_of(live)) < WORKERS or workers_of(live) == first:
        assert time.monotonic() < until
        time.sleep(0.1)
    for friend in friends:
        while True:
            try:
                friend.enter()
                break
            except (OSError, ConnectionClosed, InvalidStatus):
                assert time.monotonic() < until
                time.sleep(0.1)
        assert friend.update.room.seats[0].name == "Eve"
        friend.close()


def end_together(live: LiveServer, how: signal.Signals) -> None:
    """Tell the parent to end: no worker is left."""
    workers = workers_of(live)
    live.process.send_signal(how)
    _, said = live.process.communicate(timeout=TIMEOUT)
    assert live.process.returncode == 0
    assert "Traceback" not in said
    for worker in workers:
        assert not Path(f"/proc/{worker}").exists()


def test_sqlite_is_for_one_process(tmp_path: Path) -> None:
    database = database_in(tmp_path)
    refused(
        run("serve", "--workers", "2", "--database", database),
        "several workers need a PostgreSQL database",
    )
    refused(run("serve", "--workers", "1000000"), "at most 256")
