"""Why a bot could not go on, in a sentence."""

from __future__ import annotations

import numpy as np

from unolab.bots import minds_of
from unolab.bots.own import wording
from unolab.engine import calls
from unolab.engine.layout import NOBODY
from unolab.errors import BotFailed, IllegalMove
from unolab.game import Game
from unolab.moves import Move
from unolab.simulation.job import Job
from unolab.simulation.seating import seating
from unolab.state import State
from unolab.table import copy_of, hand_part


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
    bot, mind = bots[seat], before["each"][0, seat]
    state = State.from_record(job.rules, record)
    where = f"in game {number}, {game.deal}: {state.view(seat)}"
    hand = hand_part(record, seat)[0]
    try:
        with np.errstate(all="ignore"):
            said = bot.strategy.function(record["table"][0], hand, mind["memory"], mind["rng"])
    except Exception as error:
        return BotFailed(f"{bot} raised {wording(error)} {where}")
    try:
        state.play(Move.of(int(said)), seat)
    except IllegalMove as error:
        return BotFailed(f"{bot} wanted an illegal move in game {number}, {game.deal}: {error}")
    except (ValueError, TypeError):
        return BotFailed(f"{bot} answered {said!r:.40}, which is no move, {where}")
    return BotFailed(f"{bot} wanted an illegal move {where}")
