"""Ratings: how strong everyone is on one scale, from who won at which table.

The model is that of Plackett and Luce for the winner of a game: everyone has a strength, and wins
with a probability in proportion to it among those at the table. What is known of a table is how
often each won, so the ratings are those that make these counts most likely; they do not depend on
the order of the games, as ratings do that are corrected after each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Final

import numpy as np

from unolab.simulation.statistics import Floats, Ints

MIDDLE: Final = 1500.0
SCALE: Final = 400 / log(10)  # who has 400 more is ten times as likely to win
PRIOR: Final = 1 / 9  # keeps who never won on the scale: a spread of three e-folds, about 520
MOST_ITERATIONS: Final = 50
CLOSE: Final = 1e-10


def fit_ratings(
    tables: Sequence[tuple[Ints, Ints | Floats]], spread: Floats
) -> tuple[Floats, Floats]:
    """Return the ratings and their standard errors.

    ``tables`` has for all tables of one size, row by row, who sat there and how often each won;
    ``spread`` has the covariances of all wins: games of the same deal are not independent.
    """
    count = len(spread)
    strengths: Floats = np.zeros(count)
    wins = np.zeros(count)
    for players, won in tables:
        np.add.at(wins, players, won)
    for _ in range(MOST_ITERATIONS):
        slope, bend = derivatives(strengths, wins, tables)
        step = np.linalg.solve(bend, slope)
        strengths = strengths + np.clip(step, -2, 2)
        if np.abs(step).max() < CLOSE:
            break
    # what the prior holds back is uncertain too
    inverse = np.linalg.inv(derivatives(strengths, wins, tables)[1])
    center = np.eye(count) - 1 / count
    covariances = center @ inverse @ (spread + PRIOR * np.eye(count)) @ inverse @ center.T
    errors = np.sqrt(np.maximum(np.diag(covariances), 0))
    return MIDDLE + SCALE * (center @ strengths), SCALE * errors


def fit_newcomer(
    tables: Sequence[tuple[Ints, Floats]], known: Floats, spreads: Floats
) -> tuple[float, float]:
    """Return the rating of a newcomer among players whose ratings are known, and its error.

    Every table has one row: who sat there, the newcomer being 0 and the others counted from 1, and
    how often each won. ``spreads`` has the covariances of the newcomer's wins and of the others'.
    """
    middle = float(known.mean())
    strengths: Floats = np.concatenate([[0.0], (known - middle) / SCALE])
    wins = np.zeros(len(strengths))
    for players, won in tables:
        np.add.at(wins, players, won)
    for _ in range(MOST_ITERATIONS):
        slope, bend = derivatives(strengths, wins, tables)
        step = float(slope[0] / bend[0, 0])
        strengths[0] += min(2.0, max(-2.0, step))
        if abs(step) < CLOSE:
            break
    variance = PRIOR
    for (players, _), spread in zip(tables, spreads, strict=True):
        powers = np.exp(strengths[players[0]])
        expected = float(powers[players[0] == 0].sum() / powers.sum())
        weights = np.array([1 - expected, -expected])  # wins beyond what was expected
        variance += float(weights @ spread @ weights)
    error = sqrt(max(0.0, variance)) / derivatives(strengths, wins, tables)[1][0, 0]
    return middle + SCALE * float(strengths[0]), SCALE * float(error)


def derivatives(
    strengths: Floats, wins: Floats, tables: Sequence[tuple[Ints, Ints | Floats]]
) -> tuple[Floats, Floats]:
    """Return the gradient of the log-likelihood and its negative Hessian."""
    slope = wins - PRIOR * strengths
    bend = PRIOR * np.eye(len(strengths))
    for seats, won in tables:
        powers = np.exp(strengths[seats] - strengths[seats].max(axis=1, keepdims=True))
        shares = powers / powers.sum(axis=1, keepdims=True)
        expected = shares * won.sum(axis=1, keepdims=True)
        np.subtract.at(slope, seats, expected)
        np.add.at(bend, (seats, seats), expected)
        rows, columns = seats[:, :, None], seats[:, None, :]
        np.subtract.at(bend, (rows, columns), expected[:, :, None] * shares[:, None, :])
    return slope, bend
