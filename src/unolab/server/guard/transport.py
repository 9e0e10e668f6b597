"""Transport: connections counted from the start, and closed if nothing comes of them.

uvicorn waits forever for the first byte of a request, for the rest of its header and for its body,
and reads frames of a WebSocket however many there are. These are its two protocols with limits.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import h11
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from unolab.server.guard.frames import Frames
from unolab.server.guard.guard import HEADERS, LARGEST_BODY
from unolab.server.guard.limits import Addresses, Bucket, Counts, Limits
from unolab.server.guard.networks import UNKNOWN, network_of
from unolab.server.protocol import LONGEST_MESSAGE

NOT_TEXT = 1007  # why a connection is closed
LAST_WORDS: Final = 3  # messages, as in leaving and closing the tab
SLICE: Final = 4096  # bytes that are parsed before it is looked what came of them
LARGEST_FRAME: Final = 2 * LONGEST_MESSAGE  # bytes: the connection says so if it is less too much


class Config(uvicorn.Config):
    """How an application is served, with the limits of its connections."""

    def __init__(self, app: Any, limits: Limits, files: int | None = None, **options: Any) -> None:
        """Serve with limits; there are never more connections than ``files`` that may be open."""
        super().__init__(app, http=Door, ws=SocketProtocol, ws_max_size=LARGEST_FRAME, **options)
        self.limits = limits
        most = limits.all_connections
        self.peers = Peers(limits, most if files is None else min(most, files))
        proxies = ProxyHeadersMiddleware(app, self.forwarded_allow_ips)
        self.trusts = lru_cache(4096)(proxies.trusted_hosts.__contains__)
        """Whether an address is that of a proxy of ours."""


class Peers:
    """Who is connected, from the moment a connection is made."""

    def __init__(self, limits: Limits, most: int) -> None:
        """Begin with nobody."""
        self._most = most
        self._all = 0
        self._accepted = Addresses(*limits.accepted)
        self._counts = Counts(limits.tcp_connections)
        self._frames = Addresses(*limits.all_frames)

    def accept(self, address: str | None) -> bool:
        """Count a new connection, unless it is one too many; without an address, of a proxy."""
        if address is not None and not self._accepted.take(address):
            return False
        return self.enter(address)

    def enter(self, address: str | None) -> bool:
        """Count a connection that is there, unless it is one too many."""
        if self._all >= self._most or (address is not None and not self._counts.enter(address)):
            return False
        self._all += 1
        return True

    def count_frames(self, address: str | None, frames: float = 0) -> float:
        """Count what was parsed; return the seconds to wait before there may be more."""
        return 0.0 if address is None else self._frames.reserve(address, frames)

    def leave(self, address: str | None) -> None:
        """Forget a connection."""
        self._all -= 1
        if address is not None:
            self._counts.leave(address)


class Deadline:
    """A connection that is cut when a time is over, unless what it waits for has come."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for nothing."""
        self._transport = transport
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        """Cut the connection after so many seconds."""
        self.clear()
        # abort, not close: whoever does not send may not read either, and close waits for that
        self._timer = self._loop.call_later(seconds, self._transport.abort)

    def clear(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Door(asyncio.Protocol):
    """A new connection. Many may be too many, so little is made before they are counted."""

    __slots__ = ("_config", "_options")

    def __init__(self, config: Config, **options: Any) -> None:
        """Make one for a connection to come."""
        self._config = config
        self._options = options

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection; hand it over, or end it."""
        address = address_to_count(transport.get_extra_info("peername"), self._config.trusts)
        if not self._config.peers.accept(address):
            transport.abort()
            return
        protocol = HttpProtocol(self._config, **self._options)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class Bounded(asyncio.Protocol):
    """What both protocols have in common: a connection is counted, and its client has to read."""

    config: Any  # a Config of ours, where uvicorn's protocols know only its own
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop

    _address: str | None = None
    _counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See whose connection it is."""
        super().connection_made(transport)
        self._outgoing = Deadline(transport, self.loop)
        self._address = address_to_count(self.client, self.config.trusts)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._let_go()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give a client that is behind a time to read."""
        super().pause_writing()
        self._outgoing.set(self.config.limits.read_within)

    def resume_writing(self) -> None:
        """Go on: it has read."""
        self._outgoing.clear()
        super().resume_writing()

    def _let_go(self) -> None:
        self._outgoing.clear()
        if self._counted:
            self._counted = False
            self.config.peers.leave(self._address)


class HttpProtocol(Bounded, H11Protocol):
    """HTTP with time limits for header, body and reading, and so many connections."""

    _upgraded = False
    _awaited: object = None
    _unwanted = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give a connection that was counted at the door a time to say what it wants."""
        super().connection_made(transport)
        self._counted = True
        self._incoming = Deadline(transport, self.loop)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn does so only if there was no error

    def data_received(self, data: bytes) -> None:
        """Parse what came, a little at a time: what it turns out to be may not be wanted."""
        for start in range(0, len(data), SLICE):
            if self._upgraded or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            self._refuse_unwanted(min(SLICE, len(data) - start))
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; the other protocol counts it again at once."""
        self._upgraded = True
        self._let_go()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, unless something else was answered already."""
        self._refuse(400, "malformed", "this is not understood as HTTP")

    def _watch(self) -> None:
        """Set the time for what has to come next, when that is something else than before."""
        if self._upgraded or self.transport.is_closing():
            return
        state = self.conn.their_state
        awaited = (self.cycle, state)
        if awaited == self._awaited:
            return  # more of the same came: the time goes on
        self._awaited = awaited
        if state is h11.IDLE:
            self._incoming.set(self.config.limits.header_within)
        elif state is h11.SEND_BODY:
            self._incoming.set(self.config.limits.body_within)
        else:
            self._incoming.clear()

    def _refuse_unwanted(self, size: int) -> None:
        """Close a connection whose body comes in pieces, or without end after the answer."""
        if self._upgraded or self.cycle is None:
            return
        if not self.cycle.response_started and self._comes_in_pieces():
            # a byte a piece would cost far more than it weighs, and a proxy may see another end of
            # it than we do; no client of ours does it
            self._refuse(411, "malformed", "say how long it is with Content-Length")
        elif self.conn.their_state is not h11.SEND_BODY:
            self._unwanted = 0
        elif self.cycle.response_complete:
            self._unwanted += size
            if self._unwanted > LARGEST_BODY:
                self.transport.abort()

    def _comes_in_pieces(self) -> bool:
        return any(name == b"transfer-encoding" for name, _ in self.headers)

    def _refuse(self, status: int, code: str, text: str) -> None:
        body = json.dumps({"code": code, "text": text}).encode()
        headers = [("content-type", "application/json"), ("connection", "close")]
        headers += [("content-length", str(len(body))), *HEADERS.items()]
        parts = (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        )
        with suppress(h11.LocalProtocolError):  # something was answered already
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        if self.cycle is not None:  # whoever wanted to answer finds nobody there
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _let_go(self) -> None:
        self._incoming.clear()
        super()._let_go()


class SocketProtocol(Bounded, WebSocketsSansIOProtocol):
    """A WebSocket with bounded frames, and a time to read for those who are behind."""

    def __init__(self, config: Config, *states: Any, **more: Any) -> None:
        """Make one for a connection that was HTTP so far."""
        super().__init__(config, *states, **more)
        self._frames = Frames(Bucket(*config.limits.frames), LARGEST_FRAME)
        self._held = bytearray()  # what came and was not parsed yet
        self._resting = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it again."""
        super().connection_made(transport)
        self._counted = self.config.peers.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it, and what it wanted."""
        self._drop_flood()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Let through what is not too much."""
        if self.transport.is_closing():
            return
        if not self.handshake_initiated:
            super().data_received(data)  # the request, whole
            if not self.handshake_initiated:
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()  # it was none
        elif not self.handshake_complete:
            self.transport.abort()  # nobody may speak before the answer
        else:
            self._held += data
            self._go_on()

    def shutdown(self) -> None:
        """End it as soon as possible."""
        self._drop_flood()
        super().shutdown()

    async def receive(self) -> ASGIReceiveEvent:
        """Hand over a message, and then look for the next one."""
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, event: ASGISendEvent) -> None:
        """Send a message; after the last one, what the client still says is its goodbye."""
        await super().send(event)
        if self.close_sent:
            self._go_on()

    def _go_on(self) -> None:
        """Parse what came piece by piece, as far as somebody is there to take it.

        An address that sends much waits in between, so that the others have their turn.
        """
        while self._held and not self._resting and not self.read_paused:
            if self.transport.is_closing():
                return
            wait = self.config.peers.count_frames(self._address)
            if wait > 0:
                self._resting = True
                self.loop.call_later(wait, self._end_rest)
                break
            piece = bytes(self._held[:SLICE])
            del self._held[:SLICE]
            seen = self._frames.seen
            code = self._frames.feed(piece)
            self.config.peers.count_frames(self._address, self._frames.seen - seen)
            if code is not None:
                self._fail(code, "too much at once")
                return
            super().data_received(piece)
        if self._resting and self.transport.is_reading():
            self.transport.pause_reading()

    def _drop_flood(self) -> None:
        """Forget what was not read yet of somebody who is gone, unless it is a last word or two."""
        self._held.clear()
        if self.queue.qsize() > LAST_WORDS:
            while not self.queue.empty():
                self.queue.get_nowait()

    def _end_rest(self) -> None:
        self._resting = False
        if not (self.transport.is_closing() or self.read_paused):
            if not self.transport.is_reading():
                self.transport.resume_reading()
            self._go_on()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, if it is text where it says so."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(NOT_TEXT, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        with suppress(InvalidState):  # it was being closed
            self.conn.send_close(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def address_to_count(client: tuple[str, int] | None, trusts: Callable[[str], bool]) -> str | None:
    """Return what a connection is counted as; nothing for a trusted proxy, which brings many."""
    host = "" if client is None else client[0]
    if trusts(host):
        return None
    return network_of(host) if host else UNKNOWN
