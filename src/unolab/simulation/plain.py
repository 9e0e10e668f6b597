"""Line-ups with bots in plain Python: the same games, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from unolab.bots import minds_of
from unolab.engine import calls
from unolab.engine.layout import SCORE, TALLY
from unolab.engine.record import Record, make_record
from unolab.engine.setup import blank_state, words
from unolab.game import Game
from unolab.gameloop import Round
from unolab.simulation.failure import failure
from unolab.simulation.job import Job
from unolab.simulation.seating import find_seats

PART_SECONDS: Final = 0.05  # how long a part takes


def parts(job: Job) -> Iterator[Record]:
    """Play the games of a job in this thread and count them, part by part."""
    state = blank_state(job.rules, len(job.bots))
    minds = minds_of(job.bots, job.seed)
    table = Round(job.rules, state)
    score, seed = make_record(SCORE), words(job.seed)
    game = 0
    while game < job.games:
        tally = make_record(TALLY)
        end = perf_counter() + PART_SECONDS
        while game < job.games and (game % job.rotations or perf_counter() < end):
            calls.begin_game(state, minds, *seed, game, job.rotations)
            order = minds["order"][0].tolist()
            table.finish(
                lambda passed: calls.let_bots_finish(state, minds, passed),
                lambda seat, order=order: job.bots[order[seat]],  # type: ignore[misc]
                lambda seat, game=game: failure(job, game),  # type: ignore[misc]
                lambda game=game: deal_of(job, game),  # type: ignore[misc]
            )
            game += 1
            calls.end_game(state, minds, score, tally, game % job.rotations == 0)
        yield tally


def deal_of(job: Job, game: int) -> str:
    """Name a game of the series and its deal."""
    dealer = find_seats(job, game)[1]
    dealt = Game(job.rules, len(job.bots), job.seed, game // job.rotations, dealer)
    return f"game {game}, {dealt.deal}"
