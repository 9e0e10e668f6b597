"""Ratings from who won at which table."""

from itertools import combinations

import numpy as np
import pytest

from unolab.simulation.statistics import Ints, student_t
from unolab.tournament.rating import SCALE, fit_ratings


def table(players: list[int], won: list[int]) -> tuple[Ints, Ints]:
    return np.array([players]), np.array([won])


def tables_of(strengths: list[float], seats: int, games: int) -> list[tuple[Ints, Ints]]:
    """Give everyone as many wins as their strength promises."""
    tables = []
    for players in combinations(range(len(strengths)), seats):
        powers = np.exp([strengths[player] for player in players])
        won = np.round(games * powers / powers.sum()).astype(int)
        tables.append(table(list(players), won.tolist()))
    return tables


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strengths_are_found(seats: int) -> None:
    strengths = [0.9, 0.4, 0.1, -0.3, -1.1]
    found, _ = fit_ratings(tables_of(strengths, seats, 10**7), np.zeros((5, 5)))
    assert found - 1500 == pytest.approx(SCALE * np.array(strengths), abs=0.05)


def test_four_hundred_points_are_ten_times_the_chance() -> None:
    found, _ = fit_ratings([table([0, 1], [10**8, 10**7])], np.zeros((2, 2)))
    assert found[0] - found[1] == pytest.approx(400, abs=0.01)


def test_the_order_of_tables_does_not_matter() -> None:
    tables = tables_of([0.5, 0.2, 0.0, -0.7], 3, 1000)
    ahead, back = (fit_ratings(some, np.eye(4) * 100) for some in (tables, tables[::-1]))
    assert ahead[0] == pytest.approx(back[0])
    assert ahead[1] == pytest.approx(back[1])


def test_who_never_won_is_on_the_scale() -> None:
    found, errors = fit_ratings([table([0, 1, 2], [600, 400, 0])], np.zeros((3, 3)))
    assert np.isfinite(found).all()
    assert np.isfinite(errors).all()
    assert found[2] < found[1] - 400


def test_nobody_has_played() -> None:
    found, _ = fit_ratings([], np.zeros((3, 3)))
    assert found.tolist() == [1500, 1500, 1500]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    strengths = np.array([0.6, 0.0, -0.2, -0.4])
    chances = np.exp(strengths) / np.exp(strengths).sum()
    truth = 1500 + SCALE * (strengths - strengths.mean())
    inside, trials, games = np.zeros(4), 400, 2000
    for _ in range(trials):
        won = rng.multinomial(games, chances)
        spread = games * (np.diag(won / games) - np.outer(won, won) / games**2)
        found, errors = fit_ratings([table([0, 1, 2, 3], won.tolist())], spread)
        inside += abs(found - truth) <= student_t(games - 1) * errors
    assert (inside / trials > 0.92).all()
    assert (inside / trials < 0.98).all()
