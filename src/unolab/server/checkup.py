"""Checkup: whether the database takes what is written, asked as rarely as it can be."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Final, Protocol

from unolab.server.store import NotSaved

log = logging.getLogger("unolab.server")

LASTS: Final = 5.0  # seconds for which an answer holds
WITHIN: Final = 3.0  # seconds in which a database that is well has answered


class Probed(Protocol):
    """A store that can be tried out."""

    async def probe(self) -> None:
        """Write something and take it back, or raise NotSaved."""


class Checkup:
    """Tries the store out when somebody asks, but not for everybody who does."""

    def __init__(self, store: Probed, lasts: float = LASTS, within: float = WITHIN) -> None:
        """Let an answer hold for ``lasts`` seconds; whoever asks waits ``within`` at most."""
        self._store = store
        self._lasts = lasts
        self._within = within
        self._well = True
        self._until = 0.0
        self._trying: asyncio.Task[None] | None = None

    async def is_well(self) -> bool:
        """Whether the store takes what is written."""
        if self._trying is None and monotonic() >= self._until:
            self._trying = asyncio.create_task(self._try())
        if self._trying is not None:
            # a locked database takes its time: it is not asked again before it has answered
            await asyncio.wait({self._trying}, timeout=self._within)
        return self._well and self._trying is None

    async def _try(self) -> None:
        was_well = self._well
        try:
            await self._store.probe()
        except NotSaved as error:
            self._well = False
            if was_well:
                log.error("%s", error)
        else:
            self._well = True
            if not was_well:
                log.warning("the database takes what is written again")
        finally:
            self._until = monotonic() + self._lasts
            self._trying = None
