"""Many games on a GPU, played in parallel and counted as on the processor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from time import perf_counter
from typing import Any, Final, Protocol

import numpy as np

from unolab.bots import Bot, minds_of
from unolab.bots.kit.bluffs import doubts, invites_bluff
from unolab.bots.own import Compiled, bot_of
from unolab.bots.settings import WEIGHTS
from unolab.engine.layout import TALLY
from unolab.engine.record import Record, make_record
from unolab.engine.setup import blank_state, words
from unolab.errors import BadOption, ResourceError, UnolabError
from unolab.simulation.failure import failure
from unolab.simulation.job import Job

# Measured on an H200: with more threads their games no longer fit into the caches
THREADS: Final = 64  # in a block
BLOCKS: Final = 6  # for each multiprocessor
TALLIES: Final = 256  # that the blocks share; more take longer to add up
FIRST_CHUNK: Final = 1 << 18  # deals in the first chunk
CHUNK_SECONDS: Final = 0.15  # at least, once there are many games to play
LOCKSTEP_SECONDS: Final = 2.0  # the same with networks, where the last games of a chunk are slow


class Table(Protocol):
    """Plays the games of a line-up on the device, from one number to another."""

    def __call__(
        self, tallies: Any, erring: Any, low: int, high: int, begin: int, end: int, rotations: int
    ) -> None:
        """Add the games to the tallies, and note the first one in which a bot errs."""


class Play:
    """Plays the games of a job from one number to another, and returns their tally."""

    def __init__(self, job: Job, table: Table, seconds: float) -> None:
        """Take a line-up; a chunk of its games should take so long at least."""
        self.job = job
        self.seconds = seconds
        self._table = table

    def __call__(self, begin: int, end: int) -> Record:
        """Play and count the games from ``begin`` to ``end``."""
        gpu, job = engine(), self.job
        tallies = gpu.to_device(np.zeros(1 if gpu.SIMULATED else TALLIES, TALLY))
        erring = gpu.to_device(np.array([gpu.NO_GAME]))
        try:
            self._table(tallies, erring, *words(job.seed), begin, end, job.rotations)
            game = int(erring.copy_to_host()[0])
        except UnolabError:
            raise
        except Exception as error:  # of the compiler's, of the driver's: there are many
            told = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ResourceError(f"the GPU can't play this: {told:.200}") from error
        if game < gpu.NO_GAME:
            raise failure(job, game)
        total = make_record(TALLY)
        parts = tallies.copy_to_host().view(np.int64).reshape(len(tallies), -1)
        total.view(np.int64)[:] = parts.sum(0)
        return total


def parts(jobs: Sequence[Job]) -> Iterator[Record]:
    """Play the games of jobs and count them, as ``cpu.parts`` does."""
    return chunks_of_all(jobs, player_of(jobs[0]))


def chunks_of_all(jobs: Sequence[Job], play: Play) -> Iterator[Record]:
    """Play job after job; the first has its player already."""
    yield from chunks(play)
    for job in jobs[1:]:
        yield from chunks(player_of(job))


def chunks(play: Play) -> Iterator[Record]:
    """Play chunk by chunk, more at a time until one takes long enough."""
    deals, games, rotations = FIRST_CHUNK, play.job.games, play.job.rotations
    begin = 0
    while begin < games:
        end = min(begin + deals * rotations, games)
        start = perf_counter()
        tally = play(begin, end)
        if perf_counter() - start < play.seconds:
            deals *= 4
        yield tally
        begin = end


def player_of(job: Job, others: Sequence[Bot] = ()) -> Play:
    """Return what plays games of a job, from one to another, and counts them.

    To compile a kernel takes long; one that is made for ``others``, too, serves several line-ups.
    """
    for bot in job.bots:
        bot.check_gpu()
    if job.matches:
        raise BadOption("a GPU cannot play matches: play on the cpu")
    engine()
    networks = {bot.network.hash: bot.network for bot in job.bots if bot.network is not None}
    bots = [bot for bot in (*others, *job.bots) if networks or bot.network is None]
    codes = tuple(dict.fromkeys(bot.strategy.code for bot in bots))
    unused = tuple(
        (function, never)
        for function, name in ((doubts, "judge"), (invites_bluff, "bluff"))
        if not any(bot.values().get(name) for bot in bots)
    )
    trusted = all(bot.strategy.is_trusted for bot in bots)
    state = blank_state(job.rules, len(job.bots))
    minds = minds_of(job.bots, job.seed)
    for bot, mind in zip(job.bots, minds["each"][0], strict=False):
        mind["bot"] = codes.index(bot.strategy.code)
        if bot.network is not None:
            mind["memory"]["settings"][WEIGHTS] = [*networks].index(bot.network.hash)
    options = codes, trusted, unused, job.comebacks
    if networks:
        from unolab.simulation.lockstep import Lockstep

        deals = job.games // job.rotations
        lockstep = Lockstep([*networks.values()], lockstep_kernels(*options), state, minds, deals)
        play = Play(job, lockstep.play, LOCKSTEP_SECONDS)
    else:
        play = Play(job, seat(kernel_of(*options), state, minds), CHUNK_SECONDS)
    play(0, 0)  # compiles, before there is a clock
    return play


def seat(kernel: Any, state: Record, minds: Record) -> Table:
    """Let every thread of a kernel play games of a line-up."""
    gpu = engine()
    shape = (1, 2) if gpu.SIMULATED else (BLOCKS * gpu.multiprocessors(), THREADS)
    table = gpu.words_of(state, gpu.GPU_STATE), gpu.words_of(minds, gpu.GPU_MINDS)
    return lambda *given: kernel[shape](*table, *given)


@cache
def kernel_of(codes: tuple[Any, ...], trusted: bool, unused: tuple[Any, ...], closely: bool) -> Any:
    """Make the kernel of a line-up, without what none of its bots wants to know."""
    return engine().kernel_of(functions_of(codes), trusted, unused, closely)


@cache
def lockstep_kernels(
    codes: tuple[Any, ...], trusted: bool, unused: tuple[Any, ...], closely: bool
) -> Any:
    """Make the kernels of a line-up with networks."""
    from unolab.simulation.lockstep import make_kernels

    return make_kernels(functions_of(codes), trusted, unused, closely)


def functions_of(codes: Sequence[Any]) -> list[Any]:
    """Return the functions that play."""
    return [bot_of(code, safe=False) if isinstance(code, Compiled) else code for code in codes]


def never(table: Any, hand: Any, card: int = 0) -> bool:
    """Stand in for a judgement that nobody asks for."""
    return False


def engine() -> Any:
    """Return the engine for GPUs, or say what is missing."""
    from unolab.engine import gpu

    gpu.check_device()
    return gpu
