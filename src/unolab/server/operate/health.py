"""Health: whether a balancer should send players here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from unolab import __version__
from unolab.server.protocol.rest import Health

Check = Callable[[], Awaitable[bool]]


class Readiness:
    """Whether the server takes players: not while it drains, nor without its database."""

    def __init__(self) -> None:
        """Start ready."""
        self.draining = False
        """Whether it is about to stop."""

    async def report(self, database_works: Check) -> Health:
        """Report the state; the database is not asked by a server that drains anyway."""
        if self.draining:
            return Health(ok=False, state="draining", version=__version__)
        well = await database_works()
        return Health(ok=well, state="ready" if well else "no_database", version=__version__)
