"""Rate limits per connection and per address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final

from unolab.server.guard.networks import OWN, wider_network

WIDER: Final = 8  # times the limit of a /64 for the /48 around it
DEEPEST: Final = 16  # times its size that a bucket may miss: the bursts of as many other servers
MOST_BUCKETS: Final = 20_000
BUCKETS_CHECKED: Final = 2  # old buckets checked per new one, so that they get fewer


class Bucket:
    """A token bucket, refilled at a steady rate; too few tokens mean too fast."""

    __slots__ = ("_clock", "_rate", "_size", "_tokens", "_when")

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        """Start with ``size`` tokens; ``rate`` are added per second."""
        self._rate = rate
        self._size = size
        self._clock = clock
        self._tokens = size
        self._when = clock()

    def take(self, cost: float = 1) -> bool:
        """Take this many tokens if there are enough; a cost above the size takes a full bucket."""
        if not self.has(cost):
            return False
        self._tokens -= min(cost, self._size)
        return True

    def has(self, tokens: float = 1) -> bool:
        """Whether there are that many tokens, or the bucket is full."""
        now = self._clock()
        passed = max(0.0, now - self._when)  # a clock set back removes nothing
        self._tokens = min(self._size, self._tokens + passed * self._rate)
        self._when = now
        return self._tokens >= min(tokens, self._size)

    def reserve(self, cost: float = 1) -> float:
        """Take tokens in advance; return the seconds until they are available."""
        self.has()
        self._tokens -= min(cost, self._size)
        return max(0.0, -self._tokens / self._rate)

    def charge(self, cost: float) -> None:
        """Take tokens that were used elsewhere, also such as are not there yet."""
        self.has()
        self._tokens = max(self._tokens - cost, -DEEPEST * self._size)

    @property
    def full(self) -> bool:
        """Whether it is full again, so that it can be dropped."""
        return self.has(self._size)


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The limits of a server; the defaults allow a whole class behind one address.

    A pair is a rate per second and a burst.
    """

    messages: tuple[float, float] = (15, 60)
    """Per connection."""
    requests: tuple[float, float] = (20, 120)
    """HTTP requests per address; costly ones count as several."""
    rooms: tuple[float, float] = (0.1, 40)
    """New rooms, per address."""
    reserved: tuple[float, float] = (0.2, 80)
    """New reserved codes, per address."""
    reserved_each: int = 200
    """At a time, per address."""
    all_reserved: int = 5_000
    """At a time, in total."""
    guesses: tuple[float, float] = (0.5, 30)
    """Codes of rooms that do not exist, per address."""
    sockets: tuple[float, float] = (5, 150)
    """New WebSockets, per address."""
    look_ups: tuple[float, float] = (200, 2_000)
    """Database lookups of rooms that are not in memory, in total; half of the burst is kept for
    clients with a token."""
    look_ups_each: tuple[float, float] = (2, 100)
    """The same, per address."""
    frames: tuple[float, float] = (60, 300)
    """Frames per WebSocket, pings included; every kilobyte counts as one more."""
    accepted: tuple[float, float] = (20, 400)
    """New TCP connections, per address."""
    turns: tuple[float, float] = (100, 30)
    """Requests, new WebSockets and messages handled per address; others wait."""
    all_frames: tuple[float, float] = (500, 300)
    """Frames parsed per address, over all its WebSockets; others wait."""
    connections: int = 100
    """WebSockets at a time, per address."""
    tcp_connections: int = 300
    """TCP connections at a time, per address, WebSockets included; browsers open several each."""
    all_connections: int = 10_000
    """TCP connections at a time, in total, if the limit on open files allows it."""
    in_flight: int = 400
    """Concurrent HTTP requests, per address."""
    header_within: float = 10.0
    """Timeout for the header of a request, in seconds."""
    body_within: float = 20.0
    """Timeout for its body, in seconds."""
    read_within: float = 30.0
    """Timeout for a client that does not read what it is sent, in seconds."""
    waiting: int = 256
    """Messages queued for a client; a slower one is cut off and reconnects."""
    all_rooms: int = 20_000
    """In memory."""
    changes: tuple[float, float] = (1, 40)
    """Changes of names, seats, rules, options and pauses, per device; strangers in a network share
    one limit."""
    changes_of_room: tuple[float, float] = (3, 120)
    """The same, per room; half of the burst is kept for the host."""
    talk: tuple[float, float] = (1, 10)
    """Chat messages, per device."""
    talk_of_room: tuple[float, float] = (3, 30)
    """Chat messages, per room; a network gets at most half."""
    reactions: tuple[float, float] = (0.3, 3)
    """Reactions, per device."""
    reactions_of_room: tuple[float, float] = (3, 30)
    """Reactions, per room; a network gets at most half."""
    arrivals: tuple[float, float] = (1, 6)
    """Arrivals and departures announced at once, per room; others wait a second."""
    hurries: tuple[float, float] = (5, 60)
    """Hurried bots, per room."""
    hints: tuple[float, float] = (15, 150)
    """Hints and chances, per address; a class with the bar of chances asks after every move."""
    bot_moves: tuple[float, float] = (4, 40)
    """Bot moves, per room; faster bots wait, which happens only among themselves."""
    unwatched: float = 1_800
    """Seconds before bots among themselves pause if people only watch."""
    page_cost: float = 0.2
    """Cost of a file of the page, in requests: a whole class opens it at once."""
    replay_cost: float = 60
    """Cost of the longest replay, in requests; shorter ones cost less."""
    review_cost: float = 120
    """Cost of the longest review, in requests; shorter ones cost less."""
    simulation_cost: float = 100
    """Cost of the longest simulation, in requests; shorter ones cost less."""
    simulation_within: float = 120
    """Seconds before a simulation ends with the games so far, to make way for others."""
    log_cost: float = 60
    """Cost of reading the longest room log, in requests; shorter ones cost less."""
    room_cost: float = 1
    """Cost of creating a room, in requests, besides the request itself."""
    reserve_cost: float = 2
    """Cost of reserving a code or renewing it, in requests, besides the request itself; only where
    the codes are in a database."""
    hello_cost: float = 0.5
    """Cost of entering a room, in requests: a whole class comes back at once."""
    trusts_itself: bool = False
    """Whether requests from this machine itself are exempt."""

    def with_connections(self, number: int) -> ServerLimits:
        """Allow this many WebSockets per address.

        If they are more than the default, the rates for opening and using them grow in proportion.
        """
        more = max(1.0, number / self.connections)
        scaled: dict[str, Any] = {
            name: (more * rate, more * at_once)
            for name in ("sockets", "accepted", "requests", "look_ups_each")
            for rate, at_once in [getattr(self, name)]
        }
        return replace(self, connections=number, tcp_connections=3 * number, **scaled)


