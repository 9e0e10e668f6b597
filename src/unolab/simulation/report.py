"""Report: what a simulation came to, and how sure that is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import isfinite
from os import PathLike
from typing import Any, Final, overload

import numpy as np

from unolab.bots import Bot
from unolab.engine.record import Record
from unolab.errors import show
from unolab.game import Game
from unolab.rules import Rules
from unolab.simulation.job import Job
from unolab.simulation.machine import provenance
from unolab.simulation.seating import find_seats, game_of
from unolab.simulation.statistics import Floats, Ints, Measure, p_value
from unolab.text.csvtable import to_csv

ENDS: Final = ("won", "turn_limit", "stuck")
BEHIND: Final = 5  # who was so many cards behind the leader and wins has come back


@dataclass(frozen=True)
class Standing:
    """What a bot came to: the average of all that have the same text, if there are several."""

    bot: str
    entries: tuple[int, ...]  # their places in the line-up
    win_rate: float
    interval: tuple[float, float]
    error: float
    points_per_game: float
    points_interval: tuple[float, float]
    points_error: float
    by_place: tuple[float, ...]


@dataclass(frozen=True)
class Comparison:
    """Two bots, the one that won more often first; ``p`` is for the difference of the win rates."""

    bot: str
    other: str
    difference: float
    interval: tuple[float, float]
    z: float
    p: float
    points_difference: float
    points_interval: tuple[float, float]
    points_z: float
    points_p: float
    significant: bool  # whether chance makes any such difference in less than one of twenty reports

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program, with the names that the same figures have elsewhere."""
        return {
            "bot": self.bot,
            "other": self.other,
            "win_rate_difference": self.difference,
            "win_rate_difference_interval": list(self.interval),
            "win_rate_z": self.z,
            "win_rate_p": self.p,
            "points_per_game_difference": self.points_difference,
            "points_per_game_difference_interval": list(self.points_interval),
            "points_per_game_z": self.points_z,
            "points_per_game_p": self.points_p,
            "significant": self.significant,
        }


