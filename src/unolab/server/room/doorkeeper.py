"""Doorkeeper: who may sit down at a table, who has to ask, who waits, and who is banned.

The tokens of those whom the host removed are in the log. Networks are not: addresses are never
stored, so they are forgotten when the room is unloaded.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Literal

from unolab.server import protocol
from unolab.server.protocol.names import distinct
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.company import Client
from unolab.server.room.entries import Chair
from unolab.server.room.opponents import FIRST_ROBOT
from unolab.server.room.sitting import Sitting

MOST_WAITING: Final = 20
MOST_NETWORKS: Final = 100  # of each kind that a room remembers
AFTER_NO: Final = 30.0  # seconds until somebody who was declined may ask again


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Somebody waiting for a seat."""

    guest: int
    owner: str
    network: str
    name: str
    avatar: int
    seat: int | None
    """The seat they want, or were given."""
    admitted: bool = False


class Doorkeeper:
    """The door of a room and its queue. Nothing here is stored."""

    def __init__(self) -> None:
        """Start with an empty queue."""
        self.waiting: list[SeatRequest] = []
        self._guests = count(1)
        self._shut = Networks()
        self._noted = Networks()
        self._declined = Networks()

    # ── who may come in ───────────────────────────────────────────────────────────────────────────

    def is_banned(self, owner: str, network: str, sitting: Sitting) -> bool:
        """Whether somebody may not even watch, by token or, for a stranger, by network."""
        if owner in sitting.banned:
            return True
        # somebody who waits or has left may be the banned person in another tab
        return owner not in {*sitting.owners, sitting.host} and network in self._shut

    def is_known(self, owner: str, sitting: Sitting) -> bool:
        """Whether a secret is known in this room."""
        return owner in sitting.known_owners or self.wish_of(owner) is not None

    def note_removal(self, network: str, ban: bool, others: set[str]) -> None:
        """Remember the network of somebody removed, unless others at the table share it."""
        if not network or network in others:
            return
        (self._shut if ban else self._noted).add(network)
        if ban:
            self.waiting = [w for w in self.waiting if w.admitted or w.network != network]

    # ── who may sit down ──────────────────────────────────────────────────────────────────────────

    def sits(self, client: Client, sitting: Sitting) -> list[int]:
        """List the seats that a client may take at once."""
        if sitting.contest or sitting.stage == "playing" or sitting.seats_of(client.owner):
            return []
        return [at for at in range(len(sitting.chairs)) if self._may_sit(client, at, sitting)]

    def may_queue(self, client: Client, sitting: Sitting) -> bool:
        """Whether a client may wait for a seat."""
        has_seats = sitting.contest is None and sitting.options.door != "locked"
        return has_seats and not sitting.seats_of(client.owner)

    def check_sit(self, client: Client, seat: int, sitting: Sitting) -> None:
        """Refuse somebody who may not take a seat at once, whether or not it is free."""
        chair = sitting.chairs[seat] if seat < len(sitting.chairs) else None
        is_free = chair is not None and chair.kind != "person" and sitting.stage != "playing"
        if not is_free or self._may_sit(client, seat, sitting):
            return
        if sitting.options.door == "locked":
            raise Refusal("locked", "the room is locked: nobody new can sit down")
        raise Refusal("ask_first", "ask the host for this seat")

    def _may_sit(self, client: Client, seat: int, sitting: Sitting) -> bool:
        chair = sitting.chairs[seat]
        if chair.kind == "person":
            return False
        if chair.left_by and chair.left_by == client.owner:
            return True
        if sitting.options.door != "open" or self._must_ask(client.owner, client.network, sitting):
            return False
        # during a match the host decides who gets a bot's points; after it, the result is shown, in
        # which nobody new should appear: they wait for the next deal
        return sitting.stage == "lobby" and not chair.left_by

    def _must_ask(self, owner: str, network: str, sitting: Sitting) -> bool:
        return owner in sitting.removed or network in self._noted or network in self._shut

    # ── who waits ─────────────────────────────────────────────────────────────────────────────────

    def wish_of(self, owner: str) -> SeatRequest | None:
        """Return somebody's place in the queue."""
        return next((wish for wish in self.waiting if owner and wish.owner == owner), None)

    def must_ask(self, client: Client, sitting: Sitting) -> bool:
        """Whether a client would need the host's permission for a seat."""
        wish = SeatRequest(0, client.owner, client.network, "", 0, None)
        return self.must_wait_for_host(wish, sitting)

    def check_queue(self, client: Client, sitting: Sitting, now: float) -> None:
        """Refuse somebody who may not wait for a seat."""
        if sitting.seats_of(client.owner):
            raise Refusal("seated", "you already have a seat")
        if not self.may_queue(client, sitting):
            raise Refusal("locked", "the room is locked: nobody new can sit down")
        if self.wish_of(client.owner) is None and self._place_for(client.network) is None:
            raise Refusal("queue_full", "the queue for a seat is full")
        # a stranger may be the declined person under another name
        if now < self._declined.get(client.owner or client.network):
            raise Refusal("declined", "the host has just declined: ask again in half a minute")

    def _place_for(self, network: str) -> SeatRequest | Literal["free"] | None:
        """Find a place in the queue; if it is full, that of somebody whose network has more."""
        if len(self.waiting) < MOST_WAITING:
            return "free"
        asking = [wish for wish in self.waiting if not wish.admitted and wish.network]
        counts = Counter(wish.network for wish in asking)
        most = max(counts.values(), default=0)
        if most < counts[network] + 2:
            return None
        return next(wish for wish in reversed(asking) if counts[wish.network] == most)

    def join(
        self, owner: str, network: str, asked: protocol.Queue, sitting: Sitting
    ) -> SeatRequest:
        """Add somebody to the queue, or change their request without losing their place."""
        old = self.wish_of(owner)
        name = distinct(asked.name, self.list_taken_names(sitting, asked.seat, old))
        guest = next(self._guests) if old is None else old.guest
        avatar = face_for(asked.avatar, sitting.chairs, asked.seat)
        wish = SeatRequest(guest, owner, network, name, avatar, asked.seat)
        if old is None:
            place = self._place_for(network)
            if isinstance(place, SeatRequest):
                self.drop(place.owner)
            self.waiting.append(wish)
        else:
            self.waiting[self.waiting.index(old)] = wish
        return wish

    def list_taken_names(
        self, sitting: Sitting, seat: int | None, besides: SeatRequest | None = None
    ) -> list[str]:
        """List the names that a newcomer may not have."""
        waiting = [wish.name for wish in self.waiting if wish is not besides]
        return [*sitting.names_besides(seat), *waiting]

    def find(self, guest: int) -> SeatRequest:
        """Return the person with this number in the queue."""
        for wish in self.waiting:
            if wish.guest == guest:
                return wish
        raise Refusal("not_waiting", "they are no longer waiting")

    def admit(self, wish: SeatRequest, seat: int | None, sitting: Sitting) -> None:
        """Admit somebody."""
        if seat is not None and not 0 <= seat < len(sitting.chairs):
            raise Refusal("no_such_seat", f"there is no seat {seat}")
        if seat is not None and sitting.chairs[seat].kind == "person":
            raise Refusal("seat_taken", f"{sitting.chairs[seat].name} sits there")
        given = wish.seat if seat is None else seat
        self.waiting[self.waiting.index(wish)] = replace(wish, admitted=True, seat=given)

    def decline(self, wish: SeatRequest, now: float) -> None:
        """Decline somebody, who may ask again after a while."""
        self.drop(wish.owner)
        for name in (wish.owner, wish.network):
            if name:
                self._declined.add(name, now + AFTER_NO)

    def drop(self, owner: str) -> bool:
        """Remove somebody from the queue; return whether they were in it."""
        before = len(self.waiting)
        self.waiting = [wish for wish in self.waiting if wish.owner != owner]
        return len(self.waiting) < before

    def lock(self) -> list[SeatRequest]:
        """Remove everyone from the queue whom the host has not admitted; return them."""
        gone = [wish for wish in self.waiting if not wish.admitted]
        self.waiting = [wish for wish in self.waiting if wish.admitted]
        return gone

    def next_to_sit(self, sitting: Sitting) -> tuple[SeatRequest, int] | None:
        """Return the first in the queue for whom there is a seat now, with the seat."""
        if sitting.stage == "playing":
            return None
        for wish in self.waiting:
            if not wish.admitted and self.must_wait_for_host(wish, sitting):
                continue
            if (seat := _seat_for(wish, sitting)) is not None:
                return wish, seat
        return None

    def must_wait_for_host(self, wish: SeatRequest, sitting: Sitting) -> bool:
        """Whether somebody needs the host's permission to sit down."""
        if _own_seat(wish, sitting) is not None:
            return False
        in_match = sitting.match is not None and not sitting.match.over
        is_open = sitting.options.door == "open"
        return in_match or not is_open or self._must_ask(wish.owner, wish.network, sitting)

    def show_queue(self, sitting: Sitting) -> list[protocol.Waiting]:
        """Show the queue, with the seats that they would get."""
        waiting: list[protocol.Waiting] = []
        for wish in self.waiting:
            seat = _seat_for(wish, sitting, [other.seat for other in waiting])
            waiting.append(
                protocol.Waiting(
                    guest=wish.guest,
                    name=wish.name,
                    avatar=wish.avatar,
                    seat=seat,
                    admitted=wish.admitted,
                    asks=not wish.admitted and self.must_wait_for_host(wish, sitting),
                )
            )
        return waiting


