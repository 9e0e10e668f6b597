"""Ownership: the rooms of this server, where several servers share a database."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from unolab.server.fleet.passes import PassKey
from unolab.server.operate.metrics import Metrics
from unolab.server.room.room import Log
from unolab.server.store.leases import RENEWALS, Claim, Leases
from unolab.server.store.store import FencedLog, Store

log = logging.getLogger("unolab.server")

REMEMBER_FOR: Final = 1.0  # seconds, which other server has a room
TRY_AGAIN_IN: Final = 0.2  # seconds after a renewal that failed
LEAVE_WITHIN: Final = 5.0  # seconds; without a database the lease ends by itself


class Elsewhere(Exception):
    """Another server has the room."""

    def __init__(self, code: str, url: str, owner: str) -> None:
        """Say which room, where it is, and which server that is."""
        super().__init__(f"room {code} is at {url}")
        self.code = code
        self.url = url
        self.owner = owner


class Ownership:
    """Which rooms this server may write to. Without leases it is alone, and may write to all."""

    def __init__(self, store: Store, metrics: Metrics, leases: Leases | None = None) -> None:
        """Own nothing yet."""
        self._store = store
        self._leases = leases
        self._epochs: dict[str, int] = {}
        self._others: OrderedDict[str, tuple[float, Claim]] = OrderedDict()
        if leases is not None:
            self._renewed = monotonic()
            metrics.owned_rooms.set_function(lambda: len(self._epochs))
            metrics.lease_age.set_function(lambda: monotonic() - self._renewed)

    @property
    def pass_key(self) -> PassKey | None:
        """What the servers know each other by; None if this one is alone."""
        if self._leases is None:
            return None
        return PassKey(self._leases.secret, self._leases.id)

    async def create(self, code: str, first: str, *others: str) -> Log | None:
        """Create a room with these entries, or raise CodeTaken or NotSaved.

        Where several servers share a database it is nobody's yet: the first client decides where
        it is, and with it a balancer that goes by the code.
        """
        await self._store.create(code, first)
        # the first is alone if these are not saved, but then nobody gets to know the code
        await asyncio.gather(*(self._store.append(code, *each) for each in enumerate(others, 1)))
        return self._store if self._leases is None else None

    async def claim(self, code: str) -> Log | None:
        """Take a room; raise Elsewhere if another server has it, return None if there is none."""
        if self._leases is None:
            return self._store
        claim = await self._leases.claim(code)
        if claim is None:
            return None
        self.forget_other(code)
        if claim.url is not None:
            self._remember(code, claim)
            raise Elsewhere(code, claim.url, claim.owner)
        self._epochs[code] = claim.epoch
        return FencedLog(self._store, claim.epoch)

    async def look_for_other(self, code: str) -> None:
        """Raise Elsewhere if another server has a room; do not claim it."""
        claim = None if self._leases is None else await self._leases.find_other(code)
        if claim is not None and claim.url is not None:
            raise Elsewhere(code, claim.url, claim.owner)

    def raise_if_remembered(self, code: str) -> None:
        """Raise Elsewhere if another server had a room a moment ago: a crowd comes together."""
        when, claim = self._others.get(code, (0.0, None))
        if claim is not None and claim.url is not None and monotonic() - when < REMEMBER_FOR:
            raise Elsewhere(code, claim.url, claim.owner)

    def forget_other(self, code: str) -> None:
        """Ask the database again who has a room."""
        self._others.pop(code, None)

    def _remember(self, code: str, claim: Claim) -> None:
        now = monotonic()
        self._others[code] = now, claim
        while next(iter(self._others.values()))[0] < now - REMEMBER_FOR:
            self._others.popitem(last=False)

    def has(self, code: str, written: Log) -> bool:
        """Whether a room is still ours, in the epoch that it was claimed in."""
        return not isinstance(written, FencedLog) or self._epochs.get(code) == written.epoch

    def lose(self, code: str, written: Log) -> None:
        """Take note that another server has claimed a room."""
        if isinstance(written, FencedLog) and self.has(code, written):
            del self._epochs[code]

    async def release(self, code: str, written: Log) -> None:
        """Give a room back that was claimed, so that any server can take it."""
        if self._leases is None or not isinstance(written, FencedLog):
            return
        if not self.has(code, written):
            return
        epoch = self._epochs.pop(code)
        try:
            await self._leases.release(code, epoch)
        except OSError as error:  # it is free when the lease ends
            log.warning("room %s could not be given back: %s", code, error)

    async def keep(self, drop: Callable[[str], Awaitable[None]]) -> None:
        """Renew the lease, forever; ``drop`` the rooms that others have claimed meanwhile."""
        if self._leases is None:
            return
        well = True
        every = self._leases.seconds / RENEWALS
        while True:
            before = dict(self._epochs)  # what is claimed while the database answers is not lost
            try:
                async with asyncio.timeout(every):
                    mine = await self._leases.renew()
            except OSError as error:
                if well:
                    event = {"event": "lease_lost"}
                    why = str(error) or "the database does not respond"
                    log.error("the lease could not be renewed: %s", why, extra=event)
                well = False
            else:
                if not well:
                    log.warning("the lease is renewed", extra={"event": "lease_back"})
                well = True
                self._renewed = monotonic()
                for code, epoch in before.items():
                    if mine.get(code) != epoch and self._epochs.get(code) == epoch:
                        del self._epochs[code]
                        event = {"event": "room_overtaken", "room": code}
                        log.warning("room %s was claimed by another server", code, extra=event)
                        await drop(code)
            await asyncio.sleep(every if well else min(every, TRY_AGAIN_IN))

    async def leave(self) -> None:
        """Give all rooms back at once; what is released after that is free already."""
        self._epochs.clear()
        if self._leases is not None:
            try:
                async with asyncio.timeout(LEAVE_WITHIN):
                    await self._leases.leave()
            except OSError as error:
                log.warning("the rooms are free when the lease ends: %s", error)
