"""Worlds: the ways that the cards could lie which a seat does not see.

They are dealt by chance, and then cards are exchanged until they lie as is likely after all that
the others did (reading.py). Nothing goes in but what the seat may see.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.search.reading import odds_of
from unolab.cards import CARD_NUMBERS, DECK
from unolab.engine.hand import PLAIN, add, copies
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, NOTHING, Rng, StateRecord, lookup, number
from unolab.engine.legal import is_honest, may_challenge
from unolab.engine.rng import below
from unolab.engine.step import accused, top_before

COPIES: Final = lookup(DECK.count(card) for card in range(CARD_NUMBERS))
MOST_CARDS: Final = len(DECK)
UNIT: Final = number(1 << 20)
BLUFFED: Final = number(UNIT // 5)
"""How often a world is kept in which the draw four on top was a bluff.

Cards are read one by one, and that an honest hand has none of a whole colour is more than they say.
"""
EXCHANGES: Final = number(8)  # for every card in another hand, and some more
MORE_CARDS: Final = number(4)
TRIES: Final = number(20)  # deals in search of one without a bluff, if that is unlikely


@jit
def deal_hidden(state: StateRecord, seat: int, odds: Any, rng: Rng) -> None:
    """Deal all that a seat does not see anew; its own hand and the table stand in the state.

    ``odds`` say which hands the cards are likely to be in (reading.py).
    """
    table = state.table
    cards = np.empty(MOST_CARDS, np.int64)
    owners = np.empty(MOST_CARDS, np.int64)
    for _ in range(TRIES):
        count = gather(state, seat, cards)
        shuffle(cards, count, rng)
        first = assign(state, seat, owners, count)
        exchange_cards(odds, cards, owners, first, count, rng)
        hand_out(state, seat, cards, owners, count)
        if not may_challenge(table):
            break
        bluffer = accused(table)
        if bluffer == seat:
            break
        state.deck.bluff = number(
            not is_honest(table.rules, state.hands[bluffer], top_before(table))
        )
        if state.deck.bluff == 0 or below(rng, UNIT) < BLUFFED:
            break
    state.deck.ordered = 0
    state.deck.shuffles = 0
    state.deck.rng.a = rng.a
    state.deck.rng.b = rng.b


@jit
def gather(state: StateRecord, seat: int, cards: Any) -> int:
    """List the cards that a seat does not see; return how many there are."""
    table = state.table
    left = COPIES.copy()
    for card in range(CARD_NUMBERS):
        if left[card] > 0:
            left[card] -= copies(state.hands[seat], card)
    for place in range(table.discarded):
        left[PLAIN[table.discards[place]]] -= 1
    if table.top != NOTHING:
        left[PLAIN[table.top]] -= 1
    count = number(0)
    for card in range(CARD_NUMBERS):
        for _ in range(left[card]):
            cards[count] = card
            count += 1
    return count


@inlined
def shuffle(cards: Any, count: int, rng: Rng) -> None:
    """Shuffle cards."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@inlined
def assign(state: StateRecord, seat: int, owners: Any, count: int) -> int:
    """Say whose each card is, those of the stock first; return the place of the first in a hand."""
    table = state.table
    place = count
    for other in range(table.players):
        if other != seat:
            for _ in range(table.sizes[other]):
                place -= 1
                owners[place] = other
    for stock in range(place):
        owners[stock] = NOBODY
    return place


@jit
def exchange_cards(odds: Any, cards: Any, owners: Any, first: int, count: int, rng: Rng) -> None:
    """Exchange cards until they lie as they are likely to.

    It is the Metropolis algorithm: an exchange that makes them less likely is done less often.
    """
    for _ in range((count - first + MORE_CARDS) * EXCHANGES):
        here = first + below(rng, count - first)
        there = below(rng, count)
        one, other, card, instead = owners[here], owners[there], cards[here], cards[there]
        if one == other or card == instead:
            continue
        better = odds_of(odds, one, instead) - odds_of(odds, one, card)
        better += odds_of(odds, other, card) - odds_of(odds, other, instead)
        if better >= 0 or below(rng, UNIT) < np.exp(better) * UNIT:
            cards[here], cards[there] = instead, card


@inlined
def hand_out(state: StateRecord, seat: int, cards: Any, owners: Any, count: int) -> None:
    """Put the cards into the hands and the stock."""
    for other in range(state.table.players):
        if other != seat:
            hand = state.hands[other]
            hand.seat = other
            hand.drawn = NOTHING
            hand.one = 0
            hand.two = 0
            hand.three = 0
            hand.four = 0
    for place in range(count):
        if owners[place] == NOBODY:
            state.deck.cards[place] = cards[place]
        else:
            add(state.hands[owners[place]], cards[place])
