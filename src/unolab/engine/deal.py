"""The deal: hands, the card turned up, and what that card does."""

from __future__ import annotations

from typing import Final

import numpy as np

from unolab.cards import DECK, DRAW_FOUR_CARD, WILD_CARD, Face
from unolab.engine.hand import CARDS_DUE, FACE
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import (
    COLOR,
    NOBODY,
    NOTHING,
    OPENING_INERT,
    OPENING_NO_WILDS,
    OPENING_NONE,
    OPENING_OFFICIAL,
    PENALTY,
    STACK_NONE,
    TURN,
    Deck,
    StateRecord,
)
from unolab.engine.log import REVERSED, SKIPPED, TOOK, log
from unolab.engine.step import begin, following
from unolab.engine.stock import draw_card, draw_cards, take_off

FULL_DECK: Final = np.array(DECK, np.uint8)


@inlined
def fill(deck: Deck) -> None:
    """Put all cards into the stock."""
    for place in range(len(FULL_DECK)):
        deck.cards[place] = FULL_DECK[place]


@jit
def clear(state: StateRecord, players: int, dealer: int) -> None:
    """Make an empty table: all cards in the stock, nothing dealt."""
    table = state.table
    table.players = players
    table.dealer = dealer
    table.turn = dealer
    table.step = 1
    table.phase = TURN
    table.top = NOTHING
    table.due = 0
    table.stock = len(FULL_DECK)
    table.discarded = 0
    table.uno = NOBODY
    table.said = 0
    table.blocked = 0
    table.turns = 0
    table.winner = NOBODY
    table.points = 0
    table.logged = 0
    for seat in range(players):
        hand = state.hands[seat]
        hand.one = 0
        hand.two = 0
        hand.three = 0
        hand.four = 0
        hand.seat = seat
        hand.drawn = NOTHING
        table.sizes[seat] = 0
        table.gains[seat] = 0
    state.deck.ordered = 0
    state.deck.bluff = 0
    state.deck.shuffles = 0
    fill(state.deck)


@jit
def deal(state: StateRecord) -> None:
    """Deal from the stock of an empty table and turn up the first card; ``open_play`` follows."""
    table = state.table
    rules = table.rules
    for seat in range(table.players):
        for _ in range(rules.hand_size):
            draw_card(state, seat)
    if rules.opening != OPENING_NONE:
        table.top = turn_up(state)


@jit
def turn_up(state: StateRecord) -> int:
    """Turn up a card that may open; the others go back into the stock."""
    table = state.table
    deck = state.deck
    no_wilds = table.rules.opening == OPENING_NO_WILDS or table.rules.opening == OPENING_INERT
    if no_wilds and only_wilds(state):
        return NOTHING  # ten hands of ten cards can leave the eight wilds alone
    card = take_off(state)
    while card == DRAW_FOUR_CARD or (card == WILD_CARD and no_wilds):
        # it goes below the cards whose order is fixed, if any
        place = table.stock - deck.ordered
        for i in range(table.stock, place, -1):
            deck.cards[i] = deck.cards[i - 1]
        deck.cards[place] = card
        table.stock += 1
        if deck.shuffles > 0:
            deck.ordered += 1  # the order of a shuffled deck is fixed down to its last card
        card = take_off(state)
    return card


@jit
def only_wilds(state: StateRecord) -> bool:
    """Whether the stock holds nothing but wilds."""
    for i in range(state.table.stock):
        if state.deck.cards[i] < WILD_CARD:
            return False
    return True


@jit
def open_play(state: StateRecord) -> None:
    """Let the card turned up take effect, and let the first player begin."""
    table = state.table
    rules = table.rules
    first = following(table, table.dealer)
    face = FACE[table.top]
    if rules.opening == OPENING_NONE or rules.opening == OPENING_INERT:
        begin(table, first, TURN)
    elif table.top == WILD_CARD and rules.opening == OPENING_OFFICIAL:
        table.turn = first
        table.phase = COLOR
    elif face == Face.SKIP:
        log(table, SKIPPED, first)
        begin(table, following(table, first), TURN)
    elif face == Face.REVERSE:
        table.step = -1
        log(table, REVERSED, table.dealer)
        begin(table, table.dealer, TURN)
    elif face == Face.DRAW_TWO and rules.stacking != STACK_NONE:
        table.due = CARDS_DUE[table.top]
        begin(table, first, PENALTY)
    elif face == Face.DRAW_TWO:
        # nobody played it, so nobody plays again after it (C031)
        log(table, TOOK, first, draw_cards(state, first, CARDS_DUE[table.top]))
        begin(table, following(table, first), TURN)
    else:
        begin(table, first, TURN)
