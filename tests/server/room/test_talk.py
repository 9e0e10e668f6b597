"""Several people at one device, open hands, and what people say."""

import pytest

from tests.server.table import (
    ADA,
    BOB,
    CYD,
    bot,
    created,
    midway,
    moves_of,
    opened,
    person,
)
from unolab.server.protocol import Reacted, Said

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── several people at one device ──────────────────────────────────────────────────────────────────


async def test_nothing_is_shown_before_somebody_says_who_looks() -> None:
    sitting = midway(
        "R5 0> R7G3G1/B2B3R4/Y1Y2Y3", person(ADA, "Ada"), person(ADA, "Bo"), person(CYD)
    )
    async with opened(sitting) as place:
        device, cyd = await place.come(ADA), await place.come(CYD)
        assert (device.update.seats, device.update.hand) == ([0, 1], None)
        await place.send(device, "look", seat=0)
        assert device.hand.cards == ["R7", "G1", "G3"]
        assert await place.code(device, "look", seat=2) == "not_your_seat"
        await place.move(device, "R7")
        assert device.update.hand is None
        assert [e.cards for s in device.update.steps for e in s.events] == [None]
        await place.send(device, "look", seat=1)
        assert device.hand.seat == 1
        await place.move(device, "+")
        while device.table.turn == 1:
            await place.move(device, "-")
        assert device.hand.seat == 1  # somebody else's turn: it may stay
        await place.move(cyd, "+")
        while cyd.table.turn == 2:
            await place.move(cyd, "-")
        assert device.update.hand is None  # and now it goes to the first
        await place.send(device, "look", seat=None)
        assert device.update.hand is None


async def test_device_moves_for_the_seat_it_names() -> None:
    sitting = midway("R5 0> R7G3G1/B2B3R4", person(ADA, "Ada"), person(ADA, "Bo"))
    async with opened(sitting) as place:
        device = await place.come(ADA)
        assert await place.illegal(device, "R7") == "not_your_seat"
        await place.move(device, "R7", seat=0)
        assert moves_of(place) == [(0, "R7", "person")]


# ── open hands ────────────────────────────────────────────────────────────────────────────────────


async def test_hands_are_open_only_among_bots() -> None:
    async with opened(created(person(ADA), bot(), open_hands=True)) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "deal")
        assert guest.table.hands is None
        assert ada.table.hands is None
    async with opened(created(bot(), bot(), open_hands=True)) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "pause", paused=True)
        await place.send(ada, "deal")
        assert guest.table.hands == ada.table.hands
        assert guest.table.hands is not None
        await place.send(ada, "configure", open_hands=False)
        assert guest.table.hands is None


# ── talk ──────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_said_reaches_everyone_as_it_is() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "say", text=" <script>alert(1)</script> ")
        said = Said(seat=0, name="Ada", text="<script>alert(1)</script>")
        assert ada.messages[-1] == guest.messages[-1] == said
        assert place.log.entries[1:] == []  # talk is not kept


async def test_reaction_reaches_everyone_in_a_small_message() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        await place.send(bob, "react", mood="gotcha")
        for everyone in (ada, bob, guest):
            assert everyone.messages[-1] == Reacted(seat=1, mood="gotcha")
        assert place.log.entries[1:] == []  # nor are reactions


async def test_device_is_the_same_under_another_name_and_on_another_seat() -> None:
    async with opened(created(person(ADA), person(BOB), bot())) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        first, second, third = (seat.device for seat in ada.update.room.seats)
        assert first != second
        assert third is None
        assert second is not None
        assert second not in BOB
        await place.send(bob, "rename", name="Bobby", avatar=3)
        chairs = [{"keep": 1}, {"keep": 2}, {"keep": 0}]
        await place.send(ada, "arrange", at=ada.update.number, chairs=chairs)
        assert [seat.device for seat in bob.update.room.seats] == [second, None, first]


async def test_ping_is_answered_and_hello_comes_first() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        answer = await place.send(ada, "ping")
        assert answer.model_dump() == {"type": "pong", "id": 1}
        assert await place.code(ada, "hello", version=2, room="TEST") == "unexpected"
