"""Showing: every client gets what it may see, and the events since it last looked."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from unolab.server import protocol
from unolab.server.room import display, shown
from unolab.server.room.company import Client

if TYPE_CHECKING:
    from unolab.server.room.room import Room

SHOW_WITHIN: Final = 1.0  # seconds within which arrivals are announced, if there are many


class Showing:
    """Every client gets what it may see, and the events since it last looked."""

    def __init__(self, room: Room) -> None:
        """Act for a room."""
        self._room = room
        self._company = room.company
        self._clocks = room.clocks
        self._door = room.door
        self._chronicle = room.chronicle
        self._now = room.now

    def show_arrival(self, client: Client | None = None) -> None:
        """Announce who came or left: at once, or a little later if there are many."""
        if self._room.allowances.arrivals.take():
            self.show_all()
            return
        if client is not None:
            self.show(client)
        self._clocks.show = self._clocks.show or self._now() + SHOW_WITHIN

    def show_all(self) -> None:
        """Show everyone what they may see."""
        self._clocks.show = None
        if self._company.clients:
            room, table = self._show_room(), self._show_table()
            for client in self._company.clients:
                self.show(client, room, table)

    def show(
        self,
        client: Client,
        room: protocol.Room | None = None,
        table: protocol.Table | None = None,
    ) -> None:
        """Send a client everything it may see, and the events since it last looked."""
        match = self._room.sitting.match
        seat = client.looking
        told = self._chronicle.steps
        steps = [
            protocol.Step(
                number=number,
                events=shown.events_of(event.for_seat(seat) for event in events),
                turn=turn,
            )
            for number, events, turn in told[bisect_right(told, client.seen, key=itemgetter(0)) :]
        ]
        taken_back = self._chronicle.taken_back_since(client.seen)
        client.seen = self._room.number
        wish = self._door.wish_of(client.owner)
        client.post(
            protocol.Update(
                number=self._room.number,
                seats=self._room.sitting.seats_of(client.owner),
                host=self._company.decides(client, self._room.sitting),
                alone=self._company.is_alone(client, self._room.sitting),
                room=room or self._show_room(),
                table=table or self._show_table(),
                hand=None if match is None or seat is None else shown.hand_of(match.state, seat),
                view=None
                if match is None or seat is None or not client.views
                else str(match.state.view(seat)),
                steps=steps,
                sits=self._door.sits(client, self._room.sitting),
                may_queue=self._door.may_queue(client, self._room.sitting),
                must_ask=self._door.must_ask(client, self._room.sitting),
                guest=None if wish is None else wish.guest,
                taken_back=taken_back,
            )
        )

    def _show_table(self) -> protocol.Table | None:
        return display.table_of(
            self._room.sitting,
            self._company,
            self._clocks,
            self._room.paused,
            self._now(),
        )

    def _show_room(self) -> protocol.Room:
        return display.room_of(
            self._room.code,
            self._room.sitting,
            self._company,
            self._room.drawing,
            self._clocks,
            self._chronicle.story,
            self._door,
            self._room.paused,
            self._room.coaching.is_allowed,
            self._now(),
        )
