"""Result: the standings of a tournament, with confidence intervals."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from os import PathLike
from random import Random
from typing import Any

import numpy as np

from unolab.simulation.machine import provenance
from unolab.simulation.statistics import Floats, Ints, rate_interval, student_t
from unolab.text.csvtable import to_csv
from unolab.tournament.conduct import Conduct
from unolab.tournament.outcome import Group, Outcome, group_by_size
from unolab.tournament.plan import Heat, Plan
from unolab.tournament.rating import fit_ratings


@dataclass(frozen=True)
class Standing:
    """The result of an entry. Equal ones share a rank; intervals are 95 % confidence intervals."""

    rank: int
    name: str
    strategy: str
    stage: int  # the last one it played in, of a knock-out
    games: int
    wins: int
    win_rate: float
    win_interval: tuple[float, float]
    points: int
    points_per_game: float
    points_interval: tuple[float, float]
    rating: float
    rating_interval: tuple[float, float]
    faults: Mapping[str, int]
    disqualified: bool
    foreign: bool
    time_per_move: float | None  # seconds, of a program
    slowest_move: float | None

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program, with the names that the same figures have elsewhere."""
        return {
            "rank": self.rank,
            "name": self.name,
            "strategy": self.strategy,
            "stage": self.stage,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "win_rate_interval": list(self.win_interval),
            "points": self.points,
            "points_per_game": self.points_per_game,
            "points_per_game_interval": list(self.points_interval),
            "rating": self.rating,
            "rating_interval": list(self.rating_interval),
            "faults": dict(self.faults),
            "disqualified": self.disqualified,
            "foreign": self.foreign,
            "seconds_per_move": self.time_per_move,
            "slowest_move_seconds": self.slowest_move,
        }


