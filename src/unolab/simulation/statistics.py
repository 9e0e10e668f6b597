"""What a tally says about the bots, and how sure that is. The independent unit is the deal."""

from __future__ import annotations

from math import erfc, sqrt
from typing import Any, Final

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many standard errors


def student(freedom: float) -> float:
    """Return within how many standard errors 95 % lie if those are estimated from few deals.

    That is the quantile of Student's t by its expansion in 1/freedom, good to a few percent from
    two degrees of freedom on.
    """
    v = max(1.0, freedom)
    z, z3, z5, z7 = (Z**power for power in (1, 3, 5, 7))
    first = (z3 + z) / (4 * v)
    second = (5 * z5 + 16 * z3 + 3 * z) / (96 * v**2)
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v**3)
    return z + first + second + third


def covariances(sums: Ints, products: Ints, deals: int) -> Floats:
    """Estimate the covariances of what the bots get from a deal.

    As if there were one deal more, which says nothing about the means: so a handful of games never
    looks certain, and many games are what they are.
    """
    means = sums / deals
    estimate: Floats = products / deals - np.outer(means, means) * (deals / (deals + 1))
    return estimate


def wilson(rate: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a rate that was found in so many independent games."""
    spread = Z * Z / games
    middle = (rate + spread / 2) / (1 + spread)
    reach = sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    # at the ends the formula gives 0 and 1, but for the last digit
    return (max(0.0, middle - reach) if rate else 0.0), (
        min(1.0, middle + reach) if rate < 1 else 1.0
    )


def p_value(z: float) -> float:
    """Return how often chance alone leads as far away from zero, on either side."""
    return erfc(abs(z) / sqrt(2))


class Measure:
    """Something that bots get from games, wins or points, with what it takes to judge it."""

    def __init__(self, sums: Ints, products: Ints, games: int, deals: int) -> None:
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
        """Return its 95 % interval, by the normal formula."""
        average, reach = self.average(weights), Z * self.error(weights)
        return average - reach, average + reach

    def rate_interval(self, weights: Floats) -> tuple[float, float]:
        """Return the 95 % interval of a rate by Wilson's formula.

        It is told how many independent games would vary as much as these do.
        """
        rate = self.average(weights)
        variance = self.error(weights) ** 2
        independent = rate * (1 - rate) / variance if variance > 0 else 0.0
        return wilson(rate, independent or self.deals)

    def z(self, weights: Floats) -> float:
        """Return by how many standard errors an average differs from 0, if it were 0.

        For two bots' wins this is McNemar's test.
        """
        squares = float(weights @ self.products @ weights)
        return float(weights @ self.sums) / sqrt(squares) if squares > 0 else 0.0
