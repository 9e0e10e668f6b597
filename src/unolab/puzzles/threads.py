"""Work on many puzzles or games at once: the compiled part of it uses all cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import closing
from typing import TypeVar

from unolab.cores import cores
from unolab.simulation.handout import hand_out
from unolab.simulation.pool import Pool

Work = TypeVar("Work")
Result = TypeVar("Result")


def do_all(
    works: Iterator[Work], do: Callable[[Work], Result], threads: int | None = None
) -> Generator[tuple[Work, Result]]:
    """Do works in threads, and yield them with their results in their order."""
    with Pool(threads=threads or cores()) as pool:

        def submit(work: Work) -> Future[Result]:
            return pool.submit(do, work)

        with closing(hand_out(works, submit, lambda: pool.ahead)) as done:
            yield from (one for one in done if one is not None)