UNLIMITED = ServerLimits(
    messages=(1e9, 1e9),
    requests=(1e9, 1e9),
    rooms=(1e9, 1e9),
    reserved=(1e9, 1e9),
    reserved_each=1_000_000,
    guesses=(1e9, 1e9),
    sockets=(1e9, 1e9),
    changes=(1e9, 1e9),
    changes_of_room=(1e9, 1e9),
    talk=(1e9, 1e9),
    talk_of_room=(1e9, 1e9),
    reactions=(1e9, 1e9),
    reactions_of_room=(1e9, 1e9),
    arrivals=(1e9, 1e9),
    hurries=(1e9, 1e9),
    hints=(1e9, 1e9),
    bot_moves=(1e9, 1e9),
    unwatched=float("inf"),
    simulation_within=float("inf"),
    look_ups=(1e9, 1e9),
    look_ups_each=(1e9, 1e9),
    frames=(1e9, 1e9),
    accepted=(1e9, 1e9),
    turns=(1e9, 1e9),
    all_frames=(1e9, 1e9),
    connections=1_000_000,
    tcp_connections=1_000_000,
    all_connections=1_000_000,
    in_flight=1_000_000,
    header_within=60.0,
    body_within=60.0,
    read_within=60.0,
    all_rooms=1_000_000,
)
"""For trusted clients, and for benchmarks."""

