"""Many games on processors, here or elsewhere: chunk by chunk, on as many as there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from typing import NamedTuple

from unolab.engine.record import Record
from unolab.simulation.chunk import (
    FIRST_CHUNK,
    FIRST_SLOW_CHUNK,
    Chunk,
    ChunkPlayer,
    ChunkSize,
)
from unolab.simulation.handout import Silence, hand_out
from unolab.simulation.job import Job
from unolab.simulation.pool import Pool


class Games(NamedTuple):
    """Some games of a job that one worker plays."""

    player: ChunkPlayer
    size: ChunkSize
    first: int
    games: int


def parts(jobs: Sequence[Job], pool: Pool) -> Iterator[Record]:
    """Play the games of jobs and count them, chunk by chunk in their order.

    What a game comes to depends on its number alone. So the sum of all parts of a job is the same
    however many workers there are, and however they share the games. The next job begins while the
    last chunks of one are out. Closing the iterator stops them, and closes the pool.
    """
    first = ChunkPlayer(jobs[0])
    if pool.shares_memory:
        first(0, 0)  # compiles what has to be, before there are threads and a clock
    return chunks(cut([first, *map(ChunkPlayer, jobs[1:])], pool), pool)


def chunks(works: Iterator[Games], pool: Pool) -> Iterator[Record]:
    """Hand out chunks, and collect them."""

    def submit(work: Games) -> Future[Chunk]:
        return pool.submit(work.player, work.first, work.games)

    silence = Silence()
    with pool, closing(hand_out(works, submit, lambda: pool.ahead)) as done:
        for one in done:
            if one is None:
                pool.hear_silence(silence.seconds)
                continue
            silence.end()
            work, (tally, pace) = one
            work.size.learn(pace, work.player.job.rotations)
            yield tally


def cut(players: Sequence[ChunkPlayer], pool: Pool) -> Iterator[Games]:
    """Cut jobs into chunks: short ones at first, and again at the end of each."""
    for player in players:
        job = player.job
        first = FIRST_SLOW_CHUNK if player.is_slow else FIRST_CHUNK
        size = ChunkSize(pool.chunk_seconds, first)
        deals, dealt = job.games // job.rotations, 0
        while dealt < deals:
            some = size.choose(deals - dealt, pool.workers)
            yield Games(player, size, dealt * job.rotations, some * job.rotations)
            dealt += some
