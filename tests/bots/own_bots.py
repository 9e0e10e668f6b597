"""Bots as users write them: plain, compiled, with a memory."""

from __future__ import annotations

from typing import Any

import pytest

import unolab as uno
from unolab import Move, View
from unolab.bots.tools import (
    BY_KIND,
    DRAW,
    NONE,
    WILD_CARD,
    WILDS,
    any_of,
    lowest_bit,
    playable,
    played,
    with_color,
)
from unolab.engine.run import ASKS

slow = pytest.mark.slow  # what the compiler has to say


def keep_wilds(view: View) -> Move:
    """Play the first card, a wild only if there is no other."""
    return min(view.legal, key=lambda move: (not move.is_play, move.is_wild))


@uno.compiled
def keeps_wilds(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Do the same as machine code."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & ~WILDS:
        cards &= ~WILDS
    card = lowest_bit(cards)
    return with_color(card, 0) if card >= WILD_CARD else card


@uno.compiled(first=(3, 0, 5), boldness=(0.5, 0, 1))
def by_kind(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Play a certain kind of card first."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & BY_KIND[int(memory.settings[0])]:
        cards &= BY_KIND[int(memory.settings[0])]
    return played(any_of(cards, rng), hand, rng)


class Counts:
    """Count how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: View) -> str:
        self.asked += 1
        return str(keep_wilds(view))


class Everything:
    """Want to be asked for everything, and say nothing out of turn."""

    everything = True

    def __call__(self, view: View) -> Move | None:
        return view.legal[0] if view.seat == view.turn else None


@uno.compiled
def beyond_the_end(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return memory.notes[table.players + 100]  # type: ignore[no-any-return]


@uno.compiled
def raises(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    if memory.notes[0] >= 0:
        raise ValueError("no idea")
    return DRAW


@uno.compiled
def plays_what_it_has_not(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 0


@uno.compiled
def stands_in(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return int(ASKS)
