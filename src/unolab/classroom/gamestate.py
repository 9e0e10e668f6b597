"""GameState: what a strategy is told besides its hand and the up card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from unolab.classroom.cards import CARDS_BY_TEXT, COLORS_BY_LETTER, Card, Color


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
        return [COLORS_BY_LETTER[called[seat]] for seat in self._order]

    @cached_property
    def played_cards(self) -> list[Card]:  # type: ignore[override]
        """The cards under the up card, oldest first."""
        return [CARDS_BY_TEXT[text] for text in self._question["discards"]]
