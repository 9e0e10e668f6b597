"""Budgets: the limits of an address, where it can ask several servers.

Each server counts for itself, and tells the others every second: whoever asks all of them at once
gets the burst of each of them one time, and from then on what one server alone would allow.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from unolab.server.guard.limits import MOST_BUCKETS, Addresses
from unolab.server.store.spending import FORGET_AFTER, MOST_TOTALS, Key, Spending

log = logging.getLogger("unolab.server")

TELL_EVERY: Final = 1.0  # seconds
TELL_FROM: Final = 0.05  # of a burst: less than that is not worth a row
MOST_KNOWN: Final = 5 * MOST_BUCKETS  # totals kept in memory; beyond that, the oldest are dropped


@dataclass(slots=True)
class Used:
    """What an address has used of a limit here, and what the others know of it."""

    total: float = 0.0
    told: float = 0.0


class SharedBudgets:
    """What addresses have used here, and what we know of the other servers."""

    def __init__(self, spending: Spending, server: str, budgets: Mapping[str, Addresses]) -> None:
        """Follow what is used of some limits from now on."""
        self._spending = spending
        self._server = server
        self._budgets = budgets
        self._totals: OrderedDict[Key, Used] = OrderedDict()  # the longest unused first
        self._changed: set[Key] = set()
        self._known: OrderedDict[tuple[str, str, str], float] = OrderedDict()
        self._began = False
        for kind, addresses in budgets.items():
            addresses.spend = partial(self._spend, kind)

    def _spend(self, kind: str, address: str, cost: float) -> None:
        key = kind, address
        used = self._totals.pop(key, None) or Used()
        used.total += cost
        self._totals[key] = used
        # not each single request: whoever has many addresses would write a row with every one
        if used.total - used.told >= TELL_FROM * self._budgets[kind].size:
            self._changed.add(key)
        if len(self._totals) > MOST_KNOWN:
            self._changed.discard(self._totals.popitem(last=False)[0])

    async def exchange(self) -> None:
        """Tell the others what was used here, and count what was used there."""
        changed = set(islice(self._changed, MOST_TOTALS))
        self._changed -= changed
        totals = {key: self._totals[key].total for key in changed if key in self._totals}
        try:
            # the first time, all that is known: what was used before we began is long paid for
            theirs = await self._spending.exchange(self._server, totals, recent=self._began)
        except OSError:
            self._changed |= changed  # told next time
            raise
        for key, total in totals.items():
            if key in self._totals:
                self._totals[key].told = total
        for (server, kind, address), total in theirs.items():
            before = self._known.pop((server, kind, address), None)
            self._known[server, kind, address] = total
            if self._began and kind in self._budgets and total > (before or 0.0):
                limit = self._budgets[kind]
                # a total that we see for the first time may have grown for long
                more = min(total, limit.size) if before is None else total - before
                limit.charge(address, more)
        self._began = True
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def forget(self) -> None:
        """Begin at nothing with those of whom the database knows nothing any more.

        A server that starts later would count all that they ever used.
        """
        for key in await self._spending.forget(self._server):
            self._totals.pop(key, None)
            self._changed.discard(key)

    async def keep(self) -> None:
        """Exchange every second, forever."""
        told = 0.0
        while True:
            await asyncio.sleep(TELL_EVERY)
            try:
                await self.exchange()
                told += TELL_EVERY
                if told > FORGET_AFTER:
                    told = 0.0
                    await self.forget()
            except OSError as error:  # the database is gone: said elsewhere, too
                log.debug("limits are not shared at the moment: %s", error)
