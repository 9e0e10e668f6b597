"""Results without luck: zero in the mean, whatever the chances are worth."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kit import at
from unolab import Game, Move, State
from unolab.bots.search.judge import NOBODY_KNOWN, know
from unolab.engine.record import Record
from unolab.errors import BadOption
from unolab.gameloop import play
from unolab.review import Judge, Luck, adjust, compare, measure_luck
from unolab.review.luck import find_drawn

QUICK = Judge(draws=2, depth=1)


def draw_again(state: State, number: int) -> State:
    """Let other cards come next, as likely as any."""
    record = state.to_record()
    record["deck"]["rng"]["a"] = np.uint64(0x9E3779B97F4A7C15 * (number + 1) % 2**64)
    record["deck"]["rng"]["b"] = np.uint64(0xD1B54A32D192ED03 * (number + 7) % 2**64)
    return State.from_record(state.rules, record)


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        ("official", NOBODY_KNOWN),
        ("official", know(["mixbot2", "random"])),
        ("official+draw_until_playable=true", NOBODY_KNOWN),
    ],
)
def test_the_luck_of_a_draw_is_zero_in_the_mean(rules: str, known: Record) -> None:
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
        drawn = QUICK.chances(after, known)
        luck.append(drawn[0] - QUICK.chances_after(before, state.turn, Move.parse("+"), known)[0])
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


def test_bots_that_are_known_play_on_in_thought_as_they_did() -> None:
    """Before an end at which nothing is drawn, all is certain for one who knows who plays."""
    bots = ["ashtabna", "ashtabna"]  # it leaves nothing to chance
    far = Judge(draws=2, depth=200)
    strangers = 0.0
    for seed in range(200, 230):
        game = play(bots, "official", seed)
        drawn = [at for at, state in enumerate(states(game)) if at and find_drawn(state)]
        state = states(game)[drawn[-1]]  # whatever comes now has been drawn
        result = [float(game.winner == seat) for seat in range(2)]
        assert far.chances(state, know(bots)).tolist() == result
        strangers += abs(far.chances(state)[0] - result[0])
    assert strangers > 1


def test_bots_that_choose_by_chance_play_on_in_many_ways() -> None:
    """Also where nothing is drawn: else one of these ways would count for all."""
    state = at("R5 0> R1R7/R2B7")  # red 1 wins, and red 7 does not always
    chances = Judge(draws=64, depth=200).chances(state, know(["random"] * 2))
    assert 0.6 < chances[0] < 1


def test_players_are_compared_by_fewer_games() -> None:
    random = np.random.default_rng(1)
    deal, own, others, skill = random.normal(0, [[0.1], [0.3], [0.2], [0.2]], (4, 400))
    results = 0.6 + 0.8 * deal + 0.9 * own + 0.4 * others + skill
    games = [
        (float(result), Luck((0.0, a), (0.0, b + c), (0.0, b)), 1)
        for result, a, b, c in zip(results, deal, own, others, strict=True)
    ]
    found = compare(games)
    assert found.raw == pytest.approx(results.mean())
    assert found.error == pytest.approx(0.2 / 400**0.5, rel=0.1)
    assert found.times == pytest.approx(results.var() / 0.04, rel=0.2)
    assert abs(found.adjusted - 0.6) < 4 * found.error
    assert found.parts == pytest.approx((0.8, 0.9, 0.4), abs=0.2)
    assert compare(games[:2]).parts == pytest.approx((0.75,) * 3, abs=0.3)
    with pytest.raises(BadOption, match="two at least"):
        compare(games[:1])


def test_dealing_in_turn_favours_nobody() -> None:
    """Luck that is zero over all games changes no mean, even if it counts for more in some."""
    deals = [(0.1, 0.6), (-0.1, 0.5), (0.5, 1.0), (-0.5, 0.5)] * 10  # with the results
    games = [(result, Luck((deal,), (0.0,), (0.0,)), 0) for deal, result in deals]
    found = compare(games)
    assert found.adjusted == pytest.approx(found.raw, abs=1e-12)


def test_what_is_not_over_has_no_result() -> None:
    with pytest.raises(BadOption, match="still being played"):
        adjust(Game("official", 2, 1), QUICK)
