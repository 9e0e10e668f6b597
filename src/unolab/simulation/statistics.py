"""Statistics: averages, their 95 % confidence intervals, and tests.

Every interval in unolab comes from here. Where the standard error is estimated from the games
themselves, it is Student's t. A rate gets Wilson's interval, which needs no such estimate. The
independent unit of a tally is the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

RISK: Final = 0.05
"""How often an interval misses the truth."""
NORMAL: Final = NormalDist().inv_cdf(1 - RISK / 2)


def student_t(freedom: float, risk: float = RISK) -> float:
    """Return within how many estimated standard errors the truth lies, but for a risk.

    This is the quantile of Student's t by its expansion in 1/freedom. At 95 % it is right to 1 %
    from 3 degrees of freedom on, and to a few percent with 2.
    """
    v = max(1.0, freedom)
    z = NormalDist().inv_cdf(1 - risk / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def round_to(value: float, digits: int = 6) -> float:
    """Leave out the digits that nobody wants, and the sign of a zero."""
    return round(value, digits) + 0.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its confidence interval."""

    value: float
    margin: float
    """Half the width of the interval."""

    @classmethod
    def of(cls, batches: Sequence[float], risk: float = RISK) -> Estimate:
        """Estimate a mean from independent batches of the same size."""
        error = stdev(batches) / sqrt(len(batches))
        return cls(fmean(batches), student_t(len(batches) - 1, risk) * error)

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.margin

    @property
    def interval(self) -> tuple[float, float]:
        """The interval."""
        return self.low, self.high

    def __rmul__(self, factor: float) -> Estimate:
        return Estimate(factor * self.value, abs(factor) * self.margin)

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        return {"value": self.value, "interval": [self.low, self.high]}


def covariances(sums: Ints | Floats, products: Ints | Floats, deals: int) -> Floats:
    """Estimate the covariances of what the bots get from a deal.

    As if there were one deal more, which says nothing about the means: so a handful of games never
    looks certain, and many games are what they are.
    """
    means = sums / deals
    estimate: Floats = products / deals - np.outer(means, means) * (deals / (deals + 1))
    return estimate


def wilson(rate: float, games: float) -> tuple[float, float]:
    """Return the interval of a rate that was found in so many independent games."""
    spread = NORMAL**2 / games
    middle = (rate + spread / 2) / (1 + spread)
    reach = sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    # at the ends the formula gives 0 and 1, but for the last digit
    return (max(0.0, middle - reach) if rate else 0.0), (
        min(1.0, middle + reach) if rate < 1 else 1.0
    )


def rate_interval(rate: float, variance: float, deals: float) -> tuple[float, float]:
    """Return the interval of a rate with this variance by Wilson's formula.

    It is told how many independent games would vary as much; without any variance, as many as there
    are deals.
    """
    independent = rate * (1 - rate) / variance if variance > 0 else 0.0
    return wilson(rate, independent or deals)


def p_value(z: float) -> float:
    """Return how often chance alone leads as far away from zero, on either side."""
    return erfc(abs(z) / sqrt(2))


class Measure:
    """Something that bots get from games, wins or points, with what it takes to judge it."""

    def __init__(
        self, sums: Ints | Floats, products: Ints | Floats, games: int, deals: int
    ) -> None:
        """Take the sums of the bots, and of the products of any two of them in a deal."""
        self.sums = sums
        self.products = products
        self.games = games
        self.deals = deals
        self.covariances = covariances(sums, products, deals)

    def average(self, weights: Floats) -> float:
        """Return the weighted sum of what the bots got from a game on average."""
        return float(weights @ self.sums) / self.games

    def error(self, weights: Floats) -> float:
        """Return the standard error of such an average."""
        variance = max(0.0, float(weights @ self.covariances @ weights))
        return sqrt(variance * self.deals) / self.games

    def interval(self, weights: Floats) -> tuple[float, float]:
        """Return its confidence interval."""
        return self.estimate(weights).interval

    def estimate(self, weights: Floats) -> Estimate:
        """Return such an average with its confidence interval."""
        return Estimate(self.average(weights), student_t(self.deals - 1) * self.error(weights))

    def rate_interval(self, weights: Floats) -> tuple[float, float]:
        """Return the interval of a rate by Wilson's formula."""
        return rate_interval(self.average(weights), self.error(weights) ** 2, self.deals)

    def z(self, weights: Floats) -> float:
        """Return by how many standard errors an average differs from 0, if it were 0.

        For two bots' wins this is McNemar's test.
        """
        squares = float(weights @ self.products @ weights)
        return float(weights @ self.sums) / sqrt(squares) if squares > 0 else 0.0
