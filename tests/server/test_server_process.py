"""A server that is killed in the middle of a game loses nothing that anybody saw."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.command import refused, run
from tests.live import TIMEOUT, Friend, LiveServer, database_in, living
from tests.server.postgres import Postgres
from unolab import Game
from unolab.server.protocol import Update
from unolab.server.room.entries import ENTRY, Created, Moved
from unolab.server.room.sitting import Sitting
from unolab.server.store.store import Store

pytestmark = pytest.mark.slow

KILLS = {"sqlite": 3, "postgresql": 2}  # a start takes seconds


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_in(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    with living(database_in(tmp_path)) as live:
        yield live


class Regular(Thread):
    """Somebody who plays until told to stop, comes back by themselves, and keeps what they saw."""

    def __init__(self, live: LiveServer, room: str, token: str | None, stopped: Event) -> None:
        super().__init__()
        self._live, self._room, self._token, self._stopped = live, room, token, stopped
        self.since = 0
        self.steps: dict[int, Any] = {}
        self.moved = Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    self._play()
                except (OSError, ConnectionClosed):
                    self._stopped.wait(0.05)  # until the server is back
        except BaseException as error:
            self.problem = error

    def _play(self) -> None:
        with Friend(self._live, self._room, self._token, self.since) as player:
            while not self._stopped.is_set():
                update = player.update
                assert update.number >= self.since, "the server has forgotten something"
                self.since = update.number
                for step in update.steps:
                    known = self.steps.setdefault(step.number, step.events)
                    assert known == step.events, "the past has changed"
                if update.steps:
                    self.moved.set()
                if update.seats:
                    player.answer()
                while not isinstance(player.read(), Update) and not self._stopped.is_set():
                    pass


def entries_of(database: str, code: str) -> list[Any]:
    async def load() -> list[str]:
        store = await Store.open(database)
        try:
            return await store.load(code)
        finally:
            await store.close()

    return [ENTRY.validate_json(text) for text in asyncio.run(load())]


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
        regulars = [Regular(live, code, t, stopped) for t in (made["token"], token, None)]
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

        first, *entries = entries_of(database, code)
        assert isinstance(first, Created)
        sitting = Sitting.of(first)
        played: dict[int, Any] = {}
        for number, entry in enumerate(entries, 2):
            sitting = sitting.after(entry)
            if isinstance(entry, Moved):
                assert sitting.match is not None
                played[number] = sitting.match.events
        for regular in regulars:
            assert regular.since <= len(entries) + 1
            seen = [n for n in regular.steps if n in played]
            assert len(seen) > kills
            for number in seen:
                events = regular.steps[number]
                assert [e.kind for e in events] == [e.kind for e in played[number]]
                cards = [None if e.card is None else str(e.card) for e in played[number]]
                assert [e.card for e in events] == cards
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
