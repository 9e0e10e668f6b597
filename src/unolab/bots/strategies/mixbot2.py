"""mixbot2: mixbot that counts cards, and chooses the colour of wilds by it; a better end game."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import (
    NUMBER,
    REVERSE,
    WILD,
    WILDS,
    cards_of,
    frequent_colors,
    highest_kinds,
    kind_of,
    kinds_of,
)
from unolab.bots.kit.counting import count, follow
from unolab.bots.settings import (
    COLOR_FIRST,
    COUNTING,
    END_LIMIT,
    END_RANK,
    LIMIT,
    RANK,
    SLACK,
    Parameter,
    by_kind,
    switch,
)
from unolab.bots.strategies.cardranking import name_color
from unolab.bots.strategies.mixbot import LIKELY_SIZES, NO, is_endgame, keeps_drawn, within_limits
from unolab.bots.strategies.mixbot import PARAMETERS as MIXBOT
from unolab.cards import WILD_CARD
from unolab.engine.hand import FITS, NONE, PLAIN, bit, with_color, without_lowest
from unolab.engine.jit import jit, lowest_bit
from unolab.engine.layout import DRAWN, Hand, Memory, Rng, Table
from unolab.engine.legal import may_draw, playable
from unolab.engine.rng import U, below
from unolab.engine.step import following, preceding
from unolab.moves import DRAW, KEEP

PARAMETERS: Final[tuple[Parameter, ...]] = (
    *MIXBOT,
    *by_kind(
        "end_limit",
        END_LIMIT,
        "the limits in the end game",
        (NO,) * 6,
        low=NO,
        high=108,
        likely=LIKELY_SIZES,
    ),
    Parameter(
        "slack",
        SLACK,
        1,
        0,
        25,
        "how many cards fewer a wild's colour may have",
        points=2,
        likely=(0, 4),
    ),
    switch("counting", COUNTING, "whether it counts cards"),
)


@jit
def next_to_act(table: Table, seat: int, kind: int) -> int:
    """Return the seat that acts after a seat has played a card of this kind.

    That is how the published bot has it, whatever the rules say about draw cards.
    """
    if kind == NUMBER or kind == WILD:
        return following(table, seat)
    if kind == REVERSE:
        return preceding(table, seat) if table.players > 2 else following(table, seat)
    return following(table, following(table, seat))


@jit
def chance_to_pass(table: Table, hand: Hand, memory: Memory, card: int, kind: int) -> float:
    """Estimate how likely the next to act can't follow a card; a wild has its colour."""
    seat = next_to_act(table, hand.seat, kind)
    follows = FITS[card]
    if seat == hand.seat:
        plain = bit(PLAIN[card])
        rest = hand.one & ~(plain & ~hand.two)
        return 0.0 if rest & follows else 1.0
    held = memory.held[seat]
    total = count(held, ~U(0))
    fits = count(held, follows)
    size = min(table.sizes[seat], total)
    if total == 0 or (fits > 0 and total - fits < size):
        return 0.0
    chance = 1.0
    if fits > 0:
        for drawn in range(size):
            chance = chance * (total - fits - drawn) / (total - drawn)
    return chance


@jit
def hardest_to_follow(
    table: Table, hand: Hand, memory: Memory, rng: Rng, cards: int, colors: int, kinds: int
) -> int:
    """Choose among cards, and among colours for the wilds, by what the next player can't follow."""
    counts = memory.settings[COUNTING] != 0
    best = -1.0
    ties = 0
    choice = 0
    while cards:
        card = lowest_bit(cards)
        cards = without_lowest(cards)
        kind = kind_of(card, kinds)
        wild = card >= WILD_CARD
        for color in range(4 if wild else 1):
            if wild and colors >> color & 1 == 0:
                continue
            face = with_color(card, color) if wild else card
            chance = chance_to_pass(table, hand, memory, face, kind) if counts else 0.0
            if chance > best:
                best = chance
                ties = 1
                choice = face
            elif chance == best:
                ties += 1
                if below(rng, ties) == 0:
                    choice = face
    return choice


def mixbot2(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Prefer the rank, then the own colours, then what the next player is likely not to follow."""
    if memory.settings[COUNTING]:
        follow(table, hand, memory)
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if table.phase == DRAWN:
        if keeps_drawn(table, hand, memory):
            return KEEP
        card = lowest_bit(cards)
        if card >= WILD_CARD:
            card = with_color(card, name_color(table, hand, memory, rng))
        return card
    kinds = kinds_of(table)
    end = is_endgame(table, hand, memory)
    allowed = within_limits(cards, hand, kinds, memory, END_LIMIT if end else LIMIT)
    if allowed != NONE:
        cards = allowed
    elif may_draw(table):
        return DRAW
    cards = highest_kinds(cards, kinds, memory, END_RANK if end else RANK)
    colors = 15
    if memory.settings[COLOR_FIRST]:
        # a wild can always have a colour that is preferred
        own = cards & (cards_of(frequent_colors(hand, 0)) | WILDS)
        if own != NONE:
            cards = own
        colors = frequent_colors(hand, int(memory.settings[SLACK]))
    card = lowest_bit(cards)
    if without_lowest(cards) != NONE or card >= WILD_CARD:
        card = hardest_to_follow(table, hand, memory, rng, cards, colors, kinds)
    return card
