"""diversity: the card on which most of the hand could follow; wilds last."""

from __future__ import annotations

from unolab.bots.kit.choice import any_of, common_color, most_diverse
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, with_color
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.moves import DRAW


def diversity(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play the card that most different cards of the hand match; play what was drawn if it fits."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = any_of(most_diverse(cards, hand), rng)
    if card >= WILD_CARD:
        card = with_color(card, common_color(hand, rng))
    return card
