"""Drawing cards. The stock has no order: each draw takes any card of it.

That is the same as shuffling first, but a game that uses sixty cards never shuffles the rest.
Decks that people play with are shuffled, by choices that ``shuffle.py`` made beforehand.
"""

from __future__ import annotations

from unolab.engine.hand import PLAIN, add
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOTHING, Deck, StateRecord, number
from unolab.engine.log import RESHUFFLED, log
from unolab.engine.rng import below


@inlined
def take_off(state: StateRecord) -> int:
    """Take the next card off the stock, or NOTHING when no card is left anywhere."""
    table = state.table
    deck = state.deck
    if table.stock == 0:
        reshuffle(state)
        if table.stock == 0:
            return NOTHING
    last = table.stock - 1
    place = last
    if deck.ordered == 0:
        place = below(deck.rng, table.stock)
    else:
        deck.ordered -= 1
    card = deck.cards[place]
    deck.cards[place] = deck.cards[last]
    table.stock = last
    return card


@inlined
def draw_card(state: StateRecord, seat: int) -> int:
    """Let a seat draw one card, or NOTHING."""
    card = take_off(state)
    if card != NOTHING:
        add(state.hands[seat], card)
        state.table.sizes[seat] += 1
    return card


@jit
def draw_cards(state: StateRecord, seat: int, amount: int) -> int:
    """Let a seat draw so many cards, or what there is (C152); return how many it got."""
    for got in range(amount):
        if draw_card(state, seat) == NOTHING:
            return got
    return amount


@jit
def reshuffle(state: StateRecord) -> None:
    """Turn what lies under the top into the new stock; wilds lose their colour (C150)."""
    table = state.table
    if table.discarded > 0:
        for i in range(table.discarded):
            state.deck.cards[i] = PLAIN[table.discards[i]]
        table.stock = table.discarded
        table.discarded = 0
        if state.deck.shuffles > 0:
            swap_cards(state.deck, table.stock)
        log(table, RESHUFFLED, table.turn, table.stock)


@jit
def swap_cards(deck: Deck, stock: int) -> None:
    """Shuffle the stock by the choices made for it; the next shuffle needs others."""
    for place in range(stock - 1, 0, -1):
        other = number(deck.swaps[place])
        card = deck.cards[place]
        deck.cards[place] = deck.cards[other]
        deck.cards[other] = card
    deck.ordered = stock
    deck.shuffles += 1
