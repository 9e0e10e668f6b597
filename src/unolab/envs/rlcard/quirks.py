"""The game that RLCard 1.2.0 plays under the name of Uno, fault by fault.

This is no second engine of ours and these are not the rules of Uno. It is here so that results
published for RLCard can be compared with: with the same seed and the same actions everything is as
there, down to the cards and the errors that end a game. What is known to be wrong:

- two play, whatever ``game_num_players`` says; with more, payoffs would go to the wrong players;
- a drawn card of the colour in force is played at once, one of the same number never;
- a drawn wild is played in a colour by chance, a drawn wild draw four has no effect;
- with two players a reverse does nothing;
- a wild that was played is shown in the colour it had in the deck, not in the one that was named;
- when the stock is used up, the card on top is shuffled too; if there are still too few cards, the
  game breaks with an IndexError;
- the legal actions of the player who is asked are shown to everyone.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from copy import deepcopy
from typing import Any

import numpy as np

from unolab.envs.rlcard.env import UnoEnv
from unolab.envs.rlcard.words import ACTION_LIST, COLORS, SYMBOLS
from unolab.errors import BadOption, show

WILDS = ("wild", "wild_draw_4")


class QuirkyCard:
    """A card. Wilds have a colour from the start, which is named anew when they are played."""

    def __init__(self, color: str, symbol: str) -> None:
        """Print a card."""
        self.color = color
        self.symbol = symbol
        self.printed = f"{color}-{symbol}"

    def __str__(self) -> str:
        return f"{self.color}-{self.symbol}"

    @property
    def is_wild(self) -> bool:
        """Whether it is one of the wilds."""
        return self.symbol in WILDS


def _make_deck() -> list[QuirkyCard]:
    """Return the cards in RLCard's order, on which depends what a seed deals."""
    deck = []
    for color in COLORS:
        for symbol in SYMBOLS:
            copies = 1 if symbol == "0" or symbol in WILDS else 2
            deck += [QuirkyCard(color, symbol) for _ in range(copies)]
    return deck


class QuirkyRound:
    """A game from the deal to its end; a copy of it is what ``step_back`` returns to."""

    def __init__(self, players: int, rng: np.random.RandomState) -> None:
        """Deal, and turn up the first card."""
        self.rng = rng
        self.deck = _make_deck()
        rng.shuffle(self.deck)  # type: ignore[arg-type]
        self.hands: list[list[QuirkyCard]] = [[] for _ in range(players)]
        for player in range(players):
            self._deal(player, 7)
        self.current_player = 0
        self.direction = 1
        self.winner: int | None = None
        self.target = self.deck.pop()
        while self.target.symbol == "wild_draw_4":
            self.deck.append(self.target)
            rng.shuffle(self.deck)  # type: ignore[arg-type]
            self.target = self.deck.pop()
        self.played_cards = [self.target]
        self._open()

    def _open(self) -> None:
        symbol = self.target.symbol
        if symbol == "wild":
            self.target.color = self.rng.choice(list(COLORS))
        elif symbol == "skip":
            self.current_player = 1
        elif symbol == "reverse":
            self.direction = -1
            self.current_player = len(self.hands) - 1
        elif symbol == "draw_2":
            self._deal(0, 2)

    def list_legal(self, player: int) -> list[str]:
        """List what a player could do on its turn, in the order of its hand."""
        wild_four: list[str] = []
        legal: list[str] = []
        for card in self.hands[player]:
            if card.is_wild:
                named = wild_four if card.symbol == "wild_draw_4" else legal
                names = [f"{color}-{card.symbol}" for color in COLORS]
                if names[0] not in named:
                    named += names
            elif card.color == self.target.color or card.symbol == self.target.symbol:
                legal.append(card.printed)
        return legal or wild_four or ["draw"]

    def play(self, action: str) -> None:
        """Do what the current player has chosen."""
        if action == "draw":
            self._draw()
            return
        hand = self.hands[self.current_player]
        color, symbol = action.split("-")
        wild = symbol in WILDS
        place = next(
            i
            for i, held in enumerate(hand)
            if held.symbol == symbol and (wild or held.color == color)
        )
        card = hand.pop(place)
        card.color = color
        if not hand:
            self.winner = self.current_player
        self._lay(card)

    def _draw(self) -> None:
        if not self.deck:
            self._shuffle_again()
        card = self.deck.pop()
        if card.is_wild:
            card.color = self.rng.choice(list(COLORS))
            self.played_cards.append(card)
            self.target = card
        elif card.color == self.target.color:
            self._lay(card)
            return
        else:
            self.hands[self.current_player].append(card)
        self.current_player = self._following(1)

    def _lay(self, card: QuirkyCard) -> None:
        """Lay a card on the pile and let it take effect."""
        self.played_cards.append(card)
        self.target = card
        places = 1
        dealt = {"draw_2": 2, "wild_draw_4": 4}.get(card.symbol, 0)
        if dealt:
            if len(self.deck) < dealt:
                self._shuffle_again()
            self._deal(self._following(1), dealt)
        if dealt or card.symbol == "skip":
            places = 2
        elif card.symbol == "reverse":
            self.direction = -self.direction
        self.current_player = self._following(places)

    def _following(self, places: int) -> int:
        return (self.current_player + places * self.direction) % len(self.hands)

    def _deal(self, player: int, cards: int) -> None:
        for _ in range(cards):
            self.hands[player].append(self.deck.pop())

    def _shuffle_again(self) -> None:
        self.deck += self.played_cards
        self.rng.shuffle(self.deck)  # type: ignore[arg-type]
        self.played_cards = []


