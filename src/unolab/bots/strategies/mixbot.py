"""mixbot: colours, ranks and diversity mixed; wilds are held back until few others are left."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import (
    BY_KIND,
    any_of,
    cards_of,
    count_in,
    frequent_colors,
    highest_kinds,
    kind_of,
    kinds_of,
    most_diverse,
)
from unolab.bots.settings import (
    COLOR_FIRST,
    DRAWN_LIMIT,
    END_RANK,
    ENDGAME,
    LIMIT,
    RANK,
    Parameter,
    by_kind,
    switch,
)
from unolab.bots.strategies.cardranking import COLOR_SWITCH, RANKS, name_color
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, with_color
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import DRAWN, Hand, Memory, Rng, Table
from unolab.engine.legal import may_draw, may_keep, playable
from unolab.engine.step import following
from unolab.moves import DRAW, KEEP

NO: Final = -1  # no limit
LIKELY_SIZES: Final = (-1, 8)  # hands are seldom larger than they were dealt
PARAMETERS: Final[tuple[Parameter, ...]] = (
    *RANKS,
    *by_kind(
        "end",
        END_RANK,
        "the ranks when the next player has one card",
        (2, 3, 4, 6, 1, 5),
        order="end",
    ),
    *by_kind(
        "limit",
        LIMIT,
        "held back while there are more cards without a limit; -1 is none",
        (NO, NO, NO, NO, 2, 4),
        (NO, NO, NO, NO, 5, 3),
        low=NO,
        high=108,
        likely=LIKELY_SIZES,
    ),
    *by_kind(
        "drawn",
        DRAWN_LIMIT,
        "played when drawn if the hand has no more cards; -1 is always",
        (NO, NO, NO, NO, 2, 2),
        low=NO,
        high=108,
        likely=LIKELY_SIZES,
    ),
    switch("color_first", COLOR_FIRST, "whether the colour held most often is preferred"),
    COLOR_SWITCH,
    switch("endgame", ENDGAME, "whether it plays otherwise when the next player has one card"),
)


@inlined
def is_endgame(table: Table, hand: Hand, memory: Memory) -> bool:
    """Whether the next player has one card left."""
    return table.sizes[following(table, hand.seat)] == 1 and memory.settings[ENDGAME] != 0


@inlined
def within_limits(cards: int, hand: Hand, kinds: int, memory: Memory, slot: int) -> int:
    """Keep the cards that may be played: of kinds without a limit, or few others are left."""
    unlimited = NONE
    for kind in range(6):
        if memory.settings[slot + kind] < 0:
            unlimited |= BY_KIND[kinds + kind]
    allowed = cards & unlimited
    if allowed != cards:
        others = count_in(hand, unlimited)
        for kind in range(6):
            if others <= memory.settings[slot + kind]:
                allowed |= cards & BY_KIND[kinds + kind]
    return allowed


@jit
def keeps_drawn(table: Table, hand: Hand, memory: Memory) -> bool:
    """Whether a card just drawn is better kept for later."""
    most = memory.settings[DRAWN_LIMIT + kind_of(hand.drawn, kinds_of(table))]
    return may_keep(table) and 0 <= most < table.sizes[hand.seat]


def mixbot(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Prefer the own colour, then the rank, then what goes with the hand; hold wilds back."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    kinds = kinds_of(table)
    if table.phase == DRAWN:
        if keeps_drawn(table, hand, memory):
            return KEEP
    elif is_endgame(table, hand, memory):
        cards = highest_kinds(cards, kinds, memory, END_RANK)
    else:
        allowed = within_limits(cards, hand, kinds, memory, LIMIT)
        if allowed != NONE:
            cards = allowed
        elif may_draw(table):
            return DRAW
        if memory.settings[COLOR_FIRST] and cards & cards_of(frequent_colors(hand, 0)):
            cards &= cards_of(frequent_colors(hand, 0))
        cards = highest_kinds(cards, kinds, memory, RANK)
        cards = most_diverse(cards, hand)
    card = any_of(cards, rng)
    if card >= WILD_CARD:
        card = with_color(card, name_color(table, hand, memory, rng))
    return card
