"""B. The first card. The dealer sits last, so seat 0 is the first to act."""

from collections import Counter

import pytest

from tests.kit import after, complete, finished, hand, legal, on, opened, refuses, with_draw
from unolab import Card, Match

THREE = "R1G5B2/Y1Y2Y3/Y4Y6Y7/R4G2G3"
SEVEN = "R1R2R3R4R5R6R7/Y1Y2Y3Y4Y5Y6Y7/G1G2G3G4G5G6G7/B1B2B3B4B5B6B7"
STACKING = "official+stacking=same+wd4=strict"


@on("official", "kata", "unoai", "duel")
def test_c010_number(rules: str) -> None:
    state = opened(THREE, "R5", rules)
    assert (state.turn, state.direction, state.phase) == (0, 1, "turn")
    assert state.sizes == (3, 3, 3, 3)
    assert legal(state) == with_draw(rules, "R1 G5")


@on("official", "kata", "unoai")
def test_c012_reverse(rules: str) -> None:
    """The dealer starts, and play goes to the right."""
    state = opened(THREE, "RV", rules)
    assert (state.turn, state.direction) == (3, -1)
    state = state.play("R4")
    assert (state.turn, state.direction) == (2, -1)


@on("official", "kata", "duel")
def test_c014_wild(rules: str) -> None:
    """The first player names the colour, then takes a normal turn."""
    state = opened("R1G1*W*F/Y1Y2Y3Y4/Y6Y7Y8Y9/G2G3G4G5", "*W", rules)
    assert (state.turn, state.phase) == (0, "color")
    assert legal(state) == "*R *Y *G *B"
    refuses(state, "G1", "RW", "+", "-")
    state = state.play("*G")
    assert (state.turn, state.phase) == (0, "turn")
    assert state.top == Card.parse("GW")
    assert legal(state) == with_draw(rules, "G1 *W *F")


@on("official", "kata", "unoai", "duel")
def test_c015_draw_four_goes_back(rules: str) -> None:
    state = opened(SEVEN, "*FY5", rules)
    assert state.top == Card.parse("Y5")
    assert (state.turn, state.phase) == (0, "turn")
    assert state.sizes == (7, 7, 7, 7)
    assert state.stock == 79
    assert state.discards == ()
    assert complete(state)


@on("official", "kata", "unoai", "duel")
def test_c017_skip_with_two(rules: str) -> None:
    state = opened("B1B2B3/Y1Y2Y3", "RS", rules)
    assert state.turn == 1
    assert state.sizes == (3, 3)


@on("official", "kata", "unoai", "duel")
def test_c018_draw_two_with_two(rules: str) -> None:
    first, second, *_ = SEVEN.split("/")
    state = opened(f"{first}/{second}", "RDG8G9", rules)
    assert hand(state, 0) == first + "G8G9"
    assert state.sizes == (9, 7)
    assert (state.turn, state.phase, state.due) == (1, "turn", 0)


@on("official", "kata", "unoai")
def test_c019_reverse_with_three(rules: str) -> None:
    state = opened("B1B2B3/Y1Y2Y3/R4G2G3", "RV", rules)
    assert (state.turn, state.direction) == (2, -1)
    assert state.play("R4").turn == 1


def test_c020_wild_without_colour() -> None:
    """Nobody is asked for a colour; any card may follow."""
    state = opened("R3GSB7*W*F/Y1Y2Y3Y4Y5/Y6Y7Y8Y9Y0/G1G2G3G4G5", "*W", "unoai")
    assert (state.turn, state.phase) == (0, "turn")
    assert legal(state) == "R3 GS B7 *W *F +"
    state = state.play("B7")
    assert state.top == Card.parse("B7")
    assert state.turn == 1


def test_c021_the_next_player_faces_it_too() -> None:
    state = opened("B1B2B3/Y1G2RS/Y4Y5Y6/G4G5G6", "*WR3", "unoai").play("+")
    assert legal(state) == "R3 -"
    state = state.play("-")
    assert state.top == Card.parse("*W")
    assert state.turn == 1
    assert legal(state) == "RS Y1 G2 +"


