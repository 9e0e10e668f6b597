"""Line-ups with bots in plain Python: the same games, one by one."""

from __future__ import annotations

from unolab.engine import calls
from unolab.engine.record import Record
from unolab.engine.setup import words
from unolab.game import Game
from unolab.gameloop import Round
from unolab.simulation.failure import failure
from unolab.simulation.job import Job
from unolab.simulation.seating import find_seats


def play_games(
    job: Job, state: Record, minds: Record, score: Record, tally: Record, first: int, games: int
) -> None:
    """Play some games of a job and count them, as ``run_series`` does."""
    table, seed = Round(job.rules, state), words(job.seed)
    for game in range(first, first + games):
        calls.begin_game(state, minds, *seed, game, job.rotations)
        order = minds["order"][0].tolist()
        table.finish(
            lambda passed: calls.let_bots_finish(state, minds, passed),
            lambda seat, order=order: job.bots[order[seat]],  # type: ignore[misc]
            lambda seat, game=game: failure(job, game),  # type: ignore[misc]
            lambda game=game: deal_of(job, game),  # type: ignore[misc]
        )
        done = (game + 1) % job.rotations == 0
        calls.end_game(state, minds, score, tally, done)


def deal_of(job: Job, game: int) -> str:
    """Name a game of the series and its deal."""
    dealer = find_seats(job, game)[1]
    dealt = Game(job.rules, len(job.bots), job.seed, game // job.rotations, dealer)
    return f"game {game}, {dealt.deal}"
