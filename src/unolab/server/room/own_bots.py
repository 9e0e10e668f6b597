"""Bots of one's own in the rooms of this process: those that its command line named, and no others.

Rooms and their logs know such a bot as ``own:name``, never by its file. So nobody who talks to the
server can name a file, and a log that is read by another process leads to no code: where nobody
named the bot, a stand-in plays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from unolab.bots import Bot, ShippedBot

PREFIX: Final = "own:"
_OWN: Final[dict[str, Bot]] = {}


def bring(text: str) -> str:
    """Load a bot for the person whose machine this is; return what rooms call it.

    A bot of unolab's is called as it is written. Whatever is wrong is said by a BadBot.
    """
    bot = Bot.load(text)
    if isinstance(bot, ShippedBot):
        return text
    own = replace(bot, name=PREFIX + bot.name.rpartition(":")[2])
    _ = own.address  # compiled before anybody waits for it at the table
    _OWN[str(own)] = own
    return str(own)


def own_bot(text: str) -> Bot | None:
    """Find a bot that was brought, by what rooms call it."""
    return _OWN.get(text)


def is_own(bot: object) -> bool:
    """Whether a bot was brought."""
    return isinstance(bot, Bot) and _OWN.get(str(bot)) is bot
