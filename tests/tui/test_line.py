"""The way to a room: addresses, secrets, and the way back after a lost connection."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.server.clients import Memory, rooms_of
from tests.server.table import ADA, created, person
from unolab.errors import NotationError
from unolab.server.house import House
from unolab.server.protocol import ReviewShown, Said, Update, Welcome
from unolab.server.room.entries import Chair
from unolab.tui.address import Address
from unolab.tui.keepsake import Keepsake
from unolab.tui.line import Line, Lost, NoEntry, Wire
from unolab.tui.reviewing import Reviewing, fetch_review


@pytest.mark.parametrize(
    ("text", "socket"),
    [
        ("http://localhost:8000/r/K7QMX", "ws://localhost:8000/api/ws?room=K7QMX"),
        ("https://uno.example/r/k7qmx/", "wss://uno.example/api/ws?room=K7QMX"),
        ("ws://localhost:8000/K7QMX", "ws://localhost:8000/api/ws?room=K7QMX"),
        ("localhost:8000/K7QMX", "ws://localhost:8000/api/ws?room=K7QMX"),
        (" [::1]:8000/r/K7QMX ", "ws://[::1]:8000/api/ws?room=K7QMX"),
        ("localhost:8000/r/k7-qmx", "ws://localhost:8000/api/ws?room=K7QMX"),
        ("localhost:8000/r/K7 QMX", "ws://localhost:8000/api/ws?room=K7QMX"),
        ("localhost:8000/r/K7%20QMX", "ws://localhost:8000/api/ws?room=K7QMX"),
    ],
)
def test_address_of_a_room(text: str, socket: str) -> None:
    address = Address.parse(text)
    assert (address.socket, address.code) == (socket, "K7QMX")
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names no server"),
        ("K7QMX", "names no room"),
        ("http://localhost:8000", "names no room"),
        ("http://localhost:8000/replay/K7QMX-1", "names no room"),
        ("ftp://localhost/r/K7QMX", "begins with ftp"),
        ("http://localhost:99999/r/K7QMX", "has no port"),
        ("http://[::1/r/K7QMX", "is not an address"),
        ("http://me@localhost/r/K7QMX", "names no server"),
    ],
)
def test_wrong_address_is_explained(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        Address.parse(text)


def test_secrets_are_kept_by_place(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "terminal.json"
    Keepsake(path).keep("here", "AAAAA", "one")
    Keepsake(path).keep("there", "AAAAA", "two")
    Keepsake(path).keep("here", "BBBBB", "three")
    kept = Keepsake(path)
    assert kept.name is None
    kept.keep_name(" Ada ")
    Keepsake(path).keep("here", "BBBBB", "three")
    assert kept.name == "Ada"
    assert kept.find("here") == {"code": "BBBBB", "token": "three"}
    assert kept.find("here", "AAAAA") == {"code": "AAAAA", "token": "one"}
    assert kept.find("nowhere") is None
    assert path.stat().st_mode & 0o77 == 0
    path.write_text("{broken")
    assert kept.find("here") is None


@pytest.mark.anyio
async def test_line_finds_its_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.tui.line.FIRST_WAIT", 0)
    memory = Memory()
    memory.rooms["STAGE"] = [created(person(ADA), Chair()).model_dump_json()]
    house = House(rooms_of(memory))
    wires: list[Wire] = []

    async def connect() -> Wire:
        if len(wires) == 1:
            wires.append(wires[0])
            raise OSError("there is no network")
        wires.append(await house.connect())
        return wires[-1]

    kept: list[str] = []
    line = Line(connect, "stage", keep=kept.append)
    heard = []
    async for message in line.listen():
        heard.append(message)
        if isinstance(message, Update) and not message.seats:
            await line.send("sit", seat=1, name="Ben")
        elif isinstance(message, Update) and len(wires) == 1:
            await wires[0].close()
        elif isinstance(message, Lost):
            await line.send("say", text="I am back")
            await line.send("move", move="+", at=1)  # which would come too late
        elif isinstance(message, Said):
            break
    await line.close()
    await house.close()
    assert len(kept) == 1
    assert [m.why for m in heard if isinstance(m, Lost)] == [
        "the server hung up",
        "there is no network",
    ]
    assert [m.seats for m in heard if isinstance(m, Welcome)] == [[], [1], [1]]
    said = heard[-1]
    assert isinstance(said, Said)
    assert (said.seat, said.text) == (1, "I am back")


@pytest.mark.anyio
async def test_room_that_does_not_exist() -> None:
    house = House(rooms_of(Memory()))
    with pytest.raises(NoEntry, match="there is no room NOPE"):
        async for _ in Line(house.connect, "NOPE").listen():
            pass
    await house.close()


@pytest.fixture
def reviewing_server() -> Iterator[str]:
    """A server that begins with two reviews, fails at one, and refuses all others."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.path in ("/api/replays/K7QMX-1/review", "/api/replays/K7QMX-3/review")
            self.send_response(200 if known else 404)
            self.end_headers()
            if known:
                for done in (0, 12):
                    shown = ReviewShown(done=done, of=31, review=None)
                    self.wfile.write(f"data: {shown.model_dump_json()}\n\n".encode())
                if self.path.endswith("-3/review"):
                    self.wfile.write(b'data: {"code": "no_answer", "text": "try again later"}\n\n')
            else:
                self.wfile.write(b'{"code": "no_replay", "text": "there is no such round"}')

        def log_message(self, format: str, *arguments: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


async def review_of(address: str, id: str) -> tuple[list[int], str]:
    """Ask for a review: how far it was, and why there is none."""
    told: list[int] = []
    reviewing = Reviewing(id)
    source = partial(fetch_review, Address.parse(f"{address}/K7QMX"))
    await reviewing.follow(source, lambda: told.append(reviewing.done))
    return told, reviewing.problem


@pytest.mark.anyio
async def test_review_comes_from_the_server_of_the_room(reviewing_server: str) -> None:
    told, problem = await review_of(reviewing_server, "K7QMX-1")
    assert told[:2] == [0, 12]
    assert problem == "The server hung up."


@pytest.mark.anyio
async def test_why_a_server_has_no_review_is_said(reviewing_server: str) -> None:
    assert (await review_of(reviewing_server, "K7QMX-2"))[1] == "There is no such round."
    assert (await review_of(reviewing_server, "K7QMX-3"))[1] == "Try again later."
    gone = await review_of("127.0.0.1:1", "K7QMX-1")
    assert gone[1] == "127.0.0.1:1 does not answer: is the server running?"
