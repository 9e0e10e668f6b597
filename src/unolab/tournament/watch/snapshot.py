"""Snapshots: what the page of a tournament is sent, at first and after every change."""

from __future__ import annotations

from typing import Any

from unolab.tournament.plan import Plan
from unolab.tournament.report.text import describe_form, half_width, name_unit, verdict
from unolab.tournament.result import Result, Standing


def introduce(plan: Plan) -> dict[str, Any]:
    """Write what does not change while games are played."""
    empty = Result(plan, {}, ())
    return {
        "title": f"{describe_form(empty)}, {plan.rules}, seed {plan.seed}",
        "names": list(empty.names),
        "strategies": [entry.strategy for entry in plan.entries],
        "unit": name_unit(empty),
        "of_wins": plan.match,
        "fewer": plan.rules.low_score_wins and not plan.match,
    }


def take_snapshot(result: Result) -> dict[str, Any]:
    """Write the standings, a row per player in the order of the players file."""
    rows = {row.name: row for row in result.standings}
    return {
        "games": result.games,
        "wanted": result.games_wanted,
        "per_second": round(result.games_per_second),
        "complete": result.complete,
        "interrupted": result.interrupted,
        "winners": list(result.winners),
        "verdict": list(verdict(result)),
        "rows": [write_row(rows[name]) for name in result.names],
    }


def write_row(row: Standing) -> dict[str, Any]:
    """Write what the page shows of a player."""
    return {
        "rank": row.rank,
        "games": row.games,
        "wins": row.wins,
        "points": row.points,
        "rate": round(row.win_rate, 5),
        "rate_reach": round(half_width(row.win_interval), 5),
        "average": round(row.points_per_game, 3),
        "average_reach": round(half_width(row.points_interval), 3),
        "rating": round(row.rating),
        "rating_reach": round(half_width(row.rating_interval)),
        "faults": sum(row.faults.values()),
        "out": row.disqualified,
    }
