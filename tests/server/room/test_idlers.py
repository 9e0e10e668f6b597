"""People who take too long or are lost: a bot plays for them, and everybody sees when."""

import pytest

from tests.server.hosted import PLAYING, at
from tests.server.lapse import wait
from tests.server.table import ADA, BOB, CYD, bot, created, opened, person
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


async def test_turn_takes_a_minute_among_people_and_as_long_as_it_takes_alone() -> None:
    async with opened(created(person(ADA), bot(), usual_timer=True)) as place:
        ada = await place.come(ADA)
        assert ada.update.room.options.timer == 0
        await place.send(await place.come(), "sit", seat=1, name="Eve")
        assert ada.update.room.options.timer == 60
        await place.send(ada, "configure", timer=0)
        assert (ada.update.room.options.timer, ada.update.room.options.usual_timer) == (0, False)
    async with opened(created(person(ADA), Chair(), usual_timer=True)) as place:
        assert (await place.come(ADA)).update.room.options.timer == 60


async def test_idler_is_played_for_and_comes_back() -> None:
    sitting = at("R5 0> R7G3G1G2/B2B3B4B5", person(ADA), person(BOB), usual_timer=True)
    async with opened(sitting) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        while not ada.update.room.seats[0].away:
            if bob.table.turn == 1:
                await place.move(bob, bob.moves[-1])
            else:
                assert ada.table.clock is not None
                assert ada.table.clock.of == 60_000
                await wait(60.1)
        assert not ada.update.room.seats[1].away
        await place.send(ada, "back")
        assert not ada.update.room.seats[0].away


async def test_everyone_sees_when_a_bot_takes_over_from_somebody_lost() -> None:
    async with opened(at(PLAYING), away_after=30) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.come(CYD)
        await place.go(bob)
        assert ada.update.room.seats[1].bot_in == pytest.approx(30_000, abs=10)
        assert ada.update.room.seats[0].bot_in is None
        await wait(10)
        await place.send(ada, "configure", timer=30)
        assert ada.update.room.seats[1].bot_in == pytest.approx(20_000, abs=10)
        await wait(25)
        assert ada.update.room.seats[1].away
        assert ada.update.room.seats[1].bot_in is None
