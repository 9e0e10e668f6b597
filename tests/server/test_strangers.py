"""Strangers who want more than their share: back after a ban, first in line, louder than all."""

import pytest

from tests.server.hosted import BETWEEN, PLAYING, at, names, refusals, told
from tests.server.lapse import wait
from tests.server.table import ADA, BOB, CYD, Guest, bot, created, opened, person
from unolab.server.guard.limits import UNLIMITED
from unolab.server.protocol import Reacted, Said
from unolab.server.room.clocks import HOST_KEPT
from unolab.server.room.doorkeeper import MOST_WAITING
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

HOME, AWAY, ELSEWHERE = "10.0.0.1", "10.0.0.2", "10.0.0.3"


# ── back after a ban ──────────────────────────────────────────────────────────────────────────────


async def test_ban_holds_for_a_second_tab_that_waits() -> None:
    async with opened(created(person(ADA), person(BOB), door="ask")) as place:
        ada, bob = await place.come(ADA, network=HOME), await place.come(BOB, network=AWAY)
        second, other = await place.come(network=AWAY), await place.come(network=ELSEWHERE)
        await place.send(second, "queue", name="Nice")
        await place.send(other, "queue", name="Cyd")
        await place.send(ada, "remove", seat=1, ban=True)
        assert bob.closed
        assert second.closed
        assert not other.closed
        assert [waiting.name for waiting in ada.update.room.waiting] == ["Cyd"]


async def test_ban_holds_for_the_seat_that_was_left_in_another_tab() -> None:
    async with opened(at(PLAYING)) as place:
        ada, bob = await place.come(ADA, network=HOME), await place.come(BOB, network=AWAY)
        cyd = await place.come(CYD, network=AWAY)
        await place.send(cyd, "leave")
        await place.send(ada, "remove", seat=1, ban=True)
        assert bob.closed
        assert cyd.closed
        back = Guest(CYD, AWAY)
        await place.enter(back)
        assert refusals(back) == ["banned"]


