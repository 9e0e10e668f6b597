"""Move: one small integer with a text form that needs no position to be read.

The low seven bits say what is done and are the action id of the learning environment; +128 says
"Uno" with a play or a swap; the seat, when the move names one, stands above that.
"""

from __future__ import annotations

import re
from enum import Enum
from numbers import Integral
from typing import Final

from unolab.cards import COLOR_LETTERS, FACES, Card, Color
from unolab.errors import NotationError, show

DRAW: Final = 60
KEEP: Final = 61
CHALLENGE: Final = 62
NAME_COLOR: Final = 63
SWAP_WITH: Final = 67
CALL: Final = 77
CATCH: Final = 78
ACTIONS: Final = 88
SAYS_UNO: Final = 128
SEAT_UNIT: Final = 256

_TEXT: Final = re.compile(r"(?:(?P<seat>[0-9]):)?(?P<action>[^:!]+|!)(?P<uno>!)?")
_EXPECTED: Final = (
    "a card to play (R7, GW), + (draw), - (keep), ? (challenge), *R (name red), >2 (swap), "
    "0:! (say Uno), 1:x0 (catch) is expected"
)


def drop_seat(move: int, turn: int) -> int:
    """Leave the seat out of a move where it says nothing: on its turn, calls and catches apart."""
    if move // SEAT_UNIT == turn + 1 and (move & (SAYS_UNO - 1)) < CALL:
        return move % SEAT_UNIT
    return move


class Move(int):
    """A move: ``R7``, ``GW!``, ``+``, ``-``, ``?``, ``*R``, ``>2``, ``2:R5``, ``0:!``, ``1:x0``."""

    __slots__ = ()

    def __new__(cls, number: int) -> Move:
        """Make the move with this number; most do not exist."""
        action, flags, seat = number & 127, number & SAYS_UNO, number // SEAT_UNIT
        if not (action < ACTIONS and 0 <= seat <= 10):
            raise ValueError(f"no move has the number {show(number)}")
        if flags and not (action < DRAW or SWAP_WITH <= action < CALL):
            raise ValueError(
                f"no move has the number {show(number)}: only a play or a swap says Uno"
            )
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move."""
        if text in ("*W", "*F"):
            ways = ", ".join(f"{color}{text[1]}" for color in COLOR_LETTERS)
            raise NotationError(f"the move of a wild names its colour: one of {ways}, not {text}")
        match = _TEXT.fullmatch(str(text))
        action = _BY_TEXT.get(match["action"]) if match else None
        if match is None or action is None:
            raise NotationError(f"unknown move {show(text)}: {_EXPECTED}")
        seat = 0 if match["seat"] is None else (int(match["seat"]) + 1) * SEAT_UNIT
        try:
            return cls(action + seat + (SAYS_UNO if match["uno"] else 0))
        except ValueError:
            raise NotationError(f"{text!r}: only a play or a swap can say Uno") from None

    @classmethod
    def of(cls, move: Move | Card | int | str) -> Move:
        """Take a move as it is, by its number or by its text; a coloured card means to play it."""
        if isinstance(move, Move):
            return move
        if isinstance(move, str | Card):
            return cls.parse(str(move))
        if isinstance(move, Integral) and not isinstance(move, bool | Enum):
            return cls(int(move))
        raise TypeError(f"a move is a Move, its text or its number, not {show(move)}")

    def by(self, seat: int | None) -> Move:
        """Return the same move with this seat named, or with none."""
        return Move(self % SEAT_UNIT + (0 if seat is None else (seat + 1) * SEAT_UNIT))

    @property
    def action(self) -> int:
        """What is done, without seat and Uno: 0 to 87."""
        return self & 127

    @property
    def seat(self) -> int | None:
        """The seat, when the move names one."""
        return None if self < SEAT_UNIT else self // SEAT_UNIT - 1

    @property
    def says_uno(self) -> bool:
        """Whether "Uno" is said with it."""
        return bool(self & SAYS_UNO)

    @property
    def is_play(self) -> bool:
        """Whether a card is played."""
        return self.action < DRAW

    @property
    def is_wild(self) -> bool:
        """Whether a wild is played."""
        return self.card is not None and self.card.is_wild

    @property
    def is_draw(self) -> bool:
        """Whether a card is drawn, or what is due taken."""
        return self.action == DRAW

    @property
    def is_keep(self) -> bool:
        """Whether the card just drawn is kept."""
        return self.action == KEEP

    @property
    def is_challenge(self) -> bool:
        """Whether the wild draw four is challenged."""
        return self.action == CHALLENGE

    @property
    def names_color(self) -> bool:
        """Whether it names the colour of an opening wild."""
        return NAME_COLOR <= self.action < SWAP_WITH

    @property
    def is_swap(self) -> bool:
        """Whether hands are swapped after a seven."""
        return SWAP_WITH <= self.action < CALL

    @property
    def is_call(self) -> bool:
        """Whether "Uno" is said late."""
        return self.action == CALL

    @property
    def is_catch(self) -> bool:
        """Whether somebody is caught who did not say "Uno"."""
        return self.action >= CATCH

    @property
    def card(self) -> Card | None:
        """The card played, a wild with the colour it gets."""
        return Card(self.action) if self.is_play else None

    @property
    def color(self) -> Color | None:
        """The colour of the card played, or the colour named."""
        if self.names_color:
            return Color(self.action - NAME_COLOR)
        return None if self.card is None else self.card.color

    @property
    def target(self) -> int | None:
        """The seat swapped with, or caught."""
        if self.is_swap:
            return self.action - SWAP_WITH
        return self.action - CATCH if self.is_catch else None

    def __bool__(self) -> bool:
        return True  # to play the red 0 is a move too, though its number is 0

    def __str__(self) -> str:
        seat = "" if self.seat is None else f"{self.seat}:"
        return seat + _TEXTS[self.action] + ("!" if self.says_uno else "")

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


_TEXTS: Final[tuple[str, ...]] = (
    *(str(Card(number)) for number in range(4 * FACES)),
    *"+-?",
    *(f"*{letter}" for letter in COLOR_LETTERS),
    *(f">{seat}" for seat in range(10)),
    "!",
    *(f"x{seat}" for seat in range(10)),
)
_BY_TEXT: Final = {text: number for number, text in enumerate(_TEXTS)}
