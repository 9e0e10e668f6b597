"""Reservations: codes that are shown before there is a room, which nobody may ever need.

The first page shows a code and its picture at once. A reservation is all that this costs: a line in
memory, renewed while the page is looked at and forgotten soon after. The room is made when somebody
comes in by the code.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from unolab.server.guard.limits import Addresses, Counts, Limits
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import Created

KEPT: Final = 1_800.0  # seconds after the page was last looked at


@dataclass(frozen=True, slots=True)
class Reservation:
    """A code, and the room that it will open."""

    created: str
    """The first entry of its log, as text, which takes little memory."""
    address: str
    until: float


class Reservations:
    """The codes that are reserved, of each address and in all no more than the limits say."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._most = limits.all_reserved
        self._new = Addresses(*limits.reserved, clock=clock)
        self._counts = Counts(limits.reserved_each)
        self._kept: OrderedDict[str, Reservation] = OrderedDict()  # the last one renewed at the end

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, code: str) -> bool:
        kept = self._kept.get(code)
        return kept is not None and kept.until > self._clock()

    def find(self, code: str) -> Created | None:
        """Return the room that a code will open, if it is reserved."""
        if code not in self:
            return None
        return Created.model_validate_json(self._kept[code].created)

    def address_of(self, code: str) -> str | None:
        """Return the address for which a code is reserved."""
        return self._kept[code].address if code in self else None

    def check(self, address: str) -> None:
        """Refuse an address that wants too many codes, before any work is done for it."""
        self._forget_old()
        if len(self._kept) >= self._most:
            raise Refusal("full", "too many codes are reserved: open a room instead")
        if not self._new.take(address):
            raise _too_fast()

    def add(self, code: str, created: Created, address: str) -> None:
        """Reserve a code for an address that was checked."""
        if not self._counts.enter(address):
            raise _too_fast()
        self._keep(code, created, address)

    def renew(self, code: str, created: Created) -> None:
        """Keep a code that is reserved for longer, and for this room."""
        kept = self._kept.pop(code, None)
        if kept is not None:  # it may have got its room this very moment
            self._keep(code, created, kept.address)

    def drop(self, code: str) -> None:
        """Forget a code: it has a room now."""
        kept = self._kept.pop(code, None)
        if kept is not None:
            self._counts.leave(kept.address)

    def _keep(self, code: str, created: Created, address: str) -> None:
        self._kept[code] = Reservation(created.model_dump_json(), address, self._clock() + KEPT)

    def _forget_old(self) -> None:
        now = self._clock()
        while self._kept:
            code, oldest = next(iter(self._kept.items()))
            if oldest.until > now:
                return
            self.drop(code)


def _too_fast() -> Refusal:
    return Refusal("too_fast", "too many codes are reserved: wait a moment")
