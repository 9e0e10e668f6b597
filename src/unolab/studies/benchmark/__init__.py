"""An open benchmark: a player against a frozen pool, on deals that are the same for everyone."""

from __future__ import annotations

from collections.abc import Callable

from unolab.foreign import Limits
from unolab.studies.benchmark.check import Checked, check_result
from unolab.studies.benchmark.file import read_file, write_file
from unolab.studies.benchmark.luck import measure_run
from unolab.studies.benchmark.plan import Plan, Table, plan_of
from unolab.studies.benchmark.play import FAULTS, Run
from unolab.studies.benchmark.player import Player
from unolab.studies.benchmark.pool import POOL, POOL_VERSION, Member
from unolab.studies.benchmark.result import Result
from unolab.tournament.entry import Entry

__all__ = [
    "POOL",
    "POOL_VERSION",
    "Checked",
    "Member",
    "Plan",
    "Result",
    "Run",
    "Table",
    "benchmark",
    "check_result",
    "plan_of",
    "read_file",
    "write_file",
]


def benchmark(
    player: Entry | str,
    plan: Plan | None = None,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    limits: Limits | None = None,
    faults: int = FAULTS,
    confined: bool = True,
    adjust: bool = False,
    progress: Callable[[Run], None] | None = None,
    adjusting: Callable[[int, int], None] | None = None,
) -> Result:
    """Measure a player: any that a tournament takes, as an Entry or as the text of its strategy.

    A Python file plays in processes of its own, unless it is trusted: then ``confined=False`` plays
    it here, which is faster.

    It ends after ``seconds``, at the latest when the deals of the plan are played. Ctrl-C ends it
    too: the Result is on what was played. ``progress`` is called now and then with the Run.

    ``adjust`` then takes the luck of the cards drawn out of the results, which takes 0.1 to 0.2
    seconds per game and makes them as sure as more games would. ``adjusting`` is told of
    how many games of how many.
    """
    entry = player if isinstance(player, Entry) else Entry("player", player)
    run = Run(plan or Plan(), Player.of(entry, confined), limits, faults, threads)
    try:
        run.play(seconds, progress)
        if adjust and not run.interrupted:
            measure_run(run, adjusting and (lambda games: adjusting(games, run.games)))
        return Result.of(run)
    finally:
        run.close()
