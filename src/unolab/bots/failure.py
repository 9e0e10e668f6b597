"""Why a bot could not go on, in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np

from unolab.bots.bot import Bot
from unolab.bots.own import Compiled
from unolab.bots.source import wording
from unolab.errors import BotFailed, IllegalMove
from unolab.moves import SEAT_UNIT, Move
from unolab.state import State
from unolab.table import hand_part


def failure(bot: Bot, state: State, seat: int, mind: Any, where: str) -> BotFailed:
    """Ask a compiled bot that erred once more, as plain Python, with the mind that it had then."""
    record = state.to_record()
    table, hand = record["table"][0], hand_part(record, seat)[0]
    view = state.view(seat)
    strategy: Compiled = bot.strategy
    try:
        with np.errstate(all="ignore"):
            said = strategy.function(table, hand, mind["memory"], mind["rng"])
    except Exception as error:
        return BotFailed(f"{bot} raised {wording(error)} in {where}: {view}")
    try:
        move = Move(int(said) % SEAT_UNIT)
        state.play(move, seat)
    except IllegalMove as error:
        return BotFailed(f"{bot} wanted an illegal move in {where}: {error}")
    except (ValueError, TypeError):
        return BotFailed(f"{bot} answered {said!r:.40}, which is no move, in {where}: {view}")
    return BotFailed(f"{bot} wanted an illegal move in {where}: {view}")
