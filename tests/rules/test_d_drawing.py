"""D. Drawing."""

import pytest

from tests.kit import after, at, hand, legal, on, refuses, show

UNTIL = "official+draw_until_playable=true"


@on("official", "kata", "unoai", "nifty", "duel")
def test_c050_an_unplayable_card_ends_the_turn(rules: str) -> None:
    position = "R5 0> G2B1/Y1Y2/Y4Y6/G1G3 - Y3"
    assert legal(at(position, rules)) == "+"
    assert show(after(position, "+", rules=rules)) == "R5 1> Y3G2B1/Y1Y2/Y4Y6/G1G3"


@on("official", "kata", "unoai", "nifty", "duel")
def test_c051_a_playable_card_may_be_played(rules: str) -> None:
    state = after("R5 0> G2B1/Y1Y2/Y4Y6/G1G3 - R9", "+", rules=rules)
    assert show(state) == "R5 0> R9G2B1/Y1Y2/Y4Y6/G1G3 =R9"
    assert state.phase == "drawn"
    assert legal(state) == "R9 -"
    assert show(state.play("R9")) == "R9 1> G2B1/Y1Y2/Y4Y6/G1G3 _R5"
    assert show(state.play("-")) == "R5 1> R9G2B1/Y1Y2/Y4Y6/G1G3"


@on("official", "unoai", "duel")
def test_c052_no_other_card_after_drawing(rules: str) -> None:
    """Who can play may draw, and then play that card only."""
    position = "R5 0> R1G2/Y1Y2/Y4Y6/G1G3 - R9"
    assert legal(at(position, rules)) == "R1 +"
    state = after(position, "+", rules=rules)
    assert legal(state) == "R9 -"
    refuses(state, "R1", "+")


@on("swing", "kata", "nifty")
def test_c053_who_can_play_must(rules: str) -> None:
    state = at("R5 0> R1G2/Y1Y2/Y4Y6/G1G3 - R9", rules)
    assert legal(state) == "R1"
    refuses(state, "+")


def test_c054_a_playable_card_must_be_played() -> None:
    state = after("R5 0> G2B1/Y1Y2/Y4Y6/G1G3 - R9", "+", rules="official+drawn_card=must")
    assert legal(state) == "R9"
    refuses(state, "-")


def test_c055_a_drawn_card_is_kept() -> None:
    state = after("R5 0> G2B1/Y1Y2/Y4Y6/G1G3 - R9", "+", rules="swing")
    assert show(state) == "R5 1> R9G2B1/Y1Y2/Y4Y6/G1G3"


def test_c056_drawing_goes_on_until_a_card_fits() -> None:
    state = after("R5 0> B1/@/Y3Y4/G2G3 - G1Y2R9B3", "+", rules=UNTIL)
    assert hand(state, 0) == "R9Y2G1B1"
    assert state.stock == 1
    assert (state.turn, state.phase) == (0, "drawn")
    assert legal(state) == "R9 -"


def test_c057_drawing_goes_on_until_no_card_is_left() -> None:
    state = after("R5 0> B1/@/Y3Y4/G2G3 - G1Y2", "+", rules=UNTIL)
    assert hand(state, 0) == "Y2G1B1"
    assert state.stock == 0
    assert state.turn == 1


def test_c058_until_a_card_fits_and_must_be_played() -> None:
    state = after("R5 0> B1/@/Y3Y4/G2G3 - G1Y2R9B3", "+", rules=f"{UNTIL}+drawn_card=must")
    assert hand(state, 0) == "R9Y2G1B1"
    assert legal(state) == "R9"


def test_c060_a_drawn_draw_four_may_be_a_bluff() -> None:
    state = after("R5 0> R4/Y1Y2/Y3Y4/G1G3 - *FB6B7B8B9", "+", "BF!", "?")
    assert show(state) == "BF 1> R4B6B7B8B9/Y1Y2/Y3Y4/G1G3 _R5"
    assert state.phase == "turn"


@pytest.mark.parametrize("stock", ["*F", "*FG8"])
def test_c061_a_drawn_draw_four_must_be_honest(stock: str) -> None:
    state = after(f"R5 0> R4/Y1Y2/Y3Y4/@ - {stock}", "+", rules="official+wd4=strict")
    assert hand(state, 0) == "R4*F"
    assert (state.turn, state.phase) == (1, "turn")


@on("official", "unoai", "duel")
def test_c062_an_equal_card_drawn(rules: str) -> None:
    state = after("R5 0> R1/Y1Y2/Y3Y4/G1G3 - R1", "+", rules=rules)
    assert legal(state) == "R1 -"
    assert show(state.play("R1!")) == "R1 1> R1/Y1Y2/Y3Y4/G1G3 _R5"


@on("official", "unoai", "nifty")
def test_c063_a_drawn_action_acts(rules: str) -> None:
    state = after("R5 0> B1B2/Y1Y2/Y3Y4/G1G3 - RDG4G6", "+", "RD", rules=rules)
    assert show(state) == "RD 2> B1B2/Y1Y2G4G6/Y3Y4/G1G3 _R5"


def test_c064_a_draw_four_that_is_not_allowed_does_not_stop_the_drawing() -> None:
    state = after("R5 0> R4/Y1Y2/Y3Y4/G2G3 - *FG1R2", "+", rules=f"{UNTIL}+wd4=strict")
    assert hand(state, 0) == "R2R4G1*F"
    assert legal(state) == "R2 -"
