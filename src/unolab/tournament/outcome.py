"""Outcome: the result of a table in little memory, because there may be very many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from unolab.engine.record import Record
from unolab.simulation.statistics import Floats, Ints
from unolab.tournament.plan import Heat


@dataclass(frozen=True, eq=False)
class Outcome:
    """Sums for those at a table, and sums of products over the deals, for the variances."""

    games: int
    wins: Ints
    points: Ints
    wins_by_pair: Ints
    points_by_pair: Ints

    @classmethod
    def of(cls, tally: Record, players: int) -> Self:
        """Take what is needed from the tally of a simulation."""
        part = slice(players)
        return cls(
            int(tally["ends"].sum()),
            tally["wins"][0, part].sum(axis=1),
            tally["points"][0, part].sum(axis=1),
            tally["wins_by_pair"][0, part, part].copy(),
            tally["points_by_pair"][0, part, part].copy(),
        )

    def __add__(self, other: Outcome) -> Outcome:
        mine, others = vars(self).values(), vars(other).values()
        return Outcome(*(one + more for one, more in zip(mine, others, strict=True)))


@dataclass(frozen=True, eq=False)
class Group:
    """All tables of one size, stacked: who sat there, and the fields of their outcomes."""

    players: Ints
    games: Ints
    wins: Ints
    points: Ints
    wins_by_pair: Ints
    points_by_pair: Ints

    def spread(self, field: str, count: int) -> Floats:
        """Return the covariances of what all of ``count`` entries got; deals are independent.

        As if every table had one deal more, which says nothing about the means.
        """
        sums, products = getattr(self, field), getattr(self, f"{field}_by_pair")
        deals = self.games / self.players.shape[1]
        outer = sums[:, :, None] * sums[:, None, :] / (deals + 1)[:, None, None]
        spread = np.zeros((count, count))
        np.add.at(spread, (self.players[:, :, None], self.players[:, None, :]), products - outer)
        return spread


def group_by_size(outcomes: Mapping[Heat, Outcome]) -> list[Group]:
    """Stack tables of the same size."""
    by_size: dict[int, list[tuple[Heat, Outcome]]] = {}
    for heat, outcome in outcomes.items():
        by_size.setdefault(len(heat.players), []).append((heat, outcome))
    return [stack(some) for some in by_size.values()]


def stack(tables: Iterable[tuple[Heat, Outcome]]) -> Group:
    """Stack some tables."""
    heats, outcomes = zip(*tables, strict=True)
    fields = zip(*(vars(outcome).values() for outcome in outcomes), strict=True)
    return Group(np.array([heat.players for heat in heats]), *(np.array(field) for field in fields))