@dataclass(frozen=True, eq=False)
class Report:
    """The games of a job that were played, counted. Arrays have an entry for every bot seated.

    Intervals are of 95 %. A game that nobody won is a game all the same: it counts in every rate.
    """

    job: Job
    tally: Record
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def bots(self) -> tuple[Bot, ...]:
        """Who played."""
        return self.job.bots

    @property
    def rules(self) -> Rules:
        """By which rules."""
        return self.job.rules

    @property
    def seed(self) -> int:
        """From which seed the cards, the seats and the dealers came."""
        return self.job.seed

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return len(self.job.bots)

    @cached_property
    def games(self) -> int:
        """How many games were played."""
        return int(self.tally["ends"].sum())

    @property
    def deals(self) -> int:
        """How many deals were played; each of them several times in a duplicate."""
        return self.games // self.job.rotations

    @property
    def games_per_second(self) -> float:
        """How fast it was."""
        return self.games / self.seconds if self.seconds > 0 else 0.0

    # ── wins and points ───────────────────────────────────────────────────────────────────────────

    @cached_property
    def wins(self) -> Ints:
        """How many games each bot won."""
        wins: Ints = self._by_place("wins").sum(axis=1)
        return wins

    @cached_property
    def points(self) -> Ints:
        """How many points each bot got."""
        points: Ints = self._by_place("points").sum(axis=1)
        return points

    @property
    def win_rate(self) -> Floats:
        """Wins per game."""
        return self.wins / self.games

    @property
    def points_per_game(self) -> Floats:
        """Points per game, of all games: who gets none gets 0."""
        return self.points / self.games

    @cached_property
    def interval(self) -> Floats:
        """The interval of every win rate, by Wilson's formula."""
        return np.array([self._wins.rate_interval(entry) for entry in self._entries])

    @cached_property
    def points_interval(self) -> Floats:
        """The interval of every average of points."""
        return np.array([self._points.interval(entry) for entry in self._entries])

    @cached_property
    def error(self) -> Floats:
        """The standard error of every win rate."""
        return np.array([self._wins.error(entry) for entry in self._entries])

    @cached_property
    def points_error(self) -> Floats:
        """The standard error of every average of points."""
        return np.array([self._points.error(entry) for entry in self._entries])

    @cached_property
    def by_place(self) -> Floats:
        """Win rates by bot and place: 0 is the first after the dealer, the last is the dealer."""
        return rates(self._by_place("wins"), self._by_place("seated"))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """All bots, the best first, and each only once: those with the same text together."""
        return tuple(sorted(map(self._make_standing, self._groups), key=lambda s: -s.win_rate))

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Any two bots compared, from the top of the standings down."""
        return tuple(self._comparison(a, b) for a, b in combinations(self.standings, 2))

    @property
    def variance_ratio(self) -> float | None:
        """By what factor the same number of independent games would vary more; 1 if they are.

        None where there is nothing to tell apart: all bots are the same.
        """
        if self.job.rotations == 1:
            return 1.0
        if len(self._groups) == 1:
            return None
        independent = self.win_rate * (1 - self.win_rate) / self.games
        measured = float((self.error**2).sum())
        return float(independent.sum()) / measured if measured > 0 else 1.0

    @property
    def first_place_edge(self) -> float:
        """How much more often than the average seat the first after the dealer wins."""
        wins = self._by_place("wins").sum(axis=0)
        return float(wins[0] - wins.mean()) / self.games

    # ── the games ─────────────────────────────────────────────────────────────────────────────────

    @property
    def ends(self) -> dict[str, int]:
        """How many games were won, ended by the turn limit, or stuck with no move left."""
        return dict(zip(ENDS, self.tally["ends"][0].tolist(), strict=True))

    @property
    def lengths(self) -> Ints:
        """How many games took so many turns; the last entry is for all longer ones."""
        lengths: Ints = self.tally["lengths"][0]
        return lengths

    @property
    def mean_length(self) -> float:
        """The turns of a game on average."""
        return int(self.tally["turns"][0, 0]) / self.games

    def length(self, share: float) -> int:
        """Return in how many turns that share of the games was over: 0.5 is for the median."""
        return int(np.searchsorted(self.lengths.cumsum(), share * self.games))

    @property
    def quartiles(self) -> tuple[int, int, int]:
        """In how many turns a quarter, half and three quarters of the games were over."""
        return self.length(0.25), self.length(0.5), self.length(0.75)

    @property
    def comebacks(self) -> float | None:
        """The share of won games whose winner was once 5 or more cards behind the leader.

        None unless they were noted.
        """
        lags = self.tally["lags"][0]
        return float(lags[BEHIND:].sum() / max(1, lags.sum())) if self.job.comebacks else None

    def seats(self, game: int) -> list[int]:
        """Return which bot of the line-up sat at each seat in a game."""
        return find_seats(self.job, self._number(game))[0]

    @overload
    def __getitem__(self, game: int) -> Game: ...

    @overload
    def __getitem__(self, game: slice) -> list[Game]: ...

    def __getitem__(self, game: int | slice) -> Game | list[Game]:
        """Play a game again, from 0 on, and return it; or several, as in ``report[:3]``."""
        if isinstance(game, slice):
            return [game_of(self.job, number) for number in range(self.games)[game]]
        return game_of(self.job, self._number(game))

    def __len__(self) -> int:
        return self.games

    # ── other forms ───────────────────────────────────────────────────────────────────────────────

    def to_dict(self) -> dict[str, Any]:
        """Write it in numbers, texts, lists and dictionaries."""
        entries = zip(
            map(str, self.bots),
            self.wins.tolist(),
            self.win_rate.tolist(),
            self.interval.tolist(),
            self.error.tolist(),
            self.points.tolist(),
            self.points_per_game.tolist(),
            self.points_interval.tolist(),
            self.points_error.tolist(),
            ([x if isfinite(x) else None for x in places] for places in self.by_place.tolist()),
            strict=True,
        )
        return {
            **provenance(),
            "rules": str(self.rules),
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "games_wanted": self.job.games,
            "complete": not self.interrupted,
            "duplicate": self.job.rotations > 1,
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 1),
            "bots": [dict(zip(COLUMNS, entry, strict=True)) for entry in entries],
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "ends": self.ends,
            "mean_length": self.mean_length,
            "quartiles": list(self.quartiles),
            "lengths": np.trim_zeros(self.lengths, "b").tolist(),
            "first_place_edge": self.first_place_edge,
            "variance_ratio": self.variance_ratio,
            "comebacks": self.comebacks,
        }

    def to_json(self) -> str:
        """Write it as JSON."""
        return json.dumps(self.to_dict(), indent=2)

    def to_csv(self) -> str:
        """Write a line for every bot, with a line of headings."""
        return to_csv(self.to_dict()["bots"])

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw a picture: a file of the kind that its name says, as in ``report.png``."""
        from unolab.simulation.plot import draw

        draw(self, path)

    def __str__(self) -> str:
        from unolab.simulation.text import lines

        return "\n".join(lines(self))

    def __repr__(self) -> str:
        bots = ", ".join(map(str, self.bots))
        return f"<Report of {self.games:,} games: {bots}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self.job == other.job and self.tally.tobytes() == other.tally.tobytes()

    __hash__ = None  # type: ignore[assignment]

    # ── how it is worked out ──────────────────────────────────────────────────────────────────────

    def _by_place(self, field: str) -> Ints:
        counts: Ints = self.tally[field][0, : self.players, : self.players]
        return counts

    @cached_property
    def _wins(self) -> Measure:
        return Measure(self.wins, self._by_place("wins_by_pair"), self.games, self.deals)

    @cached_property
    def _points(self) -> Measure:
        return Measure(self.points, self._by_place("points_by_pair"), self.games, self.deals)

    @property
    def _entries(self) -> Floats:
        """The weights that pick one bot each."""
        return np.eye(self.players)

    @property
    def _groups(self) -> list[tuple[int, ...]]:
        """The places in the line-up of the bots with the same text."""
        texts = [str(bot) for bot in self.bots]
        return [
            tuple(place for place, other in enumerate(texts) if other == text)
            for text in dict.fromkeys(texts)
        ]

    def _weights(self, group: tuple[int, ...]) -> Floats:
        """Return the weights that average over some bots."""
        weights: Floats = self._entries[list(group)].mean(axis=0)
        return weights

    def _make_standing(self, group: tuple[int, ...]) -> Standing:
        weights = self._weights(group)
        won, seated = (self._by_place(f)[list(group)].sum(axis=0) for f in ("wins", "seated"))
        return Standing(
            str(self.bots[group[0]]),
            group,
            self._wins.average(weights),
            self._wins.rate_interval(weights),
            self._wins.error(weights),
            self._points.average(weights),
            self._points.interval(weights),
            self._points.error(weights),
            tuple(rates(won, seated).tolist()),
        )

    def _comparison(self, one: Standing, other: Standing) -> Comparison:
        weights = self._weights(one.entries) - self._weights(other.entries)
        facts: list[Any] = []
        for measure in (self._wins, self._points):
            z = measure.z(weights)
            facts += [measure.average(weights), measure.interval(weights), z, p_value(z)]
        pairs = len(self._groups) * (len(self._groups) - 1) / 2
        facts.append(p_value(self._wins.z(weights)) < 0.05 / pairs)
        return Comparison(one.bot, other.bot, *facts)

    def _number(self, game: int) -> int:
        try:
            return range(self.games)[game]
        except IndexError:
            raise IndexError(f"there is no game {game}: {self.games:,} were played") from None
        except TypeError:
            raise TypeError(f"a game has a whole number, not {show(game)}") from None


COLUMNS: Final = (
    "bot",
    "wins",
    "win_rate",
    "win_rate_interval",
    "win_rate_error",
    "points",
    "points_per_game",
    "points_per_game_interval",
    "points_per_game_error",
    "win_rate_by_place",
)


def rates(part: Ints, whole: Ints) -> Floats:
    """Divide counts; where nothing was counted there is no rate."""
    shares: Floats = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return shares
