"""Allowances: what the people of one room may do before they are told to slow down.

They are counted by seat, device and room, and not by connection: whoever opens many tabs has no
more of them, and nobody can use up what is there for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from unolab.server.guard.limits import Bucket, Limits
from unolab.server.protocol.refusal import Refusal


class Allowances:
    """The buckets of a room."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        """Begin with all of them full."""
        self._limits = limits
        self._clock = clock
        self._changes = self._bucket(limits.changes_of_room)
        self._changes_of: dict[str, Bucket] = {}
        self._talk = self._bucket(limits.talk_of_room)
        self._talk_of: dict[int, Bucket] = {}
        self._reactions = self._bucket(limits.reactions_of_room)
        self._reactions_of: dict[int, Bucket] = {}
        self._hurries = self._bucket(limits.hurries)
        self.arrivals = self._bucket(limits.arrivals)
        """Of clients that everyone is told of at once."""
        self.bot_moves = self._bucket(limits.bot_moves)

    def take_change(self, owner: str, known: Collection[str], is_host: bool) -> None:
        """Take a change of the table; the host keeps half of what the room has.

        ``known`` are those who have a bucket of their own: strangers share one.
        """
        for gone in self._changes_of.keys() - {*known, ""}:
            del self._changes_of[gone]
        of_owner = self._changes_of.setdefault(
            owner if owner in known else "", self._bucket(self._limits.changes)
        )
        reserve = 0 if is_host else self._limits.changes_of_room[1] / 2
        if not (of_owner.has() and self._changes.has(1 + reserve)):
            raise Refusal("too_fast", "too many changes in this room: wait a moment")
        of_owner.take()
        self._changes.take()

    def take_talk(self, seat: int) -> None:
        """Take something that a seat says; it waits for those who read slowly, too."""
        of_seat = self._talk_of.setdefault(seat, self._bucket(self._limits.talk))
        if not (of_seat.has() and self._talk.take()):
            raise Refusal("too_fast", "too much is said at once: wait a moment")
        of_seat.take()

    def take_reaction(self, seat: int) -> None:
        """Take a mood that a seat shows."""
        of_seat = self._reactions_of.setdefault(seat, self._bucket(self._limits.reactions))
        if not (of_seat.has() and self._reactions.take()):
            raise Refusal("too_fast", "three reactions in ten seconds are enough: wait a moment")
        of_seat.take()

    def take_hurry(self) -> None:
        """Take a wish that a bot acts at once."""
        if not self._hurries.take():
            raise Refusal("too_fast", "bots can't be hurried as much: wait a moment")

    def __len__(self) -> int:
        """Count the devices that are remembered."""
        return len(self._changes_of)

    def _bucket(self, limit: tuple[float, float]) -> Bucket:
        return Bucket(*limit, self._clock)
