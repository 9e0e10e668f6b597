"""random: any card that can be played, every physical card alike; any colour for a wild."""

from __future__ import annotations

from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, any_copy, with_color
from unolab.engine.jit import inlined
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.engine.rng import below
from unolab.moves import DRAW


@inlined
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name any colour."""
    return below(rng, 4)


def random(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a random card; draw only when there is none, and play what was drawn if it fits."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = any_copy(hand, cards, rng)
    if card >= WILD_CARD:
        card = with_color(card, name_color(table, hand, memory, rng))
    return card
