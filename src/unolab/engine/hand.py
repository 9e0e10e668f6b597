"""Sets of cards: a word with a bit for each card, and a hand of four of them.

``hand.one`` has the cards held at least once, ``hand.two`` those held at least twice, and so on; no
card is there more than four times. Counting copies is counting bits, and nothing is sorted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from unolab.cards import CARD_NUMBERS, DECK, DRAW_FOUR_CARD, FACES, WILD_CARD, Card, Face
from unolab.engine.jit import count_bits, inlined, jit, lowest_bit
from unolab.engine.layout import NOTHING, Cards, Hand, Rng, lookup
from unolab.engine.rng import U, below


def word(cards: Iterable[Card]) -> int:
    """Make the set of these cards."""
    return U(sum(1 << card for card in set(cards)))


HELD: Final = [card for card in map(Card, range(CARD_NUMBERS)) if card == card.plain]
COLORED: Final = [card for card in HELD if not card.is_wild]
NONE: Final = U(0)
DRAW_TWOS: Final = word(card for card in HELD if card.face == Face.DRAW_TWO)
DRAW_FOURS: Final = word([Card(DRAW_FOUR_CARD)])
DRAW_CARDS: Final = DRAW_TWOS | DRAW_FOURS
# What the deck has at least once, twice, and so on
DECK_ONE, DECK_TWO, DECK_THREE, DECK_FOUR = (
    word(card for card in DECK if DECK.count(card) >= copies) for copies in (1, 2, 3, 4)
)


def _follows(card: Card, top: int) -> bool:
    """Whether a card may lie on another: same colour, same number or symbol, or a wild."""
    if top in (NOTHING, WILD_CARD, DRAW_FOUR_CARD):  # no colour in force: anything goes
        return True
    return card.is_wild or card.color == Card(top).color or card.face == Card(top).face


# By the card on top: the cards that may follow it, and the cards of its colour
FITS: Final = lookup(
    (word(card for card in HELD if _follows(card, top)) for top in range(NOTHING + 1)), np.uint64
)
SAME_COLOR: Final = lookup(
    [word(card for card in COLORED if card.color == Card(top).color) for top in range(CARD_NUMBERS)]
    + [NONE],
    np.uint64,
)
# By the stacking option (none, same, up, any): what answers a draw two, what a wild draw four
ANSWERS_TWO: Final = lookup([NONE, DRAW_TWOS, DRAW_CARDS, DRAW_CARDS], np.uint64)
ANSWERS_FOUR: Final = lookup([NONE, DRAW_FOURS, DRAW_FOURS, DRAW_CARDS], np.uint64)

# By card
FACE: Final = lookup([*(Card(card).face for card in range(CARD_NUMBERS)), Face.ZERO])
PLAIN: Final = lookup(Card(card).plain for card in range(CARD_NUMBERS))
POINTS: Final = lookup(Card(card).points for card in range(CARD_NUMBERS))
CARDS_DUE: Final = lookup(
    {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}.get(Card(card).face, 0)
    for card in range(CARD_NUMBERS)
)


@inlined
def bit(card: int) -> int:
    """Make the set of one card."""
    return U(1) << U(card)


@inlined
def with_color(card: int, color: int) -> int:
    """Return a wild as it lies on the table when it was given this colour."""
    return color * FACES + Face.WILD + card - WILD_CARD


@inlined
def add(hand: Hand | Cards, card: int) -> None:
    """Put a card into the hand."""
    new = bit(card)
    hand.four |= hand.three & new
    hand.three |= hand.two & new
    hand.two |= hand.one & new
    hand.one |= new


@inlined
def remove(hand: Hand | Cards, card: int) -> None:
    """Take one copy of a card out of the hand."""
    gone = bit(card)
    hand.one &= ~(gone & ~hand.two)
    hand.two &= ~(gone & ~hand.three)
    hand.three &= ~(gone & ~hand.four)
    hand.four &= ~gone


@jit
def copies(hand: Hand, card: int) -> int:
    """Count the copies of a card in the hand."""
    which = bit(card)
    return (
        int(hand.one & which != 0)
        + int(hand.two & which != 0)
        + int(hand.three & which != 0)
        + int(hand.four & which != 0)
    )


@inlined
def any_copy(hand: Hand, cards: int, rng: Rng) -> int:
    """Pick one of these cards by chance, every physical copy alike."""
    one = hand.one & cards
    two = hand.two & cards
    three = hand.three & cards
    four = hand.four & cards
    ones = count_bits(one)
    twos = count_bits(two)
    threes = count_bits(three)
    pick = below(rng, ones + twos + threes + count_bits(four))
    if pick < ones:
        return nth_bit(one, pick)
    pick -= ones
    if pick < twos:
        return nth_bit(two, pick)
    pick -= twos
    return nth_bit(three, pick) if pick < threes else nth_bit(four, pick - threes)


@inlined
def without_lowest(cards: int) -> int:
    """Leave out the card with the lowest number."""
    return cards & (cards - U(1))


@inlined
def nth_bit(cards: int, n: int) -> int:
    """Return the card that n others of the set stand before.

    It goes in steps of four, two and one: a processor can't guess where a loop over n would end.
    """
    while n >= 4:
        cards = without_lowest(without_lowest(without_lowest(without_lowest(cards))))
        n -= 4
    if n & 2:
        cards = without_lowest(without_lowest(cards))
    if n & 1:
        cards = without_lowest(cards)
    return lowest_bit(cards)


@inlined
def points_of(cards: int) -> int:
    """Add up the points of a set of cards."""
    total = 0
    while cards:
        total += POINTS[lowest_bit(cards)]
        cards = without_lowest(cards)
    return total


@jit
def hand_points(hand: Hand) -> int:
    """Add up what the cards of a hand cost at the end."""
    total = points_of(hand.one)
    if hand.two:
        total += points_of(hand.two) + points_of(hand.three) + points_of(hand.four)
    return total


@jit
def exchange(hand: Hand, other: Hand) -> None:
    """Let two players exchange their cards."""
    hand.one, other.one = other.one, hand.one
    hand.two, other.two = other.two, hand.two
    hand.three, other.three = other.three, hand.three
    hand.four, other.four = other.four, hand.four
