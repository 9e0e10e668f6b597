"""Sets of cards: a word with a bit for each card, and a hand of four of them.

``hand.one`` has the cards held at least once, ``hand.two`` those held at least twice, and so on; no
card is there more than four times. Counting copies is counting bits, and nothing is sorted.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from unolab.cards import DRAW_FOUR_CARD, FACES, KINDS, WILD_CARD, Card, Face
from unolab.engine.jit import count_bits, inlined, jit, lowest_bit
from unolab.engine.layout import NOTHING, STACK_ANY, STACK_NONE, STACK_SAME, STACK_UP, Hand, Rng
from unolab.engine.rng import U, below


def word(kinds: list[Card]) -> np.uint64:
    """Make the set of these cards."""
    return U(sum(1 << card for card in set(kinds)))


HELD: Final = [card for card in map(Card, range(KINDS)) if card == card.plain]
COLORED: Final = [card for card in HELD if not card.is_wild]
EVERYTHING: Final = word(HELD)
NONE: Final = U(0)
DRAW_TWOS: Final = word([card for card in HELD if card.face == Face.DRAW_TWO])
DRAW_FOUR: Final = U(1 << DRAW_FOUR_CARD)
WILDS: Final = U(1 << WILD_CARD) | DRAW_FOUR


def _follows(card: Card, top: int) -> bool:
    """Whether a card may lie on another: same colour, same number or symbol, or a wild."""
    if top in (NOTHING, WILD_CARD, DRAW_FOUR_CARD):  # no colour in force: anything goes
        return True
    return card.is_wild or card.color == Card(top).color or card.face == Card(top).face


# By the card on top: the cards that may follow it, and the cards of its colour
FITS: Final = np.array(
    [word([c for c in HELD if _follows(c, top)]) for top in range(NOTHING + 1)], np.uint64
)
SAME_COLOR: Final = np.array(
    [word([c for c in COLORED if c.color == Card(t).color]) for t in range(KINDS)] + [NONE],
    np.uint64,
)
# By the stacking option and whether the card to answer is a wild draw four
ANSWERS: Final = np.zeros((4, 2), np.uint64)
ANSWERS[STACK_NONE] = NONE, NONE
ANSWERS[STACK_SAME] = DRAW_TWOS, DRAW_FOUR
ANSWERS[STACK_UP] = DRAW_TWOS | DRAW_FOUR, DRAW_FOUR
ANSWERS[STACK_ANY] = DRAW_TWOS | DRAW_FOUR, DRAW_TWOS | DRAW_FOUR

FACE: Final = np.array([Card(c).face for c in range(KINDS)] + [Face.ZERO], np.int64)
PLAIN: Final = np.array([Card(c).plain for c in range(KINDS)], np.int64)
POINTS: Final = np.array([Card(c).points for c in range(KINDS)], np.int64)
CARDS_DUE: Final = np.array(
    [{Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}.get(Card(c).face, 0) for c in range(KINDS)],
    np.int64,
)


@inlined
def bit(card: int) -> int:
    """Make the set of one card."""
    return U(1) << U(card)


@inlined
def add(hand: Hand, card: int) -> None:
    """Put a card into the hand."""
    new = bit(card)
    hand.four |= hand.three & new
    hand.three |= hand.two & new
    hand.two |= hand.one & new
    hand.one |= new


@inlined
def remove(hand: Hand, card: int) -> None:
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
    level = hand.one & cards
    bits = count_bits(level)
    twice = hand.two & cards
    pick = below(rng, bits + count_bits(twice) + count_bits(hand.three & cards) + count_bits(hand.four & cards))
    if pick >= bits:
        pick -= bits
        level = twice
        bits = count_bits(level)
        if pick >= bits:
            pick -= bits
            level = hand.three & cards
            bits = count_bits(level)
            if pick >= bits:
                pick -= bits
                level = hand.four & cards
    return nth_bit(level, pick)


@inlined
def nth_bit(cards: int, n: int) -> int:
    """Return the card that n others of the set stand before."""
    while n > 0:
        cards &= cards - U(1)
        n -= 1
    return lowest_bit(cards)


@inlined
def points_of(cards: int) -> int:
    """Add up the points of a set of cards."""
    total = 0
    while cards:
        total += POINTS[lowest_bit(cards)]
        cards &= cards - U(1)
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
