"""Who may come in, who has to ask, and what latecomers get."""

import pytest

from tests.server.hosted import BETWEEN, PLAYING, at, names, refusals, told
from tests.server.lapse import wait
from tests.server.table import ADA, BOB, CYD, Guest, bot, created, opened, person
from unolab.server.room.doorkeeper import AFTER_NO, MOST_WAITING
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


async def test_door_that_asks_first() -> None:
    async with opened(created(person(ADA), Chair(), bot())) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(ada, "configure", door="ask")
        assert (eve.update.room.options.door, eve.update.sits) == ("ask", [])
        assert eve.update.must_ask
        assert await place.code(eve, "sit", seat=1, name="Eve") == "ask_first"
        await place.send(eve, "queue", name="Eve", avatar=4)
        assert eve.adopted == [([], False)]
        (waiting,) = ada.update.room.waiting
        assert eve.update.guest == waiting.guest
        assert await place.code(eve, "admit", guest=waiting.guest) == "not_host"
        await place.send(ada, "decline", guest=waiting.guest)
        assert told(eve)[0][0] == "declined"
        assert ada.update.room.waiting == []
        assert await place.code(ada, "admit", guest=waiting.guest) == "not_waiting"
        assert await place.code(eve, "queue", name="Eve") == "declined"
        await wait(AFTER_NO)
        await place.send(eve, "queue", name="Eve", avatar=4)
        await place.send(ada, "admit", guest=eve.update.guest)
        assert eve.update.seats == [1]
        assert (ada.update.room.seats[1].name, ada.update.room.seats[1].avatar) == ("Eve", 4)


async def test_locked_door_keeps_out_newcomers_but_not_their_eyes() -> None:
    async with opened(created(person(ADA), person(BOB), Chair(), Chair())) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(ada, "configure", door="ask")
        await place.send(eve, "queue", name="Eve")
        await place.send(ada, "configure", door="locked")
        assert told(eve)[0][0] == "declined"
        assert ada.update.room.waiting == []
        guest = await place.come()
        assert (guest.update.sits, guest.update.may_queue) == ([], False)
        assert await place.code(guest, "sit", seat=2, name="Guy") == "locked"
        assert await place.code(guest, "queue", name="Guy") == "locked"
        bob = await place.come(BOB)  # who has a seat already
        assert bob.update.seats == [1]


async def test_host_shuts_out_somebody_who_asks() -> None:
    async with opened(created(person(ADA), Chair(), door="ask")) as place:
        ada = await place.come(ADA, network="10.0.0.1")
        eve = await place.come(network="10.0.0.2")
        await place.send(eve, "queue", name="Eve")
        await place.send(ada, "decline", guest=eve.update.guest, ban=True)
        assert eve.closed
        back = Guest("", "10.0.0.2")
        await place.enter(back)
        assert refusals(back) == ["banned"]


async def test_queue_has_an_end() -> None:
    async with opened(created(person(ADA), Chair(), door="ask")) as place:
        ada = await place.come(ADA)
        for n in range(MOST_WAITING):
            await place.send(await place.come(), "queue", name=f"Guest {n}")
        assert await place.code(await place.come(), "queue", name="Late") == "queue_full"
        assert len(ada.update.room.waiting) == MOST_WAITING


async def test_latecomer_gets_a_bots_seat_and_its_points_with_the_hosts_word() -> None:
    chairs = (person(ADA), bot("easy"), person(CYD))
    async with opened(at("R5 0> R7/B2B2/Y9 $10,20,30", *chairs)) as place:
        ada, cyd, eve = await place.come(ADA), await place.come(CYD), await place.come()
        await place.send(eve, "queue", name="Eve", avatar=5)
        await place.move(ada, "R7")
        assert (ada.update.room.stage, eve.update.sits) == ("pause", [])
        assert await place.code(eve, "sit", seat=1, name="Eve") == "ask_first"
        (waiting,) = ada.update.room.waiting
        assert waiting.asks
        await place.send(ada, "admit", guest=waiting.guest, seat=1)
        (waiting,) = ada.update.room.waiting
        assert (waiting.admitted, waiting.asks, waiting.seat) == (True, False, 1)
        assert names(ada) == ["Ada", "Bolt", "Cyd"]  # until the next deal, for the result is theirs
        for guest in (ada, cyd):
            await place.send(guest, "deal")
        await wait(10)
        assert ada.update.room.stage == "playing"
        assert names(ada) == ["Ada", "Eve", "Cyd"]
        assert eve.update.seats == [1]
        assert ada.update.room.totals[1] == 20


async def test_bot_comes_back_when_its_successor_leaves() -> None:
    chairs = (person(ADA), bot("easy"), person(CYD))
    async with opened(created(*chairs)) as place:
        ada, eve = await place.come(ADA), await place.come()
        before = place.room.sitting.chairs[1]
        await place.send(eve, "sit", seat=1, name="Eve")
        await place.send(eve, "leave")
        assert place.room.sitting.chairs[1] == before
        await place.send(eve, "sit", seat=1, name="Eve")
        await place.send(ada, "deal")
        await wait(10)
        await place.send(eve, "leave")
        seat = ada.update.room.seats[1]
        assert (seat.kind, seat.name, seat.left) == ("bot", "Bolt", True)


async def test_left_seat_is_kept_for_its_owner() -> None:
    async with opened(at(BETWEEN, rules="official+target=0")) as place:
        ada, bob, eve = await place.come(ADA), await place.come(BOB), await place.come()
        await place.send(bob, "leave")
        assert ada.update.room.seats[1].left
        await place.move(ada, "R7")
        assert ada.update.room.stage == "over"
        assert (bob.update.sits, eve.update.sits) == ([1], [])
        assert await place.code(eve, "sit", seat=1, name="Eve") == "ask_first"
        await place.send(bob, "sit", seat=1, name="Bob")
        assert (bob.update.seats, names(ada)[1]) == ([1], "Bob")


async def test_first_in_the_queue_plays_the_next_match() -> None:
    chairs = (person(ADA), person(BOB), bot("easy"))
    async with opened(at(BETWEEN, *chairs, rules="official+target=0")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        eve, guy = await place.come(), await place.come()
        await place.send(eve, "queue", name="Eve")
        await place.send(guy, "queue", name="Guy")
        assert [w.name for w in guy.update.room.waiting] == ["Eve", "Guy"]
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.send(bob, "deal")
        await wait(10)
        assert names(ada) == ["Ada", "Bob", "Eve"]
        assert (eve.update.seats, guy.update.seats) == ([2], [])
        assert [w.name for w in guy.update.room.waiting] == ["Guy"]
        await place.send(guy, "unqueue")
        assert guy.update.room.waiting == []
        assert await place.code(guy, "unqueue") == "not_waiting"


async def test_reload_keeps_the_place_in_the_queue_for_a_while() -> None:
    async with opened(at(PLAYING), away_after=30) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(eve, "queue", name="Eve")
        await place.go(eve)
        assert place.room.knows(eve.owner)
        await wait(20)
        again = await place.come(eve.owner)
        assert again.update.guest == ada.update.room.waiting[0].guest
        await place.go(again)
        await wait(31)
        assert ada.update.room.waiting == []
