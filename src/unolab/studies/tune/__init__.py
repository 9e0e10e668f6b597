"""Better settings for a bot, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from unolab.bots import Bot, Compiled
from unolab.simulation.statistics import Estimate
from unolab.studies.tune.confirm import Confirmation, confirm
from unolab.studies.tune.result import TuningResult
from unolab.studies.tune.run import Status, Tuning
from unolab.studies.tune.search import Search
from unolab.studies.tune.studyfile import StudyFile

__all__ = ["Confirmation", "Estimate", "Search", "Status", "TuningResult", "tune"]


def tune(
    bot: Bot | str | Compiled,
    against: Sequence[Any] = ("random",),
    trials: int = 200,
    *,
    study: Path | str | None = None,
    fresh: int = 2_000_000,
    threads: int | None = None,
    on: str = "cpu",
    progress: Callable[[Status], None] | None = None,
    **search: Any,
) -> TuningResult:
    """Search for better settings of a bot, and confirm them with so many ``fresh`` deals.

    What else may be given is what ``Search.of`` takes. With a ``study`` in a file, the same call
    goes on where the last one ended. Ctrl-C stops it: the result has what was found by then.
    """
    wanted = Search.of(bot, against, **search)
    with ExitStack() as opened:
        file = None if study is None else opened.enter_context(StudyFile(study, wanted))
        run = Tuning(wanted, file, threads, on, progress)
        try:
            run.run(trials)
            return TuningResult(run, confirm(run, fresh, run.tell))
        except KeyboardInterrupt:
            return TuningResult(run, None, interrupted=True)
