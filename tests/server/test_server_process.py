"""A server that is killed in the middle of a game loses nothing that anybody saw."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.command import refused, run
from tests.kit import thoroughly
from tests.live import TIMEOUT, Friend, LiveServer, database_in, living
from tests.server.postgres import Postgres
from tests.server.regulars import Regular, check_log
from unolab import Game

pytestmark = pytest.mark.slow

KILLS = {"sqlite": 2, "postgresql": 2}  # a start takes seconds


@pytest.fixture(params=["sqlite", *thoroughly("postgresql")])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_in(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    with living(database_in(tmp_path), anew=True) as live:
        yield live


def test_killed_again_and_again_it_goes_on(database: str) -> None:
    kind = database.partition(":")[0].partition("+")[0]
    rng, kills = Random(kind), KILLS[kind]
    with living(database) as live:
        seats: list[Any] = [{"who": "me", "name": "Ada"}, {}, {"who": "bot", "bot": "easy"}]
        made = live.post("/api/rooms", {"seats": seats, "pace": "instant"})
        code = made["code"]
        with Friend(live, code) as bob, Friend(live, code, made["token"]) as ada:
            token = bob.sit(1, "Bob").token
            ada.send(type="deal")
            ada.until(lambda update: update.table is not None)

        stopped = Event()
        regulars = [Regular([live], code, t, stopped) for t in (made["token"], token, None)]
        for regular in regulars:
            regular.start()
        try:
            for _ in range(kills):
                for regular in regulars:
                    regular.moved.clear()
                    assert regular.moved.wait(30), "play does not go on"
                time.sleep(rng.random() * 0.3)  # at any moment
                live.kill()
                live.start()
            for regular in regulars:
                regular.moved.clear()
                assert regular.moved.wait(30), "play does not go on"
        finally:
            stopped.set()
            live.kill()
            for regular in regulars:
                regular.join()
        assert [regular.problem for regular in regulars] == [None] * 3

        sitting = check_log(database, code, regulars)
        for regular in regulars:
            assert len(regular.steps) > kills
        assert sitting.match is not None
        for game in sitting.match.games:
            assert Game.parse(str(game)).state == game.state


def test_ctrl_c_ends_it_quickly_and_in_one_line(live: LiveServer) -> None:
    seats = [{"who": "me"}, {"who": "bot"}]
    made = live.post("/api/rooms", {"seats": seats, "pace": "calm", "start": True})
    with Friend(live, made["code"], made["token"]) as player:
        began = time.monotonic()
        code, err = live.stop()
        assert code in (0, 130)
        assert len(err.splitlines()) <= 1, err
        assert "Traceback" not in err
        assert time.monotonic() - began < 10
        with pytest.raises(ConnectionClosed):
            player.until(lambda update: False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "nonsense"], "sqlite:///path/to/file"),
        (["--database", "mysql://somewhere/else"], "postgresql://"),
        (["--database", "sqlite:////proc/none/rooms.sqlite"], "can't be used"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "can't be used"),
        (["--host", "no.such.host.invalid"], "is not an address of this machine"),
        (["--host", "192.0.2.1"], "is not an address of this machine"),
        (["--port", "99999"], "is not a port"),
        (["--allow-host", "uno.example.org:80"], "is not a host name"),
        (["--allow-host", "a b"], "is not a host name"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    usual = ["--host", "127.0.0.1", "--port", "0", "--database", f"sqlite:///{tmp_path}/rooms"]
    refused(run("serve", *usual, *arguments), words)


def test_server_answers_to_its_names_only(tmp_path: Path) -> None:
    names = ("--allow-host", "Uno.Example.org", "--allow-host", "::1")
    with living(database_in(tmp_path), *names) as live:
        for host, status in (
            ("uno.example.org", 200),
            ("uno.example.org:8000", 200),
            ("[::1]:8000", 200),
            (f"127.0.0.1:{live.port}", 403),
            ("evil.test", 403),
        ):
            answer = httpx.get(f"{live.url}/api/health", headers={"Host": host}, timeout=TIMEOUT)
            assert answer.status_code == status


def test_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("serve", "--host", "127.0.0.1", "--port", str(port))
    refused(done, f"port {port} is in use: choose another with --port")
