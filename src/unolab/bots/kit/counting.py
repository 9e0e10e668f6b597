"""Counting cards: what every opponent may hold, from what lies open and what they did.

For each opponent a bot keeps how many copies of each card that one may have at most, guessing that
everyone plays who can: who drew held nothing that fitted. ``unseen`` are the cards that are neither
in the own hand nor on the pile, an upper bound for all. As in a hand a card is a bit in up to four
words: the smaller of two counts is ``&``, and one more of every card is a shift of the words.
"""

from __future__ import annotations

from typing import Final

from unolab.cards import DECK, WILD_CARD
from unolab.engine.hand import (
    DECK_FOUR,
    DECK_ONE,
    DECK_THREE,
    DECK_TWO,
    FITS,
    PLAIN,
    bit,
    remove,
    with_color,
    without_lowest,
)
from unolab.engine.jit import count_bits, inlined, jit, lowest_bit
from unolab.engine.layout import NOTHING, OPENING_NONE, Cards, Hand, Memory, Table, number
from unolab.engine.log import (
    DREW,
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

DECK_SIZE: Final = number(len(DECK))


@inlined
def assign(cards: Cards, other: Cards | Hand) -> None:
    """Make one collection equal to another."""
    cards.one = other.one
    cards.two = other.two
    cards.three = other.three
    cards.four = other.four


@inlined
def limit(cards: Cards, most: Cards) -> None:
    """Let no card be there more often than in another collection."""
    cards.one &= most.one
    cards.two &= most.two
    cards.three &= most.three
    cards.four &= most.four


@inlined
def include(cards: Cards, other: Cards | Hand) -> None:
    """Let every card be there at least as often as in another collection."""
    cards.one |= other.one
    cards.two |= other.two
    cards.three |= other.three
    cards.four |= other.four


@inlined
def add_each(cards: Cards, times: int) -> None:
    """Add so many copies of every card of the deck."""
    for _ in range(min(times, 4)):
        cards.four = cards.three
        cards.three = cards.two
        cards.two = cards.one
        cards.one = DECK_ONE


@inlined
def drop_all(cards: Cards, which: int) -> None:
    """Leave out all copies of some cards."""
    cards.one &= ~which
    cards.two &= ~which
    cards.three &= ~which
    cards.four &= ~which


@inlined
def remove_set(cards: Cards, which: int) -> None:
    """Take out one copy of each of some cards."""
    while which:
        remove(cards, lowest_bit(which))
        which = without_lowest(which)


@jit
def count(cards: Cards, which: int) -> int:
    """Count the copies of some cards."""
    return (
        count_bits(cards.one & which)
        + count_bits(cards.two & which)
        + count_bits(cards.three & which)
        + count_bits(cards.four & which)
    )


@jit
def see_all_but(memory: Memory, top: int) -> None:
    """Let everything be unseen but the own hand and one card."""
    unseen = memory.unseen
    unseen.one = DECK_ONE
    unseen.two = DECK_TWO
    unseen.three = DECK_THREE
    unseen.four = DECK_FOUR
    own = memory.own
    remove_set(unseen, own.one)
    remove_set(unseen, own.two)
    remove_set(unseen, own.three)
    remove_set(unseen, own.four)
    if top != NOTHING:
        remove(unseen, PLAIN[top])


@jit
def begin_counting(table: Table, hand: Hand, memory: Memory) -> None:
    """Know nothing but the own hand and the card that was turned up."""
    assign(memory.own, hand)
    if table.rules.opening == OPENING_NONE:
        memory.top = NOTHING
    else:
        memory.top = table.discards[0] if table.discarded > 0 else table.top
    see_all_but(memory, memory.top)
    for seat in range(table.players):
        assign(memory.held[seat], memory.unseen)


@jit
def count_again(table: Table, hand: Hand, memory: Memory) -> None:
    """Know nothing but the own hand and the pile."""
    assign(memory.own, hand)
    memory.top = table.top
    see_all_but(memory, memory.top)
    for place in range(table.discarded):
        remove(memory.unseen, PLAIN[table.discards[place]])
    for seat in range(table.players):
        assign(memory.held[seat], memory.unseen)
    memory.seen = table.logged


@inlined
def hidden(table: Table, hand: Hand) -> int:
    """Return how many cards a player can't see."""
    lying = table.discarded + (0 if table.top == NOTHING else 1)
    return DECK_SIZE - table.sizes[hand.seat] - lying


@jit
def note_own_cards(table: Table, hand: Hand, memory: Memory) -> None:
    """See the cards that came to the own hand since the last look."""
    own = memory.own
    gained = hand.one & ~own.one
    if gained | hand.two & ~own.two | hand.three & ~own.three | hand.four & ~own.four:
        unseen = memory.unseen
        remove_set(unseen, gained)
        remove_set(unseen, hand.two & ~own.two)
        remove_set(unseen, hand.three & ~own.three)
        remove_set(unseen, hand.four & ~own.four)
        for seat in range(table.players):
            limit(memory.held[seat], unseen)
        include(own, hand)


@jit
def note_play(table: Table, hand: Hand, memory: Memory, seat: int, card: int) -> None:
    """See a card that someone played, the bot itself among them."""
    plain = PLAIN[card]
    memory.top = card
    if seat == hand.seat and memory.own.one & bit(plain):
        remove(memory.own, plain)
        return  # seen before
    remove(memory.unseen, plain)
    remove(memory.held[seat], plain)
    for other in range(table.players):
        limit(memory.held[other], memory.unseen)


@inlined
def may_have_got(memory: Memory, seat: int, cards: int) -> None:
    """Let a seat have so many more cards, any that nobody has seen."""
    add_each(memory.held[seat], cards)
    limit(memory.held[seat], memory.unseen)


@jit
def note_draw(table: Table, memory: Memory, place: int, seat: int, cards: int) -> None:
    """See an opponent draw on its turn: nothing that it held fitted, nor what it did not play."""
    after = entry(table, place + 1)  # there is one: someone has acted since
    plays = place + 1 < table.logged and kind_of(after) == PLAYED
    if not (plays and seat_of(after) == seat):
        may_have_got(memory, seat, cards)
    drop_all(memory.held[seat], FITS[memory.top])


@jit
def begin_following(table: Table, hand: Hand, memory: Memory) -> None:
    """Count from the deal on, or anew when part of the story is lost."""
    if table.logged - max(memory.seen, 0) > LOG_SIZE:
        count_again(table, hand, memory)
    elif memory.seen < 0:
        begin_counting(table, hand, memory)
        memory.seen = 0


@jit
def follow(table: Table, hand: Hand, memory: Memory) -> None:
    """Read what has happened since the last look."""
    first = memory.seen < 0
    begin_following(table, hand, memory)
    for place in range(memory.seen, table.logged):
        event = entry(table, place)
        kind = kind_of(event)
        seat = seat_of(event)
        value = value_of(event)
        if kind == PLAYED:
            note_play(table, hand, memory, seat, value)
        elif seat == hand.seat and (kind == DREW or kind == TOOK):
            note_own_cards(table, hand, memory)
        elif kind == DREW:
            note_draw(table, memory, place, seat, value)
        elif kind == TOOK:
            may_have_got(memory, seat, value)
        elif kind == NAMED:
            memory.top = with_color(WILD_CARD, value)
        elif kind == RESHUFFLED:
            see_all_but(memory, memory.top)
        elif kind == SWAPPED or kind == ROTATED:
            count_again(table, hand, memory)  # hands have wandered
            return
    memory.seen = table.logged
    note_own_cards(table, hand, memory)
    assign(memory.own, hand)
    if first and count(memory.unseen, DECK_ONE) != hidden(table, hand):
        count_again(table, hand, memory)  # the story began in the middle
