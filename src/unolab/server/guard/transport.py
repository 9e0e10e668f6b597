"""Transport: connections are counted from the start, and closed after a timeout.

uvicorn waits forever for the first byte of a request, the rest of its header and its body, and
reads any number of WebSocket frames. These are its two protocols with limits.
"""

from __future__ import annotations

import asyncio
import json
import logging
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
from unolab.server.guard.guard import LARGEST_BODY, SECURITY_HEADERS
from unolab.server.guard.limits import Addresses, Bucket, Counters, ServerLimits
from unolab.server.guard.networks import UNKNOWN, network_of
from unolab.server.protocol import LONGEST_MESSAGE

log = logging.getLogger("unolab.server")

NOT_TEXT = 1007  # why a connection is closed
LAST_WORDS: Final = 3  # messages, such as leaving and then closing the tab
SLICE: Final = 4096  # bytes parsed at a time before the result is checked
LARGEST_FRAME: Final = 2 * LONGEST_MESSAGE  # bytes; the connection refuses smaller excesses


class Config(uvicorn.Config):
    """uvicorn's configuration, with connection limits."""

    def __init__(
        self, app: Any, limits: ServerLimits, files: int | None = None, **options: Any
    ) -> None:
        """Serve with limits; there are never more connections than the ``files`` limit."""
        super().__init__(
            app, http=NewConnection, ws=SocketProtocol, ws_max_size=LARGEST_FRAME, **options
        )
        self.limits = limits
        most = limits.all_connections
        self.peers = Peers(limits, most if files is None else min(most, files))
        proxies = ProxyHeadersMiddleware(app, self.forwarded_allow_ips)
        self.trusts = lru_cache(4096)(proxies.trusted_hosts.__contains__)
        """Whether an address is a trusted proxy."""


class Peers:
    """The open connections, counted from the moment they are made."""

    def __init__(self, limits: ServerLimits, most: int) -> None:
        """Start with none."""
        self._most = most
        self._all = 0
        self._accepted = Addresses(*limits.accepted)
        self._counts = Counters(limits.tcp_connections)
        self._frames = Addresses(*limits.all_frames)

    def accept(self, address: str | None) -> bool:
        """Count a new connection, unless it is one too many; proxies have no address here."""
        if address is not None and not self._accepted.take(address):
            return False
        return self.enter(address)

    def enter(self, address: str | None) -> bool:
        """Count an open connection, unless it is one too many."""
        if self._all >= self._most:
            log.warning("there are %d connections, and more are not accepted", self._all)
            return False
        if address is not None and not self._counts.enter(address):
            return False
        self._all += 1
        return True

    def count_frames(self, address: str | None, frames: float = 0) -> float:
        """Count parsed frames; return the seconds to wait before the next."""
        return 0.0 if address is None else self._frames.reserve(address, frames)

    def leave(self, address: str | None) -> None:
        """Forget a connection."""
        self._all -= 1
        if address is not None:
            self._counts.leave(address)


class Deadline:
    """A timeout after which a connection is cut."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Start without a timeout."""
        self._transport = transport
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        """Cut the connection after this many seconds."""
        self.clear()
        # abort, not close: a client that does not send may not read either, and close waits for it
        self._timer = self._loop.call_later(seconds, self._transport.abort)

    def clear(self) -> None:
        """Cancel the timeout."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class NewConnection(asyncio.Protocol):
    """A new connection. It is counted before much is allocated for it."""

    __slots__ = ("_config", "_options")

    def __init__(self, config: Config, **options: Any) -> None:
        """Prepare for a connection."""
        self._config = config
        self._options = options

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection, then hand it over or close it."""
        address = address_to_count(transport.get_extra_info("peername"), self._config.trusts)
        if not self._config.peers.accept(address):
            transport.abort()
            return
        protocol = HttpProtocol(self._config, **self._options)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class Bounded(asyncio.Protocol):
    """Common to both protocols: connections are counted, and clients have to read."""

    config: Any  # a Config of ours, where uvicorn's protocols know only its own
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop

    _address: str | None = None
    _counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note the address of the connection."""
        super().connection_made(transport)
        self._outgoing = Deadline(transport, self.loop)
        self._address = address_to_count(self.client, self.config.trusts)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._let_go()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the timeout for a client that does not read."""
        super().pause_writing()
        self._outgoing.set(self.config.limits.read_within)

    def resume_writing(self) -> None:
        """Clear the timeout: the client has read."""
        self._outgoing.clear()
        super().resume_writing()

    def _let_go(self) -> None:
        self._outgoing.clear()
        if self._counted:
            self._counted = False
            self.config.peers.leave(self._address)


