"""Guard: the checks that every request passes, and the headers that every answer gets."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unolab.server.guard.limits import Addresses, Counters, ServerLimits
from unolab.server.guard.networks import OWN, UNKNOWN, network_of

log = logging.getLogger("unolab.server")

LARGEST_BODY: Final = 65_536
"""Bytes of the largest body: a game as text."""
LARGEST_BODIES: Final = {
    "/api/rooms": 12_288,
    "/api/reservations": 12_288,
    "/api/rules": 4_096,
    "/api/replays": LARGEST_BODY,
    "/api/review": LARGEST_BODY,
}
"""Maximum bytes of a body by path: bodies are validated at once, so no more than needed."""
OTHER_BODIES: Final = 1_024  # no other path needs a body at all
SOCKET_COST: Final = 4  # requests that a new WebSocket counts as
LONGEST_PATH: Final = 200  # characters shown in the log
LONGEST_HOST: Final = 255  # characters
COUNTED_AS: Final = "unolab.counted_as"  # key of the counted address in a scope
HOST: Final = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "media-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",  # the address of a room is the key to it
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class TooLarge(HTTPException):
    """A body over the limit; unlike other exceptions, body readers let this one pass."""

    def __init__(self, most: int) -> None:
        """State the limit."""
        super().__init__(413, f"at most {most:,} bytes are accepted")


class Guard:
    """Refuse requests from other pages, and those that are too many or too large."""

    def __init__(
        self, app: ASGIApp, limits: ServerLimits, requests: Addresses, hosts: Collection[str] = ()
    ) -> None:
        """Wrap an application; ``hosts`` are the names it accepts, by default any."""
        self._app = app
        self._hosts = hosts
        self._trusts_itself = limits.trusts_itself
        self._requests = requests
        self._page_cost = limits.page_cost
        self._in_flight = Counters(limits.in_flight)
        self._turns = Addresses(*limits.turns)
        self._sockets = Addresses(*limits.sockets)
        self._connected = Counters(limits.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if self._trusts_itself and is_loopback(scope):
            scope[COUNTED_AS] = OWN
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if (
            self._problem(scope) is not None
            or not self._sockets.take(address)
            or not self._connected.enter(address)
        ):
            await send({"type": "websocket.close", "code": 1008})  # before accept: an HTTP 403
            return

        async def in_turn() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                await self._turn(address)
            return message

        try:
            await self._turn(address, SOCKET_COST)
            await self._app(scope, in_turn, send)
        finally:
            self._connected.leave(address)

    async def _turn(self, address: str, cost: float = 1) -> None:
        """Make an address wait for its turn, so that others get theirs."""
        seconds = self._turns.reserve(address, cost)
        if seconds > 0:
            await asyncio.sleep(seconds)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._answer(scope, receive, with_headers)
        except Exception:
            if started:
                raise
            log.exception("%s %r", scope["method"], scope["path"][:LONGEST_PATH])
            bug = _problem(500, "bug", "internal server error: see its log")
            await bug(scope, receive, with_headers)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self._in_flight.enter(address):
            problem = _problem(429, "too_fast", "too many concurrent requests: wait a moment")
            await _refuse(problem, scope, receive, send)
            return
        try:
            cost = self._cost(scope)
            await self._turn(address, cost)
            refused = self._problem(scope)
            if refused is None and not self._requests.take(address, cost):
                refused = _problem(429, "too_fast", "too many requests: wait a moment")
            if refused is None:
                most = LARGEST_BODIES.get(scope["path"], OTHER_BODIES)
                await self._app(scope, _limit(receive, most), send)
            else:
                await _refuse(refused, scope, receive, send)
        finally:
            self._in_flight.leave(address)

    def _cost(self, scope: Scope) -> float:
        return 1 if scope["path"].startswith("/api/") else self._page_cost

    def _problem(self, scope: Scope) -> JSONResponse | None:
        """Check the origin and the host of a request."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host and not is_host(host):
            return _problem(400, "malformed", "the Host header is not a valid host name")
        # another page's name may resolve to this machine (DNS rebinding), so check the host too
        if self._hosts and name_in(host) not in self._hosts:
            return _problem(403, "origin", "this server does not accept that host name")
        if not _is_own_page(headers, host, str(scope["path"])):
            return _problem(403, "origin", "requests from other pages are not allowed")
        return None


def is_host(text: str) -> bool:
    """Whether this is a host name or address, with or without a port."""
    return len(text) <= LONGEST_HOST and HOST.fullmatch(text) is not None


def read_name(text: str) -> str:
    """Read a host name, without a port."""
    host = f"[{text}]" if text.count(":") > 1 and not text.startswith("[") else text
    found = HOST.fullmatch(host)
    if not is_host(host) or found is None or found[1] != host:
        raise ValueError(f"{text[:LONGEST_HOST]!r} is not a host name: try uno.example.org")
    return name_in(host)


def name_in(host: str) -> str:
    """Return the name without the port, in lower case."""
    found = HOST.fullmatch(host)
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def _is_own_page(headers: Headers, host: str, path: str) -> bool:
    """Whether a request comes from our own page or from a program, not from another page."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc == host
        except ValueError:  # not an address at all
            return False
    # another page may load things without an origin (such as images); links are fine
    elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
    return not (elsewhere and path.startswith("/api/"))


def address_of(scope: Scope) -> str:
    """Return the address that a request counts for; uvicorn has resolved trusted proxies."""
    if COUNTED_AS in scope:
        return str(scope[COUNTED_AS])
    client = scope.get("client")
    return UNKNOWN if client is None else network_of(str(client[0]))


def is_loopback(scope: Scope) -> bool:
    """Whether a request comes from this machine; one forwarded by a proxy on it does not."""
    client = scope.get("client")
    try:
        return client is not None and ip_address(str(client[0])).is_loopback
    except ValueError:
        return False


def _limit(receive: Receive, most: int) -> Receive:
    taken = 0

    async def receive_limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge(most)
        return message

    return receive_limited


async def _refuse(problem: JSONResponse, scope: Scope, receive: Receive, send: Send) -> None:
    # closing makes the next request cost them a new connection
    problem.headers["Connection"] = "close"
    await problem(scope, receive, send)


def _problem(status: int, code: str, text: str) -> JSONResponse:
    return JSONResponse({"code": code, "text": text}, status)
