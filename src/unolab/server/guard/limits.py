"""What one connection or address may ask for before it is told to slow down."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final

from unolab.server.guard.networks import OWN, wider_network

WIDER: Final = 8  # times as much for a /48 as for each /64 in it
MOST_BUCKETS: Final = 20_000
LOOKED_AT: Final = 2  # old buckets for each new one, so that they become fewer


class Bucket:
    """Tokens that come back at a steady rate; whoever finds too few has been too fast."""

    __slots__ = ("_clock", "_rate", "_size", "_tokens", "_when")

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        """Begin with ``size`` tokens, ``rate`` of which come back every second."""
        self._rate = rate
        self._size = size
        self._clock = clock
        self._tokens = size
        self._when = clock()

    def take(self, cost: float = 1) -> bool:
        """Take so many tokens if they are there; what costs more than fits in takes a full one."""
        if not self.has(cost):
            return False
        self._tokens -= min(cost, self._size)
        return True

    def has(self, tokens: float = 1) -> bool:
        """Whether there are that many tokens, or as many as fit in."""
        now = self._clock()
        passed = max(0.0, now - self._when)  # a clock that goes back takes nothing away
        self._tokens = min(self._size, self._tokens + passed * self._rate)
        self._when = now
        return self._tokens >= min(tokens, self._size)

    def reserve(self, cost: float = 1) -> float:
        """Take tokens that may only come later; return the seconds until they are there."""
        self.has()
        self._tokens -= min(cost, self._size)
        return max(0.0, -self._tokens / self._rate)

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self.has(self._size)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; the defaults leave room for a class behind one address.

    A pair is what may be asked for a second, and at once.
    """

    messages: tuple[float, float] = (15, 60)
    """For each connection."""
    requests: tuple[float, float] = (20, 120)
    """Over HTTP, for each address; what costs more than a plain one counts as several."""
    rooms: tuple[float, float] = (0.1, 40)
    """New rooms, for each address."""
    reserved: tuple[float, float] = (0.2, 80)
    """Codes that are reserved for a room to be, for each address."""
    reserved_each: int = 200
    """At a time, for each address."""
    all_reserved: int = 5_000
    """At a time, for all together."""
    guesses: tuple[float, float] = (0.5, 30)
    """Codes of rooms that do not exist, for each address."""
    sockets: tuple[float, float] = (5, 150)
    """New WebSockets, for each address."""
    look_ups: tuple[float, float] = (200, 2_000)
    """Rooms that are not in memory and are looked for in the database, for all together; half of
    those at once are kept for whoever shows a token."""
    look_ups_each: tuple[float, float] = (2, 100)
    """The same, for each address."""
    frames: tuple[float, float] = (60, 300)
    """Over a WebSocket, pings included; every kilobyte counts as one more."""
    accepted: tuple[float, float] = (20, 400)
    """New TCP connections, for each address."""
    turns: tuple[float, float] = (100, 30)
    """Requests, new WebSockets and messages of each address that are attended to; others wait."""
    all_frames: tuple[float, float] = (500, 300)
    """Frames over all WebSockets of an address that are parsed; others wait."""
    connections: int = 100
    """WebSockets at a time, for each address."""
    tcp_connections: int = 300
    """At a time, for each address, from the moment they are made; browsers open several each."""
    all_connections: int = 10_000
    """At a time, of everyone, where so many files may be open."""
    in_flight: int = 400
    """Requests over HTTP that are being answered at a time, for each address."""
    header_within: float = 10.0
    """Seconds in which a request has to say what it wants."""
    body_within: float = 20.0
    """Seconds in which the rest of it has to come."""
    read_within: float = 30.0
    """Seconds in which a client that is behind has to read some of what it is sent."""
    waiting: int = 256
    """Messages that wait to be sent to a client; one that is slower is cut off and comes back."""
    all_rooms: int = 20_000
    """In memory."""
    changes: tuple[float, float] = (1, 40)
    """Of names, seats, rules, options and pauses, for each device; strangers in one network share
    one."""
    changes_of_room: tuple[float, float] = (3, 120)
    """The same, for each room; half of those at once are kept for the host."""
    talk: tuple[float, float] = (1, 10)
    """What is said, for each device."""
    talk_of_room: tuple[float, float] = (3, 30)
    """What is said, for each room; a network has half of it at most."""
    reactions: tuple[float, float] = (0.3, 3)
    """Moods that are shown, for each device."""
    reactions_of_room: tuple[float, float] = (3, 30)
    """Moods that are shown, for each room; a network has half of it at most."""
    arrivals: tuple[float, float] = (1, 6)
    """Comings and goings that everyone in a room is told of at once; the others wait a second."""
    hurries: tuple[float, float] = (5, 60)
    """Bots that somebody hurries, for each room."""
    bot_moves: tuple[float, float] = (4, 40)
    """For each room; bots that are quicker wait, which only those do that play by themselves."""
    unwatched: float = 1_800
    """Seconds after which bots among themselves pause if nobody does anything but watch."""
    page_cost: float = 0.2
    """Requests that a file of the page counts as: a class opens it at once."""
    replay_cost: float = 60
    """Requests that the longest replay counts as; a shorter one counts as less."""
    simulation_cost: float = 100
    """Requests that the longest simulation counts as; a shorter one counts as less."""
    simulation_within: float = 120
    """Seconds after which a simulation shows what it has and makes way for others."""
    log_cost: float = 60
    """Requests that reading the longest log of a room counts as; a shorter one counts as less."""
    room_cost: float = 1
    """Requests that making a room counts as, besides the one that asks for it."""
    hello_cost: float = 0.5
    """Requests that entering a room counts as: a class comes back at once."""
    trusts_itself: bool = False
    """Whether what this machine itself asks for is not counted."""

    def with_connections(self, number: int) -> Limits:
        """Let every address have so many WebSockets.

        Where they are more than usual, it makes and uses them as much faster.
        """
        more = max(1.0, number / self.connections)
        scaled: dict[str, Any] = {
            name: (more * rate, more * at_once)
            for name in ("sockets", "accepted", "requests", "look_ups_each")
            for rate, at_once in [getattr(self, name)]
        }
        return replace(self, connections=number, tcp_connections=3 * number, **scaled)


