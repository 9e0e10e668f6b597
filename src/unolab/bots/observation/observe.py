"""Writing observations and legal actions into rows of bytes.

``observe`` is handed the table, the own hand and the evidence: it can't see anything else.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.observation.evidence import COLOR, Evidence, bound
from unolab.bots.observation.layout import (
    CLASSES,
    COLORS,
    EVENT_KINDS,
    EVENT_SEATS,
    EVENTS,
    FACES_HELD,
    FULL,
    MOST_TOLD,
    PARTS,
    SIZE,
    STEPS,
)
from unolab.bots.observation.question import (
    ACTIONS,
    ASKS_CALL,
    ASKS_CATCH,
    ASKS_JUMP,
    MAY_CALL,
    MAY_CATCH,
    MAY_CHALLENGE,
    MAY_DRAW,
    MAY_KEEP,
    MAY_NAME,
    MAY_PASS,
    MAY_SWAP,
    PASS,
    place_of,
    places_ahead,
    seat_ahead,
)
from unolab.cards import FACES, WILD_CARD, Face
from unolab.engine.hand import FACE, with_color, without_lowest
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import NOTHING, Hand, Table, number
from unolab.engine.log import PLAYED, kind_of, seat_of, value_of
from unolab.engine.rng import U
from unolab.engine.step import top_before
from unolab.moves import CALL, CATCH, CHALLENGE, DRAW, KEEP, NAME_COLOR, SWAP_WITH

(
    QUESTION, OWN, UNSEEN, TOP, IN_FORCE, UNDER, DUE, STOCK, DISCARDED, TURNS, CLOCKWISE, PLAYERS,
    RULES, OWN_SIZE, OTHER_SIZES, COUNTS, BOUNDS, NEXT, SHOWN, HISTORY, TOTALS,
) = (number(part.start) for part in PARTS.values())  # fmt: skip

FACES_OF_COLOR: Final = U((1 << FACES_HELD) - 1)
WILD_PLACE: Final = number(COLORS * FACES_HELD)
EVENT_SIZE: Final = number(EVENT_KINDS + EVENT_SEATS + COLORS + FACES)
TOLD: Final = number(MOST_TOLD)
# By the size of a hand: which of the steps it reaches
REACHED: Final = np.array([[size >= step for step in STEPS] for size in range(109)], np.uint8)
STEP_COUNT: Final = number(len(STEPS))


@inlined
def clear_row(row: Any, size: int) -> None:
    """Begin an empty row."""
    for place in range(size):
        row[place] = 0


def leave_cleared(row: Any, size: int) -> None:
    """Stand in for ``clear_row`` on a GPU, where many threads have cleared the row before."""


@jit
def observe(table: Table, hand: Hand, evidence: Evidence, colors: int, row: Any) -> None:
    """Write what the holder of a hand may see into a row, all but the part about the rules."""
    clear_row(row, SIZE)
    seat = hand.seat
    write_cards(hand, evidence, colors, row)
    write_table(table, colors, row)
    for step in range(STEP_COUNT):
        row[OWN_SIZE + step] = REACHED[table.sizes[seat], step]
    row[COUNTS] = table.sizes[seat]
    target = table.rules.target
    for ahead in range(table.players):
        other = seat_ahead(table, seat, ahead)
        if ahead > 0:
            write_opponent(table, evidence, other, colors, row, ahead)
        if target > 0 and table.totals[other] > 0:
            row[TOTALS + ahead] = min(FULL, table.totals[other] * 100 // target)
    write_color_bounds(table, evidence, seat, colors, row, SHOWN)
    write_bounds(table, evidence, seat, row[SHOWN + COLORS : SHOWN + CLASSES])
    after = seat_ahead(table, seat, 1)
    write_bounds(table, evidence, after, row[NEXT : NEXT + CLASSES - COLORS])
    for back in range(min(evidence.noted, EVENTS)):
        event = evidence.recent[(evidence.noted - 1 - back) % EVENTS]
        write_event(table, seat, event, colors, row, HISTORY + back * EVENT_SIZE)


@inlined
def write_cards(hand: Hand, evidence: Any, colors: int, row: Any) -> None:
    """Write the own cards, and those that are not seen."""
    for color in range(COLORS):
        kind = FACES_HELD * color
        place = FACES_HELD * place_of(colors, color)
        for face in range(FACES_HELD):
            row[UNSEEN + place + face] = evidence.left[kind + face]
        shift = U(FACES * color)
        count_out(hand.one >> shift & FACES_OF_COLOR, place, row)
        count_out(hand.two >> shift & FACES_OF_COLOR, place, row)
    for wild in range(2):
        row[UNSEEN + WILD_PLACE + wild] = evidence.left[WILD_PLACE + wild]
    shift = U(WILD_CARD)
    count_out(hand.one >> shift, WILD_PLACE, row)
    count_out(hand.two >> shift, WILD_PLACE, row)
    count_out(hand.three >> shift, WILD_PLACE, row)
    count_out(hand.four >> shift, WILD_PLACE, row)


@inlined
def count_out(faces: int, place: int, row: Any) -> None:
    """Count one more of these faces in the hand, and one less among the unseen cards."""
    while faces:
        face = place + lowest_bit(faces)
        row[OWN + face] += 1
        row[UNSEEN + face] -= 1
        faces = without_lowest(faces)


@inlined
def write_table(table: Table, colors: int, row: Any) -> None:
    """Write what lies on the table."""
    top = table.top
    if top == NOTHING:
        row[TOP + FACES] = 1
    elif top < WILD_CARD:
        row[TOP + FACE[top]] = 1
        row[IN_FORCE + place_of(colors, COLOR[top])] = 1
    else:
        row[TOP + top - WILD_CARD + Face.WILD] = 1
    under = top_before(table)
    if under < WILD_CARD:
        row[UNDER + place_of(colors, COLOR[under])] = 1
    row[DUE] = min(FULL, table.due)
    row[STOCK] = table.stock
    row[DISCARDED] = table.discarded
    row[TURNS] = min(FULL, table.turns)
    row[CLOCKWISE] = number(table.step > 0)
    row[PLAYERS + table.players - 2] = 1


@inlined
def write_opponent(
    table: Table, evidence: Any, other: int, colors: int, row: Any, ahead: int
) -> None:
    """Write how many cards an opponent has, and how many of each colour at most."""
    size = table.sizes[other]
    row[COUNTS + ahead] = size
    place = OTHER_SIZES + (ahead - 1) * STEP_COUNT
    for step in range(STEP_COUNT):
        row[place + step] = REACHED[size, step]
    place = BOUNDS + (ahead - 1) * COLORS
    write_color_bounds(table, evidence, other, colors, row, place)


@inlined
def write_bounds(table: Table, evidence: Any, seat: int, symbols: Any) -> None:
    """Write how many cards of each symbol, and wilds, a seat has at most, 3 at most."""
    received = number(evidence.received[seat])
    most = min(number(table.sizes[seat]), TOLD)
    known = evidence.ruled_out[seat * CLASSES + COLORS : (seat + 1) * CLASSES]
    for symbol in range(CLASSES - COLORS):
        symbols[symbol] = min(received - known[symbol], most)


@inlined
def write_color_bounds(
    table: Table, evidence: Any, seat: int, colors: int, row: Any, place: int
) -> None:
    """Write how many cards of each colour a seat has at most, 3 at most."""
    most = min(number(table.sizes[seat]), TOLD)
    for color in range(COLORS):
        row[place + place_of(colors, color)] = min(bound(evidence, seat, color), most)


@inlined
def write_event(table: Table, seat: int, event: int, colors: int, row: Any, place: int) -> None:
    """Write an event as seen from a seat."""
    ahead = places_ahead(table, seat, number(seat_of(event)))
    kind = kind_of(event)
    row[place + kind] = 1
    place += EVENT_KINDS
    if ahead <= 1:
        row[place + ahead] = 1
    else:
        row[place + (2 if ahead == table.players - 1 else 3)] = 1
    if kind == PLAYED:
        card = number(value_of(event))
        place += EVENT_SEATS
        row[place + place_of(colors, COLOR[card])] = 1
        row[place + COLORS + FACE[card]] = 1


@jit
def write_question(
    table: Table, seat: int, cards: int, more: int, colors: int, row: Any, mask: Any
) -> Any:
    """Write what is asked and which actions are legal; return those as the bits of two words."""
    clear_row(mask, ACTIONS)
    low = U(0)
    while cards:
        card = lowest_bit(cards)
        cards = without_lowest(cards)
        if card < WILD_CARD:
            low |= U(1) << U(place_of(colors, COLOR[card]) * FACES + FACE[card])
        else:
            for place in range(COLORS):
                low |= U(1) << U(with_color(card, place))
    if more & MAY_DRAW:
        low |= U(1 << DRAW)
    if more & MAY_KEEP:
        low |= U(1 << KEEP)
    if more & MAY_CHALLENGE:
        low |= U(1 << CHALLENGE)
    high = U(0)
    question = table.phase
    if more >= MAY_NAME:
        question, first, high = write_rarely(table, seat, more)
        low |= first
    row[QUESTION + question] = 1
    left = low
    while left:
        mask[lowest_bit(left)] = 1
        left = without_lowest(left)
    left = high
    while left:
        mask[64 + lowest_bit(left)] = 1
        left = without_lowest(left)
    return low, high


@jit
def write_rarely(table: Table, seat: int, more: int) -> Any:
    """Return the question and the legal actions, where it is one of the rarer questions."""
    low = U(0)
    high = U(0)
    question = table.phase
    if more & MAY_NAME:
        low |= U(1 << NAME_COLOR)
        for color in range(1, COLORS):
            high |= U(1) << U(NAME_COLOR + color - 64)
    if more & MAY_SWAP:
        for ahead in range(1, table.players):
            high |= U(1) << U(SWAP_WITH + ahead - 64)
    if more & MAY_CALL:
        high |= U(1 << (CALL - 64))
    if more & MAY_CATCH:
        high |= U(1) << U(CATCH + places_ahead(table, seat, table.uno) - 64)
    if more & MAY_PASS:
        high |= U(1 << (PASS - 64))
        question = ASKS_JUMP
        if more & MAY_CALL:
            question = ASKS_CALL
        elif more & MAY_CATCH:
            question = ASKS_CATCH
    return question, low, high
