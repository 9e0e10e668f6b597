"""Company: who is connected to a room, who is away, and who is ready for the next round."""

from __future__ import annotations

from typing import Protocol

from unolab.server import protocol
from unolab.server.room.entries import Chair
from unolab.server.room.sitting import Sitting


class Client(Protocol):
    """A client connected to a room, as the room sees it."""

    owner: str
    """The digest of their secret; empty for a spectator."""
    looking: int | None
    """The seat whose cards they see."""
    seen: int
    """The number of the last update they got."""
    views: bool
    """Whether they want their view as text."""
    network: str
    """What their address counts as; empty if it is unknown."""

    def post(self, message: protocol.Message) -> None:
        """Queue a message; this must not block."""

    def offer(self) -> str:
        """Create a secret to sit down with, and return its digest."""

    def adopt(self, owner: str, seats: list[int], host: bool) -> None:
        """Take on the secret, with the seats it opens, and send it to the client."""

    def close(self) -> None:
        """End the connection."""


class Company:
    """The people in a room. Nothing here is stored: after a restart they reconnect."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.clients: dict[Client, None] = {}
        self.away: set[str] = set()
        """Those for whom a bot plays until they return."""
        self.ready: set[str] = set()
        """Those who are ready for the next round."""
        self.strikes: dict[int, int] = {}
        """Timed-out turns in a row, by seat."""

    def tell(self, message: protocol.Message) -> None:
        """Send a message to everyone, including spectators."""
        for client in self.clients:
            client.post(message)

    def is_here(self, owner: str) -> bool:
        """Whether a person is connected."""
        return any(client.owner == owner for client in self.clients)

    def decides(self, client: Client, sitting: Sitting) -> bool:
        """Whether a client is the host."""
        return client.owner != "" and client.owner == sitting.host

    def successor(self, sitting: Sitting) -> str | None:
        """Return the next host, if the current one does not come back."""
        others = (owner for owner in sitting.owners if owner != sitting.host)
        return next(filter(self.is_here, others), None)

    def networks(self, sitting: Sitting, besides: str) -> set[str]:
        """List the networks of those at the table and of the host, except for one person."""
        own = {*sitting.owners, sitting.host} - {besides}
        return {client.network for client in self.clients if client.owner in own}

    def forget(self, owner: str) -> None:
        """Clear the ready and away marks of somebody who gave up their seat."""
        self.ready.discard(owner)
        self.away.discard(owner)

    def is_alone(self, client: Client, sitting: Sitting) -> bool:
        """Whether nobody else plays, so that this client controls the time."""
        owners = sitting.owners
        return owners == [client.owner] or (not owners and self.decides(client, sitting))

    def is_watched(self, sitting: Sitting) -> bool:
        """Whether somebody watches who does not play."""
        return any(not sitting.seats_of(client.owner) for client in self.clients)

    def is_ready(self, sitting: Sitting) -> bool:
        """Whether everyone who is here is ready for the next round."""
        here = [owner for owner in sitting.owners if self.is_here(owner)]
        return bool(self.ready) and self.ready.issuperset(here)

    def leaves_to_bot(self, chair: Chair) -> bool:
        """Whether a bot decides for a seat."""
        return chair.kind == "bot" or chair.owner in self.away

    def focus(self, sitting: Sitting) -> None:
        """Point every client at the seat whose cards it may see now."""
        turn = None if sitting.match is None else sitting.match.state.turn
        for client in self.clients:
            seats = sitting.seats_of(client.owner)
            if len(seats) == 1:
                client.looking = seats[0]
            elif client.looking not in seats or (turn in seats and turn != client.looking):
                # the device changes hands: show nothing until the next person confirms
                client.looking = None
