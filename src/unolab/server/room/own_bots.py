"""The user's own bots in the rooms of this process: only those named on its command line.

Rooms and their logs know such a bot as ``own:name``, never by its file. So no client can name a
file, and a log that is read by another process runs no code: if the bot was not named there, a
stand-in plays.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from unolab.bots import Bot, ShippedBot

PREFIX: Final = "own:"
_OWN: Final[dict[str, Bot]] = {}


def bring(text: str) -> str:
    """Load a bot for the user of this machine; return its name in rooms.

    One of unolab's bots keeps its name. Raises BadBot if anything is wrong.
    """
    bot = Bot.load(text)
    if isinstance(bot, ShippedBot):
        return text
    name = bot.name.rpartition(":")[2] if bot.network is None else Path(bot.name).stem
    own = replace(bot, name=PREFIX + name)
    _ = own.address  # compile it before anybody waits for it
    _OWN[str(own)] = own
    return str(own)


def own_bot(text: str) -> Bot | None:
    """Find a loaded bot by its name in rooms."""
    return _OWN.get(text)


def is_own(bot: object) -> bool:
    """Whether a bot is one of the user's own."""
    return isinstance(bot, Bot) and _OWN.get(str(bot)) is bot
