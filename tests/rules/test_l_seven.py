"""L. Sevens swap hands, zeros pass them on."""

import pytest

from tests.kit import after, asides, at, legal, refuses, show

SEVENS = "official+seven_zero=true"
SWAP = "R5 0> R7B1/Y1Y2/G1G2G3/Y3Y4"


def test_c210_a_seven_swaps() -> None:
    """The play and the choice of a seat are two moves; the other seat owes no call."""
    assert legal(at(SWAP, SEVENS)) == "R7 +"
    state = after(SWAP, "R7", rules=SEVENS)
    assert (state.turn, state.phase) == (0, "swap")
    assert legal(state) == ">1 >2 >3"
    state = state.play(">2")
    assert show(state) == "R7 1> G1G2G3/Y1Y2/B1/Y3Y4 _R5"
    assert asides(state) == ""


def test_c211_uno_is_judged_after_the_swap() -> None:
    state = after("R5 0> R7B1/Y1Y2/G1/Y3Y4", "R7", ">2", rules=SEVENS)
    assert show(state) == "R7 1> G1/Y1Y2/B1/Y3Y4 !0 _R5"
    assert asides(state) == "0:! 1:x0 2:x0 3:x0"


@pytest.mark.parametrize("moves", [("R7!", ">2"), ("R7", ">2!")])
def test_c211_uno_said_with_either_move(moves: tuple[str, str]) -> None:
    state = after("R5 0> R7B1/Y1Y2/G1/Y3Y4", *moves, rules=SEVENS)
    assert show(state) == "R7 1> G1/Y1Y2/B1/Y3Y4 _R5"


def test_c212_a_zero_passes_all_hands_on() -> None:
    state = after("R5 0> R0B1/G1G2/Y1/B7B8B9", "R0", rules=SEVENS)
    assert show(state) == "R0 1> B7B8B9/B1/G1G2/Y1 _R5"


def test_c213_a_zero_counterclockwise() -> None:
    state = after("R5 0< R0B1/G1G2/Y1/B7B8B9", "R0", rules=SEVENS)
    assert show(state) == "R0 3< G1G2/Y1/B7B8B9/B1 _R5"


@pytest.mark.parametrize("last", ["R7", "R0"])
def test_c214_not_with_the_last_card(last: str) -> None:
    state = after(f"R5 0> {last}/Y1Y2/G1/Y3Y4", last, rules=SEVENS)
    assert state.over
    assert state.winner == 0
    assert [len(held) for held in state.hands] == [0, 2, 1, 2]
    assert state.points == 3 + 1 + 7


def test_c215_with_two_players() -> None:
    state = after("R5 0> R7B1/Y1Y2", "R7", rules=SEVENS)
    assert legal(state) == ">1"
    assert show(state.play(">1")) == "R7 1> Y1Y2/B1 _R5"


def test_c216_a_swap_is_due() -> None:
    """It cannot be left out, or made with oneself or with an empty chair."""
    state = after(SWAP, "R7", rules=SEVENS)
    refuses(state, "+", "-", "B1", "R7", "1:+", "1:Y1", "1:>2")
    refuses(state, ">0", ">4", ">9")


def test_c217_plain_numbers() -> None:
    state = after(SWAP, "R7!")
    assert show(state) == "R7 1> B1/Y1Y2/G1G2G3/Y3Y4 _R5"
    refuses(state, ">2", "0:>2")
    state = after("R5 0> R0B1/G1G2/Y1/B7B8B9", "R0!")
    assert show(state) == "R0 1> B1/G1G2/Y1/B7B8B9 _R5"
