"""Better settings for a bot, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from unolab.bots import Bot, Compiled
from unolab.errors import BadOption
from unolab.simulation import Executor
from unolab.simulation.statistics import Estimate
from unolab.studies.tune.confirm import Confirmation, confirm
from unolab.studies.tune.result import TuningResult
from unolab.studies.tune.run import Status, Tuning
from unolab.studies.tune.search import Search
from unolab.studies.tune.shared import SharedTuning
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
    executor: Executor | Callable[[], Executor] | None = None,
    storage: str | None = None,
    **search: Any,
) -> TuningResult:
    """Search for better settings of a bot, and confirm them with so many ``fresh`` deals.

    What else may be given is what ``Search.of`` takes. With a ``study`` in a file, the same call
    goes on where the last one ended. Ctrl-C stops it: the result has what was found by then.

    With a ``storage``, the address of a database or the path of a journal file, several processes
    that make the same call search together, on one machine or on several.
    """
    wanted = Search.of(bot, against, **search)
    if study is not None and storage is not None:
        raise BadOption("a search has a study in a file or one in a storage, not both")
    with ExitStack() as opened:
        place = threads, on, progress, executor
        run: Tuning
        if storage is not None:
            run = opened.enter_context(SharedTuning(wanted, storage, *place))
        else:
            file = None if study is None else opened.enter_context(StudyFile(study, wanted))
            run = Tuning(wanted, file, *place)
        try:
            run.run(trials)
            return TuningResult(run, confirm(run, fresh, run.tell))
        except KeyboardInterrupt:
            return TuningResult(run, None, interrupted=True)
