"""Records: how Python makes, copies and reads the engine's arrays of one record."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.cards import CARD_NUMBERS, Card
from unolab.engine import calls
from unolab.moves import ACTIONS, Move

Record = np.ndarray[tuple[int], np.dtype[Any]]
"""An array of one record, which is what compiled code takes quickest."""

MOVES: Final = tuple(map(Move, range(ACTIONS)))
CARDS: Final = tuple(map(Card, range(CARD_NUMBERS)))


def make_record(dtype: np.dtype[Any]) -> Record:
    """Make an array of one empty record."""
    return np.zeros(1, dtype)


def copy_record(record: Record) -> Record:
    """Copy an array of one record: as bytes, because NumPy's own copy goes field by field."""
    return np.ndarray(1, record.dtype, bytearray(record.tobytes()))


def table_of(state: Record) -> Record:
    """Return the open part of a state as an array of its own that shares its memory."""
    part: Record = state["table"]
    return part


def hand_of(state: Record, seat: int) -> Record:
    """Return the hand of a seat as an array of its own that shares the state's memory."""
    part: Record = state["hands"][0, seat : seat + 1]
    return part


def list_cards(hand: Record) -> tuple[Card, ...]:
    """List the cards of a hand in the order of their numbers."""
    counts = np.zeros(CARD_NUMBERS, np.uint8)
    calls.list_hand(hand, counts)
    return tuple(CARDS[card] for card in np.repeat(np.arange(CARD_NUMBERS), counts))


def mark_legal(table: Record, hand: Record) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Mark which of the 88 actions the holder of a hand may do."""
    marks = np.zeros(ACTIONS, np.uint8)
    calls.list_legal(table, hand, marks)
    return marks
