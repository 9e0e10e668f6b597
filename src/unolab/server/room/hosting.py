"""Hosting: what the host decides about people, seats and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from unolab.server import protocol
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.company import Client
from unolab.server.room.doorkeeper import SeatRequest
from unolab.server.room.entries import (
    Arranged,
    Chair,
    Configured,
    Hosted,
    Removed,
)
from unolab.server.room.opponents import invite

if TYPE_CHECKING:
    from unolab.server.room.room import Room

HostMessage = (
    protocol.Admit
    | protocol.Decline
    | protocol.Remove
    | protocol.Handover
    | protocol.Arrange
    | protocol.Configure
)
"""What the host says."""


class Hosting:
    """What the host decides about people, seats and rules."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room
        self._company = room.company
        self._door = room.door
        self._now = room.now

    async def handle(self, client: Client, message: HostMessage) -> None:
        """Carry out a message from the host."""
        match message:
            case protocol.Remove():
                await self.remove(client, message)
            case protocol.Handover():
                await self.hand_over(client, message)
            case protocol.Arrange():
                await self.arrange(client, message)
            case protocol.Configure():
                await self.configure(client, message)
            case _:
                await self.answer(client, message)

    async def answer(self, client: Client, message: protocol.Admit | protocol.Decline) -> None:
        """Admit or decline somebody in the queue."""
        self._room.check_host(client)
        wish = self._door.find(message.guest)
        if isinstance(message, protocol.Admit):
            self._room.check_changes(client)
            self._door.admit(wish, message.seat, self._room.sitting)
        elif message.ban:
            await self._dismiss(wish.owner, ban=True, by=client)
        else:
            self._room.check_changes(client)
            self._door.decline(wish, self._now())
            self._decline([wish], "the host has declined your request for a seat")
        self._room.showing.show_all()

    async def remove(self, client: Client, message: protocol.Remove) -> None:
        """Remove somebody from their seat, with or without a ban."""
        owner = self._person_at(client, message)
        if owner == client.owner:
            raise Refusal("is_host", "the host can't be removed: hand the room over first")
        await self._dismiss(owner, message.ban, client)
        if not message.ban:
            text = "the host has removed you from the table: you may watch, or ask for a seat"
            for guest in self._company.clients:
                if guest.owner == owner:
                    guest.post(protocol.Dismissed(code="removed", text=text))
        await self._room.dealing.deal_if_ready()

    async def _dismiss(self, owner: str, ban: bool, by: Client) -> None:
        """Take away somebody's seats or place in the queue, and remember their network."""
        clients = [client for client in self._company.clients if client.owner == owner]
        networks = {client.network for client in clients}
        if (wish := self._door.wish_of(owner)) is not None:
            networks.add(wish.network)
        others = self._company.networks(self._room.sitting, owner)
        await self._room.append(Removed(owner=owner, ban=ban, masked=True), by)
        self._company.forget(owner)
        self._door.drop(owner)
        for network in networks:
            self._door.note_removal(network, ban, others)
        for client in list(self._company.clients):
            if self._door.is_banned(client.owner, client.network, self._room.sitting):
                del self._company.clients[client]
                self.shut_out(client)
        self._room.showing.show_all()

    def shut_out(self, client: Client) -> None:
        """Disconnect somebody who is banned."""
        self._door.drop(client.owner)
        text = "the host has banned you from this room"
        client.post(protocol.Dismissed(code="banned", text=text))
        client.post(Refusal("banned", text).message(None))
        client.close()

    def _decline(self, wishes: list[SeatRequest], text: str) -> None:
        """Tell those removed from the queue why."""
        owners = {wish.owner for wish in wishes}
        for client in self._company.clients:
            if client.owner in owners:
                client.post(protocol.Dismissed(code="declined", text=text))

    async def hand_over(self, client: Client, message: protocol.Handover) -> None:
        """Make somebody else the host."""
        owner = self._person_at(client, message)
        if not self._company.is_here(owner):
            raise Refusal("absent", "only somebody who is connected can be the host")
        await self._room.append(Hosted(host=owner), client)

    def _person_at(self, client: Client, message: protocol.Remove | protocol.Handover) -> str:
        """Return the person at a seat, if the host has seen the current seats."""
        self._room.check_host(client)
        self._check_seen(message.at)
        chairs = self._room.sitting.chairs
        chair = chairs[message.seat] if message.seat < len(chairs) else Chair()
        # somebody who has left and may come back can be removed too
        owner = chair.owner or (chair.left_by if isinstance(message, protocol.Remove) else "")
        if not owner:
            raise Refusal("no_person", "no person sits there")
        return owner

    async def arrange(self, client: Client, message: protocol.Arrange) -> None:
        """Change who sits where."""
        self._room.check_host(client)
        self._check_seen(message.at)
        self._check_kept(client, message)
        chairs: list[Chair] = []
        for asked in message.chairs:
            old = None if asked.keep is None else self._room.sitting.chairs[asked.keep]
            if asked.bot is None:
                chairs.append(old or Chair())
            else:
                chairs.append(await self._invite(asked.bot, old, chairs))
        await self._room.append(Arranged(chairs=tuple(chairs)), client)

    def _check_seen(self, at: int) -> None:
        """Refuse a decision about seats that have changed since."""
        if not self._room.seated_at <= at <= self._room.number:
            raise Refusal("stale", "the seats have changed since: check again")

    def _check_kept(self, client: Client, message: protocol.Arrange) -> None:
        """Refuse to keep a seat twice, or to take the seat of another person."""
        kept = [chair.keep for chair in message.chairs if chair.keep is not None]
        if len(set(kept)) != len(kept) or any(k >= len(self._room.sitting.chairs) for k in kept):
            raise Refusal("wrong_seats", "each existing seat can be kept once")
        for at, chair in enumerate(self._room.sitting.chairs):
            if chair.owner not in ("", client.owner) and at not in kept:
                raise Refusal("seat_taken", f"{chair.name} sits there: remove them first")

    async def _invite(self, bot: str, old: Chair | None, before: Sequence[Chair]) -> Chair:
        """Invite a bot to the next seat; where one sat before, it takes over name and face."""
        if old is not None and old.kind == "person":
            raise Refusal("seat_taken", f"{old.name} sits there")
        others = [*before, *self._room.sitting.chairs]
        names = [name for chair in others for name in chair.names]
        faces = {chair.avatar for chair in others if chair.kind != "open"}
        chair = await invite(bot, len(before), names, faces)
        if old is not None and old.kind == "bot":
            return chair.model_copy(update={"name": old.name, "avatar": old.avatar})
        return chair

    async def configure(self, client: Client, message: protocol.Configure) -> None:
        """Change rules, options or the door."""
        self._room.check_host(client)
        wanted = {"timer", "pace", "open_hands", "door"}
        changes = message.model_dump(include=wanted, exclude_none=True)
        if message.timer is not None:
            changes["usual_timer"] = False
        options = protocol.Options(**(self._room.sitting.options.model_dump() | changes))
        rules = str(self._room.sitting.rules) if message.rules is None else message.rules
        await self._room.append(Configured(rules=rules, options=options), client)
        if message.door == "locked" and (sent := self._door.lock()):
            self._decline(sent, "the room is locked: nobody new can sit down")
            self._room.showing.show_all()
