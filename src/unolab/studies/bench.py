"""How fast it is here: the figures behind ``unolab bench``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from time import perf_counter

import numpy as np

from unolab.bots import bots_of, minds_of
from unolab.engine.layout import SCORE, TALLY
from unolab.engine.record import make_record
from unolab.engine.series import run_series
from unolab.engine.setup import blank_state, words
from unolab.gameloop import play
from unolab.rules import Rules
from unolab.simulation import Executor, Report, cores, simulate
from unolab.simulation.figure import COUNT, Figure
from unolab.simulation.pool import Pool
from unolab.state import View

TIMED_IMPORT = "import time; start = time.perf_counter(); import unolab; "
IMPORT = TIMED_IMPORT + "print(time.perf_counter() - start)"
FIRST_GAME = (
    TIMED_IMPORT + "unolab.play(['random'] * 4, seed=1); print(time.perf_counter() - start)"
)

LINE_UPS = (
    ["random", "random"],
    ["random"] * 6,
    ["greedy", "random"],
    ["diversity", "random"],
    ["cardranking", "random"],
    ["mixbot2", "random"],
)

COMPARED = (
    (["mixbot2:points", "mixbot", "scorebot", "cardcounting"], "official"),
    (["classes", "ashtabna", "mixbot2(forget=0.3)", "greedy(challenge=0.5)"], "party"),
    (["cardcounting:points", "scorebot:points", "diversity"], "stacking"),
)

NETWORKS = ["neural", "neural"], ["neural", "mixbot2"]
NETWORK_GAMES = 100_000  # that are compared with those of the processor

Announce = Callable[[str], None]


def measure(say: Announce = lambda line: None, seconds: float = 2.0) -> Iterator[Figure]:
    """Measure games, moves and start-up; ``say`` hears what is being measured."""
    for bots in LINE_UPS:
        say(f"{title(bots)}, unoai rules, one thread")
        pace = games_per_second(bots, seconds)
        yield Figure(f"{short(bots)}_games_per_second", pace, "games/s", title(bots))
    threads = cores()
    say(f"random against random, {threads} threads")
    yield Figure("threads", threads, COUNT, "threads")
    pace = play_threaded(threads, seconds)
    yield Figure("all_threads_games_per_second", pace, "games/s", "all threads")
    say("a bot in plain Python")
    pace = plain_decisions_per_second(seconds)
    yield Figure("plain_bot_decisions_per_second", pace, "decisions/s", "plain Python bot")
    say("moves made one by one from Python")
    pace = moves_per_second(seconds)
    yield Figure("state_play_moves_per_second", pace, "moves/s", "State.play")
    say("starting Python and importing unolab")
    yield Figure("import_seconds", best_of(IMPORT), "seconds", "import")
    say("starting Python and playing a first game")
    yield Figure("first_game_seconds", best_of(FIRST_GAME), "seconds", "first game")


def measure_gpu(say: Announce = lambda line: None, games: int = 1 << 25) -> Iterator[Figure]:
    """Measure a GPU: compiling, games, and whether they are those of the processor."""
    for bots in LINE_UPS:
        say(f"{title(bots)}, unoai rules, on the GPU")
        start = perf_counter()
        few = simulate(bots, 50_000, "unoai", on="gpu")
        took = perf_counter() - start
        yield Figure(
            f"gpu_{short(bots)}_compile_seconds", took, "seconds", f"compile {title(bots)}"
        )
        check_same(bots, "unoai", few)
        report = simulate(bots, games, "unoai", seed=1, on="gpu")
        pace = report.games / report.seconds
        yield Figure(f"gpu_{short(bots)}_games_per_second", pace, "games/s", title(bots))
    for bots, rules in COMPARED:
        say(f"{', '.join(bots)}, {rules} rules: the same games as on the processor?")
        check_same(bots, rules, simulate(bots, 20_000, rules, on="gpu", duplicate=True))
    if find_spec("jax") is None:
        say("JAX is not installed, so networks are not measured")
        return
    for bots in NETWORKS:
        yield from measure_networks(bots, say, games >> 1)


def measure_networks(bots: Sequence[str], say: Announce, games: int) -> Iterator[Figure]:
    """Measure a line-up with networks on a GPU, and how many games differ from the processor's."""
    say(f"{title(bots)}, official rules, on the GPU")
    start = perf_counter()
    compared = simulate(bots, NETWORK_GAMES, on="gpu")
    took = perf_counter() - start
    yield Figure(f"gpu_{short(bots)}_compile_seconds", took, "seconds", f"compile {title(bots)}")
    report = simulate(bots, games, seed=1, on="gpu")
    pace = report.games / report.seconds
    yield Figure(f"gpu_{short(bots)}_games_per_second", pace, "games/s", title(bots))
    say(f"{title(bots)}: the same {NETWORK_GAMES:,} games on the processor")
    differing = count_differing(compared, simulate(bots, NETWORK_GAMES))
    yield Figure(f"gpu_{short(bots)}_differing", differing, COUNT, f"differing, {title(bots)}")


