"""Connection: a client over a WebSocket, with its rate limits and its send queue."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any, Protocol

from fastapi import WebSocketDisconnect
from pydantic import ValidationError
from pydantic_core import from_json

from unolab.server import protocol
from unolab.server.codes import read_code, show_code
from unolab.server.fleet.ownership import Elsewhere
from unolab.server.fleet.relay import relay
from unolab.server.guard.frames import POLICY
from unolab.server.guard.guard import address_of
from unolab.server.guard.limits import Bucket, ServerLimits
from unolab.server.guard.networks import UNKNOWN
from unolab.server.http.malformed import LONGEST_LINE, MOST_VALUES, first_error, has_too_many
from unolab.server.protocol import FROM_CLIENT, LONGEST_MESSAGE, Hello, Welcome
from unolab.server.protocol.refusal import UNREADABLE, Refusal
from unolab.server.room.room import Came, Gone, Room, RoomClosed
from unolab.server.room.sitting import owner_of
from unolab.server.rooms import Rooms

log = logging.getLogger("unolab.server")

TRY_AGAIN = 1013  # why a connection is closed
HELLO_WITHIN = 10.0  # seconds
MALFORMED_RATE = (0.5, 50)  # malformed messages, per second and burst


class Socket(Protocol):
    """What a connection needs of a WebSocket; ``pipe`` has one without a network."""

    @property
    def scope(self) -> MutableMapping[str, Any]:
        """Where it comes from."""

    async def receive(self) -> MutableMapping[str, Any]:
        """Wait for a message or the disconnect."""

    async def send_text(self, data: str) -> None:
        """Send a message."""

    async def close(self, code: int) -> None:
        """End it."""


class Connection:
    """One tab of a browser, or one program."""

    def __init__(
        self, socket: Socket, rooms: Rooms, limits: ServerLimits, relayed: bool = False
    ) -> None:
        """Serve an accepted socket; a relayed one is passed on by another server."""
        self.owner = ""
        self.looking: int | None = None
        self.views = False
        self.seen = 0
        self._socket = socket
        self._rooms = rooms
        self._bucket = Bucket(*limits.messages)
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(limits.waiting)
        self._last_id = -1
        self._code = ""
        self._patience = Bucket(*MALFORMED_RATE)
        self._cut_off = asyncio.timeout(None)
        self._offered = ""
        self._unread: int | None = None
        self._closing = TRY_AGAIN
        self._relayed = relayed
        self._elsewhere: Elsewhere | None = None
        self._text = ""  # what was read last
        address = address_of(socket.scope)
        self.network = "" if address == UNKNOWN else address

    async def serve(self) -> None:
        """Serve until the client disconnects."""
        self._rooms.metrics.sockets.inc()
        sending = asyncio.create_task(self._send())
        room: Room | None = None
        try:
            async with self._cut_off:
                room = await self._enter()
                while True:
                    await room.put(self, await self._next())
        except Refusal as refusal:
            self.refuse(None, refusal)
        except (WebSocketDisconnect, RoomClosed):
            pass
        except TimeoutError:
            sending.cancel()  # nobody would read the queue
        except OSError:
            self.refuse(None, Refusal("unreadable", UNREADABLE))
        except Elsewhere as elsewhere:
            # whom another server sent here is not sent on: the room has just moved
            self._elsewhere = None if self._relayed else elsewhere
        finally:
            if room is not None:
                with suppress(RoomClosed):
                    await asyncio.shield(room.put(self, Gone()))
            if self._waiting.full():
                sending.cancel()  # there is no room to queue the end
            self.close()
            with suppress(asyncio.CancelledError):
                await sending
            self._rooms.metrics.sockets.dec()
        if self._elsewhere is not None:
            key, address = self._rooms.pass_key, address_of(self._socket.scope)
            assert key is not None
            there = self._elsewhere
            with self._rooms.metrics.relays.track_inprogress():
                reached = await relay(
                    self._socket, self._text, there.url, key, there.owner, address
                )
            if not reached:
                self._rooms.forget_other(there.code)

    def post(self, message: protocol.Message) -> None:
        """Queue a message; a client that reads too slowly is cut off and catches up on return."""
        try:
            self._waiting.put_nowait(message.model_dump_json())
        except asyncio.QueueFull:
            self._cut()
        if isinstance(message, protocol.Refused):
            self._rooms.metrics.refusals.labels(message.code).inc()

    def refuse(self, id: int | None, refusal: Refusal) -> None:
        """Tell the client why a message was refused."""
        self.post(refusal.message(id))

    def offer(self) -> str:
        """Create a secret to sit down with and return its digest; nothing else changes yet."""
        self._offered = token_urlsafe(24)
        return owner_of(self._offered)

    def adopt(self, owner: str, seats: list[int], host: bool) -> None:
        """Take on that secret as the client's own, and send it."""
        self.owner = owner
        self.post(Welcome(code=self._code, token=self._offered, seats=seats, host=host))

    def close(self) -> None:
        """Send the queue, then close."""
        try:
            self._waiting.put_nowait(None)
        except asyncio.QueueFull:
            self._cut()

    def _cut(self) -> None:
        with suppress(RuntimeError):  # already closed
            self._cut_off.reschedule(0)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._waiting.get()) is not None:
                await self._socket.send_text(text)
            if self._elsewhere is None:
                await self._socket.close(self._closing)

    async def _enter(self) -> Room:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self._next()
        except TimeoutError:
            raise Refusal("no_hello", "no hello received") from None
        if not isinstance(hello, Hello):
            raise Refusal("no_hello", "the first message must be hello")
        if hello.version != protocol.VERSION:
            text = f"this server speaks version {protocol.VERSION}: load the page again"
            raise Refusal("version", text)
        owner = "" if hello.token is None else owner_of(hello.token)
        address = address_of(self._socket.scope)
        room = await self._rooms.enter(hello.room, owner, address, self._relayed)
        if room is None:
            raise Refusal("no_room", f"there is no room {show_code(read_code(hello.room))}")
        if room.knows(owner):
            self.owner = owner
        self._code = room.code
        self.views = hello.views
        self.post(
            Welcome(
                code=room.code,
                token=hello.token if self.owner else None,
                seats=room.sitting.seats_of(self.owner),
                host=self.owner == room.sitting.host,
            )
        )
        await room.put(self, Came(hello.since, hello.commitment))
        return room

    async def _next(self) -> protocol.FromClient:
        """Return the next valid message; refuse malformed ones."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code") or 1000)
            try:
                return self._read(received.get("text"))
            except Refusal as refusal:
                self.refuse(self._unread, refusal)
                if not self._patience.take():
                    self._closing = POLICY
                    raise WebSocketDisconnect(POLICY) from None

    def _read(self, text: str | None) -> protocol.FromClient:
        self._unread = None
        if not self._bucket.take():
            raise Refusal("too_fast", "too fast: this message was not read")
        if text is None:
            raise Refusal("malformed", "not understood: a message must be text, not bytes")
        if len(text) > LONGEST_MESSAGE:
            raise Refusal("too_big", f"a message may have up to {LONGEST_MESSAGE} characters")
        try:
            parsed = from_json(text, allow_inf_nan=False)
        except ValueError as error:
            raise Refusal("malformed", f"not understood: {error}"[:LONGEST_LINE]) from None
        self._unread = _id_in(parsed)
        if has_too_many(parsed, MOST_VALUES):  # else validation would build as many errors
            raise Refusal("malformed", f"not understood: more than {MOST_VALUES} values")
        try:
            message = FROM_CLIENT.validate_python(parsed)
        except ValidationError as error:
            raise Refusal("malformed", f"not understood: {first_error(error.errors())}") from None
        self._unread = message.id
        if message.id <= self._last_id:
            raise Refusal("duplicate", "already received a message with this number or a later one")
        self._last_id = message.id
        self._text = text
        self._rooms.metrics.messages.labels(message.type).inc()
        return message


def _id_in(parsed: object) -> int | None:
    """Find the number of a malformed message."""
    id = parsed.get("id") if isinstance(parsed, dict) else None
    return id if type(id) is int and 0 <= id < 2**53 else None
