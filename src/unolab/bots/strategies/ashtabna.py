"""ashtabna: commands that hit whoever is ahead, then high numbers, wilds last."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import (
    BY_COLOR,
    BY_KIND,
    DRAW_TWO,
    NUMBER,
    REVERSE,
    SKIP,
    WILDS,
    count_color,
    count_in,
)
from unolab.cards import WILD_CARD
from unolab.engine.hand import FACE, NONE, bit, with_color, without_lowest
from unolab.engine.jit import jit, lowest_bit
from unolab.engine.layout import Hand, Memory, Rng, Table, lookup, number
from unolab.engine.legal import playable
from unolab.engine.step import following, preceding
from unolab.moves import DRAW

COLOR_ORDER: Final = lookup([2, 0, 3, 1])  # green, red, blue, yellow: the first of equals is taken
ACTION_CARDS: Final = BY_KIND[REVERSE] | BY_KIND[SKIP] | BY_KIND[DRAW_TWO]


@jit
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name the colour of most cards in the hand, else among the discards, else red."""
    best = number(0)
    most = 0
    for place in range(4):
        held = count_color(hand, COLOR_ORDER[place])
        if held > most:
            best = COLOR_ORDER[place]
            most = held
    if most > 0:
        return best
    for place in range(4):
        lying = 0
        for i in range(table.discarded):
            card = table.discards[i]
            if card < WILD_CARD and bit(card) & BY_COLOR[COLOR_ORDER[place]]:
                lying += 1
        if lying > most:
            best = COLOR_ORDER[place]
            most = lying
    return best


@jit
def best_command(table: Table, hand: Hand, commands: int) -> int:
    """Choose among several commands by who has fewer cards than whom."""
    after = following(table, hand.seat)
    ahead = table.sizes[after]
    reverses = commands & BY_KIND[REVERSE]
    skips = commands & BY_KIND[SKIP]
    draws = commands & BY_KIND[DRAW_TWO]
    if reverses and ahead < table.sizes[preceding(table, hand.seat)]:
        return lowest_bit(reverses)
    if skips and ahead < table.sizes[following(table, after)]:
        return lowest_bit(skips)
    if draws:
        return lowest_bit(draws)
    return highest(commands)


@jit
def highest(cards: int) -> int:
    """Return the last card of a set."""
    while without_lowest(cards):
        cards = without_lowest(cards)
    return lowest_bit(cards)


@jit
def best_number(hand: Hand, numbers: int) -> int:
    """Choose the highest number, of equals the one of the larger colour."""
    best = number(0)
    size = -1
    for place in range(4):
        group = BY_COLOR[COLOR_ORDER[place]]
        if numbers & group:
            card = highest(numbers & group)
            held = count_in(hand, group & BY_KIND[NUMBER])
            if size < 0 or FACE[card] > FACE[best] or (FACE[card] == FACE[best] and held > size):
                best = card
                size = held
    return best


def ashtabna(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play a command, else the highest number, else a draw four or a wild; else draw."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & ACTION_CARDS:
        commands = cards & ACTION_CARDS
        single = without_lowest(commands) == NONE
        card = lowest_bit(commands) if single else best_command(table, hand, commands)
    elif cards & BY_KIND[NUMBER]:
        card = best_number(hand, cards & BY_KIND[NUMBER])
    else:
        card = highest(cards & WILDS)
        card = with_color(card, name_color(table, hand, memory, rng))
    return card
