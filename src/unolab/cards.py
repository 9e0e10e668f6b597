"""Color, Face, Card and the deck of 108.

A card is one small integer. A coloured card is ``color * 15 + face``, the same number as the move
that plays it; the faces 13 and 14 of a colour are wilds that were played and wear that colour.
In a hand a wild has no colour: those are 60 and 61. So every card fits a bit of a 64-bit word.
"""

from __future__ import annotations

from enum import IntEnum
from numbers import Integral
from typing import Final

from unolab.errors import NotationError

COLOR_LETTERS: Final = "RYGB"
FACE_LETTERS: Final = "0123456789SVDWF"


class Color(IntEnum):
    """One of the four colours; its letter is its text form."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """``R``, ``Y``, ``G`` or ``B``."""
        return COLOR_LETTERS[self]

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read a letter or a name: ``R``, ``red``."""
        for color in cls:
            if text in (color.letter, str(color)):
                return color
        raise NotationError(f"unknown colour {text!r}: one of R, Y, G, B is expected")


class Face(IntEnum):
    """What a card shows besides its colour."""

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    SKIP = 10
    REVERSE = 11
    DRAW_TWO = 12
    WILD = 13
    WILD_DRAW_FOUR = 14

    @property
    def letter(self) -> str:
        """The second character of a card's text."""
        return FACE_LETTERS[self]

    @property
    def points(self) -> int:
        """What the card costs whoever holds it at the end: its number, 20 or 50."""
        if self <= Face.NINE:
            return int(self)
        return 20 if self <= Face.DRAW_TWO else 50

    def __str__(self) -> str:
        if self <= Face.NINE:
            return str(int(self))
        return self.name.lower().replace("_", " ")


FACES: Final = len(Face)
WILD_CARD: Final = 60
DRAW_FOUR_CARD: Final = 61
CARD_NUMBERS: Final = 62


class Card(int):
    """A card: ``R7``, ``GS``, ``*W`` in a hand, ``BF`` once played with blue named."""

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """Make the card with this number, 0 to 61."""
        if not isinstance(number, Integral):
            raise TypeError(
                f"a card has a number from 0 to {CARD_NUMBERS - 1}; Card.parse reads its text"
            )
        if not 0 <= number < CARD_NUMBERS:
            raise ValueError(
                f"no card has the number {number}: 0 to {CARD_NUMBERS - 1} is expected"
            )
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read two characters, colour then face."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise NotationError(
                f"unknown card {text!r}: a colour R Y G B (or * for a wild) and a face "
                "0-9 S V D W F are expected, as in R7, GS, *W"
            ) from None

    @property
    def color(self) -> Color | None:
        """The colour printed or named; None for a wild that has none yet."""
        return _COLORS[self]

    @property
    def face(self) -> Face:
        """The number, the action or the kind of wild."""
        return _FACES[self]

    @property
    def points(self) -> int:
        """What it costs whoever holds it at the end."""
        return self.face.points

    @property
    def is_wild(self) -> bool:
        """Whether it is a wild or a wild draw four."""
        return self.face >= Face.WILD

    @property
    def plain(self) -> Card:
        """The card as it lies in a hand: ``GW`` is ``*W`` there."""
        return Card(self.face - Face.WILD + WILD_CARD) if self.is_wild else self

    def __bool__(self) -> bool:
        return True  # the red 0 is a card too, though its number is 0

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


_COLORS: Final = (*(color for color in Color for _ in Face), None, None)
_FACES: Final = (*(face for _ in Color for face in Face), Face.WILD, Face.WILD_DRAW_FOUR)
_TEXTS: Final = tuple(
    ("*" if color is None else color.letter) + face.letter
    for color, face in zip(_COLORS, _FACES, strict=True)
)
_BY_TEXT: Final = {text: Card(number) for number, text in enumerate(_TEXTS)}

DECK: Final = tuple(
    card
    for card in map(Card, range(CARD_NUMBERS))
    for _ in range(4 if card.color is None else 0 if card.is_wild else 1 if card.face == 0 else 2)
)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written without a gap, as in ``R7G3*W``."""
    return tuple(Card.parse(text[i : i + 2]) for i in range(0, len(text), 2))
