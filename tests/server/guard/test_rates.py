"""How much one address may ask for, how large, and how much the server takes from all."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.requests import SEATS, offered, problem
from tests.server.site import site
from unolab.server.guard.guard import LARGEST_BODY, Guard
from unolab.server.guard.limits import Addresses, ServerLimits

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def test_new_sockets_have_a_rate() -> None:
    with site(ServerLimits(sockets=(0.001, 3))) as client:
        for _ in range(3):
            with client.talk():
                pass
        with pytest.raises(InvalidStatus, match="403"), client.talk():
            pass


async def test_files_of_the_page_have_a_rate_too(built: Path) -> None:
    async with offered(ServerLimits(requests=(0.001, 2), page_cost=0.5)) as client:
        for _ in range(4):
            assert (await client.get("/")).status_code == 200
        problem(await client.get("/"), 429, "too_fast")


async def test_one_address_has_so_many_requests_at_a_time() -> None:
    gate, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        begun.release()
        await gate.wait()
        await PlainTextResponse("done")(scope, receive, send)

    guard = Guard(slow, ServerLimits(in_flight=2), Addresses(1e9, 1e9))
    transport = httpx.ASGITransport(guard)
    async with httpx.AsyncClient(transport=transport, base_url="http://uno.test") as client:
        answers = [asyncio.create_task(client.get("/api/health")) for _ in range(2)]
        for _ in answers:
            await begun.acquire()
        answer = await client.get("/api/health")
        assert "concurrent" in problem(answer, 429, "too_fast")
        assert answer.headers["connection"] == "close"
        gate.set()
        assert [(await each).text for each in answers] == ["done", "done"]
        assert (await client.get("/api/health")).text == "done"


async def test_body_has_a_limit() -> None:
    async with offered() as client:
        body = b'{"text": "' + b" " * LARGEST_BODY + b'"}'
        kind = {"content-type": "application/json"}
        answer = await client.post("/api/replays", content=body, headers=kind)
        assert "65,536" in problem(answer, 413, "too_big")

        async def chunks() -> AsyncIterator[bytes]:
            for _ in range(40):
                yield b" " * 8192

        problem(await client.post("/api/replays", content=chunks(), headers=kind), 413, "too_big")


async def test_requests_have_a_rate() -> None:
    async with offered(ServerLimits(requests=(0.001, 5))) as client:
        for _ in range(5):
            assert (await client.get("/api/health")).status_code == 200
        assert "wait" in problem(await client.get("/api/health"), 429, "too_fast")


async def test_new_rooms_have_a_rate() -> None:
    async with offered(ServerLimits(rooms=(0.001, 2))) as client:
        for _ in range(2):
            assert (await client.post("/api/rooms", json={"seats": SEATS})).status_code == 201
        problem(await client.post("/api/rooms", json={"seats": SEATS}), 429, "too_fast")


def test_server_can_be_full_of_people() -> None:
    with site(ServerLimits(all_rooms=1)) as client:
        codes = [client.post("/api/rooms", json={"seats": SEATS}).json()["code"] for _ in range(2)]
        with client.talk() as talk:  # the first went for the second, and comes back
            talk.say(id=1, type="hello", version=2, room=codes[0])
            assert talk.hear()["code"] == codes[0]
            problem(client.post("/api/rooms", json={"seats": SEATS}), 503, "full")
            assert client.get(f"/api/rooms/{codes[1]}").status_code == 200


def test_codes_cannot_be_tried_one_after_the_other() -> None:
    with site(ServerLimits(guesses=(0.001, 3))) as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        problem(client.get("/api/rooms/AAAAA"), 404, "no_room")
        problem(client.get("/api/replays/AAAAA-1"), 404, "no_replay")
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room="AAAAA")
            assert talk.hear()["code"] == "no_room"
        for wrong in ("AAAAB", "AAAABBBB"):
            problem(client.get(f"/api/rooms/{wrong}"), 429, "too_fast")
            problem(client.get(f"/api/replays/{wrong}-1"), 429, "too_fast")
            with client.talk() as talk:
                talk.say(id=1, type="hello", version=2, room=wrong, token="x" * 32)
                assert talk.hear()["code"] == "too_fast"
        # whoever plays at the same address has guessed nothing
        assert client.get(f"/api/rooms/{made['code']}").status_code == 200
        for token, seats in ((None, []), ("x" * 32, []), (made["token"], [0])):
            with client.talk() as talk:
                talk.say(id=1, type="hello", version=2, room=made["code"], token=token)
                assert talk.hear()["seats"] == seats


def test_one_address_has_so_many_connections() -> None:
    with site(ServerLimits(connections=2)) as client:
        with (
            client.talk(),
            client.talk() as second,
            pytest.raises(InvalidStatus, match="403"),
            client.talk(),
        ):
            pass
        second.connection.close()


def test_message_that_is_far_too_big_ends_the_connection() -> None:
    with site() as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        with client.talk() as other, client.talk() as talk:
            other.say(id=1, type="hello", version=2, room=made["code"])
            talk.say(id=1, type="say", text="x" * 100_000)
            with pytest.raises(ConnectionClosed, match="1009"):
                talk.hear()
            assert other.hear()["type"] == "welcome"


def test_client_that_does_not_read_is_let_go() -> None:
    """A real socket, full to the brim: the others go on, and see it leave."""
    with site() as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        with client.talk() as ada, stuck(client.host, made["code"]):
            ada.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            number, spectators = 1, 1
            while spectators or number < 50:
                number += 1
                ada.say(id=number, type="rename", name=f"Ada {number}", avatar=0)
                message = ada.hear()
                if message["type"] == "update":
                    spectators = message["room"]["spectators"]
                assert number < 50_000


@contextmanager
def stuck(host: str, code: str) -> Iterator[None]:
    """A client that says hello and reads nothing any more, with as little room as there can be."""
    address, _, port = host.partition(":")
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        raw.connect((address, int(port)))
        with connect(f"ws://{host}/api/ws", sock=raw, compression=None, max_queue=1) as connection:
            connection.send(json.dumps({"id": 1, "type": "hello", "version": 2, "room": code}))
            connection.recv()
            yield
            raw.shutdown(socket.SHUT_RDWR)
