"""Why a bot could not go on in one of many games, in a sentence."""

from __future__ import annotations

from unolab.errors import BotFailed
from unolab.simulation.job import Job
from unolab.simulation.seating import game_of


def failure(job: Job, number: int) -> BotFailed:
    """Play a game in which a bot erred again, and say what went wrong."""
    try:
        game = game_of(job, number)
    except BotFailed as error:
        told = BotFailed(f"{error} (game {number})")
        told.__cause__ = error.__cause__
        return told
    return BotFailed(f"a bot erred in game {number}, {game.deal}, but not when it was played again")
