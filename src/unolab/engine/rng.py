"""Chance: xoroshiro128++ streams, one for the deck and one for every bot of a game.

A stream is fixed by its seed (up to 128 bits), the number of the game in its series, and what it is
for. So results depend neither on threads nor on the device, and a bot can't disturb the cards.
The steps can be undone: who sees a stream can find its seed. So a bot's seed is not the deck's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

import numpy as np

from unolab.engine.jit import inlined, jit
from unolab.engine.layout import Rng, number

U: Final = cast("Callable[[int], int]", np.uint64)
GOLDEN: Final = U(0x9E3779B97F4A7C15)
STREAMS: Final = 16  # how many a game may have of one seed
DECK_STREAM: Final = number(0)
BOT_STREAM: Final = number(1)
SAMPLE_STREAM: Final = number(14)  # random actions of a learning environment
TABLE_STREAM: Final = number(15)


@inlined
def mix(z: int) -> int:
    """Scramble a word: the finisher of splitmix64."""
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@jit
def open_stream(rng: Rng, low: int, high: int, number: int, stream: int) -> None:
    """Start a stream of game ``number`` of the series whose seed has the words low and high."""
    place = U(number) * U(STREAMS) + U(stream) + U(1)
    a = mix(mix(low) + place * GOLDEN)
    rng.a = a
    rng.b = mix((high ^ a) + GOLDEN)


@inlined
def below(rng: Rng, n: int) -> int:
    """Draw a number from 0 to n - 1. The bias is n / 2**32, too small to ever be seen."""
    a = U(rng.a)
    b = U(rng.b)
    word = a + b
    word = (word << U(17) | word >> U(47)) + a
    b ^= a
    rng.a = (a << U(49) | a >> U(15)) ^ b ^ b << U(21)
    rng.b = b << U(28) | b >> U(36)
    return number((word >> U(32)) * U(n) >> U(32))
