"""What bots choose by: colours, kinds of cards, and how well a card goes with the hand.

Candidates are a set of cards, one bit each, and choosing is to filter it: by rank, by colour, by
what else fits. So a card that is held twice counts once, as the original bots have it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from unolab.cards import DRAW_FOUR_CARD, WILD_CARD, Card, Color, Face
from unolab.engine.hand import COLORED, FITS, HELD, NONE, bit, nth_bit, without_lowest, word
from unolab.engine.jit import count_bits, inlined, jit, lowest_bit
from unolab.engine.layout import Hand, Memory, Rng, Table, lookup, number
from unolab.engine.rng import below
from unolab.engine.step import reverse_skips

WILDS: Final = word([Card(WILD_CARD), Card(DRAW_FOUR_CARD)])
BY_COLOR: Final = lookup(
    (word(card for card in COLORED if card.color == color) for color in Color), np.uint64
)

# The kinds of cards, in the order in which the settings name them
CARD_KINDS: Final = ("number", "reverse", "skip", "draw_two", "wild", "draw_four")
NUMBER, REVERSE, SKIP, DRAW_TWO, WILD, DRAW_FOUR = map(number, range(6))
_FACES: Final = {
    Face.REVERSE: 1,
    Face.SKIP: 2,
    Face.DRAW_TWO: 3,
    Face.WILD: 4,
    Face.WILD_DRAW_FOUR: 5,
}


def _of_kind(kind: int) -> int:
    return word(card for card in HELD if _FACES.get(card.face, 0) == kind)


# First by kind; then once more for two players, where a reverse is a skip
BY_KIND: Final = lookup(
    [_of_kind(kind) for kind in range(6)]
    + [_of_kind(0), NONE, _of_kind(1) | _of_kind(2), *(_of_kind(kind) for kind in range(3, 6))],
    np.uint64,
)
KIND_OF: Final = lookup(_FACES.get(Card(card).face, 0) for card in range(WILD_CARD + 2))
ALL_KINDS: Final = number(0)
TWO_PLAYERS: Final = number(6)


# ── sets of cards ─────────────────────────────────────────────────────────────────────────────────


@inlined
def any_of(cards: int, rng: Rng) -> int:
    """Pick one of these cards by chance, each kind alike however often it is held."""
    count = count_bits(cards)
    return lowest_bit(cards) if count == 1 else nth_bit(cards, below(rng, count))


@inlined
def count_in(hand: Hand, cards: int) -> int:
    """Count the cards of a hand that are in a set, each as often as it is held."""
    total = count_bits(hand.one & cards)
    if hand.two & cards:
        total += count_bits(hand.two & cards)
        total += count_bits(hand.three & cards) + count_bits(hand.four & cards)
    return total


# ── colours ───────────────────────────────────────────────────────────────────────────────────────


@inlined
def count_color(hand: Hand, color: int) -> int:
    """Count the cards of a colour; no coloured card is there more than twice."""
    cards = BY_COLOR[color]
    return count_bits(hand.one & cards) + count_bits(hand.two & cards)


@jit
def frequent_colors(hand: Hand, slack: int) -> int:
    """Return the colours held most often, or so many cards fewer, as bits; all if none is held."""
    most = 0
    for color in range(4):
        most = max(most, count_color(hand, color))
    least = max(most - slack, 1)
    colors = 0
    for color in range(4):
        if count_color(hand, color) >= least:
            colors |= 1 << color
    return colors if most > 0 else 15


@jit
def any_color(colors: int, rng: Rng) -> int:
    """Pick one of the colours of a set of bits."""
    count = (colors & 1) + (colors >> 1 & 1) + (colors >> 2 & 1) + (colors >> 3)
    pick = below(rng, count) if count > 1 else 0
    for color in range(4):
        if colors >> color & 1:
            if pick == 0:
                return color
            pick -= 1
    return 0


@jit
def common_color(hand: Hand, rng: Rng) -> int:
    """Return the colour held most often, one of equals by chance."""
    return any_color(frequent_colors(hand, 0), rng)


@jit
def cards_of(colors: int) -> int:
    """Return all cards of some colours."""
    cards = NONE
    for color in range(4):
        if colors >> color & 1:
            cards |= BY_COLOR[color]
    return cards


# ── kinds ─────────────────────────────────────────────────────────────────────────────────────────


@inlined
def kinds_of(table: Table) -> int:
    """Return where the kinds of this table begin in BY_KIND."""
    return TWO_PLAYERS if reverse_skips(table) else ALL_KINDS


@jit
def kind_of(card: int, kinds: int) -> int:
    """Return the kind of a card."""
    kind = KIND_OF[card]
    return SKIP if kind == REVERSE and kinds == TWO_PLAYERS else kind


@inlined
def highest_kinds(cards: int, kinds: int, memory: Memory, slot: int) -> int:
    """Keep the cards whose kind has the highest of the six settings from a slot on."""
    best = NONE
    highest = 0.0
    for kind in range(6):
        some = cards & BY_KIND[kinds + kind]
        if some:
            value = memory.settings[slot + kind]
            if best == NONE or value > highest:
                best = some
                highest = value
            elif value == highest:
                best |= some
    return best


# ── what else fits ────────────────────────────────────────────────────────────────────────────────


@inlined
def most_diverse(cards: int, hand: Hand) -> int:
    """Keep the cards on which most different cards of the hand could follow; wilds count for none.

    A card counts for itself too, so that any coloured card is better than a wild.
    """
    colored = hand.one & ~WILDS
    best = NONE
    highest = -1
    left = cards
    while left:
        card = lowest_bit(left)
        left = without_lowest(left)
        score = 0 if card >= WILD_CARD else count_bits(colored & FITS[card])
        if score > highest:
            highest = score
            best = bit(card)
        elif score == highest:
            best |= bit(card)
    return best
