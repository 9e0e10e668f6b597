"""Company: who is connected to a room, who is away, and who waits for the next round."""

from __future__ import annotations

from typing import Protocol

from unolab.server import protocol
from unolab.server.room.entries import Chair
from unolab.server.room.sitting import Sitting


class Client(Protocol):
    """Whoever is connected to a room, as the room knows them."""

    owner: str
    """The digest of their secret; empty for a spectator."""
    looking: int | None
    """The seat whose cards they see."""
    seen: int
    """The number of the last update they got."""
    views: bool
    """Whether they want their view as text."""
    network: str
    """What their address is counted as; empty where that is not known."""

    def post(self, message: protocol.Message) -> None:
        """Hand over a message; it must not wait."""

    def offer(self) -> str:
        """Make a secret to sit down with, and return its digest."""

    def adopt(self, owner: str, seats: list[int], host: bool) -> None:
        """Hold the seats that the secret opens from now on, and be told the secret."""

    def close(self) -> None:
        """End the connection."""


class Company:
    """The people of a room. Nothing here is kept: after a restart they come again."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.clients: dict[Client, None] = {}
        self.away: set[str] = set()
        """Those for whom a bot plays until they are back."""
        self.ready: set[str] = set()
        """Those who want the next round to be dealt."""
        self.strikes: dict[int, int] = {}
        """Turns in a row that ran out, by seat."""

    def tell(self, message: protocol.Message) -> None:
        """Hand a message to everyone, also to those who watch."""
        for client in self.clients:
            client.post(message)

    def is_here(self, owner: str) -> bool:
        """Whether a person is connected."""
        return any(client.owner == owner for client in self.clients)

    def decides(self, client: Client, sitting: Sitting) -> bool:
        """Whether a client is the host."""
        return client.owner != "" and client.owner == sitting.host

    def successor(self, sitting: Sitting) -> str | None:
        """Return who is the host next, if the one there is does not come back."""
        others = (owner for owner in sitting.owners if owner != sitting.host)
        return next(filter(self.is_here, others), None)

    def networks(self, sitting: Sitting, besides: str) -> set[str]:
        """List the networks of those at the table, and of the host, without one of them."""
        own = {*sitting.owners, sitting.host} - {besides}
        return {client.network for client in self.clients if client.owner in own}

    def forget(self, owner: str) -> None:
        """Let somebody be neither ready nor away: the seat is no longer theirs."""
        self.ready.discard(owner)
        self.away.discard(owner)

    def is_alone(self, client: Client, sitting: Sitting) -> bool:
        """Whether nobody else plays, so that time is this client's own."""
        owners = sitting.owners
        return owners == [client.owner] or (not owners and self.decides(client, sitting))

    def is_ready(self, sitting: Sitting) -> bool:
        """Whether everyone who is here wants the next round."""
        here = [owner for owner in sitting.owners if self.is_here(owner)]
        return bool(self.ready) and self.ready.issuperset(here)

    def leaves_to_bot(self, chair: Chair) -> bool:
        """Whether a bot decides for a seat."""
        return chair.kind == "bot" or chair.owner in self.away

    def focus(self, sitting: Sitting) -> None:
        """Turn everyone to the seat whose cards they may see now."""
        turn = None if sitting.match is None else sitting.match.state.turn
        for client in self.clients:
            seats = sitting.seats_of(client.owner)
            if len(seats) == 1:
                client.looking = seats[0]
            elif client.looking not in seats or (turn in seats and turn != client.looking):
                # the device goes to somebody else: nothing is shown until they say that they are it
                client.looking = None
