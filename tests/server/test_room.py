"""A room from the inside: what guests may do, what they are told, and what time does."""

import asyncio
from typing import Any

import pytest

from tests.server.lapse import Lapse, wait
from tests.server.table import (
    ADA,
    BOB,
    CYD,
    Guest,
    Place,
    bot,
    created,
    opened,
    person,
    placed,
)
from unolab.fairness import commit_to
from unolab.server.protocol import Message, Reacted, Refused, Said, Update
from unolab.server.room import pace
from unolab.server.room.clocks import READY, SHOWING
from unolab.server.room.entries import ENTRY, Chair, Created, Moved
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def anyio_backend() -> Any:
    return "asyncio", {"loop_factory": Lapse}


def at(position: str, *chairs: Chair, rules: str = "official", **options: Any) -> Sitting:
    """A round in the middle, with as many people as there are hands unless chairs are named."""
    people = [person(owner) for owner in (ADA, BOB, CYD)]
    chairs = chairs or tuple(people[: position.count("/") + 1])
    return placed(Sitting.of(created(*chairs, rules=rules, **options)), position)


def codes(guest: Guest) -> list[str]:
    return [message.code for message in guest.messages if isinstance(message, Refused)]


def kinds(update: Update) -> list[str]:
    return [event.kind for step in update.steps for event in step.events]


def moved(place: Place) -> list[tuple[int, str, str]]:
    """The moves in the log."""
    entries = map(ENTRY.validate_json, place.log.entries[1:])
    return [(entry.seat, entry.move, entry.by) for entry in entries if isinstance(entry, Moved)]


# ── sitting down ──────────────────────────────────────────────────────────────────────────────────


