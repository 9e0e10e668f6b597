"""Bluffs: how likely a wild draw four is one, whether to challenge it, and when to try one.

The player of a wild draw four is thought to hold cards by chance from all that can't be seen. Who
drew a card while the colour in question was in force had none of it then, so only what came later
counts. The chance is set against what is at stake: a bluff found out saves the own cards and the
turn, and costs the bluffer cards; a doubt in vain costs two cards more.
"""

from __future__ import annotations

from typing import Final

from unolab.bots.kit.choice import count_in
from unolab.bots.kit.counting import hidden
from unolab.cards import WILD_CARD, Card
from unolab.engine.hand import (
    DECK_FOUR,
    DECK_ONE,
    DECK_TWO,
    DRAW_FOURS,
    FACE,
    NONE,
    PLAIN,
    SAME_COLOR,
    bit,
    word,
)
from unolab.engine.jit import count_bits, inlined, jit
from unolab.engine.layout import TEST_COLOR, TURN, Hand, Table
from unolab.engine.legal import giveaways
from unolab.engine.log import (
    DREW,
    KEPT,
    LOG_SIZE,
    PLAYED,
    ROTATED,
    SWAPPED,
    TOOK,
    entry,
    kind_of,
    seat_of,
    value_of,
)
from unolab.engine.step import (
    BLUFF,
    accused,
    doubt_penalty,
    following,
    only_passes_on,
    top_before,
)

PLAIN_WILDS: Final = word([Card(WILD_CARD)])
ROUNDING_ERROR: Final = 1e-9
# How often somebody bluffs who could, as a share of those who play a draw four honestly
TEMPTED: Final = 1.0
DOUBT_BY_COLOR: Final = 0.1
DOUBT_BY_ANYTHING: Final = 0.25  # where any other card that fits gives it away, more do so


@inlined
def in_deck(cards: int) -> int:
    """Count the copies of some cards in the whole deck; a wild is there four times."""
    twice = count_bits(cards & DECK_ONE) + count_bits(cards & DECK_TWO)
    return twice + 2 * count_bits(cards & DECK_FOUR)


@jit
def open_to_doubt(table: Table, seat: int, before: int) -> int:
    """Return how many cards of a hand may be of the colour that was in force, for all one knows.

    The log is read backwards to the last time that the seat drew for this colour: it had none of it
    then, and only what it got since may be some.
    """
    size = table.sizes[seat]
    since = 0
    plays = 0
    place = table.logged - 1
    oldest = max(table.logged - LOG_SIZE, 0)
    while place >= oldest and since < size:
        event = entry(table, place)
        kind = kind_of(event)
        if kind == PLAYED:
            plays += 1
        elif kind == SWAPPED or kind == ROTATED:
            break  # hands have wandered
        elif seat_of(event) == seat and kind == TOOK:
            since += value_of(event)
        elif seat_of(event) == seat and kind == DREW:
            if plays > table.discarded:
                break  # what lay on top then was shuffled in
            after = entry(table, place + 1)  # there is one: a draw four was played since
            mine = seat_of(after) == seat
            if SAME_COLOR[table.discards[table.discarded - plays]] == SAME_COLOR[before]:
                # what was drawn and not played did not fit either, unless it was kept
                return min(since + int(mine and kind_of(after) == KEPT), size)
            since += value_of(event) - int(mine and kind_of(after) == PLAYED)
        place -= 1
    return size


@jit
def unseen_of(table: Table, hand: Hand, cards: int) -> int:
    """Count the copies of some cards that are neither in the hand nor on the pile."""
    left = in_deck(cards) - count_in(hand, cards)
    for place in range(table.discarded):
        if bit(PLAIN[table.discards[place]]) & cards:
            left -= 1
    return left


@jit
def none_among(drawn: int, left: int, unseen: int) -> float:
    """Return how likely none of so many cards by chance is one of those left among the unseen."""
    chance = 1.0
    for place in range(drawn):
        chance = chance * max(unseen - left - place, 0) / max(unseen - place, 1)
    return chance


@jit
def bluff_chance(table: Table, hand: Hand, suspicion: float) -> float:
    """Estimate how likely the wild draw four on top is a bluff, from what the hand's owner sees.

    ``suspicion`` is how often somebody who could bluff does: 1 is as often as one who need not.
    """
    before = top_before(table)
    cards = giveaways(table.rules, before)
    unseen = hidden(table, hand)
    suspect = accused(table)
    size = table.sizes[suspect]
    open_cards = open_to_doubt(table, suspect, before)
    none = none_among(open_cards, unseen_of(table, hand, cards), unseen)
    chance = (1.0 - none) * suspicion / ((1.0 - none) * suspicion + none)
    if cards & PLAIN_WILDS and open_cards < size:
        # who draws may have held back a wild, which would have fitted
        wilds = unseen_of(table, hand, PLAIN_WILDS)
        chance = 1.0 - (1.0 - chance) * none_among(size - open_cards, wilds, unseen)
    return chance


@inlined
def prospect(own: int, theirs: int, others: float) -> float:
    """Estimate a chance to win: whoever holds half the cards has twice the chance."""
    return theirs / (theirs + own + own * theirs * others)


@jit
def doubts(table: Table, hand: Hand) -> bool:
    """Whether to challenge the wild draw four on top: what it may gain against what it costs."""
    own = table.sizes[hand.seat]
    suspect = accused(table)
    held = table.sizes[suspect]
    others = 0.0
    for seat in range(table.players):
        if seat != hand.seat and seat != suspect:
            others += 1.0 / table.sizes[seat]
    accepted = prospect(own + table.due, held, others)
    refuted = prospect(own + doubt_penalty(table), held, others)
    right = prospect(own, held + BLUFF, others)
    # who has to stop a last card is tempted
    if own == 1:
        suspicion = TEMPTED
    else:
        suspicion = DOUBT_BY_COLOR if table.rules.wd4_test == TEST_COLOR else DOUBT_BY_ANYTHING
    chance = bluff_chance(table, hand, suspicion)
    # by more than rounding: a GPU rounds otherwise, and must come to the same
    return chance * (right - refuted) - (accepted - refuted) > ROUNDING_ERROR


@jit
def invites_bluff(table: Table, hand: Hand, card: int) -> bool:
    """Whether a wild draw four is better than the card that a bot would play, be it a bluff.

    The rules must let it be challenged. It is better when the next player has one card left and
    could play it: if they doubt it they lose nothing, but if they do not, they are stopped.
    """
    return (
        table.phase == TURN
        and table.turn == hand.seat
        and hand.one & DRAW_FOURS != NONE
        and only_passes_on(FACE[card])
        and table.sizes[following(table, hand.seat)] == 1
    )
