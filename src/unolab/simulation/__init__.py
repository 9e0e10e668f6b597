"""Mass simulation: bots and deals go in, a Report comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from time import perf_counter
from typing import Final

import numpy as np

from unolab.bots import Bot, Compiled, PlainBot
from unolab.engine.layout import TALLY
from unolab.engine.record import Record, make_record
from unolab.errors import BadOption, show
from unolab.rules import Rules
from unolab.simulation.job import Job, job_of, whole
from unolab.simulation.machine import cores
from unolab.simulation.report import Report

__all__ = ["Job", "Report", "cores", "simulate"]

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
) -> Report:
    """Let bots play many games, with seats and dealers by lot, and report what they came to.

    With ``duplicate`` every deal is played once for every seat, the bots moving on by one.
    ``comebacks`` notes how far behind the winners were. ``progress`` is called now and then with a
    Report of what is there so far, ``pause`` seconds apart or more. Ctrl-C ends the games: the
    Report is on those that were played.
    """
    job = job_of(bots, games, rules, seed, duplicate, comebacks)
    return run(job, parts_of(job, threads, on), progress, pause)


def run(
    job: Job,
    parts: Iterator[Record],
    progress: Callable[[Report], None] | None = None,
    pause: float = REPORT_PAUSE,
) -> Report:
    """Add up the parts of a job."""
    total = make_record(TALLY)
    start = shown = perf_counter()
    interrupted = False
    try:
        with closing(parts) as arriving:  # type: ignore[type-var]
            for part in arriving:
                total.view(np.int64)[:] += part.view(np.int64)
                now = perf_counter()
                if progress is not None and now - shown >= pause:
                    shown = now
                    progress(Report(job, total.copy(), now - start))
    except KeyboardInterrupt:
        interrupted = True
        if not total["ends"].any():
            raise  # there is nothing to report
    return Report(job, total, perf_counter() - start, interrupted)


def parts_of(job: Job, threads: int | None, on: str) -> Iterator[Record]:
    """Choose where the games are played."""
    if threads is not None:
        threads = whole("the number of threads", threads, 1, 1024, "1024")
    if on == "gpu":
        parts: Iterator[Record] = import_module("unolab.simulation.gpu").parts(job)
        return parts
    if on != "cpu":
        raise BadOption(f"games are played on the cpu or the gpu, not on {show(on)}")
    from unolab.simulation import cpu

    return cpu.parts(job, threads or cores())
