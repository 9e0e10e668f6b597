"""F. Stacking."""

import pytest

from tests.kit import after, at, hand, legal, on, refuses, show

SAME = "official+stacking=same+wd4=strict"
CHAIN = "R5 0> RDG1G2/R3BD*W*F/R4*W/R1GDB1 - Y6Y7Y8Y9"


@pytest.mark.parametrize(("rules", "moves"), [(SAME, "BD +"), ("swing", "BD")])
def test_c090_draw_two_is_answered(rules: str, moves: str) -> None:
    state = after(CHAIN, "RD", rules=rules)
    assert (state.turn, state.phase, state.due) == (1, "penalty", 2)
    assert legal(state) == moves


@on(SAME, "swing")
def test_c091_the_sum_passes_on(rules: str) -> None:
    state = after(CHAIN, "RD", "BD", rules=rules)
    assert (state.turn, state.due) == (2, 4)
    assert legal(state) == "+"
    state = state.play("+")
    assert show(state) == "BD 3> G1G2/R3*W*F/R4Y6Y7Y8Y9*W/R1GDB1 _R5RD"
    assert state.due == 0


@pytest.mark.parametrize(("rules", "moves"), [(SAME, "GD B1 +"), ("swing", "GD B1")])
def test_c092_a_sum_taken_is_gone(rules: str, moves: str) -> None:
    state = after(CHAIN, "RD", "BD", "+", rules=rules)
    assert legal(state) == moves
    state = state.play("GD")
    assert (state.turn, state.due) == (0, 2)


@on(SAME, "swing")
def test_c093_draw_four_on_draw_four(rules: str) -> None:
    position = "R5 0> B1B2*F/G1G2*F/Y1Y2/Y3Y4 - B3B4B5B6B7B8B9G9"
    state = after(position, "GF", "RF", rules=rules)
    assert (state.turn, state.due) == (2, 8)
    assert legal(state) == "+"
    assert show(state.play("+")) == "RF 3> B1B2/G1G2/Y1Y2G9B3B4B5B6B7B8B9/Y3Y4 _R5GF"


@pytest.mark.parametrize(("rules", "moves"), [(SAME, "*F +"), ("swing", "*F")])
def test_c094_the_kinds_do_not_mix(rules: str, moves: str) -> None:
    assert legal(at("RF 1> Y1Y2/R1RD*F/Y3Y4/G1G2 +4", rules)) == moves
    assert legal(at("RD 1> Y1Y2/R1*F/Y3Y4/G1G2 +2", rules)) == "+"


def test_c095_upwards() -> None:
    rules = "official+stacking=up+wd4=free"
    state = at("RD 1> Y1Y2/YD*W*F/RD*F/G1G2 +2", rules)
    assert legal(state) == "YD *F +"
    state = state.play("YF")
    assert (state.turn, state.due) == (2, 6)
    assert legal(state) == "*F +"


def test_c096_both_ways() -> None:
    state = at("GF 1> Y1Y2/RDB9/Y3Y4/G1G2 +4", "official+stacking=any+wd4=free")
    assert legal(state) == "RD +"
    assert show(state.play("RD!")) == "RD 2> Y1Y2/B9/Y3Y4/G1G2 +6 _GF"


def test_c097_an_answer_need_not_be_honest() -> None:
    """Nothing else is playable while a draw is due."""
    state = after("G5 0> B1B2*F/R4*F/Y3Y4/G1G2", "RF", rules=SAME)
    assert legal(state) == "*F +"


@pytest.mark.parametrize(("rules", "served"), [(SAME, "Y1Y2Y3Y4"), ("swing", "")])
def test_c099_the_last_card_answers(rules: str, served: str) -> None:
    """The round is over: the next player draws the sum, where that counts, and cannot stack."""
    state = after("RD 1> R1R2/BD/G2GD/G3G4 +2 - Y1Y2Y3Y4", "BD", rules=rules)
    assert state.over
    assert state.winner == 1
    assert hand(state, 2) == served + "G2GD"
    assert state.sizes == (2, 0, 2 + len(served) // 2, 2)
    assert state.legal == ()
    assert state.points == 3 + 22 + 7 + (10 if served else 0)


@on(SAME, "swing")
def test_c100_only_draw_cards_answer(rules: str) -> None:
    state = at("RD 1> Y1Y2/RSRV*W/Y3Y4/G1G2 +2", rules)
    assert legal(state) == "+"
    refuses(state, "RS", "RV", "RW")


@on(SAME, "swing")
def test_c101_one_answer_a_turn(rules: str) -> None:
    state = after("RD 1> Y1Y2/R1GDBD/Y3Y4/G1G2 +2", "BD", rules=rules)
    assert (state.turn, state.due) == (2, 4)
    refuses(state, "1:GD")
