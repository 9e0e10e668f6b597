"""Peers: what a server listens to from the other servers of its database, and from nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from unolab.server.connection import Connection
from unolab.server.fleet.relay import (
    ADDRESS_HEADER,
    ANSWER_HEADER,
    LONGEST_NONCE,
    NONCE_HEADER,
    PASS_HEADER,
    PEER_PATH,
)
from unolab.server.guard.frames import POLICY
from unolab.server.guard.guard import COUNTED_AS
from unolab.server.guard.limits import ServerLimits
from unolab.server.guard.networks import LONGEST_ADDRESS
from unolab.server.rooms import Rooms
from unolab.server.store.leases import Peer

log = logging.getLogger("unolab.server")

NOT_FOUND: Final = 404


def name_place(host: str, port: int, worker: int, peer: str) -> str:
    """Name where this server runs, so that no two can run there at the same time."""
    return f"{gethostname()} {host} {port} {worker} {peer}"


def warn_of_unreachable(me: Peer, others: Iterable[Peer]) -> None:
    """Say if servers on two machines would look for each other on their own."""
    machine, own = me.place.split()[0], _is_loopback(me.url)
    for other in others:
        theirs = other.place.split()[0]
        if theirs != machine and (own or _is_loopback(other.url)):
            log.error(
                "the server on %.80s and this one can't reach each other's rooms: start each with "
                "--peer and its address in the network between them",
                theirs,
                extra={"event": "peer_unreachable"},
            )
            return


def _is_loopback(url: str) -> bool:
    try:
        return ip_address(urlsplit(url).hostname or "").is_loopback
    except ValueError:
        return False


class PeerGate:
    """The rooms, for sockets that other servers pass on.

    It has a port of its own. A request without a pass is refused there; at the port for everybody
    a pass means nothing.
    """

    def __init__(self, rooms: Callable[[], Rooms], limits: ServerLimits) -> None:
        """Let those in who have a pass for the server of these rooms."""
        self._rooms = rooms
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the pass, and count the socket for the client's own address."""
        if scope["type"] == "http":
            close = [(b"connection", b"close")]
            await send({"type": "http.response.start", "status": NOT_FOUND, "headers": close})
            await send({"type": "http.response.body", "body": b""})
        elif scope["type"] == "websocket":
            await self._let_in(WebSocket(scope, receive, send))

    async def _let_in(self, socket: WebSocket) -> None:
        rooms = self._rooms()
        headers = Headers(scope=socket.scope)
        address = headers.get(ADDRESS_HEADER, "")[:LONGEST_ADDRESS]
        key, shown = rooms.pass_key, headers.get(PASS_HEADER, "")
        if key is None or not key.accepts(shown, address) or socket.scope["path"] != PEER_PATH:
            await socket.close(POLICY)  # before accept: an HTTP 403
            return
        socket.scope[COUNTED_AS] = address
        answer = key.answer(headers.get(NONCE_HEADER, "")[:LONGEST_NONCE])
        await socket.accept(headers=[(ANSWER_HEADER.encode(), answer.encode())])
        await Connection(socket, rooms, self._limits, relayed=True).serve()
