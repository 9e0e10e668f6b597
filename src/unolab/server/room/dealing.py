"""Dealing: from the request for a deal, through everyone's secrets, to the cards."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from unolab.fairness import make_secret
from unolab.server import protocol
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.company import Client
from unolab.server.room.entries import (
    Dealt,
)
from unolab.server.store.store import NotSaved

if TYPE_CHECKING:
    from unolab.server.room.room import Room

log = logging.getLogger("unolab.server")

COMMIT_WITHIN: Final = 3.0  # seconds for devices to commit, once a deal is requested
REVEAL_WITHIN: Final = 5.0  # and then to reveal their secrets


class Dealing:
    """From the request for a deal, through everyone's secrets, to the cards."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room

    async def want_deal(self, client: Client) -> None:
        """Note that somebody is ready for the next round."""
        stage = self._room.sitting.stage
        if stage == "playing":
            raise Refusal("playing", "a round is being played")
        self._room.check_full()
        if stage == "lobby" or not self._room.sitting.owners:
            self._room.check_host(client)
            await self.deal()
            return
        if not self._room.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "only players decide when the next round begins")
        if client.owner in self._room.company.ready or self._room.drawing.wanted:
            return
        self._room.company.ready.add(client.owner)
        if not await self.deal_if_ready():
            self._room.clocks.announce_deal(self._room.now())
            self._room.showing.show_all()

    async def deal_if_ready(self) -> bool:
        """Deal if everyone who is here is ready; return whether it was dealt."""
        waiting = self._room.sitting.stage in ("pause", "over") and not self._room.drawing.wanted
        if self._room.is_full or not (waiting and self._room.company.is_ready(self._room.sitting)):
            return False
        await self.deal()
        return True

    async def deal(self) -> None:
        """Deal, as soon as the devices that take part have revealed their secrets."""
        if self._room.drawing.wanted:
            return
        await self._room.seating.seat_waiting()
        self._room.sitting.after(Dealt(seed="0"))  # refused while seats are open
        if self._room.sitting.known:
            self._room.drawing.close(())  # nothing to draw
        self._room.drawing.wanted = True
        self._room.clocks.deal, self._room.clocks.draw = None, self._room.now() + COMMIT_WITHIN
        await self.draw(begins=True)

    async def draw(self, begins: bool = False) -> None:
        """Continue the drawing as far as possible: commitments, then secrets, then the deal."""
        drawing, clocks, now = self._room.drawing, self._room.clocks, self._room.now()
        assert clocks.draw is not None
        if not drawing.closed and (
            now >= clocks.draw or not drawing.lacks_commitment(self.drawers())
        ):
            drawing.close(self.drawers())
            clocks.draw = now + REVEAL_WITHIN
            begins = True
        if drawing.is_complete or (drawing.closed and now >= clocks.draw):
            await self._deal_now()
        elif begins:  # one device's part is not shown to all, or many tabs could flood them
            self._room.showing.show_all()

    async def _deal_now(self) -> None:
        """Deal from the secrets received."""
        shares = self._room.drawing.shares([chair.owner for chair in self._room.sitting.chairs])
        try:
            await self._room.append(Dealt(seed=make_secret(), shares=shares, dealer="rules"))
        except NotSaved:
            # it did not happen, and revealed secrets are worthless now
            self.stop_drawing()
            self._room.company.ready.clear()
            self._room.timekeeping.plan()
            if shares:
                self._room.showing.show_all()
            raise

    async def take_part(self, client: Client, message: protocol.Commit | protocol.Reveal) -> None:
        """Take a device's commitment or secret."""
        if client.owner not in self.drawers():
            raise Refusal("no_seat", "only players take part in the deal")
        if message.rounds != self._room.sitting.dealt:
            raise Refusal("stale", "this was for another deal: wait for the next update")
        if isinstance(message, protocol.Commit):
            self._room.drawing.commit(client.owner, message.commitment)
        else:
            self._room.drawing.reveal(client.owner, message.secret)
        if self._room.drawing.wanted:
            await self.draw()

    def drawers(self) -> list[str]:
        """List who may take part in a deal: connected players, or a spectator of bots."""
        owners = self._room.sitting.owners or [self._room.sitting.host]
        return [owner for owner in owners if self._room.company.is_here(owner)]

    def stop_drawing(self) -> None:
        """Cancel a requested deal; revealed secrets are worthless now."""
        if not self._room.drawing.wanted:
            return
        self._room.drawing.stop()
        self._room.clocks.draw = None
        if self._room.company.ready:
            self._room.clocks.announce_deal(self._room.now())
