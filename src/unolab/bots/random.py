"""random: any card that can be played, every physical card alike; any colour for a wild."""

from __future__ import annotations

from unolab.bots.manners import decide_without_card, must_react, react, with_color, with_uno
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, any_copy
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.engine.rng import below


def random(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a random card; draw only when there is none, and play what was drawn if it fits."""
    if must_react(table, hand):
        return react(table, hand)
    cards = playable(table, hand)
    if cards == NONE:
        return decide_without_card(table, hand, rng)
    card = any_copy(hand, cards, rng)
    if card >= WILD_CARD:
        card = with_color(card, below(rng, 4))
    return with_uno(table, hand, card)
