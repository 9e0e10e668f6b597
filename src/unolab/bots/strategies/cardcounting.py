"""cardcounting: scorebot that also weighs how much the next player could follow with."""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import ALL_KINDS, KIND_OF
from unolab.bots.kit.counting import count, follow
from unolab.bots.kit.order import arrange
from unolab.bots.settings import COUNT_WEIGHT, Parameter
from unolab.bots.strategies.mixbot2 import next_to_act
from unolab.bots.strategies.scorebot import NOTHING_LEFT_OUT, WEIGHTS, value_without
from unolab.bots.strategies.scorebot import name_color as name_color  # it names red, too
from unolab.cards import WILD_CARD
from unolab.engine.hand import CARDS_DUE, FITS, NONE, bit, with_color
from unolab.engine.jit import jit
from unolab.engine.layout import DRAWN, Hand, Memory, Rng, Table, lookup, number
from unolab.engine.legal import may_keep, playable
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
COLOR_ORDER: Final = lookup([0, 2, 3, 1])  # red, green, blue, yellow: the first of equals is taken


@jit
def threat(table: Table, memory: Memory, seat: int, more: int, top: int) -> float:
    """Weigh how many cards a seat would have that fit a top, with ``more`` cards in its hand."""
    held = memory.held[seat]
    total = count(held, ~U(0))
    if total == 0:
        return 0.0
    mass = count(held, FITS[top]) * (table.sizes[seat] + more)
    # divided last: a GPU would join a product to the sum that follows, and round it otherwise
    return memory.settings[COUNT_WEIGHT] * mass / total


@jit
def threat_after(table: Table, hand: Hand, memory: Memory, card: int) -> float:
    """Weigh what the next to act could follow a card with; a wild has its colour."""
    if table.players > 2:
        return threat(table, memory, next_to_act(table, hand.seat, KIND_OF[card]), 0, card)
    return threat(table, memory, following(table, hand.seat), CARDS_DUE[card], card)


def cardcounting(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play what leaves the best hand and the next player the least to follow with."""
    arrange(hand, memory, rng)
    follow(table, hand, memory)
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    choice = -1
    best = 0.0
    for place in range(memory.listed):
        card = number(memory.order[place])
        if cards & bit(card) == NONE:
            continue
        cards &= ~bit(card)
        rest = value_without(memory, ALL_KINDS, place)
        for turn in range(4 if card >= WILD_CARD else 1):
            face = with_color(card, COLOR_ORDER[turn]) if card >= WILD_CARD else card
            value = rest + threat_after(table, hand, memory, face)
            if choice < 0 or value > best:
                best = value
                choice = face
    if table.phase == DRAWN and may_keep(table):
        whole = value_without(memory, ALL_KINDS, NOTHING_LEFT_OUT)
        if whole + threat(table, memory, following(table, hand.seat), 0, table.top) > best:
            return KEEP
    return choice
