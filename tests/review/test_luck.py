"""Results without luck: zero in the mean, whatever the chances are worth."""

from __future__ import annotations

import numpy as np
import pytest

from unolab import Game, Move, State
from unolab.errors import BadOption
from unolab.gameloop import play
from unolab.review import Judge, adjust, measure_luck
from unolab.review.luck import find_drawn

QUICK = Judge(draws=2, depth=1)


def draw_again(state: State, number: int) -> State:
    """Let other cards come next, as likely as any."""
    record = state.to_record()
    record["deck"]["rng"]["a"] = np.uint64(0x9E3779B97F4A7C15 * (number + 1) % 2**64)
    record["deck"]["rng"]["b"] = np.uint64(0xD1B54A32D192ED03 * (number + 7) % 2**64)
    return State.from_record(state.rules, record)


@pytest.mark.parametrize("rules", ["official", "official+draw_until_playable=true"])
def test_the_luck_of_a_draw_is_zero_in_the_mean(rules: str) -> None:
    games = [play(["random"] * 2, rules, seed) for seed in range(20)]
    state = next(
        before
        for game in games
        for before, (move, after) in zip(states(game), game.steps(), strict=False)
        if find_drawn(after) and move.is_draw and not after.over
    )
    luck = []
    for number in range(400):
        before = draw_again(state, number)
        after = before.play("+")
        luck.append(
            QUICK.chances(after)[0] - QUICK.chances_after(before, state.turn, Move.parse("+"))[0]
        )
    error = np.std(luck) / len(luck) ** 0.5
    assert error > 0
    assert abs(np.mean(luck)) < 4 * error


def states(game: Game) -> list[State]:
    return [game.start, *(state for _, state in game.steps())]


def test_the_luck_of_many_games_is_zero_in_the_mean() -> None:
    games = [play(["mixbot2", "random"], "official", seed) for seed in range(150)]
    draws = np.array([measure_luck(game, QUICK).draws[0] for game in games])
    assert draws.std() > 0.05
    assert abs(draws.mean()) < 4 * draws.std() / len(draws) ** 0.5


def test_results_without_luck_add_up_and_vary_less() -> None:
    games = [play(["mixbot2"] * 3, "official", seed) for seed in range(60)]
    adjusted = np.array([adjust(game, QUICK) for game in games])
    results = np.array([[float(game.winner == seat) for seat in range(3)] for game in games])
    np.testing.assert_allclose(adjusted.sum(1), 1, atol=1e-9)
    assert adjusted.var() < results.var()


def test_what_is_not_over_has_no_result() -> None:
    with pytest.raises(BadOption, match="still being played"):
        adjust(Game("official", 2, 1), QUICK)
