"""Quantiles, estimates and intervals, compared with tables and with each other."""

from statistics import stdev

import pytest

from unolab.simulation.statistics import Estimate, student_t


@pytest.mark.parametrize(
    ("risk", "freedom", "expected"),
    [(0.05, 3, 3.182), (0.05, 9, 2.262), (0.05, 39, 2.023), (0.05, 63, 1.998), (0.001, 39, 3.558)],
)
def test_quantiles_are_those_of_student(risk: float, freedom: int, expected: float) -> None:
    assert student_t(freedom, risk) == pytest.approx(expected, rel=0.01)


def test_many_games_have_the_normal_quantile() -> None:
    assert student_t(1e9) == pytest.approx(1.959964, abs=1e-6)


def test_an_estimate_is_a_mean_with_its_margin() -> None:
    found = Estimate.of([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.margin == pytest.approx(3.182 * stdev([1, 2, 3, 4]) / 2, rel=0.01)
    assert found.interval == (found.low, found.high) == (2.5 - found.margin, 2.5 + found.margin)
    assert Estimate.of([5.0, 5.0]) == Estimate(5.0, 0.0)


def test_an_estimate_changes_its_sign() -> None:
    assert -1 * Estimate(3, 1) == Estimate(-3, 1)
    assert Estimate(3, 1).to_dict() == {"value": 3, "interval": [2, 4]}
