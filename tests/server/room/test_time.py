"""Time at the table: when it begins to run, and when a person has used too much of it."""

from typing import Any

import pytest

from tests.server.lapse import wait
from tests.server.table import ADA, BOB, Place, bot, created, opened, person, placed
from unolab.server.room.entries import ENTRY, Chair, Moved
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


def at(position: str, *chairs: Chair, **options: Any) -> Sitting:
    return placed(Sitting.of(created(*chairs, **options)), position)


def moves(place: Place) -> int:
    return sum(isinstance(ENTRY.validate_json(e), Moved) for e in place.log.entries[1:])


async def test_the_clock_of_a_turn_starts_when_the_first_client_comes() -> None:
    people = person(ADA), person(BOB)
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", *people, timer=10)) as place:
        await wait(3_600)  # nobody is there
        ada = await place.come(ADA)
        clock = ada.table.clock
        assert clock is not None
        assert clock.left == 10_000
        await wait(9)
        await place.come(BOB)  # for whom it does not start again
        assert moves(place) == 0
        await wait(1.1)
        assert moves(place) == 1


async def test_bots_think_after_the_first_client_has_come() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", bot(), person(ADA), pace="calm")) as place:
        await wait(3_600)
        ada = await place.come(ADA)
        await wait()
        assert ada.table.thinking
        assert moves(place) == 0  # its time to think has not passed while nobody was there
        await wait(30)
        assert moves(place) >= 1


async def test_bots_let_people_watch_the_deal() -> None:
    async with opened(created(bot(), bot(), bot(), person(ADA), pace="calm")) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        assert ada.table.thinking
        await wait(5)  # longer than any bot thinks about its turn
        assert moves(place) == 0
        await wait(30)
        assert moves(place) >= 1


async def test_a_bot_takes_over_after_the_second_turn_that_runs_out() -> None:
    people = person(ADA), person(BOB)
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", *people, timer=10)) as place:
        await place.come(ADA)
        bob = await place.come(BOB)
        run_out = 0
        while not bob.update.room.seats[0].away:
            if bob.table.turn == 1:
                await place.move(bob, bob.moves[-1])
            else:
                await wait(10.1)
                run_out += 1
        assert run_out == 2
