"""Reservations: codes that are shown before there is a room, which may never be needed.

The start page shows a code and its QR code at once. This costs no more than a reservation: an entry
in memory, renewed while the page is open and dropped soon after. The room is created when somebody
enters it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, NamedTuple

from unolab.server.guard.limits import Addresses, Counters, ServerLimits, buckets_of
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import Created
from unolab.server.store.reserved import ReservedCodes

RESERVED_FOR: Final = 1_800.0  # seconds after the last renewal


@dataclass(frozen=True, slots=True)
class Reservation:
    """A code, and the room that it will open."""

    created: str
    """The first entry of its log, as text, to save memory."""
    address: str
    until: float


class Reserved(NamedTuple):
    """A reserved room, and the address that it is for."""

    created: Created
    address: str


class Reservations:
    """The reserved codes of a server, limited per address and in total."""

    def __init__(self, limits: ServerLimits, clock: Callable[[], float] = monotonic) -> None:
        """Start with none."""
        self._clock = clock
        self._limits = limits
        self.new = Addresses(*limits.reserved, clock=clock)
        self._counts = Counters(limits.reserved_each)
        self._kept: OrderedDict[str, Reservation] = OrderedDict()  # least recently renewed first

    def __len__(self) -> int:
        return len(self._kept)

    async def find(self, code: str) -> Reserved | None:
        """Return a reserved code, if there is one."""
        kept = self._kept.get(code)
        if kept is None or kept.until <= self._clock():
            return None
        return Reserved(Created.model_validate_json(kept.created), kept.address)

    async def check(self, address: str) -> None:
        """Refuse an address over its limit, before doing any work for it."""
        self._forget_old()
        _check_total(len(self._kept), self._limits)
        if not self.new.take(address):
            raise _too_fast()

    async def add(self, code: str, created: Created, address: str) -> None:
        """Reserve a code for an address that passed ``check``."""
        if not self._counts.enter(address):
            raise _too_fast()
        self._keep(code, created, address)

    async def renew(self, code: str, created: Created) -> None:
        """Renew a reserved code, for this room."""
        kept = self._kept.pop(code, None)
        if kept is not None:  # its room may just have been created
            self._keep(code, created, kept.address)

    async def drop(self, code: str) -> None:
        """Drop a code: it has a room now."""
        self._drop(code)

    def _drop(self, code: str) -> None:
        kept = self._kept.pop(code, None)
        if kept is not None:
            self._counts.leave(kept.address)

    def _keep(self, code: str, created: Created, address: str) -> None:
        self._kept[code] = Reservation(
            created.model_dump_json(), address, self._clock() + RESERVED_FOR
        )

    def _forget_old(self) -> None:
        now = self._clock()
        while self._kept:
            code, oldest = next(iter(self._kept.items()))
            if oldest.until > now:
                return
            self._drop(code)


class SharedReservations:
    """The reserved codes of several servers, in the database that they share."""

    def __init__(self, limits: ServerLimits, codes: ReservedCodes) -> None:
        """Use what is there."""
        self._limits = limits
        self.new = Addresses(*limits.reserved)
        self._codes = codes

    async def find(self, code: str) -> Reserved | None:
        """Return a reserved code, if there is one."""
        found = await self._codes.find(code)
        return None if found is None else Reserved(Created.model_validate_json(found[0]), found[1])

    async def check(self, address: str) -> None:
        """Refuse an address over its limit, before doing any work for it."""
        if not self.new.take(address):
            raise _too_fast()
        by_address = await self._codes.count()
        _check_total(sum(by_address.values()), self._limits)
        counts: Counter[str] = Counter()
        for each, codes in by_address.items():
            for name, _ in buckets_of(each):
                counts[name] += codes
        most = self._limits.reserved_each
        if any(counts[name] >= factor * most for name, factor in buckets_of(address)):
            raise _too_fast()

    async def add(self, code: str, created: Created, address: str) -> None:
        """Reserve a code for an address that passed ``check``."""
        await self._codes.add(code, created.model_dump_json(), address, RESERVED_FOR)

    async def renew(self, code: str, created: Created) -> None:
        """Renew a reserved code, for this room."""
        await self._codes.renew(code, created.model_dump_json(), RESERVED_FOR)

    async def drop(self, code: str) -> None:
        """Drop a code: it has a room now."""
        await self._codes.drop(code)


def _check_total(kept: int, limits: ServerLimits) -> None:
    if kept >= limits.all_reserved:
        raise Refusal("full", "too many reserved codes: open a room instead")


def _too_fast() -> Refusal:
    return Refusal("too_fast", "too many reserved codes: wait a moment")
