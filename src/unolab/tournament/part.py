"""Part: the results of some games of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from unolab.engine.layout import TALLY
from unolab.engine.record import Record, make_record
from unolab.foreign import Fault
from unolab.tournament.conduct import Conduct
from unolab.tournament.plan import Heat

SPAN: Final = 25  # deals after which programs are told new totals, one span later


@dataclass(frozen=True)
class Part:
    """Games of a heat from ``first`` on: results, conduct of the programs, the games as text."""

    heat: Heat
    first: int
    games: int
    tally: Record
    conduct: Mapping[int, Conduct] = field(default_factory=dict)  # by entry
    texts: tuple[str, ...] = ()
    faults: tuple[tuple[str, Fault], ...] = ()  # all of them, with the names of the programs
    totals: tuple[int, ...] = ()  # what programs were told of the points
    out: frozenset[int] = frozenset()  # who was not asked, having done wrong too often before

    @property
    def ends_span(self) -> bool:
        """Whether a span of deals ends with it, after which programs are told new totals."""
        return (self.first + self.games) % (SPAN * len(self.heat.players)) == 0

    def join(self, other: Part) -> Part:
        """Join two parts, the other starting where this one ends."""
        return Part(
            self.heat,
            self.first,
            self.games + other.games,
            add_tallies(self.tally, other.tally),
            add_conduct(self.conduct, other.conduct),
            self.texts + other.texts,
            self.faults + other.faults,
            self.totals,
            self.out,
        )


def add_tallies(tally: Record, other: Record) -> Record:
    """Add two tallies; neither changes."""
    total = make_record(TALLY)
    total.view(np.int64)[:] = tally.view(np.int64) + other.view(np.int64)
    return total


def add_conduct(all_: Mapping[int, Conduct], more: Mapping[int, Conduct]) -> dict[int, Conduct]:
    """Add up how programs behaved."""
    places = {**all_, **more}
    return {place: all_.get(place, Conduct()) + more.get(place, Conduct()) for place in places}


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def tally_to_dict(tally: Record, players: int) -> dict[str, Any]:
    """Write a tally without all of its zeros."""
    written: dict[str, Any] = {}
    for name, (kind, *_) in TALLY.fields.items():  # type: ignore[union-attr]
        values = tally[name][0]
        if kind.ndim == 2:
            written[name] = values[:players, :players].tolist()
        else:
            written[name] = {str(place): int(values[place]) for place in np.flatnonzero(values)}
    return written


def tally_from_dict(written: Mapping[str, Any]) -> Record:
    """Read what ``tally_to_dict`` wrote."""
    tally = make_record(TALLY)
    for name, values in written.items():
        if isinstance(values, dict):
            for place, value in values.items():
                tally[name][0, int(place)] = value
        else:
            tally[name][0, : len(values), : len(values)] = values
    return tally
