"""Relay: a client's socket, connected through to the server that has the room.

Only text goes through, unread and unchanged, so the hop shows nobody anything that the room's own
server did not send to this client.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final, Protocol

from fastapi import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from unolab.server.fleet.passes import PassKey
from unolab.server.guard.frames import POLICY
from unolab.server.protocol import LONGEST_MESSAGE

log = logging.getLogger("unolab.server")

PASS_HEADER: Final = "unolab-pass"
ADDRESS_HEADER: Final = "unolab-address"
NONCE_HEADER: Final = "unolab-nonce"
ANSWER_HEADER: Final = "unolab-answer"
LONGEST_NONCE: Final = 64
PEER_PATH: Final = "/api/ws"

REACH_WITHIN: Final = 3.0  # seconds to connect to another server
SILENT_FOR: Final = 4.0  # seconds after which it is asked for a sign of life, and has to answer
LARGEST_UPDATE: Final = 1 << 22  # bytes; a server may send more than a client
TRY_AGAIN: Final = 1013
LEFT: Final = 0  # instead of a code: the client itself has hung up
SAYABLE: Final = (1000, 1001, POLICY, 1009, 1011, 1012, TRY_AGAIN)
_LONGEST: Final = LONGEST_MESSAGE + 1  # enough to be refused as too long


class Socket(Protocol):
    """The client's socket."""

    async def receive(self) -> MutableMapping[str, Any]:
        """Wait for a message or the disconnect."""

    async def send_text(self, data: str) -> None:
        """Send a message."""

    async def close(self, code: int) -> None:
        """End it."""


class Direct(connect):
    """A connection to the address that it is meant for, and to no other."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Follow nobody: our servers do not send each other elsewhere."""
        return exc


async def relay(
    socket: Socket, hello: str, url: str, key: PassKey, owner: str, address: str
) -> bool:
    """Connect a client through to another server, until either hangs up; return if it was there.

    A server that can't be reached closes the client's socket with "try again": by then the room may
    be here. So does somebody who listens at its address and can't prove to be the owner: the first
    message has the client's token.
    """
    code, reached = TRY_AGAIN, False
    nonce = token_hex(16)
    headers = {
        PASS_HEADER: key.write(owner, address),
        ADDRESS_HEADER: address,
        NONCE_HEADER: nonce,
    }
    try:
        async with Direct(
            url,
            additional_headers=headers,
            open_timeout=REACH_WITHIN,
            ping_interval=SILENT_FOR,
            ping_timeout=SILENT_FOR,
            close_timeout=REACH_WITHIN,
            max_size=LARGEST_UPDATE,
            max_queue=2,
            compression=None,
            proxy=None,
        ) as server:
            if _has_proved(server, key, owner, nonce):
                reached = True
                await server.send(hello)
                code = await _connect_through(socket, server)
            else:
                log.warning("somebody else listens at the address of another server, %s", url)
    except (OSError, WebSocketException):
        log.debug("another server could not be reached at %s", url)
    if code != LEFT:
        with suppress(WebSocketDisconnect, RuntimeError):  # the client has gone meanwhile
            await socket.close(code)
    return reached


def _has_proved(server: ClientConnection, key: PassKey, owner: str, nonce: str) -> bool:
    """Whether the other side knows the secret of the database, as only the owner does."""
    shown = "" if server.response is None else server.response.headers.get(ANSWER_HEADER, "")
    return key.believes(shown, owner, nonce)


async def _connect_through(socket: Socket, server: ClientConnection) -> int:
    """Pass messages both ways until one side ends; return the code to close the client's with."""
    ways = [
        asyncio.create_task(_pass_up(socket, server)),
        asyncio.create_task(_pass_down(socket, server)),
    ]
    try:
        ended, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        return min(way.result() for way in ended)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _pass_up(socket: Socket, server: ClientConnection) -> int:
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return LEFT
        text = received.get("text")
        try:
            # bytes are no message, and are refused as such by the room's server
            await server.send(b"" if text is None else text[:_LONGEST])
        except ConnectionClosed:
            return _end_of(server)


async def _pass_down(socket: Socket, server: ClientConnection) -> int:
    try:
        async for message in server:
            if isinstance(message, str):
                await socket.send_text(message)
    except ConnectionClosed:
        pass
    except (WebSocketDisconnect, RuntimeError):
        return LEFT
    return _end_of(server)


def _end_of(server: ClientConnection) -> int:
    """Return why the other server hung up, if that can be said to a client."""
    code = server.close_code or TRY_AGAIN
    return code if code in SAYABLE else TRY_AGAIN
