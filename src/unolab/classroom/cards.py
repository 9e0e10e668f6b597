"""The cards of the classroom: objects with a colour, a rank and a number."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Color(StrEnum):
    """A colour; NONE is that of a wild. It compares equal to its name: ``Color.RED == "RED"``."""

    RED = "RED"
    YELLOW = "YELLOW"
    GREEN = "GREEN"
    BLUE = "BLUE"
    NONE = "NONE"


class Rank(StrEnum):
    """The kind of a card; compares equal to its name."""

    NUMBER = "NUMBER"
    SKIP = "SKIP"
    REVERSE = "REVERSE"
    DRAW_TWO = "DRAW_TWO"
    WILD = "WILD"
    WILD_D4 = "WILD_D4"


RANK_LETTERS: Final = {
    Rank.SKIP: "S",
    Rank.REVERSE: "V",
    Rank.DRAW_TWO: "D",
    Rank.WILD: "W",
    Rank.WILD_D4: "F",
}
"""The notation of the ranks other than numbers."""


class Card:
    """A card: colour (NONE for wilds), rank, and number (-1 if it has none).

    Two red fives are equal.
    """

    __slots__ = ("color", "number", "rank", "text")

    def __init__(self, color: Color | str, rank: Rank | str, number: int = -1) -> None:
        """Make a card: ``Card("RED", "NUMBER", 7)``, ``Card("BLUE", "SKIP")``."""
        self.color = Color(color)
        self.rank = Rank(rank)
        self.number = number
        if (self.color is Color.NONE) != (self.rank in (Rank.WILD, Rank.WILD_D4)):
            raise ValueError(
                f"there is no {color} {rank}: wilds, and only wilds, have the colour NONE"
            )
        if number not in (range(10) if self.rank is Rank.NUMBER else [-1]):
            raise ValueError(f"there is no {color} {rank} {number}")
        letter = "*" if self.color is Color.NONE else self.color.name[0]
        self.text = letter + RANK_LETTERS.get(self.rank, str(number))

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card as unolab writes it: R7, BS (skip), GV (reverse), YD (draw two), *W, *F."""
        if text not in CARDS_BY_TEXT:
            raise ValueError(f"{text!r:.40} is not a card; R7, BS, GV, YD, *W and *F are")
        return CARDS_BY_TEXT[text]

    @property
    def points(self) -> int:
        """The points that count against whoever holds it at the end."""
        if self.rank is Rank.NUMBER:
            return self.number
        return 50 if self.color is Color.NONE else 20

    def can_play_on(self, up_card: Card | None, called_color: Color | str = Color.NONE) -> bool:
        """Whether it matches: a wild, the current colour, or the same number or symbol.

        Other rules are ignored, unless this is a card of the hand and that is the up card (see
        Held).
        """
        if up_card is None or self.color is Color.NONE:
            return True
        if up_card.color is Color.NONE:
            return called_color in (self.color, Color.NONE)
        same = self.rank is up_card.rank and self.number == up_card.number
        return self.color is up_card.color or same

    def getColor(self) -> Color:
        """Return the colour."""
        return self.color

    def getRank(self) -> Rank:
        """Return the rank."""
        return self.rank

    def getNumber(self) -> int:
        """Return the number, -1 if it has none."""
        return self.number

    def forfeitCost(self) -> int:
        """Return the points that count against whoever holds it at the end."""
        return self.points

    canPlayOn = can_play_on

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"


class Held(Card):
    """A card of the hand, which knows whether the rules in force let it be played now."""

    __slots__ = ("_called_color", "_is_legal", "_up_card")

    def __init__(
        self, card: Card, up_card: Card | None, called_color: Color, is_legal: bool
    ) -> None:
        """Store what the rules say about a card on this up card."""
        self.color, self.rank, self.number = card.color, card.rank, card.number
        self.text = card.text
        self._up_card = up_card
        self._called_color = called_color
        self._is_legal = is_legal

    def can_play_on(self, up_card: Card | None, called_color: Color | str = Color.NONE) -> bool:
        """Whether it may be played, if that is the up card; else whether it would match."""
        if up_card is self._up_card and called_color in (self._called_color, Color.NONE):
            return self._is_legal
        return super().can_play_on(up_card, called_color)

    canPlayOn = can_play_on


COLORS_BY_LETTER: Final[dict[str | None, Color]] = {
    None: Color.NONE,
    **{color.name[0]: color for color in Color if color is not Color.NONE},
}
"""Colours by their letter; None stands for a player who has called none."""


def _card(text: str) -> Card:
    """Make the card for a text."""
    letter, face = text[0], text[1]
    if face.isdigit():
        return Card(COLORS_BY_LETTER[letter], Rank.NUMBER, int(face))
    rank = next(rank for rank, known in RANK_LETTERS.items() if known == face)
    return Card(Color.NONE if letter == "*" else COLORS_BY_LETTER[letter], rank)


_WILDS: Final = {face: _card(f"*{face}") for face in "WF"}
CARDS_BY_TEXT: Final = {
    **{color + face: _card(color + face) for color in "RYGB" for face in "0123456789SVD"},
    **{color + face: card for color in "*RYGB" for face, card in _WILDS.items()},
}
"""Cards by their text; a played wild appears once per colour."""
