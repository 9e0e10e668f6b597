"""What hosts decide: who stays, and who is the host after them."""

import pytest

from tests.server.hosted import BETWEEN, PLAYING, at, refusals, told
from tests.server.lapse import wait
from tests.server.table import ADA, BOB, CYD, Guest, bot, created, opened, person
from unolab.server.protocol import Update
from unolab.server.room.clocks import HOST_KEPT
from unolab.server.room.entries import ENTRY, Chair, Moved
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


async def test_somebody_is_removed_from_the_lobby_and_hears_why() -> None:
    async with opened(created(person(ADA), person(BOB), bot())) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(ada, "remove", seat=1)
        assert ada.update.room.seats[1].kind == "open"
        assert bob.update.seats == []
        ((code, text),) = told(bob)
        assert code == "removed"
        assert "host" in text
        assert told(ada) == []


async def test_bot_plays_on_for_somebody_removed_during_a_round() -> None:
    async with opened(at(PLAYING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.come(CYD)
        await place.send(ada, "remove", seat=1)
        assert (bob.update.seats, bob.update.hand) == ([], None)
        seat = ada.update.room.seats[1]
        assert (seat.kind, seat.name, seat.left) == ("bot", "Bolt", False)
        await place.move(ada, "R7")
        await wait(10)
        entries = map(ENTRY.validate_json, place.log.entries[1:])
        moves = [(entry.seat, entry.by) for entry in entries if isinstance(entry, Moved)]
        assert (1, "bot") in moves
        assert await place.illegal(bob, "B2") == "no_seat"


async def test_somebody_removed_between_rounds_is_not_waited_for() -> None:
    async with opened(at(BETWEEN)) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.send(cyd, "deal")
        assert ada.update.room.stage == "pause"
        await place.send(ada, "remove", seat=1)
        await wait(10)
        assert place.room.sitting.stage == "playing"
        assert bob.update.hand is None


async def test_removed_person_has_to_ask_for_a_seat() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        assert bob.update.sits == []
        await place.send(ada, "remove", seat=1)
        assert (bob.update.sits, bob.update.may_queue, bob.update.must_ask) == ([], True, True)
        assert await place.code(bob, "sit", seat=1, name="Bob") == "ask_first"
        other = await place.come()
        assert (other.update.sits, other.update.must_ask) == ([1, 2], False)
        await place.send(bob, "queue", name="Bob", seat=1)
        (waiting,) = ada.update.room.waiting
        assert (waiting.name, waiting.asks, waiting.admitted) == ("Bob", True, False)
        await place.send(ada, "admit", guest=waiting.guest)
        assert bob.update.seats == [1]
        assert ada.update.room.waiting == []
        await place.send(bob, "leave")
        assert bob.update.sits == [1, 2]  # what was is forgiven


async def test_removed_person_without_the_token_has_to_ask_too() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada = await place.come(ADA, network="10.0.0.1")
        bob = await place.come(BOB, network="10.0.0.2")
        await place.send(ada, "remove", seat=1)
        await place.go(bob)
        again = await place.come(network="10.0.0.2")
        assert await place.code(again, "sit", seat=1, name="Rob") == "ask_first"
        other = await place.come(network="10.0.0.3")
        await place.send(other, "sit", seat=1, name="Cyd")
        assert other.update.seats == [1]


async def test_ban_shuts_out_the_token_and_strangers_from_the_same_network() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada = await place.come(ADA, network="10.0.0.1")
        bob = await place.come(BOB, network="10.0.0.2")
        cyd = await place.come(CYD, network="10.0.0.3")
        watching = await place.come(network="10.0.0.2")
        await place.send(ada, "remove", seat=1, ban=True)
        assert (bob.closed, watching.closed, cyd.closed) == (True, True, False)
        assert told(bob)[0][0] == "banned"
        for owner, network in ((BOB, "10.0.0.9"), ("", "10.0.0.2")):
            back = Guest(owner, network)
            await place.enter(back)
            assert back.closed
            assert refusals(back) == ["banned"]
            assert not any(isinstance(message, Update) for message in back.messages)
        assert ada.update.room.spectators == 0
        stranger = await place.come(network="10.0.0.4")
        assert stranger.update.sits == [1]


async def test_ban_spares_the_network_of_others_at_the_table() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada = await place.come(ADA, network="10.0.0.1")
        await place.come(BOB, network="10.0.0.1")
        await place.send(ada, "remove", seat=1, ban=True)
        friend = await place.come(network="10.0.0.1")
        assert friend.update.sits == [1, 2]
        await place.go(ada)
        assert not (await place.come(ADA, network="10.0.0.1")).closed


async def test_ban_outlives_the_process() -> None:
    async with opened(created(person(ADA), person(BOB), bot())) as place:
        ada = await place.come(ADA)
        await place.send(ada, "remove", seat=1, ban=True)
        sitting = place.room.sitting
        first, *entries = map(ENTRY.validate_json, place.log.entries)
        assert first.kind == "created"
        assert Sitting.replay(first, entries) == sitting
        assert sitting.banned == sitting.removed == {BOB}


async def test_only_people_are_removed_and_only_by_the_host() -> None:
    async with opened(created(person(ADA), person(BOB), bot(), Chair())) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        for other in (bob, guest):
            assert await place.code(other, "remove", seat=0) == "not_host"
            assert await place.code(other, "handover", seat=1) == "not_host"
        assert await place.code(ada, "remove", seat=0) == "is_host"
        for seat in (2, 3, 9):
            assert await place.code(ada, "remove", seat=seat) == "no_person"
            assert await place.code(ada, "handover", seat=seat) == "no_person"
        await place.send(guest, "sit", seat=3, name="Eve")
        assert await place.code(ada, "remove", seat=1, at=1) == "stale"
        chairs = [{"keep": 0}, {"keep": 3}]
        assert await place.code(ada, "arrange", chairs=chairs) == "seat_taken"


async def test_host_hands_the_room_over() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        assert await place.code(ada, "handover", seat=2) == "absent"
        await place.send(ada, "handover", seat=1)
        assert (ada.update.host, bob.update.host) == (False, True)
        assert [seat.host for seat in ada.update.room.seats] == [False, True, False]
        assert await place.code(ada, "configure", timer=30) == "not_host"
        await place.send(bob, "remove", seat=0)
        assert ada.update.seats == []


async def test_reload_does_not_cost_the_host_the_room() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.go(ada)
        await wait(HOST_KEPT - 1)
        assert not bob.update.host
        assert await place.code(bob, "configure", timer=30) == "not_host"
        ada = await place.come(ADA)
        assert ada.update.host
        await wait(2 * HOST_KEPT)
        assert (ada.update.host, bob.update.host) == (True, False)


async def test_role_passes_on_after_a_minute_and_comes_back_by_hand() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.go(ada)
        await wait(HOST_KEPT + 1)
        assert (bob.update.host, cyd.update.host) == (True, False)
        ada = await place.come(ADA)
        assert (ada.update.host, bob.update.host) == (False, True)
        await place.send(bob, "handover", seat=0)
        assert ada.update.host


async def test_role_waits_for_somebody_who_can_have_it() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.go(ada)
        await wait(3 * HOST_KEPT)
        assert not guest.update.host
        bob = await place.come(BOB)
        await wait(1)
        assert bob.update.host


async def test_role_waits_a_minute_after_a_restart() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        bob = await place.come(BOB)
        await wait(HOST_KEPT - 1)
        assert not bob.update.host
        await wait(2)
        assert bob.update.host
