"""Tournaments: players files and plans go in, a Result with ratings comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from unolab.foreign import Limits
from unolab.rules import Rules
from unolab.simulation import Executor
from unolab.tournament.entry import Entry, read_players
from unolab.tournament.journal import Journal
from unolab.tournament.plan import FORMS, Heat, Plan, plan_of
from unolab.tournament.result import Result, Standing
from unolab.tournament.run import PlayedGame, Run

__all__ = [
    "FORMS",
    "Entry",
    "Heat",
    "Journal",
    "Limits",
    "Plan",
    "PlayedGame",
    "Result",
    "Run",
    "Standing",
    "plan_of",
    "play_tournament",
    "read_players",
]


def play_tournament(
    players: str | Path | Sequence[Entry],
    games: int = 10_000,
    rules: Rules | str = "nifty",
    seed: int = 0,
    form: str | None = None,
    seats: int | None = None,
    match: bool = False,
    *,
    limits: Limits | None = None,
    faults: int = 20,
    threads: int | None = None,
    on: str = "cpu",
    progress: Callable[[Result], None] | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
) -> Result:
    """Play a tournament: ``games`` at every table, each deal once from every seat.

    ``players`` is a players file, or entries. ``progress`` is called now and then with a Result of
    what is there so far. Ctrl-C ends the games: the Result is on those that were played.
    ``executor`` plays the tables of compiled bots, as in ``simulate``.
    """
    entries = read_players(Path(players)) if isinstance(players, str | Path) else players
    plan = plan_of(entries, games, rules, seed, form, seats, match, limits, faults)
    return Run(plan, threads, on=on, executor=executor).play(progress)
