"""How fast it is here: the figures behind ``unolab bench``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

from unolab.bots import bots_of, minds_of
from unolab.engine.layout import SCORE, TALLY
from unolab.engine.series import run_series
from unolab.rules import Rules
from unolab.selfplay import play
from unolab.setup import words
from unolab.state import State
from unolab.table import one

START = "import time; start = time.perf_counter(); import unolab; "
IMPORT = START + "print(time.perf_counter() - start)"
FIRST_GAME = START + "unolab.play(['random'] * 4, seed=1); print(time.perf_counter() - start)"


def measure(
    say: Callable[[str], None] = lambda line: None, seconds: float = 2.0
) -> dict[str, float]:
    """Measure games, moves and start-up; ``say`` hears what is being measured."""
    figures = {}
    for players, name in ((2, "games_per_second"), (6, "games_per_second_6")):
        say(f"random against random, {players} players, unoai rules, one thread")
        figures[name] = games_per_second(["random"] * players, seconds)
    say("moves made one by one from Python")
    figures["python_moves_per_second"] = moves_per_second(seconds)
    say("starting Python and importing unolab")
    figures["import_seconds"] = best_of(IMPORT)
    say("starting Python and playing a first game")
    figures["first_game_seconds"] = best_of(FIRST_GAME)
    return figures


def games_per_second(
    bots: Sequence[str], seconds: float, rules: str = "unoai", chunk: int = 20_000
) -> float:
    """Play games on one thread for so long; the best part of the time counts.

    Other programs can only make it slower, so the best of many short parts is the truest.
    """
    state = State.deal(rules, len(bots)).to_record()
    minds = minds_of(bots_of(bots), seed=1)
    parts = state, minds, one(SCORE), one(TALLY), *words(1)
    run_series(*parts, 0, 1, 1, False)  # compiles
    best, first, end = 0.0, 0, perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        run_series(*parts, first, chunk, 1, False)
        best = max(best, chunk / (perf_counter() - start))
        first += chunk
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
