"""The day: its deal and its puzzle."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from unolab.puzzles.daily import OPPONENTS, choose_daily, deal_daily
from unolab.puzzles.shipped import load_puzzles
from unolab.server.protocol.puzzles import Daily


def show_daily(now: datetime) -> Daily:
    """Show what a day has, from a moment of it."""
    now = now.astimezone(UTC)
    deal = deal_daily(now.date())
    puzzle = choose_daily(load_puzzles(), deal.day)
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    return Daily(
        date=deal.day.isoformat(),
        number=deal.number,
        next_in=max(1, round((midnight - now).total_seconds())),
        rules=str(deal.game.rules),
        deal=deal.text,
        seat=deal.seat,
        opponents=list(OPPONENTS),
        puzzle=None if puzzle is None else puzzle.id,
    )
