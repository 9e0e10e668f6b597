"""The bots that can be invited to a room: those of unolab, by strength or by name.

And the user's own bots that were named on this process's command line, see own_bots.py.
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
"""The stand-in for a person who is away. It never changes: old logs depend on it."""

BOT_NAMES: Final = (
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
COMPILER: Final = ThreadPoolExecutor(
    1, "unolab compiler"
)  # so that neither bots nor replays wait for it
FIRST_ROBOT: Final = PEOPLES_FACES  # faces from here on are robots
ROBOTS: Final = 10


class BotLook(TypedDict):
    """What people see of a bot."""

    name: str
    avatar: int


def opponent(text: str) -> tuple[ShippedBot, Strength | None]:
    """Find a bot by name or strength, and return the strength if it was given."""
    strength = next((known for known in get_args(Strength) if text == known), None)
    try:
        return Bot.parse(text), strength
    except BotSettings as error:
        raise Refusal("unknown_bot", str(error)) from None
    except BadBot:
        known = [*dict.fromkeys([*STRENGTHS, *BOTS])]
        hint = suggestion(text, known)
        raise Refusal(
            "unknown_bot", f"unknown bot {show(text)}{hint}; known are {', '.join(known)}"
        ) from None


def compile_bot(bot: Bot) -> int:
    """Compile a bot and return the address of its code."""
    return bot.address


def prepare(text: str) -> tuple[Bot, Strength | None]:
    """Find a bot that may be invited, and make it ready to play."""
    own = own_bot(text)
    bot, strength = opponent(text) if own is None else (own, None)
    compile_bot(bot)
    return bot, strength


async def invite(text: str, seat: int, names: Iterable[str], faces: Collection[int]) -> Chair:
    """Seat a bot, with a name and a face that nobody at the table has."""
    # in a thread: loading weights takes a moment; compiling takes seconds, once on a machine
    loop = asyncio.get_running_loop()
    bot, strength = await loop.run_in_executor(COMPILER, prepare, text)
    return Chair(kind="bot", bot=bot, strength=strength, **choose_likeness(seat, names, faces))


def choose_likeness(seat: int, names: Iterable[str], faces: Collection[int]) -> BotLook:
    """Choose a name and a face for a bot that nobody at the table has."""
    taken = [*names]
    robots = [FIRST_ROBOT + (seat + step) % ROBOTS for step in range(ROBOTS)]
    return BotLook(
        name=next(n for n in (*BOT_NAMES, *map(str, range(100))) if not is_taken(n, taken)),
        avatar=next((robot for robot in robots if robot not in faces), robots[0]),
    )
