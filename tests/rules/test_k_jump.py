"""K. Jumping in with an identical card. Seat 0 has just played, seat 1 is to act."""

import pytest

from tests.kit import after, asides, at, everywhere, legal, refuses, show

JUMP = "official+jump_in=true"
STACKING = f"{JUMP}+stacking=same+wd4=strict"
SEVENS = f"{JUMP}+seven_zero=true"
R5 = "R3 0> R5B1B2/Y1Y2/R5G1/Y3Y4"


def test_c190_play_goes_on_from_the_jumper() -> None:
    state = after(R5, "R5", rules=JUMP)
    assert state.turn == 1
    assert asides(state) == "2:R5"
    state = state.play("2:R5")
    assert show(state) == "R5 3> B1B2/Y1Y2/G1/Y3Y4 !2 _R3R5"
    assert asides(state) == "0:x2 1:x2 2:! 3:x2"


def test_c190_uno_said_with_the_jump() -> None:
    assert after(R5, "R5", "2:R5!", rules=JUMP).uno is None


def test_c190_identical_means_colour_and_number() -> None:
    state = after("R3 0> R5B1B2/Y1Y2/R4B5/Y5*W", "R5", rules=JUMP)
    assert asides(state) == ""
    refuses(state, "2:R4", "2:B5", "3:Y5", "3:RW")


def test_c194_not_while_a_drawn_card_is_considered() -> None:
    state = after(f"{R5} - R9", "R5", "+", rules=JUMP)
    assert (state.turn, state.phase) == (1, "drawn")
    assert asides(state) == ""
    refuses(state, "2:R5")


def test_c195_a_jumped_skip() -> None:
    """The seat after the jumper is skipped, not the one after the seat that was to act."""
    state = after("R3 0> RSB1B2/Y1Y2/Y3Y4/RSG1", "RS", rules=JUMP)
    assert state.turn == 2
    assert state.play("3:RS!").turn == 1


def test_c197_a_jumped_draw_two_adds_up() -> None:
    state = after("R3 0> RDB1B2/Y1Y2/RDG1/Y3Y4", "RD", rules=STACKING)
    assert (state.turn, state.due) == (1, 2)
    assert asides(state) == "2:RD"
    assert show(state.play("2:RD!")) == "RD 3> B1B2/Y1Y2/G1/Y3Y4 +4 _R3RD"


def test_c198_out_with_a_jump() -> None:
    state = after("R3 0> R5B1B2/Y1Y2/R5/Y3Y4", "R5", "2:R5", rules=JUMP)
    assert state.over
    assert state.winner == 2
    assert state.points == 3 + 3 + 7


@everywhere
def test_c201_no_jumps(rules: str) -> None:
    state = after(R5, "R5", rules=rules)
    assert asides(state) == ""
    refuses(state, "2:R5")


@pytest.mark.parametrize("top", ["RW", "RF"])
def test_c202_never_on_a_wild(top: str) -> None:
    state = at(f"{top} 1> B1B2/Y1Y2/R5*W*F/Y3Y4", JUMP)
    assert asides(state) == ""
    refuses(state, "2:R5", "2:RW", "2:RF")


def test_c202_nor_in_a_challenge() -> None:
    state = after("R5 0> B1B2*F/Y1Y2/R5*F/Y3Y4", "RF", rules=JUMP)
    assert state.phase == "penalty"
    assert asides(state) == ""
    refuses(state, "2:RF", "2:R5")


def test_c203_a_jumped_seven_swaps() -> None:
    state = after("R3 0> R7B1B2/B8B9/R7G1/Y1Y2", "R7", ">1", rules=SEVENS)
    assert show(state) == "R7 1> B8B9/B1B2/R7G1/Y1Y2 _R3"
    assert asides(state) == "2:R7"
    state = state.play("2:R7")
    assert (state.turn, state.phase) == (2, "swap")
    assert legal(state) == ">0 >1 >3"
    state = state.play(">3")
    assert show(state) == "R7 3> B8B9/B1B2/Y1Y2/G1 _R3R7"
