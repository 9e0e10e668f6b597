"""The shuffle of a deck that people play with: SHA-256 of a secret of 256 bits.

The engine's own streams are fast, and whoever sees enough of one can compute the rest. Here nobody
can: what is still to come follows from the secret alone. ``docs/fairness.md`` tells it to those
who want to check a deal with a program of their own, and the page has one in JavaScript.

The stream of a shuffle is SHA-256 of ``"unolab shuffle {secret} {number} {shuffle} {block}"`` for
block 0, 1, 2, ..., each digest read as eight words of 32 bits, the first byte being the highest.
The secret is written as 64 hexadecimal digits, the others as decimal numbers: ``number`` is that of
the game, and ``shuffle`` is 0 for the deal, 1 when the discards are shuffled for the first time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeVar

from unolab.cards import DECK

LONG_SEEDS: Final = 1 << 128
"""Seeds from here on are secrets for this shuffle; smaller ones belong to the engine's streams."""
SEEDS: Final = 1 << 256

WORDS: Final = 1 << 32

Item = TypeVar("Item")


def is_long(seed: int) -> bool:
    """Whether a seed is a secret for this shuffle."""
    return seed >= LONG_SEEDS


def stream(seed: int, number: int, shuffle: int) -> Iterator[int]:
    """Yield the words of a shuffle, for ever."""
    block = 0
    while True:
        text = f"unolab shuffle {seed:064x} {number} {shuffle} {block}"
        digest = sha256(text.encode()).digest()
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def choose_swaps(seed: int, number: int, shuffle: int) -> list[int]:
    """Choose for every place of the deck with which place up to itself it is swapped.

    The last place chooses first. A word that would make some places likelier is passed over.
    """
    words = stream(seed, number, shuffle)
    swaps = [0] * len(DECK)
    for place in range(len(DECK) - 1, 0, -1):
        places = place + 1
        fair = WORDS - WORDS % places
        swaps[place] = next(word for word in words if word < fair) % places
    return swaps


def swap_places(cards: Sequence[Item], swaps: Sequence[int]) -> list[Item]:
    """Shuffle cards by such choices, from the last place to the first; the last is drawn first."""
    shuffled = list(cards)
    for place in range(len(shuffled) - 1, 0, -1):
        other = swaps[place]
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return shuffled
