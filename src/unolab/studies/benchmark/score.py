"""Score: what a player got at a table, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

import numpy as np

from unolab.simulation.statistics import (
    Estimate,
    Floats,
    Measure,
    rate_interval,
    student_t,
)
from unolab.studies.benchmark.plan import Table

MINE: Final = np.array([1.0, 0.0])
TAKEN_OUT: Final = 0.75
"""How much of the luck is taken out of the results: about what varies least, in other games."""


@dataclass(eq=False)
class Score:
    """How many games of each deal the player won, and how many its opponents; one for each seat."""

    players: int
    wins: bytearray = field(default_factory=bytearray)
    losses: bytearray = field(default_factory=bytearray)
    turns: int = 0
    luck: list[float] = field(default_factory=list)
    """By deal, how many games the player won by drawing well; empty if that was not measured."""

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.wins)

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.deals * self.players

    @property
    def undecided(self) -> int:
        """How many games nobody won."""
        return self.games - sum(self.wins) - sum(self.losses)

    def count(self, table: Table, tallies: Sequence[Any]) -> None:
        """Count the games of one more deal, all rotations in one tally or in several."""
        by_place = sum(tally["wins"][0, : table.players].sum(axis=1) for tally in tallies)
        self.wins.append(int(by_place[: table.copies].sum()))
        self.losses.append(int(by_place[table.copies :].sum()))
        self.turns += sum(int(tally["turns"].sum()) for tally in tallies)

    def add(self, other: Score) -> None:
        """Count the deals that follow these."""
        self.wins += other.wins
        self.losses += other.losses
        self.turns += other.turns

    @property
    def measure(self) -> Measure:
        """Wins and losses with their covariances; games of the same deal are not independent.

        If the luck was measured, they are without it.
        """
        both = self._results
        if self.luck:
            both = both - TAKEN_OUT * np.array([[1.0], [-1.0]]) * np.array(self.luck)
        return self._measure(both)

    @property
    def _results(self) -> Floats:
        return np.array([self.wins, self.losses], np.float64)

    def _measure(self, both: Floats) -> Measure:
        return Measure(both.sum(axis=1), both @ both.T, self.games, self.deals)

    @property
    def times_fewer(self) -> float:
        """How many times as many games would say as much if the luck were still in them."""
        error = self.measure.error(MINE)
        return (self._measure(self._results).error(MINE) / error) ** 2 if error else 1.0

    @property
    def win_rate(self) -> float:
        """The share of the games that the player won."""
        return min(1.0, max(0.0, self.measure.average(MINE)))

    @property
    def win_rate_interval(self) -> tuple[float, float]:
        """The interval of it, by Wilson's formula."""
        return self.measure.rate_interval(MINE)


class Average:
    """Several tables, each of which counts as much as any other."""

    def __init__(self, tables: Iterable[tuple[Table, Score]]) -> None:
        some = list(tables)
        measures = [score.measure for _, score in some]
        self.tables = len(some)
        self._rates = np.array([measure.average(MINE) for measure in measures])
        self._errors = np.array([measure.error(MINE) for measure in measures])
        self._fair = np.array([table.fair for table, _ in some])
        self._freedom = sum(score.deals - 1 for _, score in some)
        self._deals = sum(score.deals for _, score in some)

    @property
    def win_rate(self) -> float:
        """The average of the win rates."""
        return float(self._rates.mean())

    @property
    def win_rate_interval(self) -> tuple[float, float]:
        """The interval of it; tables have deals of their own, so their errors are independent."""
        variance = float((self._errors**2).sum()) / self.tables**2
        return rate_interval(self.win_rate, variance, self._deals)

    @property
    def fair_shares(self) -> Estimate:
        """The win rates as multiples of what somebody as good as the opponent wins."""
        shares, errors = self._rates / self._fair, self._errors / self._fair
        error = sqrt(float((errors**2).sum())) / self.tables
        return Estimate(float(shares.mean()), student_t(self._freedom) * error)


def scaled_counts(scores: Sequence[Score]) -> tuple[Floats, Floats]:
    """Return wins and losses as if all tables had had as many games, and their covariances."""
    games = sum(score.games for score in scores) / len(scores)
    factors = np.array([games / score.games for score in scores])
    sums = np.array([score.measure.sums for score in scores]).clip(0) * factors[:, None]
    spreads = np.array([score.measure.covariances * score.deals for score in scores])
    return sums, spreads * (factors**2)[:, None, None]
