"""What time does in a room: bots think, turns run out, people are away."""

import pytest

from tests.server.lapse import wait
from tests.server.table import (
    ADA,
    BOB,
    ENDING,
    bot,
    created,
    everything,
    midway,
    moves_of,
    opened,
    person,
)
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── time ──────────────────────────────────────────────────────────────────────────────────────────


async def test_two_turns_that_run_out_make_a_person_absent() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        clock = ada.table.clock
        assert clock is not None
        assert (clock.left, clock.of) == (10_000, 10_000)
        await wait(9.9)
        assert moves_of(place) == []
        await wait(0.2)
        assert [(seat, by) for seat, _, by in moves_of(place)] == [(0, "stand-in")]
        assert not bob.update.room.seats[0].away
        turn = 1
        while not ada.update.room.seats[0].away:
            if bob.table.turn == turn:
                await place.move(bob, bob.moves[-1])
            else:
                await wait(10.1)
            assert len(moves_of(place)) < 10
        before = len(moves_of(place))
        while bob.table.turn == 1:
            await place.move(bob, bob.moves[-1])
        await wait(1)
        assert {by for seat, _, by in moves_of(place)[before:] if seat == 0} == {"stand-in"}
        await place.send(ada, "back")
        assert not bob.update.room.seats[0].away


async def test_move_in_time_clears_the_strikes() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        for _ in range(3):
            while ada.table.turn == 0 and ada.table.phase == "turn":
                await wait(10.1)
            while ada.table.turn == 1:
                await place.move(bob, bob.moves[-1])
            while ada.table.turn == 0:
                await place.move(ada, ada.moves[-1])
            while ada.table.turn == 1:
                await place.move(bob, bob.moves[-1])
        assert not ada.update.room.seats[0].away


async def test_what_changes_nothing_is_told_to_nobody() -> None:
    async with opened(midway(ENDING)) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        await place.move(ada, "R7")
        await place.send(bob, "deal")
        before = everything(ada, bob)
        for _ in range(50):
            await place.post(guest, "back")
            await place.post(bob, "back")
            await place.post(bob, "deal")
        await place.send(guest, "ping")
        assert everything(ada, bob) == before
        assert ada.update.room.seats[1].ready


