"""Where your classes meet the tests: fill in what the next stage needs, and leave the rest.

A card is known by its name: "red 7", "green skip", "blue reverse", "yellow draw two", "wild",
"wild draw four". Players are known by their seats, 0, 1, 2, ... to the left.
"""

from __future__ import annotations

# from your_file import Deck, Game


# ── stages 1 to 3 ─────────────────────────────────────────────────────────────────────────────────


def new_deck() -> list[str]:
    """Return the names of all cards in a new deck, in any order.

    For example: return [f"{card.color} {card.value}" for card in Deck().cards]
    """
    raise NotImplementedError("new_deck")


# ── stages 4 to 8 ─────────────────────────────────────────────────────────────────────────────────


class Round:
    """One round of your game. Keep your own object in here, and ask it."""

    @classmethod
    def deal(cls, players: int) -> Round:
        """Stage 4: shuffle a new deck, deal, and turn up the first card."""
        raise NotImplementedError("Round.deal")

    @classmethod
    def place(cls, hands: list[list[str]], top: str, pile: list[str]) -> Round:
        """Stage 5: start in the middle of a round, with player 0 to act and the last one dealing.

        ``top`` is the only card of the discard pile, and ``pile`` is drawn from in this order.
        """
        raise NotImplementedError("Round.place")

    @property
    def dealer(self) -> int:
        """Stage 4: who dealt."""
        raise NotImplementedError("Round.dealer")

    @property
    def turn(self) -> int:
        """Stage 4: whose turn it is."""
        raise NotImplementedError("Round.turn")

    @property
    def hands(self) -> list[list[str]]:
        """Stage 4: the cards of every player."""
        raise NotImplementedError("Round.hands")

    @property
    def top(self) -> str:
        """Stage 4: the card on top of the discard pile."""
        raise NotImplementedError("Round.top")

    @property
    def draw_pile(self) -> int:
        """Stage 4: how many cards are left to draw."""
        raise NotImplementedError("Round.draw_pile")

    @property
    def discard_pile(self) -> int:
        """Stage 4: how many cards the discard pile has."""
        raise NotImplementedError("Round.discard_pile")

    def play(self, card: str, color: str | None = None) -> None:
        """Stage 5: let the player whose turn it is play a card, a wild with the colour named.

        Raise any error you like if that is not allowed, and change nothing.
        """
        raise NotImplementedError("Round.play")

    def draw(self) -> None:
        """Stage 5: let the player whose turn it is draw a card; an error if that is not allowed."""
        raise NotImplementedError("Round.draw")

    def keep(self) -> None:
        """Stage 5: let the player who has just drawn a card that fits not play it."""
        raise NotImplementedError("Round.keep")

    @property
    def winner(self) -> int | None:
        """Stage 7: who has won the round; None while it goes on."""
        raise NotImplementedError("Round.winner")

    @property
    def points(self) -> int:
        """Stage 8: what the winner gets for the cards in the hands of the others."""
        raise NotImplementedError("Round.points")


def play_match(players: int) -> tuple[list[tuple[int, int]], int]:
    """Stage 8: play rounds until the match is over, with any strategy.

    Return the winner and the points of every round, in order, and who has won the match.
    """
    raise NotImplementedError("play_match")
