"""Reservations: codes that are shown before there is a room, which may never be needed.

The start page shows a code and its QR code at once. This costs no more than a reservation: an entry
in memory, renewed while the page is open and dropped soon after. The room is created when somebody
enters it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from unolab.server.guard.limits import Addresses, Counters, ServerLimits
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import Created

RESERVED_FOR: Final = 1_800.0  # seconds after the last renewal


@dataclass(frozen=True, slots=True)
class Reservation:
    """A code, and the room that it will open."""

    created: str
    """The first entry of its log, as text, to save memory."""
    address: str
    until: float


class Reservations:
    """The reserved codes, limited per address and in total."""

    def __init__(self, limits: ServerLimits, clock: Callable[[], float] = monotonic) -> None:
        """Start with none."""
        self._clock = clock
        self._most = limits.all_reserved
        self._new = Addresses(*limits.reserved, clock=clock)
        self._counts = Counters(limits.reserved_each)
        self._kept: OrderedDict[str, Reservation] = OrderedDict()  # least recently renewed first

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, code: str) -> bool:
        kept = self._kept.get(code)
        return kept is not None and kept.until > self._clock()

    def find(self, code: str) -> Created | None:
        """Return the room of a reserved code, if there is one."""
        if code not in self:
            return None
        return Created.model_validate_json(self._kept[code].created)

    def address_of(self, code: str) -> str | None:
        """Return the address for which a code is reserved."""
        return self._kept[code].address if code in self else None

    def check(self, address: str) -> None:
        """Refuse an address over its limit, before doing any work for it."""
        self._forget_old()
        if len(self._kept) >= self._most:
            raise Refusal("full", "too many reserved codes: open a room instead")
        if not self._new.take(address):
            raise _too_fast()

    def add(self, code: str, created: Created, address: str) -> None:
        """Reserve a code for an address that passed ``check``."""
        if not self._counts.enter(address):
            raise _too_fast()
        self._keep(code, created, address)

    def renew(self, code: str, created: Created) -> None:
        """Renew a reserved code, for this room."""
        kept = self._kept.pop(code, None)
        if kept is not None:  # its room may just have been created
            self._keep(code, created, kept.address)

    def drop(self, code: str) -> None:
        """Drop a code: it has a room now."""
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
            self.drop(code)


def _too_fast() -> Refusal:
    return Refusal("too_fast", "too many reserved codes: wait a moment")
