"""Three servers on one PostgreSQL: any of them serves any room, and none is missed for long."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from random import Random
from threading import Event
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.live import TIMEOUT, Friend, LiveServer, living
from tests.server.postgres import Postgres
from tests.server.regulars import Regular, check_log, entries_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="Windows has no fleet")]

LEASE = 2  # seconds
PACE = 0.05  # seconds before a move: a room whose log is full would deal no more
SEATS: list[Any] = [{"who": "me", "name": "Ada"}, {}, {"who": "bot", "bot": "easy"}]


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new()


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[LiveServer]]:
    """Three servers, for all tests here: a start takes seconds."""
    with ExitStack() as stack, ThreadPoolExecutor(3) as pool:

        def start(_: int) -> LiveServer:
            arguments = ("--lease", str(LEASE), "--away-after", "60")
            return stack.enter_context(living(database, *arguments))

        yield [*pool.map(start, range(3))]


@pytest.fixture
def fleet(servers: list[LiveServer]) -> list[LiveServer]:
    """The three, whatever the test before has done to them."""
    for server in servers:
        if server.process.poll() is not None:
            server.start()
    return servers


def come_back(friend: Friend) -> float:
    """Reconnect as a page does, until it works; return the seconds that took."""
    began = time.monotonic()
    while True:
        try:
            friend.enter()
        except (OSError, ConnectionClosed, InvalidStatus):
            assert time.monotonic() - began < TIMEOUT, "the room is gone"
            time.sleep(0.1)
        else:
            return time.monotonic() - began


def read_to_the_end(friend: Friend) -> None:
    """Read until the server hangs up."""
    with suppress(ConnectionClosed):
        while True:
            friend.read()


def make_room(server: LiveServer, **wanted: Any) -> tuple[str, str]:
    """Make a room, and let a server have it: that of the first client."""
    made = server.post("/api/rooms", {"seats": SEATS, "pace": "instant", **wanted})
    with Friend(server, made["code"], made["token"]):
        return made["code"], made["token"]


def test_a_room_is_reached_through_any_server(fleet: list[LiveServer]) -> None:
    one, two, three = fleet
    code, token = make_room(one)
    with Friend(two, code, token) as ada, Friend(three, code) as bob:
        bob.sit(1, "Bob")
        ada.send(type="deal")
        for friend in (ada, bob):
            friend.until(lambda update: update.table is not None)
        assert three.get(f"/api/rooms/{code}")["stage"] == "playing"
        ada.send(type="say", text="hello through two hops")
        while "hello through two hops" not in str(bob.read()):
            pass


def test_a_room_is_where_its_first_client_comes_to(fleet: list[LiveServer]) -> None:
    one, two, _ = fleet
    made = one.post("/api/rooms", {"seats": SEATS})
    with Friend(two, made["code"], made["token"]) as ada:
        one.kill()  # it has nothing to do with this room
        ada.send(type="rename", seat=0, name="Eve", avatar=1)
        ada.until(lambda update: update.room.seats[0].name == "Eve")


def test_a_code_that_one_server_reserved_is_known_to_all(fleet: list[LiveServer]) -> None:
    one, two, _ = fleet
    wanted = {"room": {"seats": [{"who": "me", "name": "Ada"}, {}]}}
    made = one.post("/api/reservations", wanted)
    mine = {"code": made["code"], "token": made["token"]}
    assert two.get(f"/api/rooms/{made['code']}")["stage"] == "lobby"
    assert two.post("/api/reservations", wanted | mine)["code"] == made["code"]
    with Friend(two, made["code"]) as bob:
        bob.sit(1, "Bob")
        again = one.post("/api/reservations", wanted | mine)
        assert (again["code"], again["made"]) == (made["code"], True)


def test_another_server_takes_over_after_the_lease(fleet: list[LiveServer]) -> None:
    one, two, _ = fleet
    code, token = make_room(one)
    with Friend(two, code, token) as ada:
        one.kill()
        assert come_back(ada) < LEASE + 5
        assert ada.update.room.seats[0].name == "Ada"


def test_a_server_that_ends_in_peace_gives_its_rooms_back_at_once(fleet: list[LiveServer]) -> None:
    one, two, _ = fleet
    code, token = make_room(one)
    with Friend(two, code, token) as ada:
        assert one.stop()[0] == 0
        assert come_back(ada) < LEASE


def test_who_starts_again_in_the_same_place_need_not_wait(fleet: list[LiveServer]) -> None:
    one = fleet[0]
    code, token = make_room(one)
    with Friend(one, code, token) as ada:
        one.kill()
        one.start()
        assert come_back(ada) < LEASE


def test_a_server_that_was_stopped_and_wakes_up_has_lost_its_rooms(
    fleet: list[LiveServer], database: str
) -> None:
    one, two, _ = fleet
    code, token = make_room(one, start=False)
    with Friend(one, code, token) as old:
        os.kill(one.process.pid, signal.SIGSTOP)
        try:
            with ExitStack() as stack:
                while True:  # as a page does that has lost its server
                    try:
                        new = stack.enter_context(Friend(two, code, token))
                        break
                    except (OSError, ConnectionClosed):
                        time.sleep(0.1)
                new.send(type="rename", seat=0, name="Eve", avatar=1)
                new.until(lambda update: update.room.seats[0].name == "Eve")
                os.kill(one.process.pid, signal.SIGCONT)
                old.send(type="rename", seat=0, name="Zoe", avatar=1)
                read_to_the_end(old)
                come_back(old)
                assert old.update.room.seats[0].name == "Eve"
        finally:
            os.kill(one.process.pid, signal.SIGCONT)
    assert "Zoe" not in str(entries_of(database, code))


def test_the_peer_port_is_for_those_with_a_pass(fleet: list[LiveServer]) -> None:
    port = peer_port(fleet[0])
    for headers in ({}, {"unolab-pass": ""}, {"unolab-pass": "0" * 64}, {"unolab-pass": "\u00e9"}):
        with (
            pytest.raises(InvalidStatus),
            connect(f"ws://127.0.0.1:{port}/api/ws", additional_headers=headers),
        ):
            pass


def peer_port(server: LiveServer) -> int:
    """Find the second port on which a process listens."""
    inodes = {
        os.readlink(f"/proc/{server.process.pid}/fd/{fd}")
        for fd in os.listdir(f"/proc/{server.process.pid}/fd")
    }
    with open("/proc/net/tcp") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    ports = {
        int(row[1].rpartition(":")[2], 16)
        for row in rows
        if row[3] == "0A" and f"socket:[{row[9]}]" in inodes
    }
    (port,) = ports - {server.port}
    return port


# ── at random ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def faults(thorough: bool) -> int:
    return 200 if thorough else 2


def test_killed_and_stopped_at_random_they_lose_nothing(
    fleet: list[LiveServer], database: str, faults: int
) -> None:
    rng, stopped = Random("fleet"), Event()
    regulars: list[Regular] = []
    codes = []
    for home in fleet:
        code, token = make_room(home)
        codes.append(code)
        with Friend(home, code) as bob, Friend(home, code, token) as ada:
            other = bob.sit(1, "Bob").token
            ada.send(type="deal")
            ada.until(lambda update: update.table is not None)
        for each in (token, other, None):
            regulars.append(Regular(fleet, code, each, stopped, PACE))
    for regular in regulars:
        regular.start()
    try:
        for _ in range(faults):
            time.sleep(rng.random())
            hurt(rng.choice(fleet), rng)
        for regular in regulars:
            regular.moved.clear()
        for regular in regulars:
            assert regular.problem is not None or regular.moved.wait(60), "play does not go on"
    finally:
        stopped.set()
        for regular in regulars:
            regular.join()
    assert [regular.problem for regular in regulars] == [None] * len(regulars)
    for code in codes:
        check_log(database, code, [r for r in regulars if r.room == code])


def hurt(server: LiveServer, rng: Random) -> None:
    """Kill a server and start it again, or stop it for shorter or longer than its lease."""
    if rng.random() < 0.5:
        server.kill()
        time.sleep(rng.choice([0.0, 0.5 * LEASE, 1.5 * LEASE]))
        server.start()
    else:
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(rng.choice([0.3 * LEASE, 1.5 * LEASE]))
        os.kill(server.process.pid, signal.SIGCONT)