class Networks:
    """A bounded set of networks, with a time each; the oldest are dropped."""

    def __init__(self) -> None:
        """Start with none."""
        self._times: OrderedDict[str, float] = OrderedDict()

    def add(self, network: str, until: float = 0.0) -> None:
        """Remember a network."""
        self._times[network] = until
        self._times.move_to_end(network)
        if len(self._times) > MOST_NETWORKS:
            self._times.popitem(last=False)

    def get(self, network: str) -> float:
        """Return its time, or 0."""
        return self._times.get(network, 0.0)

    def __contains__(self, network: str) -> bool:
        return network in self._times


def _seat_for(
    wish: SeatRequest, sitting: Sitting, besides: Collection[int | None] = ()
) -> int | None:
    """Find the seat for somebody: the one they want, an open one, or a bot's."""
    chairs = sitting.chairs
    if (own := _own_seat(wish, sitting)) is not None:
        return own
    if wish.seat not in besides and _may_have(wish, chairs):
        return wish.seat
    open_seats = [at for at, chair in enumerate(chairs) if chair.kind == "open"]
    bots = [at for at, chair in enumerate(chairs) if chair.kind == "bot" and not chair.left_by]
    return next((seat for seat in [*open_seats, *bots] if seat not in besides), None)


def _may_have(wish: SeatRequest, chairs: Sequence[Chair]) -> bool:
    """Whether the wanted seat exists and is not another person's."""
    if wish.seat is None or wish.seat >= len(chairs):
        return False
    chair = chairs[wish.seat]
    return chair.kind != "person" and (wish.admitted or not chair.left_by)


def _own_seat(wish: SeatRequest, sitting: Sitting) -> int | None:
    """Find the seat that somebody left and may have back."""
    left_by = [chair.left_by for chair in sitting.chairs]
    return left_by.index(wish.owner) if wish.owner and wish.owner in left_by else None


def face_for(wanted: int, chairs: tuple[Chair, ...], seat: int | None) -> int:
    """Return the face of a newcomer: the wanted one, or a free one if it is taken."""
    taken = {c.avatar for at, c in enumerate(chairs) if at != seat and c.kind != "open"}
    if wanted not in taken:
        return wanted
    return next((face for face in range(FIRST_ROBOT) if face not in taken), wanted)