async def test_who_has_left_can_be_removed_too() -> None:
    async with opened(at(BETWEEN)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(bob, "leave")
        await place.move(ada, "R7")
        assert bob.update.sits == [1]
        await place.send(ada, "remove", seat=1, ban=True)
        assert bob.closed
        assert await place.code(ada, "remove", seat=1) == "no_person"


# ── seats that were left ──────────────────────────────────────────────────────────────────────────


async def test_seat_is_kept_for_who_left_until_the_match_is_over() -> None:
    async with opened(at(BETWEEN, rules="official+target=0")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(bob, "leave")
        await place.move(ada, "R7")
        assert ada.update.room.stage == "over"
        assert ada.update.room.seats[1].left
        stranger = await place.come()
        assert (bob.update.sits, stranger.update.sits) == ([1], [])  # a result is shown
        await place.send(ada, "deal")
        await wait(10)
        assert not ada.update.room.seats[1].left


async def test_bot_that_comes_back_has_a_name_of_its_own() -> None:
    async with opened(created(person(ADA), bot())) as place:
        ada, cyd = await place.come(ADA), await place.come()
        await place.send(cyd, "sit", seat=1, name="Cyd")
        chairs = [{"keep": 0}, {"keep": 1}, {"bot": "easy"}]
        await place.send(ada, "arrange", chairs=chairs)
        await place.send(cyd, "leave")
        assert len({*names(ada)}) == 3
        assert len({seat.avatar for seat in ada.update.room.seats}) == 3


# ── the host ──────────────────────────────────────────────────────────────────────────────────────


async def test_host_without_a_seat_is_waited_for_too() -> None:
    async with opened(created(person(BOB), person(CYD), host=ADA)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.go(ada)
        await wait(HOST_KEPT - 1)
        assert not bob.update.host
        await wait(2)
        assert bob.update.host


async def test_somebody_who_is_here_follows_a_host_who_leaves() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada, cyd = await place.come(ADA), await place.come(CYD)
        await place.send(ada, "leave")
        assert cyd.update.host


# ── more than one's share ─────────────────────────────────────────────────────────────────────────


async def test_one_network_does_not_fill_the_queue() -> None:
    async with opened(created(person(ADA), Chair(), door="ask")) as place:
        ada = await place.come(ADA, network=HOME)
        for n in range(MOST_WAITING):
            await place.send(await place.come(network=AWAY), "queue", name=f"Guest {n}")
        again = await place.come(network=AWAY)
        assert await place.code(again, "queue", name="Me too") == "queue_full"
        honest = await place.come(network=ELSEWHERE)
        await place.send(honest, "queue", name="Honest")
        waiting = [one.name for one in ada.update.room.waiting]
        assert len(waiting) == MOST_WAITING
        assert waiting[-1] == "Honest"


async def test_declined_guest_speaks_for_nobody_else() -> None:
    async with opened(created(person(ADA), Chair(), door="ask")) as place:
        ada, eve = await place.come(ADA, network=HOME), await place.come(network=AWAY)
        neighbour = await place.come(network=AWAY)
        await place.send(eve, "queue", name="Eve")
        await place.send(neighbour, "queue", name="Neighbour")
        await place.send(ada, "decline", guest=eve.update.guest)
        assert told(eve)[0][0] == "declined"
        await place.send(neighbour, "unqueue")
        await place.send(neighbour, "queue", name="Neighbour")
        assert await place.code(eve, "queue", name="Eve") == "declined"
        assert await place.code(await place.come(network=AWAY), "queue", name="E") == "declined"


async def test_strangers_of_one_network_do_not_use_up_the_changes_of_others() -> None:
    limits = UNLIMITED.__class__(changes=(0.001, 5), changes_of_room=(1e6, 1e6))
    async with opened(created(person(ADA), Chair(), door="ask"), limits=limits) as place:
        await place.come(ADA, network=HOME)
        eve = await place.come(network=AWAY)
        for n in range(5):
            await place.send(eve, "queue", name=f"Eve {n}")
        assert await place.code(eve, "queue", name="Eve") == "too_fast"
        honest = await place.come(network=ELSEWHERE)
        await place.send(honest, "queue", name="Honest")
        assert honest.update.guest is not None


async def test_reactions_are_counted_by_person_and_network_not_by_seat() -> None:
    limits = UNLIMITED.__class__(reactions=(0.001, 3), reactions_of_room=(0.001, 10))
    async with opened(created(person(ADA), Chair(), Chair()), limits=limits) as place:
        ada, eve = await place.come(ADA, network=HOME), await place.come(network=AWAY)
        for _ in range(4):
            for seat in (1, 2):
                await place.send(eve, "sit", seat=seat, name="Eve")
                for _ in range(3):
                    await place.send(eve, "react", mood="ha")
                await place.send(eve, "leave")
                eve.owner = ""  # as in a new tab
        shown = [m for m in ada.messages if isinstance(m, Reacted)]
        assert len(shown) == 3
        await place.send(ada, "react", mood="wow")
        assert any(isinstance(m, Reacted) and m.seat == 0 for m in ada.messages)


async def test_one_person_on_many_seats_leaves_words_for_others() -> None:
    limits = UNLIMITED.__class__(talk=(0.001, 10), talk_of_room=(0.001, 20))
    chairs = person(ADA), person(BOB), person("bob's other"), person("bob's third")
    async with opened(created(*chairs), limits=limits) as place:
        ada = await place.come(ADA, network=HOME)
        others = [await place.come(chair.owner, network=AWAY) for chair in chairs[1:]]
        for _ in range(10):
            for other in others:
                await place.send(other, "say", text="me, me, me")
        for _ in range(5):
            await place.send(ada, "say", text="may I?")
        said = [m.seat for m in ada.messages if isinstance(m, Said)]
        assert said.count(0) == 5


async def test_whatever_somebody_does_shows_that_they_are_back() -> None:
    async with opened(at(PLAYING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        place.room.company.away.add(BOB)
        await place.move(bob, "R7")  # which is refused
        assert refusals(bob)
        assert BOB not in place.room.company.away
        assert not ada.update.room.seats[1].away
