"""cardranking: the kind of card that ranks highest, any card of it."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import any_of, common_color, highest_kinds, kinds_of
from unolab.bots.settings import COMMON_COLOR, RANK, Parameter, by_kind, switch
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, with_color
from unolab.engine.jit import jit
from unolab.engine.layout import Hand, Memory, Rng, Table
from unolab.engine.legal import playable
from unolab.engine.rng import below
from unolab.moves import DRAW

RANKS: Final = tuple(
    by_kind(
        "rank", RANK, "what is played first", (4, 3, 5, 6, 1, 2), (5, 3, 6, 4, 2, 1), order="rank"
    )
)
COLOR_SWITCH: Final = switch(
    "common_color", COMMON_COLOR, "whether a wild takes the colour held most often"
)
PARAMETERS: Final[tuple[Parameter, ...]] = (*RANKS, COLOR_SWITCH)


@jit
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name the colour held most often, or any if the settings say so."""
    return common_color(hand, rng) if memory.settings[COMMON_COLOR] else below(rng, 4)


def cardranking(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a card of the highest kind; play what was drawn if it fits."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = any_of(highest_kinds(cards, kinds_of(table), memory, RANK), rng)
    if card >= WILD_CARD:
        card = with_color(card, name_color(table, hand, memory, rng))
    return card
