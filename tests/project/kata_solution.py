"""A solution of the kata as a pupil would write it, without unolab: the kit accepts it too."""

from __future__ import annotations

import random
from itertools import product

COLORS = ("red", "yellow", "green", "blue")
NUMBERS = ("0", *"123456789", *"123456789")
ACTIONS = ("skip", "reverse", "draw two")
WILDS = ("wild", "wild draw four")


def new_deck() -> list[str]:
    colored = [f"{color} {face}" for color, face in product(COLORS, (*NUMBERS, *ACTIONS, *ACTIONS))]
    return colored + 4 * [*WILDS]


class Round:
    def __init__(self, hands: list[list[str]], pile: list[str], top: str) -> None:
        self.hands = hands
        self.pile = pile
        self.discards = [top]
        self.color = top.split()[0] if top not in WILDS else random.choice(COLORS)
        self.turn = 0
        self.dealer = len(hands) - 1
        self.step = 1
        self.drawn: str | None = None

    @classmethod
    def deal(cls, players: int) -> Round:
        pile = new_deck()
        random.shuffle(pile)
        hands = [[pile.pop(0) for _ in range(7)] for _ in range(players)]
        return cls(hands, pile, pile.pop(0))

    @classmethod
    def place(cls, hands: list[list[str]], top: str, pile: list[str]) -> Round:
        return cls([[*hand] for hand in hands], [*pile], top)

    @property
    def top(self) -> str:
        return self.discards[-1]

    @property
    def draw_pile(self) -> int:
        return len(self.pile)

    @property
    def discard_pile(self) -> int:
        return len(self.discards)

    def fits(self, card: str) -> bool:
        color, _, face = card.partition(" ")
        return card in WILDS or color == self.color or face == self.top.partition(" ")[2]

    def play(self, card: str, color: str | None = None) -> None:
        allowed = card in self.hands[self.turn] and self.fits(card) and self.winner is None
        if not allowed or self.drawn not in (None, card) or (card in WILDS) != (color in COLORS):
            raise ValueError(f"{card} cannot be played")
        self.hands[self.turn].remove(card)
        self.discards.append(card)
        self.color = color or card.split()[0]
        if card.endswith("reverse"):
            self.step = -self.step
        if card.endswith("skip"):
            self.advance()
        if card.endswith(("draw two", "draw four")):
            for _ in range(2 if card.endswith("two") else 4):
                self.take((self.turn + self.step) % len(self.hands))
            self.drawn = None  # and play goes on with the same player
        else:
            self.advance()

    def draw(self) -> None:
        if self.drawn or any(self.fits(card) for card in self.hands[self.turn]):
            raise ValueError("drawing is for those who cannot play")
        self.drawn = self.take(self.turn)
        if not self.fits(self.drawn):
            self.advance()

    def keep(self) -> None:
        if not self.drawn:
            raise ValueError("nothing was drawn")
        self.advance()

    def take(self, player: int) -> str:
        self.hands[player].append(self.pile.pop(0))
        return self.hands[player][-1]

    def advance(self) -> None:
        self.turn = (self.turn + self.step) % len(self.hands)
        self.drawn = None

    @property
    def winner(self) -> int | None:
        return next((seat for seat, hand in enumerate(self.hands) if not hand), None)

    @property
    def points(self) -> int:
        return sum(worth(card) for hand in self.hands for card in hand)


def worth(card: str) -> int:
    last = card.split()[-1]
    return int(last) if last.isdigit() else 50 if card in WILDS else 20


def play_match(players: int) -> tuple[list[tuple[int, int]], int]:
    rounds: list[tuple[int, int]] = []
    totals = [0] * players
    while max(totals) < 500:
        table = Round.deal(players)
        while table.winner is None and table.draw_pile > 4:
            hand = table.hands[table.turn]
            card = next((card for card in hand if table.fits(card)), None)
            if card is None:
                player = table.turn
                table.draw()
                if table.turn == player:
                    table.keep()
            else:
                table.play(card, "red" if card in WILDS else None)
        if table.winner is not None:
            rounds.append((table.winner, table.points))
            totals[table.winner] += table.points
    return rounds, totals.index(max(totals))
