"""Peers: what a server listens to from the other servers of its database, and from nobody else."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from unolab.server.connection import Connection
from unolab.server.fleet.relay import ADDRESS_HEADER, PEER_PATH, SECRET_HEADER
from unolab.server.guard.frames import POLICY
from unolab.server.guard.guard import COUNTED_AS
from unolab.server.guard.limits import ServerLimits
from unolab.server.guard.networks import LONGEST_ADDRESS
from unolab.server.rooms import Rooms

NOT_FOUND: Final = 404


class PeerGate:
    """The rooms, for sockets that other servers pass on.

    It has a port of its own. A request without the secret of the database is refused there; at the
    port for everybody the secret means nothing.
    """

    def __init__(self, rooms: Callable[[], Rooms], limits: ServerLimits) -> None:
        """Let those in who know the secret of these rooms' servers."""
        self._rooms = rooms
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the secret, and count the socket for the client's own address."""
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": NOT_FOUND, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        elif scope["type"] == "websocket":
            await self._let_in(WebSocket(scope, receive, send))

    async def _let_in(self, socket: WebSocket) -> None:
        rooms = self._rooms()
        headers = Headers(scope=socket.scope)
        told = headers.get(SECRET_HEADER, "").encode()
        knows = bool(rooms.secret) and compare_digest(told, rooms.secret.encode())
        if not knows or socket.scope["path"] != PEER_PATH:
            await socket.close(POLICY)  # before accept: an HTTP 403
            return
        socket.scope[COUNTED_AS] = headers.get(ADDRESS_HEADER, "")[:LONGEST_ADDRESS]
        await socket.accept()
        await Connection(socket, rooms, self._limits, relayed=True).serve()
