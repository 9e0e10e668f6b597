"""Evidence: what everyone at the table could have noticed, kept up to date from the public log.

For each seat and class of cards it has the most that this seat can hold, had it always played when
it could: who draws has nothing of the colour and the symbol on top, and no wild. It is a guess
about what others do, and never more than a player with a perfect memory could write down.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from unolab.bots.observation.layout import CLASSES, COLORS, EVENTS, FACES_HELD, KINDS, SEATS
from unolab.cards import CARD_NUMBERS, DECK, WILD_CARD, Card, Face
from unolab.engine.hand import FACE, HELD, with_color
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import (
    NOBODY,
    NOTHING,
    OPENING_NONE,
    Int,
    Small,
    Table,
    lookup,
    number,
)
from unolab.engine.log import (
    DREW,
    KEPT,
    LOG_SIZE,
    NAMED,
    PLAYED,
    RESHUFFLED,
    ROTATED,
    SWAPPED,
    TOOK,
    entry,
    kind_of,
    seat_of,
    value_of,
)

UNKNOWN: Final = number(120)  # more cards than there are
WILDS: Final = number(CLASSES - 1)
SYMBOLS: Final = number(COLORS)  # where the classes of symbols begin


class Evidence:
    """What can be known of the cards by watching."""

    left: Annotated[list[int], "u1", KINDS]  # copies that do not lie open
    # A seat has at most as many cards of a class as came to it, less what is ruled out
    received: Annotated[list[int], "i4", SEATS]
    ruled_out: Annotated[list[int], "i4", SEATS * CLASSES]  # by seat and class
    recent: Annotated[list[int], "u2", EVENTS]  # entries of the log
    noted: Int  # how many of them there were
    top: Small  # the card on top after the last event
    drawer: Small  # who has just drawn: what that seat plays now is what it drew


def _kind(card: Card) -> int:
    """Return the place of a card among the kinds: four colours of 13, and the two wilds."""
    if card.is_wild:
        return COLORS * FACES_HELD + (card.face - Face.WILD)
    assert card.color is not None
    return card.color * FACES_HELD + card.face


# By card, also by a wild that was given a colour
KIND: Final = lookup(_kind(Card(card).plain) for card in range(CARD_NUMBERS))
COLOR: Final = lookup(Card(card).color or 0 for card in range(CARD_NUMBERS))
COPIES: Final = lookup((DECK.count(card) for card in sorted(HELD, key=_kind)), np.uint8)


@jit
def begin_watching(evidence: Evidence, table: Table) -> None:
    """Take in a deal, or a round of which all events are still known."""
    know_nothing(evidence, table, table.rules.hand_size, opening_card(table))
    lay_open(evidence, evidence.top)
    follow(evidence, table, 0)


@jit
def watch_again(evidence: Evidence, table: Table) -> None:
    """Take in all of a round that the table still tells of: its last 256 events."""
    since = table.logged - LOG_SIZE
    if since > 0:
        know_nothing(evidence, table, UNKNOWN, NOTHING)
        follow(evidence, table, since)
    else:
        begin_watching(evidence, table)
    lay_open(evidence, table.top)  # the pile tells it for certain
    for place in range(table.discarded):
        evidence.left[KIND[table.discards[place]]] -= 1


@jit
def keep_watching(evidence: Evidence, table: Table, since: int) -> int:
    """Take in what has happened since an event; 0 takes in all, as ``watch_again`` does.

    Return the event from which to go on. Where the table no longer tells of the whole round, that
    is 0: what it told before does not count, so that the evidence is always what it tells now.
    """
    whole = table.logged <= LOG_SIZE and not was_reshuffled(table, since)
    if whole and since > 0:
        follow(evidence, table, since)
    else:
        watch_again(evidence, table)
    return number(table.logged) if whole else number(0)


@jit
def was_reshuffled(table: Table, since: int) -> bool:
    """Whether the table tells of a reshuffle since an event."""
    for event in range(max(since, table.logged - LOG_SIZE), table.logged):
        if kind_of(entry(table, event)) == RESHUFFLED:
            return True
    return False


@jit
def opening_card(table: Table) -> int:
    """Return the card that was turned up first, or NOTHING if that can't be told any more."""
    if table.rules.opening == OPENING_NONE:
        return NOTHING
    if was_reshuffled(table, 0):
        return NOTHING
    return number(table.discards[0]) if table.discarded > 0 else table.top


