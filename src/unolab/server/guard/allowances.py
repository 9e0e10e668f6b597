"""Allowances: what the people of one room may do before they are told to slow down.

They are counted by device, network and room, and not by connection or seat: whoever opens many tabs
or changes seats has no more of them, and nobody can use up what is there for all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final

from unolab.server.guard.limits import Bucket, Limits
from unolab.server.protocol.refusal import Refusal

MOST: Final = 200  # buckets of a kind; of more, the one that was not used for longest is dropped

Limit = tuple[float, float]


class Buckets:
    """A bucket for each name."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        """Give every name a bucket of this kind."""
        self._limit = limit
        self._clock = clock
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        """Return the bucket of a name."""
        bucket = self._each.setdefault(name, Bucket(*self._limit, self._clock))
        self._each.move_to_end(name)
        if len(self._each) > MOST:
            self._each.popitem(last=False)
        return bucket

    def __len__(self) -> int:
        return len(self._each)


class Shares:
    """What a room has, of which a device gets its own part and a network at most half."""

    def __init__(self, each: Limit, room: Limit, clock: Callable[[], float]) -> None:
        """Begin with full buckets."""
        self._room = Bucket(*room, clock)
        self._devices = Buckets(each, clock)
        self._networks = Buckets((room[0] / 2, room[1] / 2), clock)

    def take(self, owner: str, network: str) -> bool:
        """Take one for a device, or none if it or its network has had its part."""
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

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        """Begin with all of them full."""
        self._limits = limits
        self._changes = Bucket(*limits.changes_of_room, clock)
        self._changes_of = Buckets(limits.changes, clock)
        self._talk = Shares(limits.talk, limits.talk_of_room, clock)
        self._reactions = Shares(limits.reactions, limits.reactions_of_room, clock)
        self._hurries = Bucket(*limits.hurries, clock)
        self.arrivals = Bucket(*limits.arrivals, clock)
        """Of clients that everyone is told of at once."""
        self.bot_moves = Bucket(*limits.bot_moves, clock)

    def take_change(self, owner: str, network: str, known: Collection[str], is_host: bool) -> None:
        """Take a change of the table; the host keeps half of what the room has.

        ``known`` are those who have a bucket of their own: strangers have one for their network.
        """
        of_owner = self._changes_of.of(owner if owner in known else f"network {network}")
        reserve = 0 if is_host else self._limits.changes_of_room[1] / 2
        if not (of_owner.has() and self._changes.has(1 + reserve)):
            raise Refusal("too_fast", "too many changes in this room: wait a moment")
        of_owner.take()
        self._changes.take()

    def take_talk(self, owner: str, network: str) -> None:
        """Take something that somebody says; it waits for those who read slowly, too."""
        if not self._talk.take(owner, network):
            raise Refusal("too_fast", "too much is said at once: wait a moment")

    def take_reaction(self, owner: str, network: str) -> None:
        """Take a mood that somebody shows."""
        if not self._reactions.take(owner, network):
            raise Refusal("too_fast", "three reactions in ten seconds are enough: wait a moment")

    def take_hurry(self) -> None:
        """Take a wish that a bot acts at once."""
        if not self._hurries.take():
            raise Refusal("too_fast", "bots can't be hurried as much: wait a moment")

    def __len__(self) -> int:
        """Count the devices and networks that are remembered."""
        return len(self._changes_of)
