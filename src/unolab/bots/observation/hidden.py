"""What no player sees, for critics and other oracles: never a part of an observation."""

from __future__ import annotations

from typing import Any

from unolab.bots.observation.evidence import KIND
from unolab.bots.observation.layout import COLORS, FACES_HELD, HIDDEN_PARTS, HIDDEN_SIZE, KINDS
from unolab.bots.observation.observe import clear_row
from unolab.bots.observation.question import place_of, seat_ahead
from unolab.engine.hand import without_lowest
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import StateRecord, number
from unolab.engine.legal import may_challenge

HANDS, STOCK, BLUFF = (number(part.start) for part in HIDDEN_PARTS.values())
COLORED_KINDS = number(COLORS * FACES_HELD)


@jit
def reveal(state: StateRecord, seat: int, colors: int, row: Any) -> None:
    """Write the cards that a seat does not see into a row, colours and seats as it counts them."""
    clear_row(row, HIDDEN_SIZE)
    table = state.table
    for ahead in range(1, table.players):
        hand = state.hands[seat_ahead(table, seat, ahead)]
        first = HANDS + (ahead - 1) * KINDS
        add_cards(hand.one, colors, row, first)
        add_cards(hand.two, colors, row, first)
        add_cards(hand.three, colors, row, first)
        add_cards(hand.four, colors, row, first)
    for place in range(table.stock):
        row[STOCK + place_of_card(state.deck.cards[place], colors)] += 1
    if may_challenge(table):
        row[BLUFF] = state.deck.bluff


@inlined
def add_cards(cards: int, colors: int, row: Any, first: int) -> None:
    """Count a set of cards."""
    while cards:
        row[first + place_of_card(lowest_bit(cards), colors)] += 1
        cards = without_lowest(cards)


@inlined
def place_of_card(card: int, colors: int) -> int:
    """Return the place of a card among the kinds, its colour as a seat counts them."""
    kind = KIND[card]
    if kind >= COLORED_KINDS:
        return kind
    return place_of(colors, kind // FACES_HELD) * FACES_HELD + kind % FACES_HELD
