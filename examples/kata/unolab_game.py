"""The same for the classes of unolab: an example of what ``my_game.py`` may become."""

from __future__ import annotations

import random

import unolab as uno

RULES = "kata"
COLORS = {str(color): color.letter for color in uno.Color}
FACES = {str(face): face.letter for face in uno.Face}


def name_of(card: uno.Card) -> str:
    """Name a card, without the colour that a played wild wears."""
    return str(card.face) if card.is_wild else f"{card.color} {card.face}"


def card_of(name: str, color: str | None = None) -> uno.Card:
    """Find a card by its name, a wild in the colour named."""
    first, _, rest = name.partition(" ")
    if first in COLORS:
        return uno.Card.parse(COLORS[first] + FACES[rest])
    return uno.Card.parse((COLORS[color] if color else "*") + FACES[name])


def new_deck() -> list[str]:
    """Return the names of all cards in a new deck."""
    return [name_of(card) for card in uno.DECK]


class Round:
    """A round by the rules of the kata. A State never changes, so a move exchanges it."""

    def __init__(self, state: uno.State) -> None:
        self.state = state

    @classmethod
    def deal(cls, players: int) -> Round:
        """Shuffle, deal, and turn up the first card."""
        return cls(uno.State.deal(RULES, players, seed=random.getrandbits(64)))

    @classmethod
    def place(cls, hands: list[list[str]], top: str, pile: list[str]) -> Round:
        """Start in the middle of a round."""
        held = "/".join("".join(str(card_of(name)) for name in hand) for hand in hands)
        draws = "".join(str(card_of(name)) for name in pile)
        return cls(uno.State.parse(f"{card_of(top)} 0> {held} - {draws}", RULES))

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.state.dealer

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.state.turn

    @property
    def hands(self) -> list[list[str]]:
        """The cards of every player."""
        return [[name_of(card) for card in hand] for hand in self.state.hands]

    @property
    def top(self) -> str:
        """The card on top of the discard pile."""
        assert self.state.top is not None
        return name_of(self.state.top)

    @property
    def draw_pile(self) -> int:
        """How many cards are left to draw."""
        return self.state.stock

    @property
    def discard_pile(self) -> int:
        """How many cards the discard pile has."""
        return len(self.state.discards) + 1

    def play(self, card: str, color: str | None = None) -> None:
        """Play a card; unolab raises IllegalMove if that is not allowed."""
        self.state = self.state.play(str(card_of(card, color)))

    def draw(self) -> None:
        """Draw a card."""
        self.state = self.state.play("+")

    def keep(self) -> None:
        """Keep the card just drawn."""
        self.state = self.state.play("-")

    @property
    def winner(self) -> int | None:
        """Who has won the round."""
        return self.state.winner

    @property
    def points(self) -> int:
        """What the winner gets."""
        return self.state.points


def play_match(players: int) -> tuple[list[tuple[int, int]], int]:
    """Play a match, everybody playing the first card that fits."""
    match = uno.Match(RULES, players, seed=random.getrandbits(64))
    rounds = []
    while True:
        while not match.state.over:
            match = match.play(match.state.legal[0])
        if match.state.winner is not None:
            rounds.append((match.state.winner, match.state.points))
        if match.over:
            return rounds, match.winners[0]
        match = match.next_round()