PEER_LIMITS = replace(UNLIMITED, header_within=3.0, body_within=3.0)
"""For the port where other servers pass clients on, who have their own limits."""

OWN_MACHINE = ServerLimits(
    trusts_itself=True,
    simulation_within=float("inf"),
    hurries=(1e9, 1e9),
    bot_moves=(1e9, 1e9),
    unwatched=float("inf"),
)
"""For the user of this machine; others, if let in, are strangers."""


class Addresses:
    """One token bucket per address; full ones are dropped.

    An IPv6 /64 counts as one address, and shares a larger bucket with the other networks of its
    /48, which one customer may have. There are never more than ``most`` buckets: beyond that, the
    least recently used are dropped.
    """

    def __init__(
        self,
        rate: float,
        size: float,
        most: int = MOST_BUCKETS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Give every address a bucket of this size."""
        self._rate = rate
        self.size = size
        """The burst of an address."""
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()  # least recently used first
        self.spend: Callable[[str, float], None] | None = None
        """Called with an address and what it has used, if other servers are to know."""

    def take(self, address: str, cost: float = 1) -> bool:
        """Take this many tokens of an address, or none if there are too few."""
        enough = self.has(address, cost)
        names = buckets_of(address)
        for name, factor in names:
            bucket = self._bucket(name, factor)  # used even if refused: else a flood resets it
            if enough:
                bucket.take(cost)
        if enough and names and self.spend is not None:
            self.spend(address, cost)
        return enough

    def give_back(self, address: str, cost: float) -> None:
        """Give tokens back that an address has paid in advance and that were not needed.

        Other servers that were told of them in between do not give them back.
        """
        if not cost or not buckets_of(address):
            return
        self.charge(address, -cost)
        if self.spend is not None:
            self.spend(address, -cost)

    def charge(self, address: str, cost: float) -> None:
        """Take tokens that an address has used at another server."""
        for name, factor in buckets_of(address):
            self._bucket(name, factor).charge(cost)

    def has(self, address: str, cost: float = 1) -> bool:
        """Whether an address has this many tokens left."""
        buckets = (self._buckets.get(name) for name, _ in buckets_of(address))
        return all(bucket is None or bucket.has(cost) for bucket in buckets)

    def reserve(self, address: str, cost: float = 1) -> float:
        """Take tokens of an address in advance; return the seconds until they are available."""
        buckets = (self._bucket(name, factor) for name, factor in buckets_of(address))
        return max((bucket.reserve(cost) for bucket in buckets), default=0.0)

    def _bucket(self, name: str, factor: int) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            self._forget()
            bucket = Bucket(factor * self._rate, factor * self.size, self._clock)
            self._buckets[name] = bucket
        self._buckets.move_to_end(name)
        return bucket

    def _forget(self) -> None:
        """Make room for a new bucket: drop the oldest if they are full, or if there are too many.

        Checking two per new one is enough: the least recently used come first, and each is full
        again at most a fixed time after its last use.
        """
        for _ in range(BUCKETS_CHECKED):
            if not self._buckets:
                return
            name, oldest = next(iter(self._buckets.items()))
            if not oldest.full and len(self._buckets) < self._most:
                return
            del self._buckets[name]


class Counters:
    """A counter per address, with a maximum."""

    def __init__(self, most: int) -> None:
        """Allow every address this many."""
        self._most = most
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless that exceeds the maximum."""
        names = buckets_of(address)
        if any(self._counts[name] >= factor * self._most for name, factor in names):
            return False
        self._counts.update(name for name, _ in names)
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        for name, _ in buckets_of(address):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]


def buckets_of(address: str) -> list[tuple[str, int]]:
    """Return the names of an address's buckets, and their size factors."""
    if address == OWN:
        return []
    wider = wider_network(address)
    return [(address, 1)] if wider is None else [(address, 1), (wider, WIDER)]
