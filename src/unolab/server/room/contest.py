"""Contest: a tournament of bots in a room, as a series of short matches for people to watch.

Pairings and ratings come from ``unolab.tournament``, as in all other tournaments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from unolab.rules import Rules
from unolab.server.protocol import ContestRow, ContestShown
from unolab.server.protocol.refusal import Refusal, refusing
from unolab.server.room.entries import Chair, Contest
from unolab.simulation.statistics import student_t
from unolab.tournament.entry import Entry
from unolab.tournament.outcome import Outcome, group_by_size
from unolab.tournament.plan import Heat, Plan, plan_of
from unolab.tournament.rating import fit_ratings

LEAST_BOTS: Final = 3
MOST_BOTS: Final = 8
CACHED_CONTESTS: Final = 256  # contests whose plan and standings are cached


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match, by seat; a match that had to be stopped has no winner."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who sits where in a match, by their index among the bots of a contest."""

    heat: Heat
    seats: tuple[int, ...]


def contest_of(chairs: Sequence[Chair], table: int, matches: int, rules: Rules) -> Contest:
    """Build a contest from bots, or say why that is impossible."""
    if not LEAST_BOTS <= len(chairs) <= MOST_BOTS or any(c.kind != "bot" for c in chairs):
        said = f"a tournament has {LEAST_BOTS} to {MOST_BOTS} seats, and bots at all of them"
        raise Refusal("wrong_contest", said)
    contest = Contest(chairs=tuple(chairs), table=min(table, len(chairs)), matches=matches)
    with refusing("wrong_rules"):
        rules.check_players(contest.table)
        _plan(contest, rules)
    return contest


def chairs_of(contest: Contest, rules: Rules, match: int) -> tuple[Chair, ...]:
    """Return who sits where in a match, counted from 0."""
    return tuple(contest.chairs[place] for place in lineups(contest, rules)[match].seats)


@lru_cache(CACHED_CONTESTS)
def _plan(contest: Contest, rules: Rules) -> Plan:
    entries = [
        Entry(f"{place}", str(chair.bot))  # its display name may not be a valid player name
        for place, chair in enumerate(contest.chairs)
    ]
    form = "table" if contest.table == len(entries) else "round-robin"
    return plan_of(entries, 1, rules, form=form, seats=contest.table, match=rules.target > 0)


@lru_cache(CACHED_CONTESTS)
def lineups(contest: Contest, rules: Rules) -> tuple[Lineup, ...]:
    """Yield who sits where in every match: every table once before any twice, least played first.

    The seats rotate from match to match, so that nobody always follows the same player.
    """
    had: Counter[Heat] = Counter()
    played: Counter[int] = Counter()
    order: list[Lineup] = []
    for number in range(contest.matches):
        heat = min(
            _plan(contest, rules).heats,
            key=lambda heat: (had[heat], sum(played[place] for place in heat.players)),
        )
        had[heat] += 1
        played.update(heat.players)
        turn = number % len(heat.players)
        order.append(Lineup(heat, heat.players[turn:] + heat.players[:turn]))
    return tuple(order)


@lru_cache(CACHED_CONTESTS)
def show_contest(contest: Contest, rules: Rules, results: tuple[Played, ...]) -> ContestShown:
    """Show the standings of a contest."""
    count = len(contest.chairs)
    outcomes: dict[Heat, Outcome] = {}
    wins, points, seated = (np.zeros(count, np.int64) for _ in range(3))
    for lineup, result in zip(lineups(contest, rules), results, strict=False):
        outcome = _outcome(lineup, result)
        known = outcomes.get(lineup.heat)
        outcomes[lineup.heat] = outcome if known is None else known + outcome
        places = list(lineup.heat.players)
        wins[places] += outcome.wins
        points[places] += outcome.points
        seated[places] += 1
    groups = group_by_size(outcomes)
    spread = sum((group.spread("wins", count) for group in groups), np.zeros((count, count)))
    rating, errors = fit_ratings([(group.players, group.wins) for group in groups], spread)
    few = student_t(len(results) - 1)  # a few matches give a wide interval
    sign = 1 if rules.low_score_wins else -1
    keys = [_key(int(wins[p]), sign * int(points[p]), int(seated[p])) for p in range(count)]
    rows = [
        ContestRow(
            rank=1 + sum(other < keys[place] for other in keys),
            name=chair.name,
            avatar=chair.avatar,
            bot=str(chair.bot),
            played=int(seated[place]),
            won=int(wins[place]),
            points=int(points[place]),
            rating=round(float(rating[place])),
            reach=round(float(few * errors[place])),
        )
        for place, chair in enumerate(contest.chairs)
    ]
    return ContestShown(
        matches=contest.matches,
        played=len(results),
        rows=sorted(rows, key=lambda row: row.rank),
    )


def _key(wins: int, points: int, seated: int) -> tuple[float, float]:
    """Return the ranking key of a bot: smaller is better. Some have played fewer matches."""
    return -wins / max(1, seated), points / max(1, seated)


def _outcome(lineup: Lineup, result: Played) -> Outcome:
    """Count a match as one deal at its table."""
    seats = [lineup.seats.index(place) for place in lineup.heat.players]
    wins = np.array([int(seat in result.winners) for seat in seats], np.int64)
    points = np.array([result.totals[seat] for seat in seats], np.int64)
    return Outcome(len(seats), wins, points, np.outer(wins, wins), np.outer(points, points))
