"""random: any card that can be played, every physical card alike; any colour for a wild."""

from __future__ import annotations

from unolab.bots.kit.manners import lay, manners, may_choose
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, any_copy, with_color
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.engine.rng import below
from unolab.moves import DRAW


def random(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a random card; draw only when there is none, and play what was drawn if it fits."""
    if not may_choose(table, hand):
        return manners(table, hand, memory, rng, below(rng, 4))
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = any_copy(hand, cards, rng)
    if card >= WILD_CARD:
        card = with_color(card, below(rng, 4))
    return lay(table, hand, memory, rng, card)
