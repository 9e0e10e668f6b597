"""Result: how good a player is, table by table and in all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from unolab.simulation.machine import provenance
from unolab.simulation.statistics import Estimate, round_to, student_t
from unolab.studies.benchmark.plan import TABLES, Table
from unolab.studies.benchmark.play import Run
from unolab.studies.benchmark.player import PlayerFacts
from unolab.studies.benchmark.pool import ANCHOR, POOL, describe_pool
from unolab.studies.benchmark.score import Average, Score, scaled_counts
from unolab.text.csvtable import to_csv
from unolab.tournament.rating import fit_newcomer


class Sample(NamedTuple):
    """A deal of a table, and the moves of its games."""

    deal: int
    games: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Result:
    """What was played, counted; intervals are 95 % confidence intervals, clustered by deal."""

    player: PlayerFacts
    seed: int
    scores: Mapping[Table, Score]
    samples: Mapping[Table, Sample] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)
    seconds_per_move: float = 0.0
    seconds: float = 0.0
    deals_wanted: int = 0
    complete: bool = False
    disqualified: bool = False
    interrupted: bool = False
    first_faults: tuple[str, ...] = ()  # of every kind, in words; a file has none

    @classmethod
    def of(cls, run: Run, sampled: bool = True) -> Result:
        """Take what was played; ``sampled`` adds the games that a file has."""
        result = cls(
            run.player.facts,
            run.plan.seed,
            {table: run.scores[table] for table in run.plan.tables if table in run.scores},
            {},
            dict(run.conduct.faults),
            run.seconds_per_move,
            run.seconds,
            run.plan.deals,
            run.complete,
            run.disqualified,
            run.interrupted,
            tuple(f"{fault.kind}: {fault.text}" for fault in run.conduct.details),
        )
        if sampled:
            drawn = draw_sample(result)
            samples = {table: Sample(deal, run.games_of(table, deal)) for table, deal in drawn}
            object.__setattr__(result, "samples", samples)
        return result

    # ── counts ────────────────────────────────────────────────────────────────────────────────────

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(score.games for score in self.scores.values())

    @property
    def undecided(self) -> int:
        """How many games nobody won."""
        return sum(score.undecided for score in self.scores.values())

    @property
    def turns_per_game(self) -> float:
        """How long games are."""
        return sum(score.turns for score in self.scores.values()) / max(1, self.games)

    @property
    def times_fewer(self) -> float | None:
        """How many times as many games would say as much with the luck; None if it is there."""
        adjusted = [
            score.times_fewer
            for table, score in self.scores.items()
            if score.luck and table.opponent != self.player.name
        ]
        return sum(adjusted) / len(adjusted) if adjusted else None

    @property
    def covers_all(self) -> bool:
        """Whether it is on all tables of the benchmark, as the league is."""
        return {*self.scores} == {*TABLES}

    # ── how good it is ────────────────────────────────────────────────────────────────────────────

    def average(
        self,
        *,
        rules: Collection[str] | None = None,
        players: Collection[int] | None = None,
        opponent: str | None = None,
        alone: bool | None = None,
    ) -> Average | None:
        """Average over the tables that are meant; None if there are none."""
        some = [
            (table, score)
            for table, score in self.scores.items()
            if (rules is None or table.rules in rules)
            and (players is None or table.players in players)
            and opponent in (None, table.opponent)
            and alone in (None, table.alone)
        ]
        return Average(some) if some else None

    @cached_property
    def rating(self) -> Estimate:
        """The rating; every table counts as much as any other.

        What a member of the pool won against itself says nothing, and is left out.
        """
        some = {t: score for t, score in self.scores.items() if t.opponent != self.player.name}
        tables, scores = [*some], [*some.values()]
        places = {name: place for place, name in enumerate(POOL, 1)}
        sums, spreads = scaled_counts(scores)
        rows = []
        for table, (wins, losses) in zip(tables, sums, strict=True):
            others = table.players - table.copies
            seated = [0] * table.copies + [places[table.opponent]] * others
            won = [wins / table.copies] * table.copies + [losses / others] * others
            rows.append((np.array([seated]), np.array([won])))
        known = np.array([member.rating for member in POOL.values()])
        rating, error = fit_newcomer(rows, known, spreads)
        freedom = sum(score.deals - 1 for score in scores)
        return Estimate(rating, student_t(freedom) * error)

    # ── for programs ──────────────────────────────────────────────────────────────────────────────

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program."""
        whole = Average(self.scores.items())
        return {
            **provenance(),
            "pool": describe_pool(),
            "player": self.player._asdict(),
            "seed": self.seed,
            "deals_wanted": self.deals_wanted,
            "games": self.games,
            "complete": self.complete,
            "disqualified": self.disqualified,
            "faults": dict(self.faults),
            "seconds": round(self.seconds, 3),
            "seconds_per_move": self.seconds_per_move,
            "anchor": ANCHOR,
            "rating": round_to(self.rating.value, 2),
            "rating_interval": [round_to(end, 2) for end in self.rating.interval],
            "fair_shares": round_to(whole.fair_shares.value),
            "fair_shares_interval": [round_to(end) for end in whole.fair_shares.interval],
            "undecided": self.undecided,
            "turns_per_game": round_to(self.turns_per_game, 3),
            "times_fewer_games": self.times_fewer and round_to(self.times_fewer, 3),
            "rows": list(self._rows()),
        }

    def to_csv(self) -> str:
        """Write a line for every table, with a line of headings."""
        return to_csv(list(self._rows()))

    def _rows(self) -> Iterator[dict[str, Any]]:
        for table, score in self.scores.items():
            yield {
                "rules": table.rules,
                "players": table.players,
                "opponent": table.opponent,
                "copies": table.copies,
                "deals": score.deals,
                "games": score.games,
                "wins": sum(score.wins),
                "losses": sum(score.losses),
                "undecided": score.undecided,
                "luck": round_to(sum(score.luck), 3) if score.luck else None,
                "win_rate": round_to(score.win_rate),
                "win_rate_interval": [round_to(end) for end in score.win_rate_interval],
                "fair_shares": round_to(score.win_rate / table.fair),
                "turns_per_game": round_to(score.turns / score.games, 3),
            }


def draw_sample(result: Result) -> Iterator[tuple[Table, int]]:
    """Draw a deal of every table by a hash of all results.

    So nobody knows which games will have to be shown before all of them are counted.
    """
    digest = blake2b(repr((*result.player, result.seed, describe_pool())).encode(), digest_size=32)
    for table, score in result.scores.items():
        digest.update(f"{table.name} {score.turns} ".encode())
        digest.update(bytes(score.wins) + b"/" + bytes(score.losses))
        digest.update(repr(score.luck).encode() if score.luck else b"")
    drawn = digest.digest()
    for table, score in result.scores.items():
        lot = blake2b(drawn + table.name.encode(), digest_size=8).digest()
        yield table, int.from_bytes(lot, "little") % score.deals
