"""Reasons: each where it applies, and nowhere else."""

from typing import cast

import pytest

from unolab import State
from unolab.bots.search.judge import Weighed
from unolab.moves import Move
from unolab.review.reasons import Reason, find_reasons, goes_out, judge_color
from unolab.state import View

STACKING = "official+stacking=same+wd4=strict"


def tell(view: View, move: str, rival: str) -> list[Reason]:
    """Say why a move is better than another that has nothing to do with draw fours."""
    weighed = cast(Weighed, None)
    return [*find_reasons(view, weighed, Move.parse(move), Move.parse(rival))]


@pytest.mark.parametrize(
    ("text", "move", "rules", "out"),
    [
        ("G3 0> G0GS/B3B3B5", "GS", "official", True),
        ("BS 0> YSG6GS/B3B3", "YS", "official", True),
        ("BS 0> YSG6GS/B3B3", "GS", "official", False),  # only green six or yellow skip is left
        ("R5 0> RDR6/B3B3", "RD", "official", True),
        ("R5 0> RDR6/B3B3", "RD", STACKING, False),  # it may be answered
        ("G3 0> G0GS/B3B3B5/Y1", "GS", "official", False),
        ("G3 0> G0GS/B3B3B5", "GS", "official+jump_in=true", False),
        ("G3 0> G0GS/B3B3B5", "G0", "official", False),
        ("G3 0> *FG0/B3B3B5", "GF", "official", False),  # it may be challenged
    ],
)
def test_hand_that_goes_in_one_go_is_seen(text: str, move: str, rules: str, out: bool) -> None:
    state = State.parse(text, rules)
    assert goes_out(state.view(0), Move.parse(move)) == out


def test_cards_that_are_passed_on_are_counted_once() -> None:
    view = State.parse("GD 0> R8GDB7/B3B5B9 +4", STACKING).view(0)
    found = tell(view, "GD", "+")
    assert found == [Reason("passes_on", cards=6)]


@pytest.mark.parametrize(
    ("sizes", "move", "rival", "keys"),
    [
        ("B3B5/Y1Y2Y3/Y6", ">3", ">1", ["takes_fewest"]),
        ("B3B5/Y1Y2Y3/Y6", ">1", ">3", []),
        ("B3/Y1Y2Y3/Y6", ">1", ">3", ["sooner"]),
        ("B3/Y1Y2Y3/Y6", ">3", ">1", []),
    ],
)
def test_hand_is_taken_that_is_shortest_or_played_soonest(
    sizes: str, move: str, rival: str, keys: list[str]
) -> None:
    view = State.parse(f"R7 0> R8GDB7/{sizes} >", "official+seven_zero=true").view(0)
    assert [reason.key for reason in tell(view, move, rival)] == keys


@pytest.mark.parametrize(("last", "applies"), [("B8", True), ("Y7", False)])
def test_chosen_colour_is_a_reason_while_it_is_in_force(last: str, applies: bool) -> None:
    state = State.parse("R5 1> B7*WR1/*WB8Y7R2")
    for move in ("BW", "B7", last):
        state = state.play(move)
    found = [*judge_color(state.view(0), Move.parse("RW"), Move.parse("BW"), 1)]
    assert (Reason("named", seat=1, color="blue") in found) == applies


def test_colour_is_left_in_force_for_whoever_had_to_draw_on_it() -> None:
    state = State.parse("Y5 0> Y4B7*WY1/B8B9").play("Y4")
    for move in ("+", "-"):
        if state.turn == 1:
            state = state.play(move)
    found = [*judge_color(state.view(0), Move.parse("+"), Move.parse("RW"), 1)]
    assert found == [Reason("drew_on", seat=1, color="yellow")]
    assert not [*judge_color(state.view(0), Move.parse("+"), Move.parse("YW"), 1)]
