"""Reach: whether this server is reachable from this machine only or from its network too.

A game that was started for this machine only can be opened to the network from its own page, by the
person at this machine and nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from starlette.requests import HTTPConnection

from unolab.server.guard.guard import is_loopback, name_in
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import Network

log = logging.getLogger("unolab.server")

ANY: Final = ("0.0.0.0", "::")
OWN_NAMES: Final = ("localhost", "127.0.0.1", "::1")

Listen = Callable[[str, int], Awaitable[None]]


class Reach:
    """Where a server listens, and the host names it accepts."""

    def __init__(
        self,
        names: Iterable[str] = (),
        host: str = ANY[0],
        port: int = 0,
        may_open: bool = False,
    ) -> None:
        """Start with the address it listens on, and its host names; by default any."""
        self.names = set(names)
        """The host names it accepts; any if empty."""
        self.listen: Listen | None = None
        """Called to listen on another address; set by the server."""
        self.opened: Callable[[], None] = lambda: None
        """Called when it was opened to the network."""
        self._host = host
        self._port = port
        self._may_open = may_open
        self._found: str | None = None
        self._opening = asyncio.Lock()

    def show_to(self, request: HTTPConnection) -> Network:
        """Say how others reach this server; only this machine is told."""
        if not _is_own(request) or self._port == 0:
            return Network(local=False, address=None, may_open=False)
        found = self._address()
        if found is not None:
            return Network(local=False, address=f"http://{found}:{self._port}", may_open=False)
        return Network(
            local=True, address=None, may_open=self._may_open and own_address() is not None
        )

    def base_for(self, request: HTTPConnection) -> str:
        """Return the base URL of links that this client gives to others."""
        address = self.show_to(request).address
        return str(request.base_url) if address is None else f"{address}/"

    async def open(self, request: HTTPConnection) -> Network:
        """Listen on the network too, if our own page on this machine asks for it."""
        origin = request.headers.get("origin")
        if not (self._may_open and _is_own(request)) or origin is None:
            raise Refusal("local_only", "only the page on the server's own machine may do this")
        async with self._opening:  # two tabs may ask at the same time
            if self._address() is None:
                await self._listen()
        return self.show_to(request)

    async def _listen(self) -> None:
        found = own_address()
        if found is None or self.listen is None:
            raise Refusal("no_network", "this machine is not on a network")
        try:
            await self.listen(found, self._port)
        except OSError:
            raise Refusal("no_network", f"port {self._port} of {found} is taken") from None
        self._found = found
        if self.names:
            self.names.add(found)
        self.opened()
        log.warning("others on the network find this server at http://%s:%s", found, self._port)

    def _address(self) -> str | None:
        """Return the network address of this machine, if the server listens on it."""
        if self._host in ANY:
            return own_address()
        return self._found


def own_address() -> str | None:
    """Find the network address of this machine, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: nobody is there
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _is_own(request: HTTPConnection) -> bool:
    """Whether a request comes from this machine, to a name that only this machine uses."""
    return is_loopback(request.scope) and name_in(request.headers.get("host", "")) in OWN_NAMES