@dataclass(frozen=True, eq=False)
class Result:
    """The games of a plan that were played, counted; arrays have an entry for every player.

    In a match to a target a "game" is the whole match: who wins it wins, and the totals are points.
    """

    plan: Plan
    outcomes: Mapping[Heat, Outcome]
    conduct: Sequence[Conduct]  # of every entry
    lengths: Ints = field(default_factory=lambda: np.zeros(1, np.int64))  # rounds by their turns
    seconds: float = 0.0
    played: int = 0  # games in these seconds; the others were there already
    interrupted: bool = False
    complete: bool = False
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Name the entries."""
        object.__setattr__(self, "names", tuple(entry.name for entry in self.plan.entries))

    # ── counts ────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def games(self) -> int:
        """How many games were played in all."""
        return sum(outcome.games for outcome in self.outcomes.values())

    @property
    def games_wanted(self) -> int:
        """How many games there will be in all."""
        return self.plan.games_in_all

    @property
    def games_per_second(self) -> float:
        """Games per second."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @cached_property
    def seated(self) -> Ints:
        """How many games everyone played."""
        return self._sum(lambda group: group.games[:, None])

    @cached_property
    def wins(self) -> Ints:
        """How many games everyone won."""
        return self._sum(lambda group: group.wins)

    @cached_property
    def points(self) -> Ints:
        """How many points everyone got."""
        return self._sum(lambda group: group.points)

    @cached_property
    def matrix(self) -> Ints:
        """How many games the row won at tables where the column sat too."""
        counts = np.zeros((len(self.names), len(self.names)), np.int64)
        for group in self._groups:
            rows, columns = group.players[:, :, None], group.players[:, None, :]
            np.add.at(counts, (rows, columns), group.wins[:, :, None])
        np.fill_diagonal(counts, 0)
        return counts

    @cached_property
    def shares(self) -> Floats:
        """Of the games that one of two won, the share of the row; NaN where they never met."""
        both = self.matrix + self.matrix.T
        shares: Floats = np.divide(
            self.matrix, both, out=np.full(both.shape, np.nan), where=both > 0
        )
        return shares

    # ── who is how good ───────────────────────────────────────────────────────────────────────────

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone, the best first; who was disqualified comes last."""
        keys = [self._key(place) for place in range(len(self.names))]
        order = sorted(range(len(keys)), key=lambda place: (keys[place], place))
        ranks = {key: 1 + sum(other < key for other in keys) for key in keys}
        return tuple(self._make_standing(place, ranks[keys[place]]) for place in order)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who is first, once all games are played; several if they are equal."""
        if not self.complete:
            return ()
        return tuple(s.name for s in self.standings if s.rank == 1 and not s.disqualified)

    def is_disqualified(self, place: int) -> bool:
        """Whether an entry was disqualified for its faults."""
        return self.conduct[place].faults.total() >= self.plan.faults

    def difference(self, place: int, other: int, field: str = "points") -> tuple[float, float]:
        """Return by how many points or wins a game one is ahead, and half the 95 % interval."""
        weights = np.zeros(len(self.names))
        weights[place] = 1 / max(1, self.seated[place])
        weights[other] -= 1 / max(1, self.seated[other])
        got, spread = (
            (self.wins, self._wins_spread)
            if field == "wins"
            else (self.points, self._points_spread)
        )
        ahead = float(weights @ got)
        variance = float(weights @ spread @ weights)
        freedom = min(self._freedom[place], self._freedom[other])
        return ahead, student_t(freedom) * sqrt(max(0.0, variance))

    @cached_property
    def rating(self) -> tuple[Floats, Floats]:
        """The ratings and their standard errors, see rating.py."""
        tables = [(group.players, group.wins) for group in self._groups]
        return fit_ratings(tables, self._wins_spread)

    def ranking(self, heat: Heat) -> list[int]:
        """Return those at a table, the best first."""
        return sorted(heat.players, key=lambda place: self.key(heat, place))

    def key(self, heat: Heat, place: int) -> tuple[bool, float, float, float]:
        """Return what one at a table is ranked by, comparable with other tables; less is better.

        It is points and then wins, in multiples of the table's average, or the other way round in
        matches; who is equal then goes on by lot.
        """
        outcome, seat = self.outcomes[heat], heat.players.index(place)
        sign = 1 if self.plan.rules.low_score_wins else -1
        points = sign * outcome.points[seat] / max(float(outcome.points.mean()), 1e-9)
        wins = -outcome.wins[seat] / max(float(outcome.wins.mean()), 1e-9)
        first, second = (wins, points) if self.plan.match else (points, wins)
        lot = Random(f"{self.plan.seed} {heat.stage} {self.names[place]}").random()
        return self.is_disqualified(place), float(first), float(second), lot

    # ── other forms ───────────────────────────────────────────────────────────────────────────────

    def table(self) -> list[dict[str, Any]]:
        """Write the standings without what depends on the clock: two runs give the same."""
        timed = ("time_per_move", "slowest_move")
        return [
            {key: value for key, value in vars(standing).items() if key not in timed}
            for standing in self.standings
        ]

    def to_dict(self) -> dict[str, Any]:
        """Write it in numbers, texts, lists and dictionaries."""
        plan = self.plan
        shares = [[None if np.isnan(s) else s for s in row] for row in self.shares.tolist()]
        return {
            **provenance(),
            "rules": str(plan.rules),
            "players": plan.seats,
            "seed": plan.seed,
            "games": self.games,
            "games_wanted": self.games_wanted,
            "complete": self.complete,
            "form": plan.form,
            "match": plan.match,
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 1),
            "winners": list(self.winners),
            "standings": [standing.to_dict() for standing in self.standings],
            "names": list(self.names),
            "matrix": self.matrix.tolist(),
            "shares": shares,
            "heats": [
                {
                    "stage": heat.stage,
                    "players": list(plan.names(heat.players)),
                    "seed": heat.seed,
                    "games": outcome.games,
                    "wins": outcome.wins.tolist(),
                    "points": outcome.points.tolist(),
                }
                for heat, outcome in self.outcomes.items()
            ],
            "faults": [
                {"player": name, **vars(fault)}
                for name, conduct in zip(self.names, self.conduct, strict=True)
                for fault in conduct.details
            ],
        }

    def to_json(self) -> str:
        """Write it as JSON."""
        return json.dumps(self.to_dict(), indent=2)

    def to_csv(self) -> str:
        """Write a line for every entry, with a line of headings."""
        rows = [standing.to_dict() for standing in self.standings]
        return to_csv([{**row, "faults": sum(row["faults"].values())} for row in rows])

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw a picture: a file of the kind that its name says, as in ``results.png``."""
        from unolab.simulation.plot import draw_intervals
        from unolab.tournament.report.text import write_heading

        rows = [row for row in self.standings if row.games]
        panels = {
            "win rate in %": [
                (100 * row.win_rate, (100 * row.win_interval[0], 100 * row.win_interval[1]))
                for row in rows
            ],
            "points a game": [(row.points_per_game, row.points_interval) for row in rows],
            "rating": [(row.rating, row.rating_interval) for row in rows],
        }
        draw_intervals(path, write_heading(self), [row.name for row in rows], panels)

    # ── how it is worked out ──────────────────────────────────────────────────────────────────────

    @cached_property
    def _groups(self) -> list[Group]:
        return group_by_size(self.outcomes)

    @cached_property
    def _freedom(self) -> Ints:
        """How many deals everyone has played beyond one at each table."""
        return self._sum(lambda group: group.games[:, None] // group.players.shape[1] - 1)

    def _sum(self, field: Callable[[Group], Ints]) -> Ints:
        counts = np.zeros(len(self.names), np.int64)
        for group in self._groups:
            np.add.at(counts, group.players, field(group))
        return counts

    def _spread(self, field: str) -> Floats:
        """Return the covariances of what everyone got in all."""
        spread = np.zeros((len(self.names), len(self.names)))
        for group in self._groups:
            spread += group.spread(field, len(self.names))
        return spread

    @cached_property
    def _wins_spread(self) -> Floats:
        return self._spread("wins")

    @cached_property
    def _points_spread(self) -> Floats:
        return self._spread("points")

    @cached_property
    def _stages(self) -> dict[int, Heat]:
        """The last table that everyone sat at."""
        return {place: heat for heat in self.outcomes for place in heat.players}

    def _key(self, place: int) -> tuple[float, ...]:
        """Return what an entry is ranked by: smaller is better, and equal shares a rank."""
        out = self.is_disqualified(place)
        heat = self._stages.get(place)
        if heat is None:
            return (out, 1)
        if self.plan.form == "knockout":
            return (out, -heat.stage, *self.key(heat, place)[1:3])
        games = max(1, int(self.seated[place]))  # not all have played as many while it runs
        sign = 1 if self.plan.rules.low_score_wins else -1
        wins, points = -int(self.wins[place]) / games, sign * int(self.points[place]) / games
        return (out, 0, wins, points) if self.plan.match else (out, 0, points)

    def _make_standing(self, place: int, rank: int) -> Standing:
        games = int(self.seated[place])
        wins, points = int(self.wins[place]), int(self.points[place])
        count = max(1, games)
        rate, average = wins / count, points / count
        few = student_t(self._freedom[place])
        reach = few * sqrt(max(0.0, self._points_spread[place, place])) / count
        variance = max(0.0, float(self._wins_spread[place, place])) / count**2
        rating, error = (float(values[place]) for values in self.rating)
        entry, conduct = self.plan.entries[place], self.conduct[place]
        heat = self._stages.get(place)
        return Standing(
            rank,
            entry.name,
            entry.strategy,
            heat.stage if heat else 0,
            games,
            wins,
            rate,
            rate_interval(rate, variance, count),
            points,
            average,
            (average - reach, average + reach),
            rating,
            (rating - few * error, rating + few * error),
            dict(conduct.faults),
            self.is_disqualified(place),
            entry.is_foreign,
            conduct.time_per_move,
            conduct.slowest if conduct.moves else None,
        )
