"""ChunkPlayer: plays some games of a job, in this process or, pickled, in another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
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
from unolab.simulation.travel import Luggage, pack, unpack

FIRST_CHUNK: Final = 16  # deals in the first chunk, so that there soon is something to show
FIRST_SLOW_CHUNK: Final = 1  # the same where a game may take long
CHUNK_GROWTH: Final = 4  # by how much the next one may be longer
LAST_CHUNKS: Final = 8  # how many times shorter the last ones may be than the others
JOBS_KEPT: Final = 64  # jobs that a worker remembers, for their next chunk

Desk = tuple[Record, Record, Record]
"""What a thread works on: a state, the bots' minds and the score of a deal."""

Chunk = tuple[Record, float]
"""What became of some games: their tally, and the seconds that one of them took."""


class ChunkPlayer:
    """Plays games of a job from one number on and counts them; any number of threads may ask it.

    What a game comes to depends on its number alone. So it does not matter who plays it: pickled,
    a ChunkPlayer takes the job along, and a process that has met the job before remembers it.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.is_compiled = all(bot.is_compiled for bot in job.bots)
        searches = any(bot.looks_ahead for bot in job.bots)
        self.is_slow = searches or not self.is_compiled
        self._desks: list[Desk] = []

    def __call__(self, first: int, games: int) -> Chunk:
        """Play and count some games at a free desk; nought of them compile what has to be."""
        with np.errstate(over="ignore"):  # where nothing is compiled, words may overflow
            desk = self._take_desk()
            tally = make_record(TALLY)
            start = perf_counter()
            self._play(desk, tally, first, games)
            seconds = perf_counter() - start
        self._desks.append(desk)
        return tally, max(seconds, 1e-9) / max(games, 1)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the job as luggage, by which another process knows it again."""
        return Traveller, (self._luggage,)

    @cached_property
    def _luggage(self) -> Luggage:
        return pack(self.job)

    def _take_desk(self) -> Desk:
        try:
            return self._desks.pop()
        except IndexError:
            job = self.job
            state = blank_state(job.rules, len(job.bots))
            return state, minds_of(job.bots, job.seed), make_record(SCORE)

    def _play(self, desk: Desk, tally: Record, first: int, games: int) -> None:
        job = self.job
        if not self.is_compiled:
            plain.play_games(job, *desk, tally, first, games)
            return
        state, minds, score = desk
        where = (*words(job.seed), first, games, job.rotations)
        if job.matches:
            erred = run_matches(state, minds, score, tally, *where)
        else:
            erred = run_series(state, minds, score, tally, *where, job.comebacks)
        if erred:
            raise failure(job, int(score["game"][0]))


@dataclass(frozen=True)
class Traveller:
    """A ChunkPlayer in another process, which unpacks when it is called.

    To fail while it is unpickled would break a pool of processes, and nobody would learn why.
    """

    luggage: Luggage

    def __call__(self, first: int, games: int) -> Chunk:
        """Play and count some games."""
        return player_of(self.luggage)(first, games)


@lru_cache(JOBS_KEPT)
def player_of(luggage: Luggage) -> ChunkPlayer:
    """Return the player of a job that has come from another process."""
    player = ChunkPlayer(unpack(luggage))
    player(0, 0)  # compiles, so that the first chunk is not taken for a slow one
    return player


class ChunkSize:
    """How many deals the next chunk gets: as many as take so many seconds, fewer at the end."""

    def __init__(self, seconds: float, first: int = FIRST_CHUNK) -> None:
        self.seconds = seconds
        self._first = first
        self._deals = float(first)

    def choose(self, left: int, workers: int) -> int:
        """Choose the next one, ``left`` deals before the end, so that all get there together."""
        least = max(self._first, int(self._deals) // LAST_CHUNKS, left // (2 * workers))
        return min(int(self._deals), least, left)

    def learn(self, pace: float, rotations: int) -> None:
        """Take into account how many seconds a game took."""
        wanted = self.seconds / pace / rotations
        self._deals = max(1.0, min(self._deals * CHUNK_GROWTH, wanted))
