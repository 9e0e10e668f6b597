"""scorebot: every card has a weight, and the hand that is worth most is best; wilds are red.

A hand is summed up from front to back. Equal hands differ in the last digit then, and the published
figures depend on it: by 0.1 % of the games with two players.
"""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import BY_KIND, KIND_OF, REVERSE, kind_of, kinds_of
from unolab.bots.kit.counting import DECK_SIZE
from unolab.bots.kit.order import arrange
from unolab.bots.settings import WEIGHT, Parameter, by_kind
from unolab.cards import DECK, WILD_CARD
from unolab.engine.hand import NONE, bit, with_color
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import DRAWN, Hand, Memory, Rng, Table, lookup, number
from unolab.engine.legal import may_draw, may_keep, playable
from unolab.moves import DRAW, KEEP

WEIGHTS: Final = tuple(
    by_kind(
        "weight",
        WEIGHT,
        "what a card in the hand is worth",
        (-0.168, -0.163, -0.190, -0.227, 0.048, -0.035),
        (-0.189, -0.153, -0.206, -0.193, 0.015, 0.023),
        low=-1000,
        high=1000,
        whole=False,
        likely=(-1, 1),
    )
)
PARAMETERS: Final[tuple[Parameter, ...]] = WEIGHTS
RED: Final = number(0)
NOTHING_LEFT_OUT: Final = number(-1)
IN_DECK: Final = lookup([sum(KIND_OF[card] == kind for card in DECK) for kind in range(6)])


@inlined
def weight(memory: Memory, card: int, kinds: int) -> float:
    """Return what a card in the hand is worth."""
    return memory.settings[WEIGHT + kind_of(card, kinds)]


@jit
def value_without(memory: Memory, kinds: int, place: int) -> float:
    """Add up a hand, leaving out the card at a place of it."""
    total = 0.0
    for other in range(memory.listed):
        if other != place:
            total += weight(memory, memory.order[other], kinds)
    return total


@jit
def mean_weight(memory: Memory, kinds: int) -> float:
    """Return what a card of the whole deck is worth on average."""
    total = 0.0
    for kind in range(6):
        # where two play, the reverses are worth what skips are
        worth = kind if BY_KIND[kinds + kind] else REVERSE + 1
        total += IN_DECK[kind] * memory.settings[WEIGHT + worth]
    return total / DECK_SIZE


@inlined
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name red."""
    return RED


def scorebot(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Play what leaves the best hand, the newest card of equals; draw if that is better still."""
    arrange(hand, memory, rng)
    memory.seen = 0
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    kinds = kinds_of(table)
    choice = lowest_bit(cards)
    best = 0.0
    left = cards
    for place in range(memory.listed):
        card = number(memory.order[place])
        if left & bit(card):
            value = value_without(memory, kinds, place)
            if left == cards or value > best:
                best = value
                choice = card
            left &= ~bit(card)
    whole = value_without(memory, kinds, NOTHING_LEFT_OUT)
    if table.phase == DRAWN:
        if whole > best and may_keep(table):
            return KEEP
    elif may_draw(table) and whole + mean_weight(memory, kinds) > best:
        return DRAW
    return with_color(choice, RED) if choice >= WILD_CARD else choice
