"""Bots in plain Python: functions of a View, asked by the same rules."""

from __future__ import annotations

from unolab.bots.bot import Bot
from unolab.bots.source import describe_error
from unolab.engine import calls
from unolab.engine.run import PASS
from unolab.errors import BotFailed, OutOfResources, show
from unolab.moves import DRAW, SAYS_UNO, SEAT_UNIT, Move
from unolab.state import View


def answer(bot: Bot, view: View) -> int:
    """Ask a bot in plain Python; return its move, with "Uno" said for it, or PASS."""
    try:
        said = bot.strategy(view)
    except OutOfResources:
        raise  # it is not to blame
    except Exception as error:
        raise BotFailed(f"{bot} raised {describe_error(error)} in {view}") from error
    if said is None:
        return PASS
    try:
        move = Move.of(said) % SEAT_UNIT
    except (ValueError, TypeError) as error:
        raise BotFailed(f"{bot} answered {show(said)}, which is not a move, in {view}") from error
    polite = not getattr(bot.strategy, "everything", False)
    if polite and move < DRAW and calls.count_left(view._table, view._hand, move) == 1:
        return move + SAYS_UNO
    return move
