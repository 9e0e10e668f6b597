"""Line-ups with bots in plain Python: the same games, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from unolab.bots import minds_of
from unolab.bots.plain import answer
from unolab.engine import calls
from unolab.engine.layout import NOBODY, SCORE, TALLY
from unolab.engine.record import Record, copy_record, hand_of, make_record, table_of
from unolab.engine.run import ASKED, PASS
from unolab.engine.setup import words
from unolab.errors import BotFailed, IllegalMove
from unolab.game import Game
from unolab.moves import Move
from unolab.reason import explain
from unolab.simulation.failure import failure
from unolab.simulation.job import Job
from unolab.simulation.seating import seating
from unolab.state import State, View

SECONDS: Final = 0.05  # how long a part takes


def parts(job: Job) -> Iterator[Record]:
    """Play the games of a job in this thread and count them, part by part."""
    state = State.deal(job.rules, len(job.bots)).to_record()
    minds = minds_of(job.bots, job.seed)
    return games(job, state, minds)


def games(job: Job, state: Record, minds: Record) -> Iterator[Record]:
    """Play on, some games at a time."""
    score, seed = make_record(SCORE), words(job.seed)
    game = 0
    while game < job.games:
        tally = make_record(TALLY)
        end = perf_counter() + SECONDS
        while game < job.games and (game % job.rotations or perf_counter() < end):
            calls.begin_game(state, minds, *seed, game, job.rotations)
            finish(job, game, state, minds)
            game += 1
            calls.end_game(state, minds, score, tally, game % job.rotations == 0)
        yield tally


def finish(job: Job, game: int, state: Record, minds: Record) -> None:
    """Play a game to its end, asking those bots that have to be asked."""
    rules, order = job.rules, minds["order"][0].tolist()
    table = table_of(state)
    hands = [hand_of(state, seat) for seat in range(len(job.bots))]
    passed = NOBODY
    while code := calls.let_bots_finish(state, minds, passed):
        asked = code >= ASKED
        seat = int(code - ASKED if asked else -1 - code)
        bot = job.bots[order[seat]]
        view = View(rules, copy_record(table), copy_record(hands[seat]), seat)
        if not asked:
            raise failure(job, game)
        try:
            said = answer(bot, view)
        except BotFailed as error:
            raise BotFailed(f"{error} ({deal_of(job, game)})") from error.__cause__
        passed = NOBODY
        if said == PASS:
            if seat == table["turn"][0]:
                where = f"{deal_of(job, game)}: {view}"
                raise BotFailed(f"{bot} answered None in its turn in {where}")
            passed = seat
        elif reason := calls.attempt(state, seat, said):
            move = Move(said)
            why = IllegalMove(seat, move, str(view), explain(int(reason), view, seat, move))
            raise BotFailed(f"{bot} wanted an illegal move in {deal_of(job, game)}: {why}")


def deal_of(job: Job, game: int) -> str:
    """Name a game of the series and its deal."""
    dealer = seating(job, game)[1]
    dealt = Game(job.rules, len(job.bots), job.seed, game // job.rotations, dealer)
    return f"game {game}, {dealt.deal}"
