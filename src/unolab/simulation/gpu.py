"""Games on a GPU: many in flight, each played by one thread, counted as on the CPU."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np

from unolab.bots import Compiled, minds_of
from unolab.engine.layout import TALLY
from unolab.setup import words
from unolab.simulation.job import Job
from unolab.state import State
from unolab.table import Record, one

THREADS: Final = 64  # in a block
BLOCKS: Final = 8  # for each multiprocessor
TALLIES: Final = 256  # that blocks share: more are slower to add up, fewer to add to
CHUNK: Final = 1 << 22  # games between two reports, at full speed a tenth of a second


def parts(job: Job) -> Iterator[Record]:
    """Play a job; yield the tallies of consecutive chunks of games."""
    gpu, cuda = toolkit()
    strategies = list(dict.fromkeys(bot.strategy for bot in job.bots))
    plain = [str(bot) for bot in job.bots if not isinstance(bot.strategy, Compiled)]
    if plain:
        raise ValueError(f"{plain[0]} is plain Python, which a GPU can't run: try on='cpu'")
    kernel = kernel_for(tuple(strategies))
    state = State.deal(job.rules, len(job.bots), job.seed).to_record()
    minds = minds_of(job.bots, job.seed)
    for place, bot in enumerate(job.bots):
        minds["each"]["bot"][0, place] = strategies.index(bot.strategy)
    given = gpu.words_of(state, gpu.STATE), gpu.words_of(minds, gpu.MINDS)
    low, high = words(job.seed)
    simulated = gpu.SIMULATED
    blocks = 1 if simulated else BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    threads = 2 if simulated else THREADS
    for begin in range(0, job.games, CHUNK * job.rotations):
        end = min(begin + CHUNK * job.rotations, job.games)
        tallies = cuda.to_device(np.zeros(min(TALLIES, blocks), TALLY))
        errors = cuda.to_device(np.array([gpu.NO_ERROR]))
        kernel[blocks, threads](*given, tallies, errors, low, high, begin, end, job.rotations)
        erred = int(errors.copy_to_host()[0])
        if erred < gpu.NO_ERROR:
            raise RuntimeError(f"game {erred} stopped on the GPU")
        yield total(tallies.copy_to_host())


def total(tallies: np.ndarray[Any, Any]) -> Record:
    """Add up tallies."""
    numbers = tallies.view(np.int64).reshape(len(tallies), -1).sum(axis=0)
    tally = one(TALLY)
    tally.view(np.int64)[:] = numbers
    return tally


def toolkit() -> tuple[Any, Any]:
    """Return the engine for GPUs and Numba's interface to them, or say why there is none."""
    from unolab.engine import gpu

    return gpu, gpu.cuda


@cache
def kernel_for(strategies: tuple[Compiled, ...]) -> Any:
    """Compile the kernel of a line-up."""
    gpu, _ = toolkit()
    trusted = all(strategy.shipped for strategy in strategies)
    return gpu.kernel_of([strategy.function for strategy in strategies], trusted)
