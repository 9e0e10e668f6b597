"""Reading hands: which cards the others may hold, judged from what a seat sees.

A network has learned it from many games (``unolab.training.reading``): who drew is unlikely to hold
what would have fitted, who named a colour has more of it, and so on.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.forward import find_block, read_output, run_layers, width_of
from unolab.bots.neural.network import READ
from unolab.bots.observation.evidence import COLOR
from unolab.bots.observation.layout import COLORS, FACES_HELD, SEATS, SIZE
from unolab.bots.observation.question import ACTIONS, place_of, question_for, seat_ahead
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.bots.search.path import Path
from unolab.bots.search.value import write_path
from unolab.cards import WILD_CARD
from unolab.engine.hand import FACE
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, number

OF_A_HAND: Final = number(READ)
OF_FACES: Final = number(COLORS)  # where those of faces begin
OF_WILDS: Final = number(COLORS + FACES_HELD)


@jit
def read_hands(path: Path, reader: int) -> Any:
    """Return what the seat that is asked may think of the hands: a row for each seat.

    It has a number for each colour, each face and each wild (see ``odds_of``).
    """
    table = path.state.table
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    cards, more, _ = question_for(table, path.state.hands[path.asked], 0, DECIDES)
    colors = write_path(path, cards, more, row, mask)
    block = find_block(reader)
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    odds = np.zeros((SEATS, OF_A_HAND), np.float32)
    for ahead in range(1, table.players):
        seat = seat_ahead(table, path.asked, ahead)
        first = (ahead - 1) * OF_A_HAND
        for place in range(OF_A_HAND):
            there = place if place >= COLORS else place_of(colors, place)
            odds[seat, place] = read_output(block, hidden, first + there, products)
    return odds


@inlined
def odds_of(odds: Any, owner: int, card: int) -> float:
    """Return how much likelier a card is to be where it is than to be in the stock, as logits."""
    if owner == NOBODY:
        return 0.0
    if card >= WILD_CARD:
        return float(odds[owner, OF_WILDS + card - WILD_CARD])
    return float(odds[owner, COLOR[card]] + odds[owner, OF_FACES + FACE[card]])
