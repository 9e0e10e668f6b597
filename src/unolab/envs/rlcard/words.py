"""RLCard's names of cards and actions, and its planes of bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from unolab.cards import CARD_NUMBERS, COLOR_LETTERS, FACES, Card, Face
from unolab.moves import DRAW, NAME_COLOR, SWAP_WITH

COLORS: Final = "rgby"
SYMBOLS: Final = (*map(str, range(10)), "skip", "reverse", "draw_2", "wild", "wild_draw_4")
ACTION_LIST: Final = (*(f"{color}-{symbol}" for color in COLORS for symbol in SYMBOLS), "draw")
ACTION_SPACE: Final = {name: action for action, name in enumerate(ACTION_LIST)}

Planes = npt.NDArray[np.int_]


def _name_card(card: Card) -> str:
    return f"{COLOR_LETTERS[card.color or 0].lower()}-{SYMBOLS[card.face]}"


NAMES: Final = tuple(_name_card(Card(card)) for card in range(CARD_NUMBERS))
"""The names of our cards; a wild in a hand is red, because a colour has to stand there."""


def name_action(action: int) -> str:
    """Write an action of ours (unolab.envs.actions, plain form), of which several are ``draw``."""
    if action < DRAW:
        return f"{COLOR_LETTERS[action // FACES].lower()}-{SYMBOLS[action % FACES]}"
    if NAME_COLOR <= action < SWAP_WITH:
        return f"{COLOR_LETTERS[action - NAME_COLOR].lower()}-wild"
    return "draw"


def draw_planes(hand: Iterable[str], target: str | None) -> Planes:
    """Draw planes of colours by symbols: cards held 0, 1 and 2 times, and the card to follow.

    Wilds are in all colours, and only whether there are any.
    """
    planes = np.zeros((4, len(COLORS), len(SYMBOLS)), int)
    planes[0] = 1
    for name in hand:
        color, symbol = _find(name)
        if symbol >= Face.WILD:
            planes[:2, :, symbol] = [[0], [1]]
        else:
            held = int(planes[:3, color, symbol].argmax())
            planes[held : held + 2, color, symbol] = 0, 1
    if target is not None:
        planes[3][_find(target)] = 1
    return planes


def _find(name: str) -> tuple[int, int]:
    return divmod(ACTION_SPACE[name], len(SYMBOLS))
