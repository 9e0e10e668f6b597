"""The ratings of the pool's members among themselves, for the rows of pool.py."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unolab.errors import BadOption
from unolab.simulation.statistics import Floats
from unolab.studies.benchmark.pool import ANCHOR, POOL
from unolab.studies.benchmark.result import Result
from unolab.studies.benchmark.score import scaled_counts
from unolab.tournament.rating import fit_ratings


def calibrate(results: Sequence[Result]) -> dict[str, float]:
    """Fit the ratings of all members to the results of each of them against the others.

    A member's games against itself say nothing, and are left out.
    """
    names = list(POOL)
    if {result.player.name for result in results} != {*names}:
        raise BadOption(f"a result of every member is needed: {', '.join(names)}")
    tables = []
    spread: Floats = np.zeros((len(names), len(names)))
    for result in results:
        some = {t: score for t, score in result.scores.items() if t.opponent != result.player.name}
        sums, spreads = scaled_counts(list(some.values()))
        for table, (wins, losses), covariances in zip(some, sums, spreads, strict=True):
            pair = [names.index(result.player.name), names.index(table.opponent)]
            others = table.players - table.copies
            seated = [pair[0]] * table.copies + [pair[1]] * others
            won = [wins / table.copies] * table.copies + [losses / others] * others
            tables.append((np.array([seated]), np.array([won])))
            spread[np.ix_(pair, pair)] += covariances
    ratings, _ = fit_ratings(tables, spread)
    return {
        name: round(float(ratings[at] - ratings[names.index(ANCHOR)]) + 1000, 1)
        for at, name in enumerate(names)
    }
