"""Moves in a room: whose turn it is, Uno, and the other rules."""

import pytest

from tests.server.lapse import wait
from tests.server.table import (
    ADA,
    BOB,
    CYD,
    bot,
    created,
    kinds_of,
    midway,
    moves_of,
    opened,
    person,
    refusals,
)
from unolab.fairness import commit_to
from unolab.server.room import pace

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────


async def test_round_begins_with_a_commitment_and_ends_with_the_secret() -> None:
    async with opened(created(person(ADA), person(BOB), rules="unoai")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        promised = ada.update.room.fair.next_commitment
        assert (ada.update.room.fair.commitment, ada.update.table) == (None, None)
        await place.send(ada, "deal")
        assert kinds_of(ada.update)[0] == "dealt"
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
    async with opened(midway("R5 0> R7G3*W/B2B2/Y9Y8 - G1")) as place:
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
        assert moves_of(place) == [(0, "+", "person")]


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
    async with opened(midway(position)) as place:
        guest = await place.come((ADA, BOB)[seat])
        assert await place.illegal(guest, move) == code


async def test_refusal_tells_what_lies_on_top_and_what_is_due() -> None:
    async with opened(midway("RD 0> R7G3/B2B2 +2", rules="stacking")) as place:
        ada = await place.come(ADA)
        answer = await place.refused(ada, "move", move="R7", at=1)
        assert (answer.code, answer.top, answer.due) == ("must_answer_draw", "RD", 2)
    async with opened(midway("R5 0> R7G3*F/B2B2", rules="official+wd4=strict")) as place:
        ada = await place.come(ADA)
        assert await place.illegal(ada, "GF") == "draw_four_forbidden"
    async with opened(midway("R5 0> R7G3/B2B2 =R7", rules="official+drawn_card=must")) as place:
        ada = await place.come(ADA)
        assert await place.illegal(ada, "-") == "must_play_drawn"


async def test_spectators_do_not_play_and_nobody_plays_for_another() -> None:
    async with opened(midway("R5 0> R7G3*W/B2B2")) as place:
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
    async with opened(midway("R5 0> R7R8R9/R1R2R3")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        first = ada.update.number
        await place.move(ada, "R7")
        await place.move(bob, "R1")
        assert await place.illegal(ada, "R8", at=first) == "stale"
        assert await place.illegal(ada, "R8", at=place.room.number + 1) == "stale"
        assert await place.illegal(ada, "R8", at=2**53 - 1) == "stale"
        await place.move(ada, "R8")
        assert moves_of(place) == [(0, "R7", "person"), (1, "R1", "person"), (0, "R8", "person")]


async def test_second_click_never_plays_a_second_card() -> None:
    """A skip between two players: it is the same seat's turn again."""
    async with opened(midway("R5 0> RSYSGSR1/B2B2")) as place:
        ada = await place.come(ADA)
        number = ada.update.number
        await place.post(ada, "move", move="RS", at=number)
        await place.post(ada, "move", move="R1", at=number)
        await wait()
        assert refusals(ada) == ["stale"]
        assert moves_of(place) == [(0, "RS", "person")]


async def test_what_others_say_does_not_make_a_move_stale() -> None:
    async with opened(midway("R5 1> R7/R1R2R3/Y1 !0")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        number = bob.update.number
        await place.move(ada, "!")
        assert place.room.number == number + 1
        await place.move(bob, "R1", at=number)
        assert moves_of(place)[-1] == (1, "R1", "person")


# ── Uno ───────────────────────────────────────────────────────────────────────────────────────────


async def test_catching_opens_after_a_moment_and_pressing_on_puts_it_off() -> None:
    async with opened(midway("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "R7")
        assert bob.table.uno == 0
        assert bob.table.catch_in == round(pace.UNO_GRACE * 1000)
        assert [choice.kind for choice in ada.hand.choices] == ["call"]
        for _ in range(3):
            assert await place.illegal(bob, "x0") == "too_early"
        await wait(pace.UNO_GRACE)
        assert await place.illegal(bob, "x0") == "too_early"  # four seconds are added by now
        await wait(pace.TOO_EARLY)
        await place.move(cyd, "x0")  # who did wait
        assert kinds_of(cyd.update) == ["caught", "took"]
        assert (cyd.table.sizes[0], cyd.table.uno) == (3, None)
        assert await place.illegal(bob, "x0") == "cannot_catch"


async def test_whoever_was_too_early_may_catch_later() -> None:
    async with opened(midway("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        assert await place.illegal(bob, "x0") == "too_early"
        await wait(pace.UNO_GRACE + pace.TOO_EARLY)
        await place.move(bob, "x0")
        assert moves_of(place)[-1] == (1, "x0", "person")


async def test_uno_can_be_said_late_or_with_the_card() -> None:
    async with opened(midway("R5 0> R7G3/B2B2/R1R2")) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        await place.move(ada, "!")
        event = bob.update.steps[-1].events[0]
        assert (event.kind, event.late, bob.table.uno) == ("said", True, None)
        await wait(pace.UNO_GRACE)
        assert await place.illegal(bob, "x0") == "cannot_catch"
    async with opened(midway("R5 0> R7G3/B2B2/R1R2")) as place:
        ada = await place.come(ADA)
        assert [c.uno for c in ada.hand.choices if c.move == "R7"] == [True]
        await place.move(ada, "R7!")
        assert (ada.table.uno, kinds_of(ada.update)) == (None, ["played", "said"])


async def test_bot_catches_after_the_grace_and_leaves_people_a_chance() -> None:
    chairs = (person(ADA), person(BOB), bot("mixbot2"))
    async with opened(midway("R5 0> R7G3/B2B2/R1R2", *chairs)) as place:
        ada = await place.come(ADA)
        await place.move(ada, "R7")
        await wait(pace.UNO_GRACE)
        assert len(moves_of(place)) == 1
        await wait(pace.CATCHING_TIME)
        assert moves_of(place)[1:] == [(2, "x0", "bot")]


# ── the other rules ───────────────────────────────────────────────────────────────────────────────


async def test_challenge_shows_the_hand_to_the_challenger_only() -> None:
    async with opened(midway("R5 0> R7G3*F/B2B2/Y9")) as place:
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
    async with opened(midway("R5 0> RDG3G4/BDB2/Y9Y8", rules="stacking")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "RD")
        assert (bob.table.due, bob.moves) == (2, ["BD", "+"])
        await place.move(bob, "BD!")
        assert (cyd.table.due, cyd.table.turn, cyd.moves) == (4, 2, ["+"])
        await place.move(cyd, "+")
        assert cyd.table.sizes == [2, 1, 6]


async def test_seven_swaps_hands() -> None:
    async with opened(midway("R5 0> R7G3G4/B2B2/Y9", rules="party")) as place:
        ada, bob, cyd = await place.come(ADA), await place.come(BOB), await place.come(CYD)
        await place.move(ada, "R7")
        assert [(c.move, c.seat) for c in ada.hand.choices] == [(">1", 1), (">2", 2)]
        await place.move(ada, ">2!")
        assert (ada.hand.cards, cyd.hand.cards) == (["Y9"], ["G3", "G4"])
        event = bob.update.steps[-1].events[0]
        assert (event.kind, event.seat, event.other, event.cards) == ("swapped", 0, 2, None)


async def test_somebody_jumps_in() -> None:
    async with opened(midway("R5 0> R7G3/B2B2/R5Y9Y8", rules="party")) as place:
        ada, cyd = await place.come(ADA), await place.come(CYD)
        assert [(c.kind, c.move) for c in cyd.hand.choices] == [("jump", "R5")]
        await place.move(cyd, "R5")
        event = ada.update.steps[-1].events[0]
        assert (event.kind, event.seat, event.jumped) == ("played", 2, True)
        assert ada.table.turn == 0


async def test_those_who_are_asked_first_react_first() -> None:
    """Two bots can jump in at the same moment; the order of State.asked decides."""
    chairs = (person(ADA), bot("mixbot2"), bot("mixbot2"), bot("mixbot2"))
    sitting = midway("R5 0> R7G3G4/B2B3B4/R5Y9Y8/Y7Y6Y5", *chairs, rules="party")
    async with opened(sitting) as place:
        await place.come(ADA)
        await wait(pace.JUMP_CHANCE + 0.1)
        assert place.room.sitting.match is not None
        assert moves_of(place)[:1] == [(2, "R5", "bot")]
