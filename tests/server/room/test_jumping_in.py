"""Jumping in: people have time for it before bots do, and that time tells nothing."""

from typing import Any

import pytest

from tests.server.hosted import at
from tests.server.lapse import wait
from tests.server.table import ADA, bot, opened, person
from unolab.server.room import pace
from unolab.server.room.entries import ENTRY, Chair, Moved

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


NOBODY_CAN = "R5 1> R7G3G4/B2B3B4/Y7Y9Y8"

A_BOT_CAN = "R5 1> R7G3G4/B2B3B4/R5Y9Y8"

A_PERSON_CAN = "R5 1> R5G3G4/B2B3B4/Y7Y9Y8"

SPEEDS = ("calm", "normal", "quick", "instant")


async def moves_after(position: str, seconds: float, *chairs: Chair, **options: Any) -> list[int]:
    """Let time pass at a table where jumping in is allowed; return who has made a move."""
    async with opened(at(position, *chairs, rules="party", **options)) as place:
        await place.come(ADA)
        await wait(seconds)
        entries = map(ENTRY.validate_json, place.log.entries[1:])
        return [entry.seat for entry in entries if isinstance(entry, Moved)]


@pytest.mark.parametrize("speed", SPEEDS)
async def test_people_have_time_to_jump_in_before_bots_do(speed: str) -> None:
    for position in (NOBODY_CAN, A_BOT_CAN, A_PERSON_CAN, "R5 0> R7G3G4/B2B3B4/R5Y9Y8"):
        chairs = (person(ADA), bot("mixbot2"), bot("mixbot2"))
        assert await moves_after(position, pace.JUMP_CHANCE - 0.1, *chairs, pace=speed) == []
        if position != "R5 0> R7G3G4/B2B3B4/R5Y9Y8" or speed == "normal":
            assert await moves_after(position, 7, *chairs, pace=speed) != []


async def test_bots_among_themselves_do_not_wait_for_people() -> None:
    chairs = (bot("mixbot2"), bot("mixbot2"), bot("mixbot2"))
    assert await moves_after(A_BOT_CAN, 1.0, *chairs, pace="quick") != []


@pytest.mark.parametrize("position", [NOBODY_CAN, A_BOT_CAN, A_PERSON_CAN])
async def test_how_long_a_bot_waits_does_not_tell_what_is_hidden(
    position: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "uniform", lambda low, high: high)
    async with opened(
        at(position, person(ADA), bot("mixbot2"), bot("mixbot2"), rules="party", pace="normal")
    ) as place:
        await place.come(ADA)
        times = place.room.clocks.bots
        assert times[1] == pytest.approx(3.5, abs=0.1)


async def test_who_could_have_jumped_in_before_is_not_waited_for_again() -> None:
    chairs = (person(ADA), bot("mixbot2"), bot("mixbot2"))
    async with opened(at("R5 0> B7G3G4/R2B3B4/Y7Y9Y8 - G1", *chairs, rules="party")) as place:
        ada = await place.come(ADA)
        await place.move(ada, "+")
        while ada.table.turn == 0:
            await place.move(ada, ada.moves[-1])
        await wait(0.1)
        assert '"seat":1' in place.log.entries[2]  # at once
