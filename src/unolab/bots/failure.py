"""Why a bot could not go on, in a sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from unolab.bots.bot import Bot
from unolab.bots.kit.manners import may_choose
from unolab.bots.source import describe_error
from unolab.engine.jit import plain
from unolab.engine.record import copy_record
from unolab.errors import BotFailed, IllegalMove, show
from unolab.moves import Move
from unolab.state import View


def failure(bot: Bot, view: View, mind: Any, where: str = "") -> BotFailed:
    """Ask a compiled bot that erred once more, as plain Python, with the mind that it had then."""
    place = f" in {where}" if where else ""
    table, hand = copy_record(view._table)[0], copy_record(view._hand)[0]
    strategy = bot.strategy
    chooses = strategy.everything or plain(may_choose)(table, hand)
    function = strategy.function if chooses else strategy.name_color
    try:
        with np.errstate(all="ignore"):
            said = function(table, hand, mind["memory"], mind["rng"])
    except Exception as error:
        return BotFailed(f"{bot} raised {describe_error(error)}{place}: {view}")
    if not chooses:
        return BotFailed(f"{bot} named {show(said)}, which is no colour from 0 to 3{place}: {view}")
    return wrong_answer(bot, view, said, place)


def wrong_answer(bot: Bot, view: View, said: object, place: str = "") -> BotFailed:
    """Say why something is no answer to what a bot was asked."""
    if said is None:
        return BotFailed(f"{bot} answered None in its turn{place}: {view}")
    comma = "," if place else ""
    try:
        move = Move(int(said))  # type: ignore[call-overload]
        view.sample(Random(0)).play(move, view.seat)
    except IllegalMove as error:
        return BotFailed(f"{bot} chose an illegal move{place}: {error}")
    except (ValueError, TypeError):
        return BotFailed(f"{bot} answered {show(said)}, which is not a move{comma}{place}: {view}")
    return BotFailed(f"{bot} chose an illegal move{place}: {view}")