def test_c023_wilds_go_back_one_after_the_other() -> None:
    state = opened(SEVEN, "*W*FG8", "nifty")
    assert state.top == Card.parse("G8")
    assert state.stock == 79
    assert state.discards == ()
    assert not any(card.is_wild for held in state.hands for card in held)
    assert complete(state)


@pytest.mark.parametrize("up", ["RS", "RV", "RD"])
def test_c023_actions_only_show(up: str) -> None:
    state = opened(SEVEN, up, "nifty")
    assert (state.turn, state.direction, state.phase) == (0, 1, "turn")
    assert state.sizes == (7, 7, 7, 7)


def test_c024_no_wild_opens() -> None:
    state = opened(THREE, "*WRS", "official+opening=no_wilds")
    assert state.top == Card.parse("RS")
    assert (state.turn, state.phase) == (1, "turn")
    assert state.stock == 108 - 4 * 3 - 1


def test_c025_any_card_starts() -> None:
    state = opened("R3GS*W/Y1Y2Y3/Y4Y5Y6/G1G2G3", "", "swing")
    assert state.top is None
    assert legal(state) == "R3 GS *W"


def test_c027_draw_four_starts() -> None:
    """It is answered by another one, or its cards are taken."""
    answer = after("-- 0> R1R2*F/B2*W*F/Y1Y2/Y3Y4", "BF", rules="swing")
    assert (answer.turn, answer.due) == (1, 4)
    assert legal(answer) == "*F"
    taken = after("-- 0> R1R2*F/B2*W/Y1Y2/Y3Y4", "BF", rules="swing")
    assert legal(taken) == "+"
    taken = taken.play("+")
    assert taken.sizes == (2, 6, 2, 2)
    assert (taken.turn, taken.due) == (2, 0)
    assert taken.top == Card.parse("BF")


def test_c028_reverse_starts() -> None:
    state = after("-- 0> R1R2GV/Y1Y2/Y3Y4/Y5Y6", "GV", rules="swing")
    assert (state.turn, state.direction) == (3, -1)


def test_c029_draw_two_may_be_stacked() -> None:
    state = opened("R1BD/Y1Y2/Y3Y4/Y5Y6", "RDG8G9", STACKING)
    assert (state.turn, state.phase, state.due) == (0, "penalty", 2)
    assert legal(state) == "BD +"
    taken = state.play("+")
    assert hand(taken, 0) == "R1G8G9BD"
    assert (taken.turn, taken.due) == (1, 0)
    assert state.play("BD").due == 4


@pytest.mark.parametrize("up", ["R7", "R0"])
def test_c030_seven_and_zero_do_nothing(up: str) -> None:
    state = opened(THREE, up, "official+seven_zero=true")
    assert (state.turn, state.phase) == (0, "turn")
    assert [hand(state, seat) for seat in range(4)] == THREE.split("/")


def test_c031_draw_two_gives_nobody_another_turn() -> None:
    state = opened(THREE, "RDB8B9", "kata")
    assert hand(state, 0) == "R1G5B2B8B9"
    assert (state.turn, state.phase) == (1, "turn")


@pytest.mark.slow
@on("official", "kata")
def test_c032_the_deal_moves_on(rules: str) -> None:
    """The seat to the left deals next; all cards are back in the deck."""
    match = finished(Match(f"{rules}+opening=inert+target=100000", 4, seed=3, games=6))
    starts = [game.start for game in match.games]
    assert [state.turn for state in starts] == [0, 1, 2, 3, 0, 1]
    assert Counter(state.stock for state in starts) == {79: 6}
    assert all(state.sizes == (7, 7, 7, 7) and complete(state) for state in starts)
    assert len({str(state) for state in starts}) == 6


@pytest.mark.slow
@on("official", "kata")
def test_c032_first_cards_act_on_whoever_is_first(rules: str) -> None:
    match = finished(Match(f"{rules}+target=100000", 4, seed=3, games=30))
    faces = set()
    for dealer, game in enumerate(match.games, start=3):
        face = str(game.start.top)[1]
        ahead = {"S": 2, "D": 2, "V": 0}.get(face, 1)
        assert game.start.turn == (dealer + ahead) % 4
        faces.add(face)
    assert faces > set("SVD")
