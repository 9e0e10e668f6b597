"""The bots that can be invited to a room: by strength or by name, and nothing from a file."""

from __future__ import annotations

import asyncio
import re
from typing import Final, get_args

from unolab.bots import BOTS, Bot
from unolab.bots.strengths import STRENGTHS
from unolab.errors import show, suggestion
from unolab.server.entries import Chair
from unolab.server.protocol import Strength
from unolab.server.refusal import Refusal

STAND_IN: Final = STRENGTHS["medium"]
"""Who plays for a person that is away."""

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
FIRST_ROBOT: Final = 8  # the faces from here on are robots'
ROBOTS: Final = 4


def opponent(text: str) -> tuple[str, Strength | None]:
    """Return the text of a bot, and the strength if it was asked for by that."""
    for strength in get_args(Strength):
        if text == strength:
            return STRENGTHS[strength], strength
    # Bot.parse would also load a file of this machine: only names that are known go there
    name = re.match("[a-z0-9_]*", text)
    assert name is not None
    if name[0] not in BOTS or text[name.end() : name.end() + 1] not in ("", ":", "("):
        hint = suggestion(text, [*STRENGTHS, *BOTS])
        known = ", ".join([*STRENGTHS, *BOTS])
        raise Refusal("unknown_bot", f"unknown bot {show(text)}{hint}; known are {known}")
    try:
        return str(Bot.parse(text)), None
    except ValueError as error:
        raise Refusal("unknown_bot", str(error)) from None


def compile_bot(text: str) -> None:
    """Compile a bot."""
    assert Bot.parse(text).address


async def invited(text: str, seat: int, name: str | None, taken: list[str]) -> Chair:
    """Seat a bot, under a name that nobody at the table has if it has none yet."""
    bot, strength = opponent(text)
    # in a thread: to compile a bot takes seconds, the first time on a machine
    await asyncio.to_thread(compile_bot, bot)
    if name is None:
        name = next(name for name in (*NAMES, *map(str, range(100))) if name not in taken)
    face = FIRST_ROBOT + seat % ROBOTS
    return Chair(kind="bot", name=name, avatar=face, bot=bot, strength=strength)
