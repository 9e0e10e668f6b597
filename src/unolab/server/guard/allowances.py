"""Allowances: rate limits within a room.

They are counted per device, network and room, not per connection or seat: opening more tabs or
changing seats gains nothing, and nobody can use up what is there for everyone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final

from unolab.server.guard.limits import Bucket, ServerLimits
from unolab.server.protocol.refusal import Refusal

MOST_PER_KIND: Final = 200  # buckets of a kind; beyond that, the least recently used is dropped

Limit = tuple[float, float]


class Buckets:
    """One token bucket per name."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        """Give every name a bucket of this size."""
        self._limit = limit
        self._clock = clock
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        """Return the bucket of a name."""
        bucket = self._each.setdefault(name, Bucket(*self._limit, self._clock))
        self._each.move_to_end(name)
        if len(self._each) > MOST_PER_KIND:
            self._each.popitem(last=False)
        return bucket

    def __len__(self) -> int:
        return len(self._each)


class Shares:
    """The tokens of a room: a device gets its own share, a network at most half."""

    def __init__(self, each: Limit, room: Limit, clock: Callable[[], float]) -> None:
        """Start with full buckets."""
        self._room = Bucket(*room, clock)
        self._devices = Buckets(each, clock)
        self._networks = Buckets((room[0] / 2, room[1] / 2), clock)

    def take(self, owner: str, network: str) -> bool:
        """Take one for a device, or none if it or its network has used its share."""
        buckets = [self._devices.of(owner), self._room]
        if network:
            buckets.append(self._networks.of(network))
        if not all(bucket.has() for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.take()
        return True


class Allowances:
    """The buckets of a room."""

    def __init__(self, limits: ServerLimits, clock: Callable[[], float]) -> None:
        """Start with all of them full."""
        self._limits = limits
        self._changes = Bucket(*limits.changes_of_room, clock)
        self._changes_of = Buckets(limits.changes, clock)
        self._talk = Shares(limits.talk, limits.talk_of_room, clock)
        self._reactions = Shares(limits.reactions, limits.reactions_of_room, clock)
        self._hurries = Bucket(*limits.hurries, clock)
        self.arrivals = Bucket(*limits.arrivals, clock)
        """Arrivals that are announced at once."""
        self.bot_moves = Bucket(*limits.bot_moves, clock)

    def take_change(self, owner: str, network: str, known: Collection[str], is_host: bool) -> None:
        """Count a change of the table; half of the room's tokens are kept for the host.

        Those in ``known`` have a bucket of their own; strangers share one per network.
        """
        of_owner = self._changes_of.of(owner if owner in known else f"network {network}")
        reserve = 0 if is_host else self._limits.changes_of_room[1] / 2
        if not (of_owner.has() and self._changes.has(1 + reserve)):
            raise Refusal("too_fast", "too many changes in this room: wait a moment")
        of_owner.take()
        self._changes.take()

    def take_talk(self, owner: str, network: str) -> None:
        """Count a chat message, which also waits in the queues of slow readers."""
        if not self._talk.take(owner, network):
            raise Refusal("too_fast", "too many chat messages: wait a moment")

    def take_reaction(self, owner: str, network: str) -> None:
        """Count a reaction."""
        if not self._reactions.take(owner, network):
            raise Refusal("too_fast", "at most three reactions in ten seconds: wait a moment")

    def take_hurry(self) -> None:
        """Count a request to hurry a bot."""
        if not self._hurries.take():
            raise Refusal("too_fast", "bots can't be hurried that often: wait a moment")

    def __len__(self) -> int:
        """Return the number of devices and networks that are remembered."""
        return len(self._changes_of)
