"""From one round to the next, and from match to match."""

import pytest

from tests.server.lapse import wait
from tests.server.table import ADA, BOB, ENDING, bot, created, kinds_of, midway, moves_of, opened
from unolab.bots.strengths import STRENGTHS
from unolab.server.room.clocks import READY, SHOWING
from unolab.server.room.restoring import restore

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


async def test_next_round_waits_for_all_who_are_here() -> None:
    async with opened(midway(ENDING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        guest = await place.come()
        await place.move(ada, "R7")
        assert ada.update.room.stage == "pause"
        assert ada.update.room.totals == [2 * 2 + 9, 0, 0]
        assert await place.code(guest, "deal") == "no_seat"
        await place.send(ada, "deal")
        assert ada.update.room.stage == "pause"
        assert ada.update.room.seats[0].ready
        assert ada.update.room.deals_in == READY * 1000
        promised = ada.update.room.fair.next_commitment
        await place.send(bob, "deal")  # the third person is not here
        assert bob.update.room.stage == "playing"
        assert bob.update.room.fair.commitment == promised
        assert (bob.update.room.round, bob.update.room.totals) == (2, [13, 0, 0])
        assert not any(seat.ready for seat in bob.update.room.seats)
        assert bob.update.room.deals_in is None


async def test_next_round_is_dealt_after_a_countdown() -> None:
    async with opened(midway(ENDING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await wait(READY - 1)
        assert bob.update.room.round == 1
        await wait(2)
        assert bob.update.room.round == 2


async def test_next_round_does_not_wait_for_somebody_who_goes() -> None:
    async with opened(midway(ENDING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.go(bob)
        assert ada.update.room.stage == "playing"


async def test_rematch() -> None:
    async with opened(midway(ENDING, rules="duel")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        assert (ada.update.room.stage, ada.update.room.winners) == ("over", [0])
        assert kinds_of(ada.update)[-2:] == ["over", "match"]
        await place.send(ada, "deal")
        await place.send(bob, "deal")
        room = ada.update.room
        assert (room.stage, room.round, room.rounds) == ("playing", 1, 2)
        assert (room.totals, room.winners) == ([0, 0, 0], [])


async def test_new_arrangement_ends_the_countdown() -> None:
    async with opened(midway(ENDING, rules="duel")) as place:
        ada = await place.come(ADA)
        await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.send(ada, "arrange", chairs=[{"keep": 2}, {"keep": 0}, {"keep": 1}, {}])
        assert (ada.update.room.stage, ada.update.room.deals_in) == ("lobby", None)
        await wait(2 * READY)
        assert ada.update.room.stage == "lobby"


async def test_bots_among_themselves_deal_on() -> None:
    async with opened(midway(ENDING, bot(), bot(), bot(), host=ADA)) as place:
        ada = await place.come(ADA)
        await place.send(ada, "configure", pace="normal")
        while ada.update.room.stage == "playing":
            await wait(0.5)
        assert ada.update.room.stage == "pause"
        assert ada.update.room.deals_in is not None
        await wait(SHOWING + 0.5)
        assert ada.update.room.round == 2


@pytest.mark.parametrize("rules", ["official", "party"])
async def test_one_bot_of_every_strength_plays_a_round_to_its_end(rules: str) -> None:
    async with opened(created(bot(), bot(), host=ADA, rules=rules)) as place:
        ada = await place.come(ADA)
        await place.send(ada, "arrange", chairs=[{"bot": strength} for strength in STRENGTHS])
        assert [seat.strength for seat in ada.update.room.seats] == [*STRENGTHS]
        await place.send(ada, "deal")
        while ada.update.room.stage == "playing":
            await wait(0.5)
        movers = {(seat, by) for seat, _, by in moves_of(place)}
        assert movers == {(seat, "bot") for seat in range(len(STRENGTHS))}
        sitting, _ = restore(place.log.entries)  # plays every move again, and refuses illegal ones
        assert sitting.match is not None
        assert sitting.match.state.over


async def test_leaving_never_ends_the_room() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5/Y1Y2Y3Y4")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(ada, "leave")
        seat = bob.update.room.seats[0]
        assert (seat.kind, seat.name) == ("bot", "Ada")
        assert (ada.update.hand, ada.update.seats) == (None, [])
        await wait(5)
        assert (0, "bot") in {(seat, by) for seat, _, by in moves_of(place)}
        await place.go(ada)
        await place.send(bob, "leave")
        await place.go(bob)
        guest = await place.come()
        assert guest.update.room.stage == "playing"