class HttpProtocol(Bounded, H11Protocol):
    """HTTP with timeouts for header, body and reading, and a connection limit."""

    _upgraded = False
    _awaited: object = None
    _unwanted = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the header timeout of a connection that was counted on arrival."""
        super().connection_made(transport)
        self._counted = True
        self._incoming = Deadline(transport, self.loop)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn does this only if there was no error

    def data_received(self, data: bytes) -> None:
        """Parse data in small slices, to stop as soon as it is refused."""
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
        """Refuse what is not HTTP, unless an answer was sent already."""
        self._refuse(400, "malformed", "this is not valid HTTP")

    def _watch(self) -> None:
        """Set the timeout for what has to come next, if that has changed."""
        if self._upgraded or self.transport.is_closing():
            return
        state = self.conn.their_state
        awaited = (self.cycle, state)
        if awaited == self._awaited:
            return  # more of the same: the timeout keeps running
        self._awaited = awaited
        if state is h11.IDLE:
            self._incoming.set(self.config.limits.header_within)
        elif state is h11.SEND_BODY:
            self._incoming.set(self.config.limits.body_within)
        else:
            self._incoming.clear()

    def _refuse_unwanted(self, size: int) -> None:
        """Close a connection with a chunked body, or one that keeps sending after the answer."""
        if self._upgraded or self.cycle is None:
            return
        if not self.cycle.response_started and self._comes_in_pieces():
            # one-byte chunks would cost far more than their size, and a proxy may disagree with us
            # about where the body ends; no client of ours sends chunks
            self._refuse(411, "malformed", "Content-Length is required")
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
        headers += [("content-length", str(len(body))), *SECURITY_HEADERS.items()]
        parts = (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        )
        with suppress(h11.LocalProtocolError):  # an answer was sent already
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        if self.cycle is not None:  # the handler sees a disconnected client
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _let_go(self) -> None:
        self._incoming.clear()
        super()._let_go()


class SocketProtocol(Bounded, WebSocketsSansIOProtocol):
    """A WebSocket with bounded frames and a timeout for clients that do not read."""

    def __init__(self, config: Config, *states: Any, **more: Any) -> None:
        """Take over a connection that was HTTP so far."""
        super().__init__(config, *states, **more)
        self._frames = Frames(Bucket(*config.limits.frames), LARGEST_FRAME)
        self._held = bytearray()  # received but not parsed yet
        self._resting = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it again."""
        super().connection_made(transport)
        self._counted = self.config.peers.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its unparsed data."""
        self._drop_flood()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass data on within the limits."""
        if self.transport.is_closing():
            return
        if not self.handshake_initiated:
            super().data_received(data)  # the complete request
            if not self.handshake_initiated:
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()  # it was not a request
        elif not self.handshake_complete:
            self.transport.abort()  # no data is allowed before the answer
        else:
            self._held += data
            self._go_on()

    def shutdown(self) -> None:
        """End it as soon as possible."""
        self._drop_flood()
        super().shutdown()

    async def receive(self) -> ASGIReceiveEvent:
        """Return a message, then parse the next one."""
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, event: ASGISendEvent) -> None:
        """Send a message; after a close, read on for the client's answer to it."""
        await super().send(event)
        if self.close_sent:
            self._go_on()

    def _go_on(self) -> None:
        """Parse received data in slices, as long as the application takes messages.

        An address that sends a lot waits in between, so that others get their turn.
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
        """Drop the unread data of a client that is gone, except for a last message or two."""
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
        """Pass a message on, if its text is valid UTF-8."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(NOT_TEXT, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        with suppress(InvalidState):  # it was already closing
            self.conn.send_close(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def address_to_count(client: tuple[str, int] | None, trusts: Callable[[str], bool]) -> str | None:
    """Return what a connection counts as; nothing for a trusted proxy, which carries many."""
    host = "" if client is None else client[0]
    if trusts(host):
        return None
    return network_of(host) if host else UNKNOWN
