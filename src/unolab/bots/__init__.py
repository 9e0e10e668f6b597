"""The bots, one file each, and how they come to the table."""

from __future__ import annotations

from collections.abc import Sequence

from unolab.bots.bot import BOTS, Bot, PlainBot, ShippedBot
from unolab.bots.own import Compiled, compiled
from unolab.bots.seat import BotMemory, SeatedBot, minds_of, think

__all__ = [
    "BOTS",
    "Bot",
    "BotMemory",
    "Compiled",
    "PlainBot",
    "SeatedBot",
    "ShippedBot",
    "bots_of",
    "compiled",
    "minds_of",
    "seated",
    "think",
]


def bots_of(bots: Sequence[Bot | str | PlainBot | Compiled]) -> list[Bot]:
    """Take a list of bots in any form; text is trusted, as in ``Bot.of``."""
    if isinstance(bots, str):
        raise ValueError(f"bots are a list, one for each seat, not {bots!r:.40}")
    return [Bot.of(bot) for bot in bots]


def seated(
    bots: Sequence[Bot | str | PlainBot | Compiled], seed: int, number: int = 0
) -> list[SeatedBot]:
    """Seat bots round a table where others play too."""
    return [SeatedBot(bot, seat, seed, number) for seat, bot in enumerate(bots_of(bots))]
