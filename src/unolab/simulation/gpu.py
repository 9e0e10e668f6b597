"""Many games on a GPU: each is played by one thread, and counted as on the processor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from time import perf_counter
from typing import Any, Final

import numpy as np

from unolab.bots import Bot, Compiled, minds_of
from unolab.bots.kit.bluffs import doubts, invites_bluff
from unolab.bots.own import bot_of
from unolab.engine.layout import TALLY
from unolab.engine.record import Record, make_record
from unolab.engine.setup import blank_state, words
from unolab.errors import BadOption, ResourceError
from unolab.simulation.failure import failure
from unolab.simulation.job import Job

# Measured on an H200: with more threads their games no longer fit into the caches
THREADS: Final = 64  # in a block
BLOCKS: Final = 6  # for each multiprocessor
TALLIES: Final = 256  # that the blocks share; more take longer to add up
FIRST_GPU_CHUNK: Final = 1 << 18  # deals in the first chunk
GPU_CHUNK_SECONDS: Final = 0.15  # at least, once there are many games to play

Play = Callable[[int, int], Record]
"""It plays the games from one number to another, and returns their tally."""


def parts(jobs: Sequence[Job]) -> Iterator[Record]:
    """Play the games of jobs and count them, as ``cpu.parts`` does."""
    return chunks_of_all(jobs, player_of(jobs[0]))


def player_of(job: Job, others: Sequence[Bot] = ()) -> Play:
    """Return the function that plays games of a job, from one to another, and counts them.

    To compile a kernel takes long; one that is made for ``others``, too, serves several line-ups.
    """
    for bot in job.bots:
        bot.check_gpu()
    if job.matches:
        raise BadOption("a GPU cannot play matches: play on the cpu")
    gpu = engine()
    strategies = tuple(dict.fromkeys(bot.strategy for bot in (*others, *job.bots)))
    settings = [bot.values() for bot in (*others, *job.bots)]
    unused = tuple(
        function
        for function, name in ((doubts, "judge"), (invites_bluff, "bluff"))
        if not any(setting[name] for setting in settings)
    )
    kernel = kernel_of(strategies, unused, job.comebacks)
    state = blank_state(job.rules, len(job.bots))
    minds = minds_of(job.bots, job.seed)
    for place, bot in enumerate(job.bots):
        minds["each"]["bot"][0, place] = strategies.index(bot.strategy)
    table = gpu.words_of(state, gpu.GPU_STATE), gpu.words_of(minds, gpu.GPU_MINDS)
    play = partial(play_chunk, job, kernel, table)
    play(0, 0)  # compiles, before there is a clock
    return play


def chunks_of_all(jobs: Sequence[Job], play: Play) -> Iterator[Record]:
    """Play job after job; the first has its player already."""
    yield from chunks(jobs[0], play)
    for job in jobs[1:]:
        yield from chunks(job, player_of(job))


def chunks(job: Job, play: Play) -> Iterator[Record]:
    """Play chunk by chunk, more at a time until one takes long enough."""
    deals, games = FIRST_GPU_CHUNK, job.games
    begin = 0
    while begin < games:
        end = min(begin + deals * job.rotations, games)
        start = perf_counter()
        tally = play(begin, end)
        if perf_counter() - start < GPU_CHUNK_SECONDS:
            deals *= 4
        yield tally
        begin = end


def play_chunk(job: Job, kernel: Any, table: tuple[Any, Any], begin: int, end: int) -> Record:
    """Play and count the games from ``begin`` to ``end``."""
    gpu = engine()
    blocks, threads = (1, 2) if gpu.SIMULATED else (BLOCKS * gpu.multiprocessors(), THREADS)
    tallies = gpu.to_device(np.zeros(min(TALLIES, blocks), TALLY))
    erring = gpu.to_device(np.array([gpu.NO_GAME]))
    try:
        kernel[blocks, threads](
            *table, tallies, erring, *words(job.seed), begin, end, job.rotations
        )
        game = int(erring.copy_to_host()[0])
    except Exception as error:  # of the compiler's, of the driver's: there are many
        told = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise ResourceError(f"the GPU can't play this: {told:.200}") from error
    if game < gpu.NO_GAME:
        raise failure(job, game)
    total = make_record(TALLY)
    total.view(np.int64)[:] = tallies.copy_to_host().view(np.int64).reshape(len(tallies), -1).sum(0)
    return total


@cache
def kernel_of(strategies: tuple[Compiled, ...], unused: tuple[Any, ...], closely: bool) -> Any:
    """Make the kernel of a line-up, without what none of its bots wants to know."""
    trusted = all(strategy.shipped for strategy in strategies)
    exchanged = [(function, never) for function in unused]
    functions = [bot_of(strategy, safe=False) for strategy in strategies]
    return engine().kernel_of(functions, trusted, exchanged, closely)


def never(table: Any, hand: Any, card: int = 0) -> bool:
    """Stand in for a judgement that nobody asks for."""
    return False


def engine() -> Any:
    """Return the engine for GPUs, or say what is missing."""
    from unolab.engine import gpu

    gpu.check_device()
    return gpu
