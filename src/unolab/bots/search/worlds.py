"""Worlds: the ways that the cards could lie which a seat does not see.

They are dealt by chance, and then cards are exchanged so that what the others did makes sense: who
drew is unlikely to hold what would have fitted, and a draw four is rarely a bluff. Nothing goes in
but the table, the own hand and the evidence, which anybody could have noted.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.observation.evidence import COLOR, SYMBOLS, bound
from unolab.bots.observation.layout import CLASSES
from unolab.cards import CARD_NUMBERS, DECK, WILD_CARD
from unolab.engine.hand import FACE, PLAIN, add, copies
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, NOTHING, Rng, StateRecord, lookup, number
from unolab.engine.legal import is_honest, may_challenge
from unolab.engine.rng import below
from unolab.engine.step import accused, top_before

COPIES: Final = lookup(DECK.count(card) for card in range(CARD_NUMBERS))
MOST_CARDS: Final = len(DECK)
UNIT: Final = number(1 << 20)
# How likely somebody is to hold a card that would have fitted when they drew, and to bluff,
# compared with the opposite. People and bots differ; these suit most of them.
HELD_BACK: Final = number(15 * UNIT // 100)
BLUFFED: Final = number(UNIT // 10)
EXCHANGES: Final = number(4)  # for every card in another hand
TRIES: Final = number(20)  # deals in search of one without a bluff, if that is unlikely


@jit
def deal_hidden(state: StateRecord, seat: int, evidence: Any, rng: Rng) -> None:
    """Deal all that a seat does not see anew; its own hand and the table stand in the state."""
    table = state.table
    cards = np.empty(MOST_CARDS, np.int64)
    owners = np.empty(MOST_CARDS, np.int64)
    for _ in range(TRIES):
        count = gather(state, seat, cards)
        shuffle(cards, count, rng)
        first = assign(state, seat, owners, count)
        exchange_cards(table.players, evidence, cards, owners, first, count, rng)
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
def exchange_cards(
    players: int, evidence: Any, cards: Any, owners: Any, first: int, count: int, rng: Rng
) -> None:
    """Exchange cards until the hands are as likely as what their holders did makes them.

    It is the Metropolis algorithm: an exchange that makes hands less likely is done less often.
    """
    counts = np.zeros(players * CLASSES, np.int64)
    for place in range(first, count):
        give(evidence, counts, owners[place], cards[place])
    for _ in range((count - first) * EXCHANGES):
        here = first + below(rng, count - first)
        there = below(rng, count)
        if owners[here] == owners[there] or cards[here] == cards[there]:
            continue
        worse = -take(evidence, counts, owners[here], cards[here])
        worse -= take(evidence, counts, owners[there], cards[there])
        worse += give(evidence, counts, owners[here], cards[there])
        worse += give(evidence, counts, owners[there], cards[here])
        keep = True
        for _ in range(worse):
            keep = keep and below(rng, UNIT) < HELD_BACK
        if keep:
            cards[here], cards[there] = cards[there], cards[here]
        else:
            take(evidence, counts, owners[here], cards[there])
            take(evidence, counts, owners[there], cards[here])
            give(evidence, counts, owners[here], cards[here])
            give(evidence, counts, owners[there], cards[there])


@inlined
def give(evidence: Any, counts: Any, owner: int, card: int) -> int:
    """Count a card into a hand; return of how many classes it then has more than it should.

    Wilds are left out: good players hold them back.
    """
    if owner == NOBODY or card >= WILD_CARD:
        return number(0)
    return count_in(evidence, counts, owner, COLOR[card], number(1)) + count_in(
        evidence, counts, owner, SYMBOLS + FACE[card], number(1)
    )


@inlined
def take(evidence: Any, counts: Any, owner: int, card: int) -> int:
    """Count a card out of a hand; return of how many classes it had more than it should."""
    if owner == NOBODY or card >= WILD_CARD:
        return number(0)
    return count_in(evidence, counts, owner, COLOR[card], number(-1)) + count_in(
        evidence, counts, owner, SYMBOLS + FACE[card], number(-1)
    )


@inlined
def count_in(evidence: Any, counts: Any, owner: int, which: int, change: int) -> int:
    """Count a card of a class; return 1 if it is one more than the hand should have."""
    place = owner * CLASSES + which
    counts[place] += change
    after = counts[place] if change > 0 else counts[place] + 1
    return number(after > max(number(0), bound(evidence, owner, which)))


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
