"""Mass simulation: bots and deals go in, a Report comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from time import perf_counter
from typing import Final

import numpy as np

from unolab.bots import Bot, Compiled, PlainBot
from unolab.cores import cores
from unolab.engine.layout import TALLY
from unolab.engine.record import Record, make_record
from unolab.errors import BadOption, show
from unolab.rules import Rules
from unolab.simulation.job import Job, job_of, whole
from unolab.simulation.pool import Executor, Pool
from unolab.simulation.report import Report

__all__ = ["Executor", "Job", "Report", "cores", "simulate"]

REPORT_PAUSE: Final = 0.1  # seconds from one report on the progress to the next


def simulate(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    games: int = 100_000,
    rules: Rules | str = "official",
    seed: int = 0,
    threads: int | None = None,
    on: str = "cpu",
    duplicate: bool = False,
    *,
    comebacks: bool = False,
    progress: Callable[[Report], None] | None = None,
    pause: float = REPORT_PAUSE,
    executor: Executor | Callable[[], Executor] | None = None,
) -> Report:
    """Let bots play many games, with seats and dealers by lot, and report what they came to.

    With ``duplicate`` every deal is played once for every seat, the bots moving on by one.
    ``comebacks`` notes how far behind the winners were. ``progress`` is called now and then with a
    Report of what is there so far, ``pause`` seconds apart or more. Ctrl-C ends the games: the
    Report is on those that were played.

    ``executor`` plays the games instead of ``threads``: any that ``submit`` functions and returns
    futures, as those of ``concurrent.futures`` do, or a function that makes one. The Report is the
    same. Games whose worker has died are played again.
    """
    job = job_of(bots, games, rules, seed, duplicate, comebacks)
    return run(job, parts_of([job], threads, on, executor), progress, pause)


def run(
    job: Job,
    parts: Iterator[Record],
    progress: Callable[[Report], None] | None = None,
    pause: float = REPORT_PAUSE,
) -> Report:
    """Add up the parts of a job."""
    with closing(parts) as arriving:  # type: ignore[type-var]
        return add_up(job, arriving, progress, pause)


def run_all(
    jobs: Sequence[Job],
    threads: int | None = None,
    on: str = "cpu",
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[Report], None] | None = None,
    pause: float = REPORT_PAUSE,
) -> Iterator[Report]:
    """Play one job after the other; the last Report is shorter if Ctrl-C has ended its games.

    The next job begins while the last chunks of one are out, so that no worker has to wait.
    """
    with closing(parts_of(jobs, threads, on, executor)) as arriving:  # type: ignore[type-var]
        for job in jobs:
            report = add_up(job, arriving, progress, pause)
            yield report
            if report.interrupted:
                return


def add_up(
    job: Job, parts: Iterator[Record], progress: Callable[[Report], None] | None, pause: float
) -> Report:
    """Add up parts until a job is complete, or Ctrl-C ends it."""
    total = make_record(TALLY)
    start = shown = perf_counter()
    interrupted = False
    try:
        for part in parts:
            total.view(np.int64)[:] += part.view(np.int64)
            now = perf_counter()
            if progress is not None and now - shown >= pause:
                shown = now
                progress(Report(job, total.copy(), now - start))
            if total["ends"].sum() >= job.games:
                break
    except KeyboardInterrupt:
        interrupted = True
        if not total["ends"].any():
            raise  # there is nothing to report
    return Report(job, total, perf_counter() - start, interrupted)


def parts_of(
    jobs: Sequence[Job],
    threads: int | None,
    on: str,
    executor: Executor | Callable[[], Executor] | None = None,
) -> Iterator[Record]:
    """Choose where the games are played."""
    if threads is not None:
        threads = whole("the number of threads", threads, 1, 1024, "1024")
    if on == "gpu":
        if executor is not None:
            raise BadOption("an executor plays on the cpu: leave one of them out")
        parts: Iterator[Record] = import_module("unolab.simulation.gpu").parts(jobs)
        return parts
    if on != "cpu":
        raise BadOption(f"games are played on the cpu or the gpu, not on {show(on)}")
    from unolab.simulation import cpu

    alone = not all(bot.is_compiled for job in jobs for bot in job.bots)
    return cpu.parts(jobs, Pool(executor, threads, alone))