class QuirkyGame:
    """One game after another, with the methods of RLCard's games."""

    def __init__(self, num_players: int = 2) -> None:
        """Set up the table."""
        self.num_players = num_players
        self.allow_step_back = False
        self._round: QuirkyRound | None = None
        self.seed(None)

    def seed(self, seed: int | None) -> int:
        """Open the random stream that RLCard makes of a seed."""
        if seed is not None and not (type(seed) is int and seed >= 0):
            raise BadOption(f"a seed is a whole number from 0 on, not {show(seed)}")
        chosen = secrets.randbits(64) if seed is None else seed % (1 << 64)
        digest = hashlib.sha512(str(chosen).encode()).digest()
        low, high = np.frombuffer(digest[:8], "<u4").tolist()
        self.np_random = np.random.RandomState([low, high] if high else [low])
        return chosen

    def init_game(self) -> tuple[dict[str, Any], int]:
        """Deal; return what the first player sees, and who that is."""
        self._history: list[QuirkyRound] = []
        self._payoffs = [0] * self.num_players
        self._round = QuirkyRound(self.num_players, self.np_random)
        return self._show()

    def step(self, action: str) -> tuple[dict[str, Any], int]:
        """Do an action, by its name."""
        legal = self.get_legal_actions()
        if self.is_over():
            raise BadOption("the game is over: call reset")
        if action not in legal:
            raise BadOption(f"{action} is not legal now: {', '.join(legal)}")
        if self.allow_step_back:
            self._history.append(deepcopy(self.round))
        self.round.play(action)
        return self._show()

    def step_back(self) -> bool:
        """Take back the last action, and what chance did since; return whether there was one."""
        if not self._history:
            return False
        self._round = self._history.pop()
        return True

    @property
    def round(self) -> QuirkyRound:
        """The game that is played."""
        if self._round is None:
            raise BadOption("no game is dealt: call reset first")
        return self._round

    def get_state(self, player: int) -> dict[str, Any]:
        """Return what a player sees, and what it could do on its turn."""
        return {
            "hand": [str(card) for card in self.round.hands[player]],
            "target": self.round.target.printed,
            "played_cards": [str(card) for card in self.round.played_cards],
            "legal_actions": self.round.list_legal(player),
            "num_cards": [len(hand) for hand in self.round.hands],
            "num_players": self.num_players,
            "current_player": self.round.current_player,
        }

    def get_perfect_information(self) -> dict[str, Any]:
        """Return everything but the order of the stock."""
        state = self.get_state(self.round.current_player)
        names = "num_players", "played_cards", "target", "current_player", "legal_actions"
        hands = [[str(card) for card in hand] for hand in self.round.hands]
        return {"hand_cards": hands, **{name: state[name] for name in names}}

    def get_payoffs(self) -> list[int]:
        """Return 1 for the winner, and -1 for a player who need not have lost more than others."""
        winner = self.round.winner
        if winner is not None:
            self._payoffs[winner] = 1
            self._payoffs[1 - winner] = -1
        return self._payoffs

    def get_legal_actions(self) -> list[str]:
        """List what the current player may do."""
        return self.round.list_legal(self.round.current_player)

    def get_player_id(self) -> int:
        """Return whose turn it is."""
        return self.round.current_player

    def get_num_players(self) -> int:
        """Return how many play."""
        return self.num_players

    @staticmethod
    def get_num_actions() -> int:
        """Return how many actions there are."""
        return len(ACTION_LIST)

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.round.winner is not None

    def _show(self) -> tuple[dict[str, Any], int]:
        player = self.round.current_player
        return self.get_state(player), player


class CompatibleEnv(UnoEnv):
    """The environment with the game of RLCard 1.2.0."""

    game: QuirkyGame

    def __init__(
        self,
        game_num_players: int = 2,  # ignored, as RLCard does
        seed: int | None = None,
        allow_step_back: bool = False,
    ) -> None:
        """Set up the table; ``reset`` deals."""
        self._shows_row = False
        game = QuirkyGame()
        game.allow_step_back = allow_step_back
        self._begin(game, seed, allow_step_back)

    def _number_actions(self, raw: dict[str, Any]) -> OrderedDict[int, Any]:
        return self._get_legal_actions()  # of whoever is asked

    def _forget_action(self) -> None:
        """Keep the record of actions that were taken back."""