UNLIMITED = Limits(
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
"""For those who are trusted, and for measuring."""

OWN_MACHINE = Limits(
    trusts_itself=True,
    simulation_within=float("inf"),
    hurries=(1e9, 1e9),
    bot_moves=(1e9, 1e9),
    unwatched=float("inf"),
)
"""For the person at this machine; others, should they be let in, are strangers."""


class Addresses:
    """A bucket for each address, forgotten when it is full again.

    An IPv6 network of 64 bits has one too, and shares a larger one with its neighbours in the
    48 bits that one customer may have. There are never more than ``most`` buckets: where more
    addresses come at once, those that were quiet for longest are forgotten.
    """

    def __init__(
        self,
        rate: float,
        size: float,
        most: int = MOST_BUCKETS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Give every address a bucket of this kind."""
        self._rate = rate
        self._size = size
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()  # the last one used at the end

    def take(self, address: str, cost: float = 1) -> bool:
        """Take so many tokens of an address, or none if there are too few."""
        enough = self.has(address, cost)
        for name, factor in buckets_of(address):
            bucket = self._bucket(name, factor)  # used even if refused: else a flood resets it
            if enough:
                bucket.take(cost)
        return enough

    def has(self, address: str, cost: float = 1) -> bool:
        """Whether an address has so many tokens left."""
        buckets = (self._buckets.get(name) for name, _ in buckets_of(address))
        return all(bucket is None or bucket.has(cost) for bucket in buckets)

    def reserve(self, address: str, cost: float = 1) -> float:
        """Take tokens of an address that may only come later; return the seconds until then."""
        buckets = (self._bucket(name, factor) for name, factor in buckets_of(address))
        return max((bucket.reserve(cost) for bucket in buckets), default=0.0)

    def _bucket(self, name: str, factor: int) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            self._forget()
            bucket = Bucket(factor * self._rate, factor * self._size, self._clock)
            self._buckets[name] = bucket
        self._buckets.move_to_end(name)
        return bucket

    def _forget(self) -> None:
        """Make room for a new bucket: drop the oldest if they are full, or if there are too many.

        Looking at two for each new one is enough: those used longest ago come first, and each is
        full again a fixed time after its last use at the latest.
        """
        for _ in range(LOOKED_AT):
            if not self._buckets:
                return
            name, oldest = next(iter(self._buckets.items()))
            if not oldest.full and len(self._buckets) < self._most:
                return
            del self._buckets[name]


class Counts:
    """How many of something each address has at a time."""

    def __init__(self, most: int) -> None:
        """Let every address have so many."""
        self._most = most
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless that is too many."""
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
    """Name the buckets of an address, and how large each is."""
    if address == OWN:
        return []
    wider = wider_network(address)
    return [(address, 1)] if wider is None else [(address, 1), (wider, WIDER)]
