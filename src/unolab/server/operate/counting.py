"""Counting: a middleware that counts requests by route, and new WebSockets."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unolab.server.http.pagefiles import LastingFiles, PageFiles
from unolab.server.operate.metrics import Metrics

OTHER: Final = "other"  # no route has this path, or the request was refused before routing
FILES: Final = "files"  # of the page
ACCEPTED: Final = "unolab.accepted"  # key in the scope of a WebSocket


class Counting:
    """Count what goes through."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Wrap an application."""
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count it with its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            match message["type"]:
                case "http.response.start":
                    route, status = route_of(scope), str(message["status"])
                    self._metrics.requests.labels(route, status).inc()
                case "websocket.accept":
                    self._metrics.handshakes.labels("accepted").inc()
                    scope[ACCEPTED] = True
                case "websocket.close" if ACCEPTED not in scope:
                    self._metrics.handshakes.labels("refused").inc()
            await send(message)

        await self._app(scope, receive, counted)


def route_of(scope: Scope) -> str:
    """Return the template of a request's route, never the path that a client chose."""
    route = scope.get("route")
    path = getattr(route, "path_format", None)
    if isinstance(path, str):
        return path
    is_file = isinstance(scope.get("endpoint"), LastingFiles | PageFiles)
    return FILES if is_file else OTHER
