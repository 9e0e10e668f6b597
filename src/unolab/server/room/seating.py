"""Seating: people sit down, leave, and wait for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unolab.server import protocol
from unolab.server.protocol.names import distinct, is_taken
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.company import Client
from unolab.server.room.doorkeeper import face_for
from unolab.server.room.entries import (
    Hosted,
    Left,
    Sat,
)
from unolab.server.store.store import NotSaved

if TYPE_CHECKING:
    from unolab.server.room.room import Room


SeatMessage = protocol.Sit | protocol.Rename | protocol.Leave | protocol.Queue | protocol.Unqueue
"""What people say about their own seats."""


class Seating:
    """People sit down, leave, and wait for a seat."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room
        self._company = room.company
        self._door = room.door
        self._now = room.now

    async def handle(self, client: Client, message: SeatMessage) -> None:
        """Carry out a message about seats."""
        match message:
            case protocol.Leave():
                await self.leave(client)
            case protocol.Queue() | protocol.Unqueue():
                self.queue(client, message)
            case _:
                await self.sit(client, message)

    async def sit(self, client: Client, message: protocol.Sit | protocol.Rename) -> None:
        """Let somebody sit down, or change their name and face."""
        seats = self._room.sitting.seats_of(client.owner)
        if isinstance(message, protocol.Rename):
            seat = message.seat if message.seat is not None else next(iter(seats), None)
            if seat is None or seat not in seats:
                raise Refusal("not_your_seat", "this is not your seat")
            if is_taken(message.name, self._door.list_taken_names(self._room.sitting, seat)):
                raise Refusal("name_taken", f"somebody here is already called {message.name}")
            name, avatar = message.name, message.avatar
        else:
            seat = message.seat
            if seats and seats != [seat]:
                raise Refusal("seated", "you already have a seat: leave it first")
            self._door.check_sit(client, seat, self._room.sitting)
            wish = self._door.wish_of(client.owner)
            name = distinct(
                message.name, self._door.list_taken_names(self._room.sitting, seat, wish)
            )
            avatar = face_for(message.avatar, self._room.sitting.chairs, seat)
        owner = client.owner or client.offer()
        sat = Sat(seat=seat, name=name, avatar=avatar, owner=owner, bot_returns=True)
        await self._room.append(sat, client)
        self._door.drop(owner)

    async def leave(self, client: Client) -> None:
        """Let somebody give up their seat."""
        if not self._room.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "you have no seat to leave")
        successor = self._company.successor(self._room.sitting)
        if client.owner == self._room.sitting.host and successor is not None:
            await self._room.append(Hosted(host=successor))  # somebody who is connected
        await self._room.append(Left(owner=client.owner))
        self._company.forget(client.owner)
        await self._room.dealing.deal_if_ready()

    def queue(self, client: Client, message: protocol.Queue | protocol.Unqueue) -> None:
        """Add somebody to the queue, or remove them."""
        if isinstance(message, protocol.Unqueue):
            if self._door.wish_of(client.owner) is None:
                raise Refusal("not_waiting", "you are not waiting for a seat")
            self._room.check_changes(client)
            self._door.drop(client.owner)
        else:
            self._door.check_queue(client, self._room.sitting, self._now())
            self._room.check_changes(client)
            owner = client.owner or client.offer()
            self._door.join(owner, client.network, message, self._room.sitting)
            if not client.owner:
                client.adopt(owner, [], False)
        self._room.showing.show_all()

    async def seat_waiting(self) -> None:
        """Seat people from the queue, as long as there are seats."""
        while (found := self._door.next_to_sit(self._room.sitting)) is not None:
            wish, seat = found
            waiting = self._door.waiting
            self._door.drop(wish.owner)
            name = distinct(wish.name, self._room.sitting.names_besides(seat))
            avatar = face_for(wish.avatar, self._room.sitting.chairs, seat)
            sat = Sat(seat=seat, name=name, avatar=avatar, owner=wish.owner, bot_returns=True)
            try:
                await self._room.append(sat)
            except NotSaved:
                self._door.waiting = waiting
                raise
