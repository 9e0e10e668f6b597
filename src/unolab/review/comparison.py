"""Comparisons: what players are worth, from fewer games than their results alone would take.

The luck of the deal, of the own draws and of those of the others is each zero in the mean, so any
part of it may be taken away (control variates). How much is fitted: chances assume play like that
of ``neural``, and others make less of their cards. The part that is taken from a game is fitted to
other games only, so it can't favour anyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from unolab.errors import BadOption
from unolab.review.luck import Luck

USUAL: Final = 0.75
"""The part of luck that counts before any game has said otherwise."""
TRUST: Final = 30
"""How many games it takes to outweigh that."""
FOLDS: Final = 10


@dataclass(frozen=True)
class Comparison:
    """What a player won in some games: raw, and without luck."""

    games: int
    raw: float
    """The mean result."""
    raw_error: float
    """Its standard error."""
    adjusted: float
    """The mean result without luck: the same in the long run."""
    error: float
    parts: tuple[float, float, float]
    """Which part of the luck was taken away: of the deal, the own draws, those of the others."""

    @property
    def times(self) -> float:
        """How many times as many games the raw result would take to be as exact."""
        return (self.raw_error / self.error) ** 2 if self.error else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "games": self.games,
            "raw": round(self.raw, 6),
            "raw_error": round(self.raw_error, 6),
            "adjusted": round(self.adjusted, 6),
            "error": round(self.error, 6),
            "times": round(self.times, 2),
            "parts": [round(part, 3) for part in self.parts],
        }


def compare(games: Sequence[tuple[float, Luck, int]]) -> Comparison:
    """Say what a player is worth, from its result, the luck and its seat in each of many games.

    The games have to be independent of each other, and the seats drawn by lot or taken in turn.
    """
    if len(games) < 2:
        raise BadOption("one game says nothing about a player: it takes two at least")
    results = np.array([result for result, _, _ in games])
    lucks = np.array(
        [
            (luck.deal[seat], luck.own[seat], luck.draws[seat] - luck.own[seat])
            for _, luck, seat in games
        ]
    )
    # runs of games: deals may be repeated with other seats, and the dealer changes in turn
    folds = np.arange(len(games)) * min(FOLDS, len(games)) // len(games)
    parts = np.array(
        [fit_parts(results[folds != fold], lucks[folds != fold]) for fold in range(folds.max() + 1)]
    )[folds]
    adjusted = results - (lucks * parts).sum(1)
    raw, error = (float(one.std(ddof=1) / len(games) ** 0.5) for one in (results, adjusted))
    deal, own, others = map(float, parts.mean(0))
    return Comparison(
        len(games), float(results.mean()), raw, float(adjusted.mean()), error, (deal, own, others)
    )


def fit_parts(results: Any, lucks: Any) -> Any:
    """Find which part of each kind of luck to take away, so that the least is left to chance."""
    usual = np.full(lucks.shape[1], USUAL)
    left = results - results.mean() - lucks @ usual
    squares = (lucks**2).sum(0)
    trust = np.diag(TRUST * squares / len(lucks) + 1e-9)
    return usual + np.linalg.solve(lucks.T @ lucks + trust, lucks.T @ left)