@inlined
def lay_open(evidence: Any, card: int) -> None:
    """Let one card lie open, or none."""
    for kind in range(KINDS):
        evidence.left[kind] = COPIES[kind]
    if card != NOTHING:
        evidence.left[KIND[card]] -= 1


@jit
def follow(evidence: Evidence, table: Table, since: int) -> None:
    """Take in what has happened since an event."""
    for event in range(since, table.logged):
        note(evidence, table, entry(table, event))


@inlined
def note(evidence: Any, table: Table, event: int) -> None:
    """Take in one event."""
    kind = kind_of(event)
    seat = number(seat_of(event))
    value = number(value_of(event))
    if kind == PLAYED:
        evidence.left[KIND[value]] -= 1
        if evidence.drawer == seat:
            evidence.received[seat] -= 1  # it came and went
        else:
            face = FACE[value]
            if face > Face.DRAW_TWO:
                lower(evidence, seat, WILDS)
            else:
                lower(evidence, seat, SYMBOLS + face)
                lower(evidence, seat, COLOR[value])
        evidence.top = value
        evidence.drawer = NOBODY
    elif kind == DREW:
        if evidence.top < WILD_CARD:
            rule_out(evidence, seat, COLOR[evidence.top])
            if FACE[evidence.top] <= Face.DRAW_TWO:
                rule_out(evidence, seat, SYMBOLS + FACE[evidence.top])
            rule_out(evidence, seat, WILDS)
        evidence.received[seat] += value
        evidence.drawer = seat
    elif kind == TOOK:
        evidence.received[seat] += value
    else:
        note_rarely(evidence, table, kind, seat, value)
    if kind <= KEPT:
        evidence.recent[evidence.noted % EVENTS] = event
        evidence.noted += 1


@jit
def note_rarely(evidence: Any, table: Table, kind: int, seat: int, value: int) -> None:
    """Take in an event of the rarer kinds: what is known of a hand goes with it."""
    if kind == RESHUFFLED:
        lay_open(evidence, evidence.top)
    elif kind == KEPT:
        evidence.drawer = NOBODY
    elif kind == NAMED:
        evidence.top = with_color(WILD_CARD, value)
    elif kind == SWAPPED:
        trade(evidence, seat, value)
    elif kind == ROTATED:
        step = 1 if value else table.players - 1  # as play went then, which may have turned since
        for ahead in range(1, table.players):
            trade(evidence, seat, (seat + step * ahead) % table.players)


@jit
def know_nothing(evidence: Any, table: Table, cards: int, top: int) -> None:
    """Begin to watch with a card on top, when every seat holds so many unknown cards."""
    evidence.noted = 0
    evidence.drawer = NOBODY
    evidence.top = top
    for seat in range(table.players):
        evidence.received[seat] = cards
    for place in range(table.players * CLASSES):
        evidence.ruled_out[place] = 0


@inlined
def bound(evidence: Any, seat: int, which: int) -> int:
    """Return how many cards of a class a seat has at most."""
    return number(evidence.received[seat]) - number(evidence.ruled_out[seat * CLASSES + which])


@inlined
def lower(evidence: Any, seat: int, which: int) -> None:
    """Let a seat have one card less of a class."""
    if bound(evidence, seat, which) > 0:
        evidence.ruled_out[seat * CLASSES + which] += 1


@inlined
def rule_out(evidence: Any, seat: int, which: int) -> None:
    """Let a seat have no card of a class."""
    evidence.ruled_out[seat * CLASSES + which] = evidence.received[seat]


@jit
def trade(evidence: Any, seat: int, other: int) -> None:
    """Exchange what is known of two seats."""
    received = evidence.received
    received[seat], received[other] = received[other], received[seat]
    known = evidence.ruled_out
    for which in range(CLASSES):
        here = seat * CLASSES + which
        there = other * CLASSES + which
        known[here], known[there] = known[there], known[here]
