"""How long bots take, so that people can follow: none of it depends on what is hidden."""

from __future__ import annotations

from random import uniform
from typing import Final

from unolab.server.protocol import Pace

FACTORS: Final[dict[Pace, float]] = {"calm": 1.8, "normal": 1.0, "quick": 0.4, "instant": 0.0}

GRACE: Final = 2.0
"""Seconds in which a forgotten "Uno" can be made good before anyone can be caught."""
TOO_EARLY: Final = 1.0
"""Seconds that a catch before its time puts off one's own catch: pressing on does not help."""
JUMP_CHANCE: Final = 1.8
"""Seconds that people have at least to jump in, before a bot does or plays on."""
CHANCE: Final = 3.0
"""Seconds that people have for a catch before a bot plays on and ends it."""


def time_to_think(pace: Pace, events: int) -> float:
    """Return how long a bot thinks about its turn; after many events there is much to look at."""
    return FACTORS[pace] * (uniform(0.8, 1.5) + min(1.5, 0.25 * max(0, events - 1)))


def time_to_watch_deal(pace: Pace, first: bool) -> float:
    """Return how long people watch a deal before the first move; the first one is shown slowly."""
    return FACTORS[pace] * (2.4 if first else 1.2)


def time_to_jump_in(pace: Pace, alone: bool) -> float:
    """Return how long a bot needs to see that it can jump in; people are given their time first."""
    if alone:
        return FACTORS[pace] * uniform(0.5, 1.2)
    return max(JUMP_CHANCE, FACTORS[pace] * uniform(2.2, 3.5))


def time_to_catch(pace: Pace) -> float:
    """Return how long a bot needs to catch somebody, once that is allowed."""
    return max(FACTORS[pace], 0.4) * uniform(0.6, 2.2)


def time_to_remember(pace: Pace) -> float:
    """Return how long a bot that forgot "Uno" needs to say it, once it can be caught."""
    return max(FACTORS[pace], 0.4) * uniform(1.5, 4.0)
