"""Dealing: from the request for a deal, through everyone's secrets, to the cards."""

from __future__ import annotations

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

COMMIT_WITHIN: Final = 3.0  # seconds for devices to commit, once a deal is requested
REVEAL_WITHIN: Final = 5.0  # and then to reveal their secrets

DealMessage = protocol.Deal | protocol.Commit | protocol.Reveal
"""What people and their devices say about the next deal."""


class Dealing:
    """From the request for a deal, through everyone's secrets, to the cards."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room
        self._company = room.company
        self._clocks = room.clocks
        self._drawing = room.drawing
        self._now = room.now

    async def handle(self, client: Client, message: DealMessage) -> None:
        """Carry out a message about the deal."""
        if isinstance(message, protocol.Deal):
            await self.want_deal(client)
        else:
            await self.take_part(client, message)

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
        if client.owner in self._company.ready or self._drawing.wanted:
            return
        self._company.ready.add(client.owner)
        if not await self.deal_if_ready():
            self._clocks.announce_deal(self._now())
            self._room.showing.show_all()

    async def deal_if_ready(self) -> bool:
        """Deal if everyone who is here is ready; return whether it was dealt."""
        waiting = self._room.sitting.stage in ("pause", "over") and not self._drawing.wanted
        if self._room.is_full or not (waiting and self._company.is_ready(self._room.sitting)):
            return False
        await self.deal()
        return True

    async def deal(self) -> None:
        """Deal, as soon as the devices that take part have revealed their secrets."""
        if self._drawing.wanted:
            return
        await self._room.seating.seat_waiting()
        self._room.sitting.after(Dealt(seed="0"))  # refused while seats are open
        if self._room.sitting.known:
            self._drawing.close(())  # nothing to draw
        self._drawing.wanted = True
        self._clocks.deal, self._clocks.draw = None, self._now() + COMMIT_WITHIN
        await self.draw(begins=True)

    async def draw(self, begins: bool = False) -> None:
        """Continue the drawing as far as possible: commitments, then secrets, then the deal."""
        drawing, clocks, now = self._drawing, self._clocks, self._now()
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
        shares = self._drawing.shares([chair.owner for chair in self._room.sitting.chairs])
        try:
            await self._room.append(Dealt(seed=make_secret(), shares=shares, dealer="rules"))
        except NotSaved:
            # it did not happen, and revealed secrets are worthless now
            self.stop_drawing()
            self._company.ready.clear()
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
            self._drawing.commit(client.owner, message.commitment)
        else:
            self._drawing.reveal(client.owner, message.secret)
        if self._drawing.wanted:
            await self.draw()

    def drawers(self) -> list[str]:
        """List who may take part in a deal: connected players, or a spectator of bots."""
        owners = self._room.sitting.owners or [self._room.sitting.host]
        return [owner for owner in owners if self._company.is_here(owner)]

    def stop_drawing(self) -> None:
        """Cancel a requested deal; revealed secrets are worthless now."""
        if not self._drawing.wanted:
            return
        self._drawing.stop()
        self._clocks.draw = None
        if self._company.ready:
            self._clocks.announce_deal(self._now())
