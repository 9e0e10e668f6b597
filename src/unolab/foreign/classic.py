"""The interface of the classroom tournament: hand, up card, called colour and state go in.

A strategy is a class with two methods, and needs nothing else of unolab::

    class First:
        def play(self, hand, up_card, called_color, state):
            fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
            return fits[0] if fits else -1

        def call_color(self, hand):
            return "RED"

Cards and states can be built by hand, so a strategy can be unit-tested like any other code::

    hand = [Card.parse("R7"), Card.parse("*W")]
    state = GameState(num_cards_in_hands_of_upcoming_players=[1, 7, 5, 2])
    assert First().play(hand, Card.parse("R5"), Color.NONE, state) == 0

The names of the Java original (``callColor``, ``getPlayedCards()``, ``Card.getRank()``) stand
beside ours, so that a strategy can be ported line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Final


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


LETTERS: Final = {
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
        self.text = letter + LETTERS.get(self.rank, str(number))

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card as unolab writes it: R7, BS (skip), GV (reverse), YD (draw two), *W, *F."""
        if text not in CARDS:
            raise ValueError(f"{text!r:.40} is not a card; R7, BS, GV, YD, *W and *F are")
        return CARDS[text]

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


class GameState:
    """The rest of what a player may know. Lists start with the next player and end with you."""

    def __init__(
        self,
        num_cards_in_hands_of_upcoming_players: Sequence[int] = (),
        total_score_of_upcoming_players: Sequence[int] = (),
        most_recent_color_called_by_upcoming_players: Sequence[Color | str] = (),
        played_cards: Sequence[Card] = (),
    ) -> None:
        """Build one by hand; by default nobody has points or has called a colour."""
        self.num_cards_in_hands_of_upcoming_players = [*num_cards_in_hands_of_upcoming_players]
        nothing = [0] * len(self.num_cards_in_hands_of_upcoming_players)
        self.total_score_of_upcoming_players = [*total_score_of_upcoming_players] or nothing
        self.most_recent_color_called_by_upcoming_players = [
            *map(Color, most_recent_color_called_by_upcoming_players)
        ] or [Color.NONE for _ in nothing]
        self.played_cards = [*played_cards]

    num_cards_in_hands_of_upcoming_players: list[int]
    """The number of cards in each hand."""
    total_score_of_upcoming_players: list[int]
    """Each player's points before this game."""
    most_recent_color_called_by_upcoming_players: list[Color]
    """The colour that each player last called in this game, or NONE."""
    played_cards: list[Card]
    """The cards under the up card, oldest first: all that were played since the last shuffle."""

    def getNumCardsInHandsOfUpcomingPlayers(self) -> list[int]:
        """Return the number of cards in each hand."""
        return self.num_cards_in_hands_of_upcoming_players

    def getTotalScoreOfUpcomingPlayers(self) -> list[int]:
        """Return each player's points before this game."""
        return self.total_score_of_upcoming_players

    def getMostRecentColorCalledByUpcomingPlayers(self) -> list[Color]:
        """Return the colour that each player last called."""
        return self.most_recent_color_called_by_upcoming_players

    def getPlayedCards(self) -> list[Card]:
        """Return the cards under the up card."""
        return self.played_cards


class Asked(GameState):
    """The state in a protocol question, decoded on demand: most bots need little of it."""

    def __init__(self, question: dict[str, Any], totals: Sequence[int], order: list[int]) -> None:
        """Store the question."""
        self._question = question
        self._totals = totals
        self._order = order

    @cached_property
    def num_cards_in_hands_of_upcoming_players(self) -> list[int]:  # type: ignore[override]
        """The number of cards in each hand."""
        sizes = self._question["sizes"]
        return [sizes[seat] for seat in self._order]

    @cached_property
    def total_score_of_upcoming_players(self) -> list[int]:  # type: ignore[override]
        """Each player's points before this game."""
        return [self._totals[seat] for seat in self._order]

    @cached_property
    def most_recent_color_called_by_upcoming_players(self) -> list[Color]:  # type: ignore[override]
        """The colour that each player last called in this game, or NONE."""
        called = self._question["called"]
        return [COLORS[called[seat]] for seat in self._order]

    @cached_property
    def played_cards(self) -> list[Card]:  # type: ignore[override]
        """The cards under the up card, oldest first."""
        return [CARDS[text] for text in self._question["discards"]]


COLORS: Final[dict[str | None, Color]] = {
    None: Color.NONE,
    **{color.name[0]: color for color in Color if color is not Color.NONE},
}
"""Colours by their letter; None stands for a player who has called none."""


def _card(text: str) -> Card:
    """Make the card for a text."""
    letter, face = text[0], text[1]
    if face.isdigit():
        return Card(COLORS[letter], Rank.NUMBER, int(face))
    rank = next(rank for rank, known in LETTERS.items() if known == face)
    return Card(Color.NONE if letter == "*" else COLORS[letter], rank)


_WILDS: Final = {face: _card(f"*{face}") for face in "WF"}
CARDS: Final = {
    **{color + face: _card(color + face) for color in "RYGB" for face in "0123456789SVD"},
    **{color + face: card for color in "*RYGB" for face, card in _WILDS.items()},
}
"""Cards by their text; a played wild appears once per colour."""