async def test_pausing_twice_is_told_once() -> None:
    async with opened(created(person(ADA), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "pause", paused=True)
        before = everything(guest)
        for _ in range(50):
            await place.post(ada, "pause", paused=True)
        await place.send(ada, "ping")
        assert everything(guest) == before
        await place.send(ada, "pause", paused=False)
        assert not guest.update.room.paused


async def test_who_is_alone_is_told() -> None:
    async with opened(created(person(ADA), Chair(), bot())) as place:
        ada, bob = await place.come(ADA), await place.come()
        assert (ada.update.alone, bob.update.alone) == (True, False)
        await place.send(bob, "sit", seat=1, name="Bob")
        assert (ada.update.alone, bob.update.alone) == (False, False)
        await place.send(bob, "leave")
        assert (ada.update.alone, bob.update.alone) == (True, False)
    async with opened(created(bot(), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        assert (ada.update.alone, guest.update.alone) == (True, False)


@pytest.mark.parametrize(("rules", "first"), [("official", 0), ("lowscore", 1)])
async def test_room_tells_the_standing(rules: str, first: int) -> None:
    async with opened(midway("R5 0> R7R8/B1/Y2 $90,10,40", rules=rules)) as place:
        ada = await place.come(ADA)
        assert ada.update.room.standing == ([0, 2, 1] if first == 0 else [1, 2, 0])
    async with opened(created(person(ADA), person(BOB), rules=rules)) as place:
        ada = await place.come(ADA)
        assert ada.update.room.standing == [0, 1]


async def test_nobody_else_can_stop_the_clock() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        await place.come(ADA)
        bob, guest = await place.come(BOB), await place.come()
        for _ in range(4):
            await wait(3)
            for other in (bob, guest):
                await place.post(other, "back")
                await place.post(other, "look", seat=None)
        await wait()
        assert [seat for seat, _, _ in moves_of(place)] == [0]


async def test_bot_takes_over_for_somebody_gone_and_gives_back() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5"), away_after=30) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.go(ada)
        assert (bob.update.room.seats[0].here, bob.update.room.seats[0].away) == (False, False)
        await wait(29)
        assert moves_of(place) == []
        await wait(2)
        assert bob.update.room.seats[0].away
        assert {by for _, _, by in moves_of(place)} == {"stand-in"}
        since = bob.update.number
        while bob.table.turn == 1:
            await place.move(bob, bob.moves[-1])
        await wait()
        ada = await place.come(ADA, since)
        assert not bob.update.room.seats[0].away
        assert ada.update.seats == [0]
        assert [step.number for step in ada.update.steps] == list(
            range(since + 1, ada.update.number + 1)
        )
        before = len(moves_of(place))
        while bob.table.turn == 1:
            await place.move(bob, bob.moves[-1])
        await wait(60)  # now it waits for her
        assert all(seat == 1 for seat, _, _ in moves_of(place)[before:])
        await place.move(ada, ada.moves[-1])
        assert moves_of(place)[-1][2] == "person"


async def test_second_tab_keeps_the_seat() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5"), away_after=30) as place:
        one, two = await place.come(ADA), await place.come(ADA)
        assert one.hand == two.hand
        await place.go(one)
        await wait(60)
        assert moves_of(place) == []
        await place.move(two, "R7")
        assert moves_of(place) == [(0, "R7", "person")]


async def test_whoever_moves_is_back() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5", timer=5, pace="calm")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        place.room.company.away.add(ADA)
        await place.move(ada, "R7")
        assert not bob.update.room.seats[0].away
        assert not ada.update.room.seats[0].away


async def test_nothing_happens_while_nobody_looks() -> None:
    async with opened(created(bot("easy"), bot("easy"), host=ADA)) as place:
        ada = await place.come(ADA)
        await place.send(ada, "pause", paused=True)
        await place.send(ada, "deal")
        await place.go(ada)
        before = len(place.log.entries)
        await wait(1000)
        assert len(place.log.entries) == before


async def test_pause_step_and_go_on() -> None:
    async with opened(created(bot("easy"), bot("hard"), host=ADA, rules="unoai")) as place:
        ada, guest = await place.come(ADA), await place.come()
        assert await place.code(guest, "pause", paused=True) == "not_alone"
        assert await place.code(guest, "hurry") == "not_alone"
        assert await place.code(guest, "deal") == "not_host"
        await place.send(ada, "pause", paused=True)
        await place.send(ada, "deal")
        await wait(100)
        assert moves_of(place) == []
        for steps in (1, 2, 3):
            await place.send(ada, "hurry")
            assert len(moves_of(place)) == steps
        await wait(100)
        assert len(moves_of(place)) == 3
        assert guest.update.room.paused
        await place.send(ada, "pause", paused=False)
        await wait(1)
        assert len(moves_of(place)) > 5


async def test_hurry_among_bots_of_a_person() -> None:
    sitting = midway("R5 1> R7G3G1/B2B3B4B5", person(ADA), bot("hard"), pace="calm")
    async with opened(sitting) as place:
        ada = await place.come(ADA)
        assert ada.table.thinking
        await place.send(ada, "hurry")
        assert [by for _, _, by in moves_of(place)] == ["bot"]


async def test_game_with_others_is_not_paused() -> None:
    async with opened(midway("R5 0> R7G3G1/B2B3B4B5")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        for guest in (ada, bob):
            assert await place.code(guest, "pause", paused=True) == "not_alone"
            assert await place.code(guest, "hurry") == "not_alone"


async def test_pause_ends_when_a_second_person_sits_down() -> None:
    async with opened(created(person(ADA), Chair(), bot("easy"))) as place:
        ada = await place.come(ADA)
        await place.send(ada, "pause", paused=True)
        bob = await place.come()
        await place.send(bob, "sit", seat=1, name="Bob")
        assert not ada.update.room.paused


async def test_names_changed_all_the_time_do_not_stop_the_bots() -> None:
    sitting = midway("R5 1> R7G3G1/B2B3B4B5", person(ADA), bot("hard"), pace="normal")
    async with opened(sitting) as place:
        ada = await place.come(ADA)
        for n in range(20):
            await place.post(ada, "rename", name=f"Ada {n}", avatar=0)
            await wait(0.3)
        assert moves_of(place) != []
