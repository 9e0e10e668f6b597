"""Many games on the processor: some thousands at a time, on as many threads as are wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Thread
from time import perf_counter
from typing import Final

import numpy as np

from unolab.bots import minds_of
from unolab.engine.layout import SCORE, TALLY
from unolab.engine.matches import run_matches
from unolab.engine.record import Record, make_record
from unolab.engine.series import run_series
from unolab.engine.setup import blank_state, words
from unolab.simulation import plain
from unolab.simulation.failure import failure
from unolab.simulation.job import Job

FIRST_CHUNK: Final = 16  # deals in the first chunk, so that there soon is something to show
CHUNK_SECONDS: Final = 0.05  # how long a chunk is to take
CHUNK_GROWTH: Final = 4  # by how much the next one may be longer
THREAD_GRACE: Final = 2.0  # seconds until a thread that does not finish is left alone

Desk = tuple[Record, Record, Record]
"""What a thread works on: a state, the bots' minds and the score of a deal."""


def parts(job: Job, threads: int) -> Iterator[Record]:
    """Play the games of a job and count them, chunk by chunk in their order.

    What a game comes to depends on its number alone. So the sum of all parts is the same however
    many threads there are, and however they share the games. Closing the iterator stops them.
    """
    if not all(bot.is_compiled for bot in job.bots):
        return plain.parts(job)
    desks: list[Desk] = []
    play_chunk(job, desks, 0, 0)  # compiles what has to be, before there are threads and a clock
    return chunks(job, desks, threads)


def chunks(job: Job, desks: list[Desk], threads: int) -> Iterator[Record]:
    """Hand out chunks to threads, never many more than there are threads, and collect them."""
    deals, dealt = job.games // job.rotations, 0
    threads = min(threads, deals)
    chunk = float(FIRST_CHUNK)
    waiting: deque[Future[tuple[Record, float]]] = deque()
    # where nothing is compiled, every thread has to be told that words may overflow
    quiet = partial(np.seterr, over="ignore")
    pool = ThreadPoolExecutor(threads, "unolab", quiet)
    try:
        while waiting or dealt < deals:
            while dealt < deals and len(waiting) < 2 * threads:
                # smaller ones at the end, so that all threads get there together
                left = deals - dealt
                some = min(int(chunk), max(FIRST_CHUNK, left // (2 * threads)), left)
                first, games = dealt * job.rotations, some * job.rotations
                waiting.append(pool.submit(play_chunk, job, desks, first, games))
                dealt += some
            tally, pace = waiting.popleft().result()
            chunk = max(1.0, min(chunk * CHUNK_GROWTH, CHUNK_SECONDS / pace / job.rotations))
            yield tally
    finally:
        shut(pool)


def shut(pool: ThreadPoolExecutor) -> None:
    """Let threads finish their chunk; leave those alone in which a bot never returns."""
    closing = Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    closing.start()
    closing.join(THREAD_GRACE)


def play_chunk(job: Job, desks: list[Desk], first: int, games: int) -> tuple[Record, float]:
    """Play and count some games at a free desk; return the tally and the seconds a game took."""
    try:
        desk = desks.pop()
    except IndexError:
        desk = fresh_desk(job)
    state, minds, score = desk
    tally = make_record(TALLY)
    start = perf_counter()
    where = (*words(job.seed), first, games, job.rotations)
    if job.matches:
        erred = run_matches(state, minds, score, tally, *where)
    else:
        erred = run_series(state, minds, score, tally, *where, job.comebacks)
    seconds = perf_counter() - start
    if erred:
        raise failure(job, int(score["game"][0]))
    desks.append(desk)
    return tally, max(seconds, 1e-9) / max(games, 1)


def fresh_desk(job: Job) -> Desk:
    """Lay out what a thread works on."""
    state = blank_state(job.rules, len(job.bots))
    return state, minds_of(job.bots, job.seed), make_record(SCORE)
