"""The bots that can be invited to a room: by strength or by name, those of unolab.

And those of one's own that the command line of this very process named, see own_bots.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypedDict, get_args

from unolab.bots import BOTS, Bot, ShippedBot
from unolab.bots.strengths import STRENGTHS
from unolab.errors import BadBot, BotSettings, show, suggestion
from unolab.server.protocol import PEOPLES_FACES, Strength
from unolab.server.protocol.names import is_taken
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import Chair
from unolab.server.room.own_bots import own_bot

STAND_IN: Final = Bot.parse("diversity(forget=0.1)")
"""Who plays for a person that is away. Rooms of earlier versions had the same: it never changes."""

NAMES: Final = (
    "Bolt",
    "Cog",
    "Pixel",
    "Gizmo",
    "Chip",
    "Fuse",
    "Widget",
    "Beep",
    "Sprocket",
    "Dot",
)
COMPILER: Final = ThreadPoolExecutor(1, "unolab compiler")  # neither bots nor replays wait for it
FIRST_ROBOT: Final = PEOPLES_FACES  # the faces from here on are robots'
ROBOTS: Final = 10


class Look(TypedDict):
    """What people see of a bot."""

    name: str
    avatar: int


def opponent(text: str) -> tuple[ShippedBot, Strength | None]:
    """Find the bot that somebody asks for, and the strength if it was asked for by that."""
    strength = next((known for known in get_args(Strength) if text == known), None)
    try:
        return Bot.parse(text), strength
    except BotSettings as error:
        raise Refusal("unknown_bot", str(error)) from None
    except BadBot:
        known = [*STRENGTHS, *BOTS]
        hint = suggestion(text, known)
        raise Refusal(
            "unknown_bot", f"unknown bot {show(text)}{hint}; known are {', '.join(known)}"
        ) from None


def compile_bot(bot: Bot) -> int:
    """Compile a bot, and return where its code is."""
    return bot.address


async def invite(text: str, seat: int, names: Iterable[str], faces: Collection[int]) -> Chair:
    """Seat a bot, under a name and with a face that nobody at the table has."""
    own = own_bot(text)
    bot, strength = opponent(text) if own is None else (own, None)
    # in a thread: to compile a bot takes seconds, the first time on a machine
    await asyncio.get_running_loop().run_in_executor(COMPILER, compile_bot, bot)
    return Chair(kind="bot", bot=bot, strength=strength, **unused(seat, names, faces))


def unused(seat: int, names: Iterable[str], faces: Collection[int]) -> Look:
    """Choose a name and a face for a bot that nobody at the table has."""
    taken = [*names]
    robots = [FIRST_ROBOT + (seat + step) % ROBOTS for step in range(ROBOTS)]
    return Look(
        name=next(n for n in (*NAMES, *map(str, range(100))) if not is_taken(n, taken)),
        avatar=next((robot for robot in robots if robot not in faces), robots[0]),
    )
