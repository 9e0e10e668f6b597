"""cardcounting: scorebot that also weighs how much the next player could follow with."""

from __future__ import annotations

from typing import Final

from unolab.bots.choice import DRAW_FOUR, DRAW_TWO, KIND_OF, may_keep
from unolab.bots.counting import count, follow
from unolab.bots.manners import lay, manners, may_choose, with_color
from unolab.bots.mixbot2 import next_to_act
from unolab.bots.scorebot import RED, WEIGHTS
from unolab.bots.settings import COUNT_WEIGHT, WEIGHT, Parameter
from unolab.cards import WILD_CARD
from unolab.engine.hand import FITS, NONE, without_lowest
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import DRAWN, Hand, Memory, Rng, Table, lookup, number
from unolab.engine.legal import playable
from unolab.engine.rng import U
from unolab.engine.step import following
from unolab.moves import DRAW, KEEP

PARAMETERS: Final[tuple[Parameter, ...]] = (
    *WEIGHTS,
    Parameter(
        "weight_follow",
        COUNT_WEIGHT,
        -0.0001,
        -1000,
        1000,
        "what a card that the next player could follow with is worth",
        whole=False,
        likely=(-1, 1),
    ),
)
UNITS: Final = 1e12
COLORS: Final = lookup([0, 2, 3, 1])  # red, green, blue, yellow: the first of equals is taken


@inlined
def units(value: float) -> int:
    """Make a weight a whole number: a sum of such is the same on every machine."""
    return number(value * UNITS)


@jit
def threat(table: Table, memory: Memory, seat: int, more: int, top: int) -> int:
    """Weigh how many cards a seat would have that fit a top, with ``more`` cards in its hand."""
    held = memory.held[seat]
    total = count(held, ~U(0))
    if total == 0:
        return number(0)
    mass = count(held, FITS[top]) * (table.sizes[seat] + more)
    return units(memory.settings[COUNT_WEIGHT] * (mass / total))


@jit
def value_of_play(table: Table, hand: Hand, memory: Memory, card: int) -> int:
    """Return what it is worth to play a card; a wild has its colour."""
    kind = KIND_OF[card]
    seat = next_to_act(table, hand.seat, kind)
    more = 0
    if table.players == 2:
        seat = following(table, hand.seat)
        more = 2 if kind == DRAW_TWO else 4 if kind == DRAW_FOUR else 0
    return threat(table, memory, seat, more, card) - units(memory.settings[WEIGHT + kind])


def cardcounting(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play what leaves the best hand and the next player the least to follow with."""
    if not may_choose(table, hand):
        return manners(table, hand, memory, rng, RED)
    follow(table, hand, memory)
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    best = number(0)
    choice = -1
    while cards:
        card = lowest_bit(cards)
        cards = without_lowest(cards)
        for place in range(4 if card >= WILD_CARD else 1):
            face = with_color(card, COLORS[place]) if card >= WILD_CARD else card
            value = value_of_play(table, hand, memory, face)
            if choice < 0 or value > best:
                best = value
                choice = face
    if table.phase == DRAWN and may_keep(table):
        seat = following(table, hand.seat)
        if threat(table, memory, seat, 0, table.top) > best:
            return KEEP
    return lay(table, hand, memory, rng, choice)