def count_differing(one: Report, other: Report) -> int:
    """Return how many games have other lengths in two reports on the same games, at least."""
    return int(np.abs(one.lengths - other.lengths).sum() + 1) // 2


def measure_cluster(
    executor: Executor, say: Announce = lambda line: None, games: int = 10_000_000
) -> Iterator[Figure]:
    """Measure the workers of an executor against the threads of this machine, on the same games."""
    bots, threads = ["random", "random"], cores()
    workers = Pool(executor).workers
    simulate(bots, 100_000, "unoai", executor=executor)  # compiles, wherever the workers are
    say(f"{games:,} games, {threads} threads")
    here = simulate(bots, games, "unoai", seed=1)
    say(f"the same games, {workers} workers")
    there = simulate(bots, games, "unoai", seed=1, executor=executor)
    if there != here:
        raise ValueError("the games of the cluster are not those of this machine")
    paces = [report.games / report.seconds for report in (here, there)]
    yield Figure("threads", threads, COUNT, "threads")
    yield Figure("all_threads_games_per_second", paces[0], "games/s", "all threads")
    yield Figure("cluster_workers", workers, COUNT, "workers")
    yield Figure("cluster_games_per_second", paces[1], "games/s", "all workers")
    share = paces[1] / workers / (paces[0] / threads)
    yield Figure("cluster_worker_speed", share, "threads", "a worker is worth")


def check_same(bots: Sequence[str], rules: str, report: Report) -> None:
    """Raise an error unless the games of a GPU are those of the processor."""
    duplicate = report.job.rotations > 1
    if report != simulate(bots, report.games, rules, duplicate=duplicate):
        raise ValueError(f"{', '.join(bots)}: the GPU's games are not those of the processor")


def title(bots: Sequence[str]) -> str:
    """Name a line-up."""
    return f"{bots[0]} of {len(bots)}" if len(bots) > 2 else " against ".join(bots)


def short(bots: Sequence[str]) -> str:
    """Name a line-up for programs: ``random_6`` or ``greedy_random``."""
    return f"{bots[0]}_{len(bots)}" if len({*bots}) == 1 else "_".join(bots)


def games_per_second(
    bots: Sequence[str], seconds: float, rules: str = "unoai", chunk: int = 20_000
) -> float:
    """Play games on one thread for so long; the best part of the time counts.

    Other programs can only make it slower, so the best of many short parts is the truest.
    """
    state = blank_state(Rules.parse(rules), len(bots))
    minds = minds_of(bots_of(bots), seed=1)
    parts = state, minds, make_record(SCORE), make_record(TALLY), *words(1)
    run_series(*parts, 0, 1, 1, False)  # compiles
    best, first, end = 0.0, 0, perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        run_series(*parts, first, chunk, 1, False)
        best = max(best, chunk / (perf_counter() - start))
        first += chunk
    return best


def play_threaded(threads: int, seconds: float) -> float:
    """Play games on several threads, about so long, and return how many a second."""
    best, games, end = 0.0, 100_000, perf_counter() + 2 * seconds
    while perf_counter() < end:
        report = simulate(["random", "random"], games, "unoai", threads=threads)
        best = max(best, report.games / report.seconds)
        games = max(games, int(best * seconds / 2))
    return best


def plain_decisions_per_second(seconds: float) -> float:
    """Play against a bot in plain Python and count how often it decides."""
    asked = 0

    def first_legal(view: View) -> object:
        nonlocal asked
        asked += 1
        return view.legal[0]

    simulate([first_legal, "random"], 1, "unoai")  # type: ignore[list-item]  # compiles
    best, end = 0.0, perf_counter() + seconds
    while perf_counter() < end:
        before, start = asked, perf_counter()
        simulate([first_legal, "random"], 200, "unoai")  # type: ignore[list-item]
        best = max(best, (asked - before) / (perf_counter() - start))
    return best


def moves_per_second(seconds: float, rules: Rules | str = "official") -> float:
    """Replay a game with ``State.play`` for so long; the best round counts."""
    game = play(["random"] * 4, rules, seed=3)
    best, end = 0.0, perf_counter() + seconds
    while perf_counter() < end:
        state = game.start
        start = perf_counter()
        for move in game.moves:
            state = state.play(move)
        best = max(best, len(game.moves) / (perf_counter() - start))
    return best


def best_of(code: str, times: int = 3) -> float:
    """Run a program that prints its seconds, in a fresh Python, and return the best."""
    command = [sys.executable, "-c", code]
    return min(float(subprocess.check_output(command, text=True)) for _ in range(times))
