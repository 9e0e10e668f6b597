"""How long bots take, so that people can follow. None of it depends on hidden cards."""

from __future__ import annotations

from random import uniform
from typing import Final

from unolab.server.protocol import Pace

FACTORS: Final[dict[Pace, float]] = {"calm": 1.8, "normal": 1.0, "quick": 0.4, "instant": 0.0}

UNO_GRACE: Final = 2.0
"""Grace period in seconds for a forgotten "Uno", before anyone can be caught."""
TOO_EARLY: Final = 1.0
"""Seconds by which a catch that is too early delays one's next: repeated tries do not help."""
JUMP_CHANCE: Final = 1.8
"""Minimum seconds for people to jump in, before a bot does or plays on."""
CATCHING_TIME: Final = 3.0
"""Seconds for people to catch, before a bot plays on and ends the chance."""


def time_to_think(pace: Pace, events: int) -> float:
    """Return how long a bot thinks about its turn: longer after many events."""
    return FACTORS[pace] * (uniform(0.8, 1.5) + min(1.5, 0.25 * max(0, events - 1)))


def time_to_watch_deal(pace: Pace, first: bool) -> float:
    """Return the time before the first move of a deal; the first deal is shown slowly."""
    return FACTORS[pace] * (2.4 if first else 1.2)


def time_to_jump_in(pace: Pace, alone: bool) -> float:
    """Return how long a bot waits before it jumps in; people get their time first."""
    if alone:
        return FACTORS[pace] * uniform(0.5, 1.2)
    return max(JUMP_CHANCE, FACTORS[pace] * uniform(2.2, 3.5))


def time_to_catch(pace: Pace) -> float:
    """Return how long a bot waits before it catches somebody, once that is allowed."""
    return max(FACTORS[pace], 0.4) * uniform(0.6, 2.2)


def time_to_remember(pace: Pace) -> float:
    """Return how long a bot that forgot "Uno" waits to say it, once it can be caught."""
    return max(FACTORS[pace], 0.4) * uniform(1.5, 4.0)
