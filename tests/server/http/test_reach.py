"""Who can reach a server: this machine alone, until the person at it opens it to the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from threading import Event, Thread
from typing import Any, cast

import httpx
import pytest
from starlette.requests import Request

from tests.server.clients import Memory
from unolab.server.app import Settings, create_app
from unolab.server.guard.limits import OWN_MACHINE
from unolab.server.http import reach as module
from unolab.server.http.reach import Reach
from unolab.server.run import Server, configure, listen
from unolab.server.store.store import Store

pytestmark = pytest.mark.slow

OTHER = "127.0.0.2"  # an address of this machine that stands for the one in its network
STRANGER = {"X-Forwarded-For": "192.0.2.7"}  # believed, as it comes from this machine


@contextmanager
def playing(may_open: bool = True) -> Iterator[tuple[httpx.Client, int]]:
    """Serve as ``unolab play`` does."""
    names = ("localhost", "127.0.0.1")
    settings = Settings(limits=OWN_MACHINE, hosts=names, may_open=may_open)
    with listen_where_both_are_free() as listening:
        port = listening.getsockname()[1]
        reach = Reach(names, "127.0.0.1", port, may_open)
        app = create_app(cast(Store, Memory()), settings, reach)
        ready = Event()
        server = Server(configure(app, settings.limits), ready.set)
        reach.listen = server.listen_also
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert ready.wait(20)
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
                yield client, port
        finally:
            server.should_exit = True
            thread.join()


def listen_where_both_are_free() -> socket:
    """Listen on a port that nobody has at the address for others either."""
    while True:
        listening = listen("127.0.0.1", 0)
        with socket() as probe:
            try:
                probe.bind((OTHER, listening.getsockname()[1]))
            except OSError:
                listening.close()
            else:
                return listening


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: OTHER)


def is_reached(port: int) -> bool:
    """Whether the server answers at the address for others, under that name."""
    try:
        return httpx.get(f"http://{OTHER}:{port}/api/health", timeout=20).status_code == 200
    except httpx.ConnectError:
        return False


def own(port: int) -> dict[str, str]:
    """What the page of this machine sends along."""
    return {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}


def test_network_is_opened_by_the_own_page_on_this_machine() -> None:
    with playing() as (client, port):
        shown: dict[str, Any] = {"local": True, "address": None, "may_open": True}
        assert client.get("/api/network").json() == shown
        assert not is_reached(port)
        named = client.get("/api/health", headers={"Host": f"{OTHER}:{port}"})
        assert named.status_code == 403  # nobody goes by that name yet

        answer = client.post("/api/network", json={}, headers=own(port))
        shown = {"local": False, "address": f"http://{OTHER}:{port}", "may_open": False}
        assert (answer.status_code, answer.json()) == (200, shown)
        assert client.get("/api/network").json() == shown
        assert is_reached(port)
        evil = httpx.get(f"http://{OTHER}:{port}/api/health", headers={"Host": "evil.test"})
        assert evil.status_code == 403
        again = client.post("/api/network", json={}, headers=own(port))
        assert again.json() == shown  # to ask twice is no error


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),  # a program: nobody was asked
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        (STRANGER, 403),
        (STRANGER | {"Origin": "OWN"}, 403),
        ({"Host": "localhost.evil.test", "Origin": "http://localhost.evil.test"}, 403),
    ],
)
def test_nobody_else_opens_it(headers: dict[str, str], status: int) -> None:
    with playing() as (client, port):
        sent = {name: value.replace("OWN", own(port)["Origin"]) for name, value in headers.items()}
        assert client.post("/api/network", json={}, headers=sent).status_code == status
        assert client.get("/api/network").json()["local"]
        assert not is_reached(port)


def test_strangers_are_told_nothing_and_are_limited() -> None:
    with playing() as (client, port):
        assert client.post("/api/network", json={}, headers=own(port)).status_code == 200
        hidden = {"local": False, "address": None, "may_open": False}
        assert client.get("/api/network", headers=STRANGER).json() == hidden
        there = httpx.get(f"http://{OTHER}:{port}/api/network")
        assert there.json() == hidden
        room: dict[str, Any] = {"seats": [{"who": "me"}, {"who": "open"}]}

        def made(headers: dict[str, str]) -> int:
            answers = [client.post("/api/rooms", json=room, headers=headers) for _ in range(50)]
            return sum(answer.status_code == 201 for answer in answers)

        assert made(STRANGER) <= 45
        assert made({}) == 50  # this machine has no limits


def test_server_that_may_not_be_opened_says_so() -> None:
    with playing(may_open=False) as (client, port):
        assert client.get("/api/network").json() == {
            "local": True,
            "address": None,
            "may_open": False,
        }
        assert client.post("/api/network", json={}, headers=own(port)).status_code == 403


def test_without_a_network_there_is_nothing_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: None)
    with playing() as (client, port):
        assert not client.get("/api/network").json()["may_open"]
        answer = client.post("/api/network", json={}, headers=own(port))
        assert (answer.status_code, answer.json()["code"]) == (503, "no_network")


def test_port_that_is_taken_there_is_said() -> None:
    with playing() as (client, port), listen(OTHER, port):
        answer = client.post("/api/network", json={}, headers=own(port))
        assert (answer.status_code, answer.json()["code"]) == (503, "no_network")
        assert client.get("/api/network").json()["local"]


def test_links_lead_to_the_network_when_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(link: str) -> bytes:
        drawn.append(link)
        return b"<svg/>"

    monkeypatch.setattr("unolab.server.guard.work.picture_of", draw)
    with playing() as (client, port):
        room = {"room": {"seats": [{"who": "me"}, {"who": "open"}]}}
        code = client.post("/api/reservations", json=room).json()["code"]
        client.get(f"/api/rooms/{code}/qr.svg")
        client.post("/api/network", json={}, headers=own(port))
        client.get(f"/api/rooms/{code}/qr.svg")
        assert drawn == [f"http://{host}:{port}/r/{code}" for host in ("127.0.0.1", OTHER)]


def test_server_for_everyone_names_its_address_where_it_was_opened_as_localhost() -> None:
    reach = Reach(host="0.0.0.0", port=8000)

    def asked(host: str, client: str) -> Any:
        headers = [(b"host", host.encode())]
        scope = {"type": "http", "client": (client, 1), "headers": headers, "path": "/"}
        return reach.show_to(Request(scope | {"scheme": "http", "query_string": b""}))

    assert asked("localhost:8000", "127.0.0.1").address == f"http://{OTHER}:8000"
    assert asked("uno.example.org", "127.0.0.1").address is None
    assert asked("localhost:8000", "192.0.2.7").address is None
