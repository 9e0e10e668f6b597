"""An address that asks for much waits for its turn, and nobody else does."""

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.frames import Opcode

from tests.server.requests import offered
from tests.server.site import site
from tests.server.wire import (
    GET,
    OTHER,
    frame,
    is_cut,
    line,
    many_addresses,
    upgraded,
)
from unolab.server.guard import transport
from unolab.server.guard.guard import SOCKET_COST, Guard
from unolab.server.guard.limits import UNLIMITED, Addresses
from unolab.server.run import configure

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BUSY, QUIET = "192.0.2.1", "192.0.2.2"


def limited(turns: float) -> tuple[Guard, Counter[str]]:
    """A guard before something that only counts, with turns that practically never come back."""
    served: Counter[str] = Counter()

    async def count(scope: Scope, receive: Receive, send: Send) -> None:
        served[scope["client"][0]] += 1
        while scope["type"] == "websocket":
            await receive()
            served[scope["client"][0]] += 1

    limits = replace(UNLIMITED, turns=(1e-6, turns))
    return Guard(count, limits, Addresses(1e9, 1e9)), served


def asked(guard: Guard, address: str, kind: str = "http") -> asyncio.Task[None]:
    """Ask for something, over a WebSocket with messages that never end."""
    scope = {"type": kind, "client": (address, 1), "method": "GET", "path": "/api/x", "headers": []}

    async def receive() -> Message:
        await asyncio.sleep(0)
        return {"type": "websocket.receive", "text": ""}

    async def send(_: Message) -> None:
        raise AssertionError("nothing is refused")

    return asyncio.ensure_future(guard(scope, receive, send))


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_requests_of_a_busy_address_wait() -> None:
    guard, served = limited(3)
    tasks = [asked(guard, BUSY) for _ in range(10)] + [asked(guard, QUIET)]
    await settle()
    assert served == {BUSY: 3, QUIET: 1}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_messages_of_a_busy_address_wait() -> None:
    guard, served = limited(SOCKET_COST + 5)
    tasks = [asked(guard, BUSY, "websocket"), asked(guard, BUSY)]
    await settle()
    assert served[BUSY] == 1 + 5 or served[BUSY] == 1 + 4 + 1  # the request took a turn, too
    tasks.append(asked(guard, QUIET))
    await settle()
    assert served[QUIET] == 1
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@many_addresses
def test_frames_of_a_busy_address_wait() -> None:
    """Pings are answered by the transport itself, and have no turn that they could wait for."""
    with (
        site(replace(UNLIMITED, all_frames=(1e-6, 5))) as client,
        upgraded(client, OTHER) as busy,
        upgraded(client, "127.0.0.3") as quiet,
    ):
        for pings in (5, 1):  # what there is, and one that is owed
            busy.sendall(frame(Opcode.PING, b"1") * pings)
            assert len(busy.recv(3 * pings, socket.MSG_WAITALL)) == 3 * pings
        busy.sendall(frame(Opcode.PING, b"2"))
        quiet.sendall(frame(Opcode.PING, b"3"))
        assert quiet.recv(3, socket.MSG_WAITALL) == b"\x8a\x013"
        busy.settimeout(0.05)
        with pytest.raises(TimeoutError):
            busy.recv(1)


@many_addresses
def test_connection_that_is_too_many_costs_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Noted(transport.HttpProtocol):
        def __init__(self, *args: Any, **options: Any) -> None:
            made.append(self)
            super().__init__(*args, **options)

    monkeypatch.setattr(transport, "HttpProtocol", Noted)
    with site(replace(UNLIMITED, accepted=(1e-6, 2))) as client:
        for _ in range(2):
            with line(client, OTHER) as connection:
                connection.sendall(GET)
                assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        for _ in range(10):
            with line(client, OTHER) as connection:
                assert is_cut(connection)
        assert len(made) == 2


@pytest.mark.parametrize(("said", "kept"), [(3, 3), (4, 0), (500, 0)])
async def test_flood_of_a_client_that_is_gone_is_forgotten(said: int, kept: int) -> None:
    """But not the last words of somebody who leaves and closes the tab."""
    config = configure(FastAPI(), UNLIMITED)
    config.load()
    protocol = transport.SocketProtocol(config, ServerState(), {})
    for _ in range(said):
        protocol.queue.put_nowait({"type": "websocket.receive", "text": "{}"})
    with suppress(AttributeError):  # there is no connection that could be closed
        protocol.shutdown()
    assert protocol.queue.qsize() in (kept, kept + 1)  # with the news of the end


async def test_schema_is_made_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with offered() as client:
        monkeypatch.delattr(FastAPI, "openapi")
        first, second = [(await client.get("/api/openapi.json")).json() for _ in range(2)]
        assert first == second
        assert "/api/rooms" in first["paths"]
