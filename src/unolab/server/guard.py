"""Guard: what every request has to pass, and the headers that every answer gets."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unolab.server.limits import Addresses, Limits
from unolab.server.networks import UNKNOWN, network_of

log = logging.getLogger("unolab.server")

LARGEST_BODY: Final = 262_144  # bytes

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",  # the address of a room is what opens it
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class TooLarge(HTTPException):
    """A body that is over the limit; whoever reads it lets this pass, but no other exception."""

    def __init__(self) -> None:
        """Say what the limit is."""
        super().__init__(413, f"at most {LARGEST_BODY:,} bytes are taken")


class Guard:
    """Refuse requests of other pages, too many and too large ones."""

    def __init__(
        self, app: ASGIApp, limits: Limits, requests: Addresses, hosts: tuple[str, ...] = ()
    ) -> None:
        """Stand before an application; ``hosts`` are the names it goes by, if not any."""
        self._app = app
        self._hosts = set(hosts)
        self._requests = requests
        self._most = limits.connections
        self._connected: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self._welcome(scope) or self._connected[address] >= self._most:
            await send({"type": "websocket.close", "code": 1008})  # an HTTP 403: never accepted
            return
        self._connected[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = None
        if not self._welcome(scope):
            problem = _problem(403, "origin", "another page may not do this")
        elif scope["path"].startswith("/api/") and not self._requests.take(address_of(scope)):
            # only these cost anything: a class that opens the page at once is welcome
            problem = _problem(429, "too_fast", "too many requests: wait a moment")
        if problem is not None:
            await problem(scope, receive, with_headers)
            return
        try:
            await self._app(scope, _limited(receive), with_headers)
        except Exception:
            if started:
                raise
            log.exception("%s %r", scope["method"], scope["path"])
            bug = _problem(500, "bug", "something went wrong in the server: it is in its log")
            await bug(scope, receive, with_headers)

    def _welcome(self, scope: Scope) -> bool:
        """Whether a request comes from our own page or from a program, not from another page."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            # a page elsewhere can give its own name this machine's address: hence the host too
            if self._hosts and urlsplit(f"//{host}").hostname not in self._hosts:
                return False
            if origin is not None:
                return urlsplit(origin).netloc == host
        except ValueError:  # it is no address at all
            return False
        # what a page elsewhere asks for without an origin (a picture, say); a link may lead here
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        return not (elsewhere and str(scope["path"]).startswith("/api/"))


def address_of(scope: Scope) -> str:
    """Return what a request is counted as; uvicorn has looked behind trusted proxies."""
    client = scope.get("client")
    return UNKNOWN if client is None else network_of(str(client[0]))


def _limited(receive: Receive) -> Receive:
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise TooLarge
        return message

    return limited


def _problem(status: int, code: str, text: str) -> JSONResponse:
    return JSONResponse({"code": code, "text": text}, status)
