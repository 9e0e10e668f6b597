"""What hosts decide: who stays, who may come, and who is the host after them."""

from typing import Any

import pytest

from tests.server.lapse import wait
from tests.server.table import ADA, BOB, CYD, Guest, bot, created, opened, person, placed
from unolab.server.protocol import Dismissed, Refused, Update
from unolab.server.room import pace
from unolab.server.room.clocks import HOST_KEPT
from unolab.server.room.doorkeeper import AFTER_NO, MOST_WAITING
from unolab.server.room.entries import ENTRY, Chair, Moved
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

PLAYING = "R5 0> R7G3G1G2/B2B3B4B5/Y1Y2Y3Y4"
BETWEEN = "R5 0> R7/B2B2/Y9"


def at(position: str, *chairs: Chair, **options: Any) -> Sitting:
    """A round in the middle; three people unless chairs are named."""
    chairs = chairs or (person(ADA), person(BOB), person(CYD))
    return placed(Sitting.of(created(*chairs, **options)), position)


def told(guest: Guest) -> list[tuple[str, str]]:
    """What a guest was told about being sent away."""
    return [(m.code, m.text) for m in guest.messages if isinstance(m, Dismissed)]


def refusals(guest: Guest) -> list[str]:
    return [m.code for m in guest.messages if isinstance(m, Refused)]


def names(guest: Guest) -> list[str]:
    return [seat.name for seat in guest.update.room.seats]


# ── removing ──────────────────────────────────────────────────────────────────────────────────────


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


# ── the role ──────────────────────────────────────────────────────────────────────────────────────


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


# ── the door ──────────────────────────────────────────────────────────────────────────────────────


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


# ── latecomers ────────────────────────────────────────────────────────────────────────────────────


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


# ── names, faces and teams ────────────────────────────────────────────────────────────────────────


async def test_names_at_a_table_are_distinct() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(eve, "sit", seat=1, name="\uff21\uff24\uff21")
        assert names(ada) == ["Ada", "\uff21\uff24\uff21 2", ""]
        assert await place.code(eve, "rename", name="ada", avatar=1) == "name_taken"
        await place.send(eve, "rename", name="Eve", avatar=1)
        await place.send(eve, "rename", name="EVE", avatar=1)  # her own name
        assert names(ada)[1] == "EVE"


async def test_newcomer_gets_a_face_of_their_own() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, eve, guy = await place.come(ADA), await place.come(), await place.come()
        await place.send(eve, "sit", seat=1, name="Eve", avatar=0)
        await place.send(guy, "sit", seat=2, name="Guy", avatar=5)
        faces = [seat.avatar for seat in ada.update.room.seats]
        assert len(set(faces)) == 3
        assert faces[2] == 5
        await place.send(eve, "rename", name="Eve", avatar=0)  # who wants it gets it
        assert ada.update.room.seats[1].avatar == 0


async def test_room_says_who_plays_with_whom() -> None:
    rules = "official+partners=true"
    async with opened(created(person(ADA), bot(), person(BOB), bot(), rules=rules)) as place:
        ada = await place.come(ADA)
        assert [seat.team for seat in ada.update.room.seats] == [0, 1, 0, 1]
    async with opened(created(person(ADA), bot())) as place:
        ada = await place.come(ADA)
        assert [seat.team for seat in ada.update.room.seats] == [None, None]


# ── time ──────────────────────────────────────────────────────────────────────────────────────────


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


# ── jumping in ────────────────────────────────────────────────────────────────────────────────────

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
