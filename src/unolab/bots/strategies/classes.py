"""classes: numbers before actions before wilds, any card of the first class that has one."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import BY_KIND, NUMBER, WILDS, count_color
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, any_copy, with_color
from unolab.engine.jit import jit
from unolab.engine.layout import Hand, Memory, Rng, Table, lookup, number
from unolab.engine.legal import playable
from unolab.moves import DRAW

COLOR_ORDER: Final = lookup([0, 3, 2, 1])  # red, blue, green, yellow: the first of equals is named


@jit
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name the colour held most often, the first of equals; red if none is held."""
    best = number(0)
    for place in range(1, 4):
        if count_color(hand, COLOR_ORDER[place]) > count_color(hand, best):
            best = COLOR_ORDER[place]
    return best


def classes(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a number, else an action, else a wild; play what was drawn if it fits."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & BY_KIND[NUMBER]:
        cards &= BY_KIND[NUMBER]
    elif cards & ~WILDS:
        cards &= ~WILDS
    card = any_copy(hand, cards, rng)
    if card >= WILD_CARD:
        card = with_color(card, name_color(table, hand, memory, rng))
    return card
