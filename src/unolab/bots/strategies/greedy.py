"""greedy: the card that costs most points; a wild in the colour held most often."""

from __future__ import annotations

from unolab.bots.kit.choice import any_of, common_color
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, POINTS, bit, with_color, without_lowest
from unolab.engine.jit import inlined, lowest_bit
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.moves import DRAW


@inlined
def dearest(cards: int) -> int:
    """Keep the cards that cost most at the end."""
    best = NONE
    highest = -1
    while cards:
        card = lowest_bit(cards)
        cards = without_lowest(cards)
        if POINTS[card] > highest:
            highest = POINTS[card]
            best = bit(card)
        elif POINTS[card] == highest:
            best |= bit(card)
    return best


def greedy(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play the dearest card, wilds first; play what was drawn if it fits."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = any_of(dearest(cards), rng)
    if card >= WILD_CARD:
        card = with_color(card, common_color(hand, rng))
    return card
