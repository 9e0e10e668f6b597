"""The compiled engine against the oracle, move by move, on games that Hypothesis makes up."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import JIT
from tests.oracle import Oracle
from tests.strategies import rules as any_rules
from unolab import Move, Rules, State

LONGEST = 400


def compare(state: State, oracle: Oracle) -> None:
    """Check that both see the same position, the same moves, the same end."""
    assert str(state) == oracle.position()
    assert [str(move) for move in state.legal] == oracle.legal()
    assert [str(move) for move in state.out_of_turn] == oracle.out_of_turn()
    assert state.phase == oracle.phase
    assert state.turns == oracle.turns
    if state.over:
        assert state.winner == oracle.winner
        assert state.points == oracle.points
        assert list(state.scores) == oracle.scores


def pick(state: State, rng: Random) -> str:
    """Choose a move as a lively player would: mostly cards, seldom an idle draw, often aside."""
    aside = state.out_of_turn
    if aside and rng.random() < 0.5:
        move = rng.choice(aside)
    else:
        plays = [move for move in state.legal if not move.is_draw or rng.random() < 0.1]
        move = rng.choice(plays or state.legal)
    says = (move.is_play or move.is_swap) and rng.random() < 0.5
    return str(move) + ("!" if says else "")


def allowed(play: Callable[[str], object], move: str) -> bool:
    """Say whether a move is accepted."""
    try:
        play(move)
    except ValueError:
        return False
    return True


def play_both(rules: Rules, players: int, seed: int, number: int, dealer: int, luck: int) -> None:
    """Play one game on both engines; try something illegal now and then."""
    state = State.deal(rules, players, seed, number, dealer)
    oracle = Oracle(rules, players, seed, number, dealer)
    rng = Random(luck)
    compare(state, oracle)
    for _ in range(LONGEST):
        if state.over:
            break
        if rng.random() < 0.1:
            wrong = str(Move(rng.randrange(88)).by(rng.choice([None, *range(players)])))
            assert allowed(state.play, wrong) == allowed(deepcopy(oracle).play, wrong)
        move = pick(state, rng)
        state = state.play(move)
        oracle.play(move)
        compare(state, oracle)


@pytest.mark.parametrize("players", range(2, 11))
@settings(max_examples=settings().max_examples if JIT else 1)
@given(
    data=st.data(),
    seed=st.integers(0, 2**128 - 1) | st.integers(2**128, 2**256 - 1),
    number=st.integers(0, 10**9),
    luck=st.integers(0, 2**32),
)
def test_parity(players: int, data: st.DataObject, seed: int, number: int, luck: int) -> None:
    limit = data.draw(st.sampled_from([0, 5, 150]), label="turn limit")
    rules = data.draw(any_rules(turn_limit=limit, players=players), label="rules")
    dealer = data.draw(st.integers(0, players - 1), label="dealer")
    play_both(rules, players, seed, number, dealer, luck)
