"""A single game of a series: who sits where, and the game itself."""

from __future__ import annotations

from unolab.bots import minds_of
from unolab.engine import calls
from unolab.engine.setup import blank_state, words
from unolab.game import Game
from unolab.gameloop import play
from unolab.simulation.job import Job


def find_seats(job: Job, game: int) -> tuple[list[int], int]:
    """Return which bot sits at each seat in a game, and who deals."""
    state = blank_state(job.rules, len(job.bots))
    minds = minds_of(job.bots, job.seed)
    calls.begin_game(state, minds, *words(job.seed), game, job.rotations)
    order = minds["order"][0, : len(job.bots)].tolist()
    return order, int(state["table"]["dealer"][0])


def game_of(job: Job, game: int) -> Game:
    """Play a game of the series again, and return it."""
    order, dealer = find_seats(job, game)
    bots = [job.bots[bot] for bot in order]
    return play(bots, job.rules, job.seed, game // job.rotations, dealer)
