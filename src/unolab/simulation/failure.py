"""Why a bot could not go on in one of many games, in a sentence."""

from __future__ import annotations

from unolab.bots import minds_of
from unolab.bots.failure import failure as why
from unolab.engine import calls
from unolab.engine.layout import NOBODY
from unolab.errors import BotFailed
from unolab.game import Game
from unolab.simulation.job import Job
from unolab.simulation.seating import seating
from unolab.state import State
from unolab.table import copy_of


def failure(job: Job, number: int) -> BotFailed:
    """Play a game in which a compiled bot erred again, and ask that bot as plain Python."""
    order, dealer = seating(job, number)
    bots = [job.bots[bot] for bot in order]
    game = Game(job.rules, len(bots), job.seed, number // job.rotations, dealer)
    record = game.start.to_record()
    minds = minds_of(bots, job.seed, game.number)
    code = 0
    while code >= 0:
        before = copy_of(minds)  # as the bot was when it was asked
        code = calls.let_bots_move(record, minds, NOBODY)
    seat = -1 - int(code)
    view = State.from_record(job.rules, record).view(seat)
    return why(bots[seat], view, before["each"][0, seat], f"game {number}, {game.deal}")
