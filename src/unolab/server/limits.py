"""What one connection or address may ask for before it is told to slow down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from unolab.server.refusal import Refusal


class Bucket:
    """Tokens that come back at a steady rate; whoever finds none has been too fast."""

    __slots__ = ("_clock", "_rate", "_size", "_tokens", "_when")

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        """Begin with ``size`` tokens, ``rate`` of which come back every second."""
        self._rate = rate
        self._size = size
        self._clock = clock
        self._tokens = size
        self._when = clock()

    def take(self) -> bool:
        """Take a token if there is one."""
        if not self.has():
            return False
        self._tokens -= 1
        return True

    def has(self, tokens: float = 1) -> bool:
        """Whether there are that many tokens."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._when) * self._rate)
        self._when = now
        return self._tokens >= tokens

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self.has(self._size)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; the defaults leave room for a class behind one address."""

    messages: tuple[float, float] = (15, 60)
    """A second, and at once, for each connection."""
    requests: tuple[float, float] = (20, 120)
    """Over HTTP, for each address."""
    rooms: tuple[float, float] = (0.5, 40)
    """New rooms, for each address."""
    guesses: tuple[float, float] = (0.5, 30)
    """Codes of rooms that do not exist, for each address."""
    look_ups: tuple[float, float] = (50, 500)
    """Rooms that are not in memory and are looked for in the database, for all together."""
    connections: int = 100
    """At a time, for each address."""
    waiting: int = 256
    """Messages that wait to be sent to a client; one that is slower is cut off and comes back."""
    all_rooms: int = 20_000
    """In memory."""


UNLIMITED = Limits(
    messages=(1e9, 1e9),
    requests=(1e9, 1e9),
    rooms=(1e9, 1e9),
    guesses=(1e9, 1e9),
    look_ups=(1e9, 1e9),
    connections=1_000_000,
    all_rooms=1_000_000,
)
"""For a server of one's own on this machine, and for measuring."""


class Addresses:
    """A bucket for each address, forgotten when it is full again."""

    def __init__(self, rate: float, size: float) -> None:
        """Give every address a bucket of this kind."""
        self._rate = rate
        self._size = size
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take a token of an address."""
        return self._bucket(address).take()

    def check(self, address: str) -> None:
        """Refuse an address that has no token left."""
        if address in self._buckets and not self._buckets[address].has():
            raise Refusal("too_fast", "too many codes of rooms that do not exist: wait a moment")

    def _bucket(self, address: str) -> Bucket:
        if len(self._buckets) > 10_000:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.full}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size)
        return bucket