async def test_somebody_sits_down_and_is_told_a_secret_before_anything_else() -> None:
    async with opened(created(person(ADA), Chair(), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        assert (guest.update.seats, guest.update.host, guest.update.hand) == ([], False, None)
        assert guest.update.room.spectators == 1
        await place.send(guest, "sit", seat=1, name=" Bob ", avatar=3)
        assert guest.adopted == [([1], False)]
        assert guest.update.seats == [1]
        seat = ada.update.room.seats[1]
        assert (seat.kind, seat.name, seat.avatar, seat.here) == ("person", "Bob", 3, True)
        assert ada.update.room.spectators == 0
        assert await place.code(guest, "sit", seat=2, name="Bob") == "seated"
        other = await place.come()
        assert await place.code(other, "sit", seat=0, name="Eve") == "seat_taken"
        assert await place.code(other, "sit", seat=7, name="Eve") == "no_such_seat"
        assert (other.owner, other.adopted) == ("", [])
        await place.send(other, "sit", seat=2, name="Eve")  # where a bot was
        assert ada.update.room.seats[2].name == "Eve"
        assert ada.update.room.seats[2].bot is None


async def test_name_and_face_can_be_changed_by_their_owner_only() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        await place.send(bob, "rename", name="<b>Bob</b>", avatar=5)
        assert ada.update.room.seats[1].name == "<b>Bob</b>"
        assert await place.code(bob, "rename", name="Bob", avatar=5, seat=0) == "not_your_seat"
        assert await place.code(guest, "rename", name="Bob", avatar=5) == "not_your_seat"


async def test_nobody_sits_down_while_a_round_is_played() -> None:
    async with opened(created(person(ADA), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "pause", paused=True)
        await place.send(ada, "deal")
        assert await place.code(guest, "sit", seat=1, name="Bob") == "playing"
        assert await place.code(guest, "sit", seat=0, name="Bob") == "seat_taken"


# ── who decides ───────────────────────────────────────────────────────────────────────────────────


async def test_only_the_host_changes_the_room() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        assert (ada.update.host, bob.update.host) == (True, False)
        asks: list[tuple[str, dict[str, Any]]] = [
            ("arrange", {"chairs": [{"keep": 0}, {"keep": 1}, {"bot": "easy"}]}),
            ("configure", {"rules": "party"}),
            ("deal", {}),
        ]
        for type, fields in asks:
            assert await place.code(bob, type, **fields) == "not_host"
            assert await place.code(guest, type, **fields) == "not_host"
        for type, fields in asks:
            assert isinstance(await place.send(ada, type, **fields), Update)
        assert bob.update.room.rules == "party"
        assert [seat.kind for seat in bob.update.room.seats] == ["person", "person", "bot"]
        assert bob.update.room.seats[2].strength == "easy"
        assert bob.update.room.stage == "playing"


async def test_host_who_leaves_is_followed_by_the_next_person() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(ada, "leave")
        assert bob.update.host
        assert bob.update.room.seats[1].host
        assert bob.update.room.seats[0].kind == "open"
        assert ada.update.seats == []
        assert await place.code(ada, "leave") == "no_seat"
        assert await place.code(bob, "deal") == "open_seats"


async def test_who_watches_bots_keeps_the_room_when_somebody_sits_down() -> None:
    async with opened(created(bot(), bot())) as place:
        watching, guest = await place.come(ADA), await place.come()
        await place.send(guest, "sit", seat=1, name="Bob")
        assert (watching.update.host, guest.update.host) == (True, False)


async def test_arrangement_that_cannot_be() -> None:
    async with opened(created(person(ADA), person(BOB), bot())) as place:
        ada = await place.come(ADA)
        keep: list[Any] = [{"keep": 0}, {"keep": 1}]
        assert await place.code(ada, "arrange", chairs=[*keep, {"keep": 1}]) == "wrong_seats"
        assert await place.code(ada, "arrange", chairs=[*keep, {"keep": 3}]) == "wrong_seats"
        with_bot = [{"keep": 0}, {"keep": 1, "bot": "hard"}]
        assert await place.code(ada, "arrange", chairs=with_bot) == "seat_taken"
        unknown = [*keep, {"bot": "my_bot.py:evil"}]
        answer = await place.refused(ada, "arrange", chairs=unknown)
        assert answer.code == "unknown_bot"
        assert "known are easy, medium, hard" in answer.text
        await place.send(ada, "arrange", chairs=[{"keep": 1}, {"keep": 0}, {}, {"keep": 2}])
        assert ada.update.seats == [1]
        assert [seat.kind for seat in ada.update.room.seats] == ["person", "person", "open", "bot"]


async def test_older_arrangement_does_not_unseat_whoever_has_sat_down() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, bob = await place.come(ADA), await place.come()
        seen = ada.update.number
        chairs = [{"keep": 0}, {"bot": "easy"}, {}]
        await place.send(bob, "sit", seat=1, name="Bob")
        assert await place.code(ada, "arrange", at=seen, chairs=chairs) == "stale"
        assert await place.code(ada, "arrange", at=ada.update.number + 1, chairs=chairs) == "stale"
        assert [seat.name for seat in ada.update.room.seats] == ["Ada", "Bob", ""]
        assert bob.update.seats == [1]
        swapped = [{"keep": 1}, {"keep": 0}, {}]
        seen = ada.update.number
        assert isinstance(await place.send(ada, "arrange", at=seen, chairs=swapped), Update)
        assert [seat.name for seat in bob.update.room.seats] == ["Bob", "Ada", ""]
        assert await place.code(ada, "arrange", at=seen, chairs=swapped) == "stale"


async def test_arrangement_is_stale_when_somebody_has_left() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        seen = ada.update.number
        await place.send(bob, "leave")
        chairs = [{"keep": 0}, {"keep": 1}]
        assert await place.code(ada, "arrange", at=seen, chairs=chairs) == "stale"


async def test_arrangement_does_not_mind_what_is_not_about_seats() -> None:
    async with opened(created(person(ADA), Chair())) as place:
        ada = await place.come(ADA)
        seen = ada.update.number
        await place.send(ada, "configure", timer=30)
        chairs = [{"keep": 0}, {"bot": "easy"}]
        assert isinstance(await place.send(ada, "arrange", at=seen, chairs=chairs), Update)
        assert ada.update.number == seen + 2


async def test_rules_and_seats_stay_while_a_match_is_played() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        assert await place.code(ada, "configure", rules="no such rules") == "wrong"
        assert await place.code(ada, "configure", rules="official+partners=true") == "wrong"
        await place.send(ada, "deal")
        assert await place.code(ada, "deal") == "playing"
        assert await place.code(ada, "configure", rules="party") == "playing"
        chairs = [{"keep": 0}, {"keep": 1}, {"bot": "easy"}]
        assert await place.code(ada, "arrange", chairs=chairs) == "playing"
        await place.send(ada, "configure", timer=20, pace="calm")  # which may change at any time
        assert ada.update.room.options.timer == 20


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────


async def test_round_begins_with_a_commitment_and_ends_with_the_secret() -> None:
    async with opened(created(person(ADA), person(BOB), rules="unoai")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        promised = ada.update.room.fair.next_commitment
        assert (ada.update.room.fair.commitment, ada.update.table) == (None, None)
        await place.send(ada, "deal")
        assert kinds(ada.update)[0] == "dealt"
        assert ada.update.room.fair.commitment == promised
        guests = (ada, bob)
        while ada.update.room.stage == "playing":
            fair = ada.update.room.fair
            assert (fair.secret, fair.seed) == (None, None)
            guest = guests[ada.table.turn]
            choice = guest.hand.choices[0]
            await place.move(guest, choice.move + "!" * choice.uno)
        fair = ada.update.room.fair
        assert fair.secret is not None
        assert commit_to(fair.secret) == promised == fair.commitment
        assert ada.update.room.stage == "over"
        assert ada.update.room.winners == [ada.table.winner]
        assert ada.table.hands is not None
        assert [len(hand) for hand in ada.table.hands] == ada.table.sizes
        assert sum(ada.table.left) == ada.table.points
        assert ada.hand.choices == []


async def test_move_reaches_everyone_as_they_may_see_it() -> None:
    async with opened(at("R5 0> R7G3*W/B2B2/Y9Y8 - G1")) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        assert ada.moves == ["R7", "RW", "YW", "GW", "BW", "+"]
        assert bob.moves == []
        await place.move(ada, "+")
        mine, theirs, spectator = (g.update.steps[-1].events[0] for g in (ada, bob, guest))
        assert (mine.kind, mine.count, mine.cards) == ("drew", 1, ["G1"])
        assert (theirs.kind, theirs.count, theirs.cards) == ("drew", 1, None)
        assert spectator == theirs
        assert ada.hand.cards == ["R7", "G1", "G3", "*W"]
        assert bob.table.sizes == [4, 2, 2]
        assert moved(place) == [(0, "+", "person")]


@pytest.mark.parametrize(
    ("position", "seat", "move", "code"),
    [
        ("R5 0> R7G3*W/B2B2", 0, "G3", "does_not_fit"),
        ("R5 0> R7G3*W/B2B2", 0, "Y9", "not_in_hand"),
        ("R5 0> R7G3*W/B2B2", 1, "+", "not_your_turn"),
        ("R5 0> R7G3*W/B2B2", 1, "B2", "no_jump_in"),
        ("R5 0> R7G3*W/B2B2", 0, "-", "nothing_drawn"),
        ("R5 0> R7G3*W/B2B2", 0, "?", "nothing_to_challenge"),
        ("R5 0> R7G3*W/B2B2", 0, "!", "no_call_owed"),
        ("R5 0> R7G3*W/B2B2", 0, "x1", "cannot_catch"),
        ("R5 0> R7G3*W/B2B2", 0, ">1", "nothing_to_swap"),
        ("R5 0> R7G3*W/B2B2", 0, "*R", "color_not_open"),
        ("R5 0> R7G3*W/B2B2 =G3", 0, "R7", "only_drawn_card"),
        ("R5 0> R7G3*W/B2B2", 0, "hello", "wrong"),
        ("R5 0> R7G3*W/B2B2", 0, "1:B2", "not_your_seat"),
    ],
)
async def test_illegal_move_says_why(position: str, seat: int, move: str, code: str) -> None:
    async with opened(at(position)) as place:
        guest = await place.come((ADA, BOB)[seat])
        assert await place.illegal(guest, move) == code


async def test_refusal_tells_what_lies_on_top_and_what_is_due() -> None:
    async with opened(at("RD 0> R7G3/B2B2 +2", rules="stacking")) as place:
        ada = await place.come(ADA)
        answer = await place.refused(ada, "move", move="R7", at=1)
        assert (answer.code, answer.top, answer.due) == ("must_answer_draw", "RD", 2)
    async with opened(at("R5 0> R7G3*F/B2B2", rules="official+wd4=strict")) as place:
        ada = await place.come(ADA)
        assert await place.illegal(ada, "GF") == "draw_four_forbidden"
    async with opened(at("R5 0> R7G3/B2B2 =R7", rules="official+drawn_card=must")) as place:
        ada = await place.come(ADA)
        assert await place.illegal(ada, "-") == "must_play_drawn"


async def test_spectators_do_not_play_and_nobody_plays_for_another() -> None:
    async with opened(at("R5 0> R7G3*W/B2B2")) as place:
        bob, guest = await place.come(BOB), await place.come()
        assert await place.illegal(guest, "R7") == "no_seat"
        assert await place.illegal(guest, "R7", seat=0) == "no_seat"
        assert await place.illegal(bob, "R7", seat=0) == "not_your_seat"
        assert await place.code(guest, "look", seat=0) == "not_your_seat"
        assert await place.code(bob, "look", seat=0) == "not_your_seat"
        assert await place.code(guest, "say", text="hello") == "no_seat"
        assert await place.code(guest, "react", mood="ha") == "no_seat"
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        assert await place.illegal(ada, "R7") == "round_over"


async def test_move_that_answers_an_older_question_is_stale() -> None:
    async with opened(at("R5 0> R7R8R9/R1R2R3")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        first = ada.update.number
        await place.move(ada, "R7")
        await place.move(bob, "R1")
        assert await place.illegal(ada, "R8", at=first) == "stale"
        assert await place.illegal(ada, "R8", at=place.room.number + 1) == "stale"
        assert await place.illegal(ada, "R8", at=2**53 - 1) == "stale"
        await place.move(ada, "R8")
        assert moved(place) == [(0, "R7", "person"), (1, "R1", "person"), (0, "R8", "person")]


async def test_second_click_never_plays_a_second_card() -> None:
    """A skip between two players: it is the same seat's turn again."""
    async with opened(at("R5 0> RSYSGSR1/B2B2")) as place:
        ada = await place.come(ADA)
        number = ada.update.number
        await place.post(ada, "move", move="RS", at=number)
        await place.post(ada, "move", move="R1", at=number)
        await wait()
        assert codes(ada) == ["stale"]
        assert moved(place) == [(0, "RS", "person")]


async def test_what_others_say_does_not_make_a_move_stale() -> None:
    async with opened(at("R5 1> R7/R1R2R3/Y1 !0")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        number = bob.update.number
        await place.move(ada, "!")
        assert place.room.number == number + 1
        await place.move(bob, "R1", at=number)
        assert moved(place)[-1] == (1, "R1", "person")


# ── Uno ───────────────────────────────────────────────────────────────────────────────────────────


async def test_catching_opens_after_a_moment_and_pressing_on_puts_it_off() -> None:
    async with opened(at("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "R7")
        assert bob.table.uno == 0
        assert bob.table.catch_in == round(pace.GRACE * 1000)
        assert [choice.kind for choice in ada.hand.choices] == ["call"]
        for _ in range(3):
            assert await place.illegal(bob, "x0") == "too_early"
        await wait(pace.GRACE)
        assert await place.illegal(bob, "x0") == "too_early"  # four seconds are added by now
        await wait(pace.TOO_EARLY)
        await place.move(cyd, "x0")  # who did wait
        assert kinds(cyd.update) == ["caught", "took"]
        assert (cyd.table.sizes[0], cyd.table.uno) == (3, None)
        assert await place.illegal(bob, "x0") == "cannot_catch"


async def test_whoever_was_too_early_may_catch_later() -> None:
    async with opened(at("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        assert await place.illegal(bob, "x0") == "too_early"
        await wait(pace.GRACE + pace.TOO_EARLY)
        await place.move(bob, "x0")
        assert moved(place)[-1] == (1, "x0", "person")


async def test_uno_can_be_said_late_or_with_the_card() -> None:
    async with opened(at("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.move(ada, "!")
        event = bob.update.steps[-1].events[0]
        assert (event.kind, event.late, bob.table.uno) == ("said", True, None)
        await wait(pace.GRACE)
        assert await place.illegal(bob, "x0") == "cannot_catch"
    async with opened(at("R5 0> R7G3/B2B2/R1R2")) as place:
        ada = await place.come(ADA)
        assert [c.uno for c in ada.hand.choices if c.move == "R7"] == [True]
        await place.move(ada, "R7!")
        assert (ada.table.uno, kinds(ada.update)) == (None, ["played", "said"])


async def test_bot_catches_after_the_grace_and_leaves_people_a_chance() -> None:
    chairs = (person(ADA), person(BOB), bot("mixbot2"))
    async with opened(at("R5 0> R7G3/B2B2/R1R2", *chairs)) as place:
        ada = await place.come(ADA)
        await place.move(ada, "R7")
        await wait(pace.GRACE)
        assert len(moved(place)) == 1
        await wait(pace.CHANCE)
        assert moved(place)[1:] == [(2, "x0", "bot")]


# ── the other rules ───────────────────────────────────────────────────────────────────────────────


async def test_challenge_shows_the_hand_to_the_challenger_only() -> None:
    async with opened(at("R5 0> R7G3*F/B2B2/Y9")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "BF")
        assert [choice.kind for choice in bob.hand.choices] == ["draw", "challenge"]
        assert bob.table.due == 4
        await place.move(bob, "?")
        seen = {guest: guest.update.steps[-1].events[0] for guest in (ada, bob, cyd)}
        assert seen[bob].kind == "challenged"
        assert (seen[bob].guilty, seen[bob].other, seen[bob].cards) == (True, 0, ["R7", "G3"])
        assert seen[ada].cards is None
        assert seen[cyd].cards is None
        assert bob.table.sizes == [6, 2, 1]


async def test_stack_of_draw_cards_is_passed_on() -> None:
    async with opened(at("R5 0> RDG3G4/BDB2/Y9Y8", rules="stacking")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "RD")
        assert (bob.table.due, bob.moves) == (2, ["BD", "+"])
        await place.move(bob, "BD!")
        assert (cyd.table.due, cyd.table.turn, cyd.moves) == (4, 2, ["+"])
        await place.move(cyd, "+")
        assert cyd.table.sizes == [2, 1, 6]


async def test_seven_swaps_hands() -> None:
    async with opened(at("R5 0> R7G3G4/B2B2/Y9", rules="party")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "R7")
        assert [(c.move, c.seat) for c in ada.hand.choices] == [(">1", 1), (">2", 2)]
        await place.move(ada, ">2!")
        assert (ada.hand.cards, cyd.hand.cards) == (["Y9"], ["G3", "G4"])
        event = bob.update.steps[-1].events[0]
        assert (event.kind, event.seat, event.other, event.cards) == ("swapped", 0, 2, None)


async def test_somebody_jumps_in() -> None:
    async with opened(at("R5 0> R7G3/B2B2/R5Y9Y8", rules="party")) as place:
        ada, cyd = await place.come(ADA), await place.come(CYD)
        assert [(c.kind, c.move) for c in cyd.hand.choices] == [("jump", "R5")]
        await place.move(cyd, "R5")
        event = ada.update.steps[-1].events[0]
        assert (event.kind, event.seat, event.jumped) == ("played", 2, True)
        assert ada.table.turn == 0


async def test_those_who_are_asked_first_react_first() -> None:
    """Two bots can jump in at the same moment; the order of State.asked decides."""
    chairs = (person(ADA), bot("mixbot2"), bot("mixbot2"), bot("mixbot2"))
    sitting = at("R5 0> R7G3G4/B2B3B4/R5Y9Y8/Y7Y6Y5", *chairs, rules="party")
    async with opened(sitting) as place:
        await place.come(ADA)
        await wait(pace.JUMP_CHANCE + 0.1)
        assert place.room.sitting.match is not None
        assert moved(place)[:1] == [(2, "R5", "bot")]


# ── time ──────────────────────────────────────────────────────────────────────────────────────────


async def test_two_turns_that_run_out_make_a_person_absent() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        clock = ada.table.clock
        assert clock is not None
        assert (clock.left, clock.of) == (10_000, 10_000)
        await wait(9.9)
        assert moved(place) == []
        await wait(0.2)
        assert [(seat, by) for seat, _, by in moved(place)] == [(0, "stand-in")]
        assert not bob.update.room.seats[0].away
        turn = 1
        while not ada.update.room.seats[0].away:
            if bob.table.turn == turn:
                await place.move(bob, bob.moves[-1])
            else:
                await wait(10.1)
            assert len(moved(place)) < 10
        before = len(moved(place))
        while bob.table.turn == 1:
            await place.move(bob, bob.moves[-1])
        await wait(1)
        assert {by for seat, _, by in moved(place)[before:] if seat == 0} == {"stand-in"}
        await place.send(ada, "back")
        assert not bob.update.room.seats[0].away


async def test_move_in_time_clears_the_strikes() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
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
    async with opened(at(ENDING)) as place:
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
    async with opened(at("R5 0> R7R8/B1/Y2 $90,10,40", rules=rules)) as place:
        ada = await place.come(ADA)
        assert ada.update.room.standing == ([0, 2, 1] if first == 0 else [1, 2, 0])
    async with opened(created(person(ADA), person(BOB), rules=rules)) as place:
        ada = await place.come(ADA)
        assert ada.update.room.standing == [0, 1]


async def test_nobody_else_can_stop_the_clock() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        await place.come(ADA)
        bob, guest = await place.come(BOB), await place.come()
        for _ in range(4):
            await wait(3)
            for other in (bob, guest):
                await place.post(other, "back")
                await place.post(other, "look", seat=None)
        await wait()
        assert [seat for seat, _, _ in moved(place)] == [0]


async def test_bot_takes_over_for_somebody_gone_and_gives_back() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5"), away_after=30) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.go(ada)
        assert (bob.update.room.seats[0].here, bob.update.room.seats[0].away) == (False, False)
        await wait(29)
        assert moved(place) == []
        await wait(2)
        assert bob.update.room.seats[0].away
        assert {by for _, _, by in moved(place)} == {"stand-in"}
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
        before = len(moved(place))
        while bob.table.turn == 1:
            await place.move(bob, bob.moves[-1])
        await wait(60)  # now it waits for her
        assert all(seat == 1 for seat, _, _ in moved(place)[before:])
        await place.move(ada, ada.moves[-1])
        assert moved(place)[-1][2] == "person"


async def test_second_tab_keeps_the_seat() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5"), away_after=30) as place:
        one, two = await place.come(ADA), await place.come(ADA)
        assert one.hand == two.hand
        await place.go(one)
        await wait(60)
        assert moved(place) == []
        await place.move(two, "R7")
        assert moved(place) == [(0, "R7", "person")]


async def test_whoever_moves_is_back() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", timer=5, pace="calm")) as place:
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
        assert moved(place) == []
        for steps in (1, 2, 3):
            await place.send(ada, "hurry")
            assert len(moved(place)) == steps
        await wait(100)
        assert len(moved(place)) == 3
        assert guest.update.room.paused
        await place.send(ada, "pause", paused=False)
        await wait(1)
        assert len(moved(place)) > 5


async def test_hurry_among_bots_of_a_person() -> None:
    sitting = at("R5 1> R7G3G1/B2B3B4B5", person(ADA), bot("hard"), pace="calm")
    async with opened(sitting) as place:
        ada = await place.come(ADA)
        assert ada.table.thinking
        await place.send(ada, "hurry")
        assert [by for _, _, by in moved(place)] == ["bot"]


async def test_game_with_others_is_not_paused() -> None:
    async with opened(at("R5 0> R7G3G1/B2B3B4B5")) as place:
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
    sitting = at("R5 1> R7G3G1/B2B3B4B5", person(ADA), bot("hard"), pace="normal")
    async with opened(sitting) as place:
        ada = await place.come(ADA)
        for n in range(20):
            await place.post(ada, "rename", name=f"Ada {n}", avatar=0)
            await wait(0.3)
        assert moved(place) != []


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────

ENDING = "R5 0> R7/B2B2/Y9"


async def test_next_round_waits_for_all_who_are_here() -> None:
    async with opened(at(ENDING)) as place:
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
    async with opened(at(ENDING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await wait(READY - 1)
        assert bob.update.room.round == 1
        await wait(2)
        assert bob.update.room.round == 2


async def test_next_round_does_not_wait_for_somebody_who_goes() -> None:
    async with opened(at(ENDING)) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.go(bob)
        assert ada.update.room.stage == "playing"


async def test_rematch() -> None:
    async with opened(at(ENDING, rules="duel")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        assert (ada.update.room.stage, ada.update.room.winners) == ("over", [0])
        assert kinds(ada.update)[-2:] == ["over", "match"]
        await place.send(ada, "deal")
        await place.send(bob, "deal")
        room = ada.update.room
        assert (room.stage, room.round, room.rounds) == ("playing", 1, 2)
        assert (room.totals, room.winners) == ([0, 0, 0], [])


async def test_new_arrangement_ends_the_countdown() -> None:
    async with opened(at(ENDING, rules="duel")) as place:
        ada = await place.come(ADA)
        await place.come(BOB)
        await place.move(ada, "R7")
        await place.send(ada, "deal")
        await place.send(ada, "arrange", chairs=[{"keep": 2}, {"keep": 0}, {"keep": 1}, {}])
        assert (ada.update.room.stage, ada.update.room.deals_in) == ("lobby", None)
        await wait(2 * READY)
        assert ada.update.room.stage == "lobby"


async def test_bots_among_themselves_deal_on() -> None:
    async with opened(at(ENDING, bot(), bot(), bot(), host=ADA)) as place:
        ada = await place.come(ADA)
        await place.send(ada, "configure", pace="normal")
        while ada.update.room.stage == "playing":
            await wait(0.5)
        assert ada.update.room.stage == "pause"
        assert ada.update.room.deals_in is not None
        await wait(SHOWING + 0.5)
        assert ada.update.room.round == 2


async def test_leaving_never_ends_the_room() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5/Y1Y2Y3Y4")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(ada, "leave")
        seat = bob.update.room.seats[0]
        assert (seat.kind, seat.name) == ("bot", "Ada")
        assert (ada.update.hand, ada.update.seats) == (None, [])
        await wait(5)
        assert (0, "bot") in {(seat, by) for seat, _, by in moved(place)}
        await place.go(ada)
        await place.send(bob, "leave")
        await place.go(bob)
        guest = await place.come()
        assert guest.update.room.stage == "playing"


# ── several people at one device ──────────────────────────────────────────────────────────────────


async def test_nothing_is_shown_before_somebody_says_who_looks() -> None:
    sitting = at("R5 0> R7G3G1/B2B3R4/Y1Y2Y3", person(ADA, "Ada"), person(ADA, "Bo"), person(CYD))
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
    sitting = at("R5 0> R7G3G1/B2B3R4", person(ADA, "Ada"), person(ADA, "Bo"))
    async with opened(sitting) as place:
        device = await place.come(ADA)
        assert await place.illegal(device, "R7") == "not_your_seat"
        await place.move(device, "R7", seat=0)
        assert moved(place) == [(0, "R7", "person")]


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


# ── the disk ──────────────────────────────────────────────────────────────────────────────────────


def everything(*guests: Guest) -> list[list[Message]]:
    return [list(guest.messages) for guest in guests]


async def test_what_is_not_saved_did_not_happen() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        shown = [g.update for g in (ada, bob, guest)]
        place.log.fails = True
        chairs = [{"keep": 0}, {"keep": 1}]
        asks: list[tuple[Guest, str, dict[str, Any]]] = [
            (ada, "configure", {"timer": 10}),
            (ada, "arrange", {"chairs": chairs}),
            (bob, "rename", {"name": "Rob", "avatar": 1}),
            (bob, "leave", {}),
            (guest, "sit", {"seat": 2, "name": "Cyd"}),
        ]
        for who, type, fields in asks:
            assert await place.code(who, type, **fields) == "not_saved"
        assert (guest.owner, guest.adopted) == ("", [])
        assert [g.update for g in (ada, bob, guest)] == shown
        place.log.fails = False
        await place.send(ada, "arrange", chairs=chairs)
        place.log.fails = True
        shown = [g.update for g in (ada, bob, guest)]
        assert await place.code(ada, "deal") == "not_saved"
        place.log.fails = False
        await place.send(ada, "deal")
        place.log.fails = True
        shown = [g.update for g in (ada, bob, guest)]
        player = (ada, bob)[ada.table.turn]
        assert await place.illegal(player, player.moves[-1]) == "not_saved"
        assert [g.update for g in (ada, bob, guest)] == shown
        place.log.fails = False
        await place.move(player, player.moves[-1])
        assert bob.update.number == len(place.log.entries)


@pytest.mark.parametrize("stage", ["playing", "pause"])
async def test_bots_go_on_when_the_disk_is_well_again(stage: str) -> None:
    position = ENDING if stage == "pause" else "R5 0> R7G3G1/B2B3B4B5/Y1Y2Y3"
    async with opened(at(position, bot(), bot(), bot(), host=ADA)) as place:
        ada = await place.come(ADA)
        while ada.update.room.stage != stage:
            await wait(0.01)
        place.log.fails = True
        await wait(30)
        before, shown = len(place.log.entries), ada.update
        await wait(30)
        assert (len(place.log.entries), ada.update) == (before, shown)
        place.log.fails = False
        await wait(30)
        assert len(place.log.entries) > before


async def test_time_that_runs_out_while_the_disk_is_full_counts_once() -> None:
    async with opened(at("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        ada = await place.come(ADA)
        await place.come(BOB)
        place.log.fails = True
        await wait(60)
        place.log.fails = False
        await wait(3)
        assert [seat for seat, _, _ in moved(place)] == [0]
        assert not ada.update.room.seats[0].away


async def test_entry_is_on_disk_before_anyone_sees_it() -> None:
    """When an entry is handed in, nobody has been told; when somebody is told, it is there."""
    chairs = (person(ADA), person(BOB), bot("easy"))
    async with opened(created(*chairs, rules="party")) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        guests = (ada, bob, guest)

        def handed_in() -> None:
            for watcher in guests:
                assert watcher.update.number <= len(place.log.entries)
                assert all(s.number <= len(place.log.entries) for s in watcher.update.steps)

        place.log.listeners.append(handed_in)
        await place.send(ada, "deal")
        for _ in range(60):
            for player in (ada, bob):
                if player.update.room.stage == "playing" and player.moves:
                    await place.send(player, "move", move=player.moves[0], at=place.room.number)
            await wait(1)
            for watcher in guests:
                assert watcher.update.number == place.room.number == len(place.log.entries)
        assert len(moved(place)) > 20


async def test_log_gives_the_same_room_again() -> None:
    first = created(person(ADA), bot("easy"), bot("hard"), rules="party")
    async with opened(first) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        for _ in range(200):
            if ada.update.room.stage != "playing":
                await place.send(ada, "deal")
            elif ada.moves:
                await place.send(ada, "move", move=ada.moves[0], at=place.room.number)
            await wait(0.5)
        entries = [ENTRY.validate_json(entry) for entry in place.log.entries]
        assert isinstance(entries[0], Created)
        assert Sitting.replay(entries[0], entries[1:]) == place.room.sitting


async def test_many_messages_wait_for_their_turn() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        await asyncio.gather(*(place.post(ada, "ping") for _ in range(500)))
        await wait()
        assert sum(message.model_dump()["type"] == "pong" for message in ada.messages) == 500
