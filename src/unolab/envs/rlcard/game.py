"""Uno as RLCard asks for it, on our engine."""

from __future__ import annotations

import secrets
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import PARTS, QUESTIONS, SEATS
from unolab.envs.check import check_number, check_seed
from unolab.envs.decision import Decision
from unolab.envs.lineup import Lineup
from unolab.envs.payoff import payoffs
from unolab.envs.rlcard.words import ACTION_LIST, ACTION_SPACE, NAMES, name_action
from unolab.envs.sight import see
from unolab.errors import BadOption
from unolab.moves import DRAW, SAYS_UNO, Move
from unolab.rules import Rules
from unolab.state import State

RULES: Final = (
    "official+draw_when_able=false+drawn_card=must+wd4=strict+wd4_test=playable"
    "+uno_penalty=0+target=0"
)
"""The official game without the decisions that RLCard has no action for."""
DECIDES: Final = ("jump_in",)


class Moment(NamedTuple):
    """A state, who is asked there, and what that player may do."""

    state: State
    player: int
    legal: dict[str, Move | None]  # by RLCard's names; None lets a chance go by
    row: npt.NDArray[np.uint8]  # what that player sees


class UnoGame:
    """One game after another, with the methods of RLCard's games."""

    def __init__(self, players: int = 2, rules: str | Rules = RULES) -> None:
        """Set up the table."""
        lineup = Lineup(check_number("game_num_players", players, 2, SEATS), rules)
        self.num_players = len(lineup.players)
        self.rules = lineup.rules
        self.seed(None)

    def seed(self, seed: int | None) -> int:
        """Begin the series of a seed, or one by chance; return the seed."""
        self._seed = secrets.randbits(64) if seed is None else check_seed(seed)
        self._number = 0
        self._moments: list[Moment] = []
        return self._seed

    def init_game(self) -> tuple[dict[str, Any], int]:
        """Deal the next game; return what the first player sees, and who that is."""
        state = State.deal(self.rules, self.num_players, self._seed, self._number)
        self._number += 1
        self._moments = [_ask(state)]
        return self._show()

    def step(self, action: str) -> tuple[dict[str, Any], int]:
        """Do an action of the player who is asked, by its name."""
        state, player, legal, _ = self._now
        if state.over:
            raise BadOption("the game is over: call reset")
        if action not in legal:
            raise BadOption(f"{action} is not legal now: {', '.join(legal)}")
        move = legal[action]
        if move is None:
            seats = state.asked
            self._moments.append(_ask(state, seats[seats.index(player) + 1]))
        else:
            self._moments.append(_ask(state.play(move, player)))
        return self._show()

    def step_back(self) -> bool:
        """Take back the last action; return whether there was one."""
        if len(self._moments) < 2:
            return False
        self._moments.pop()
        return True

    def get_state(self, player: int) -> dict[str, Any]:
        """Return what a player sees; only who is asked has legal actions."""
        state, asked, legal, _ = self._now
        return {
            "hand": [NAMES[card] for card in state.view(player).hand],
            "target": self._name_target(),
            "played_cards": self._name_pile(),
            "legal_actions": list(legal) if player == asked else [],
            "num_cards": list(state.sizes),
            "num_players": self.num_players,
            "current_player": asked,
        }

    def get_perfect_information(self) -> dict[str, Any]:
        """Return everything but the order of the stock."""
        state, asked, legal, _ = self._now
        return {
            "num_players": self.num_players,
            "hand_cards": [[NAMES[card] for card in hand] for hand in state.hands],
            "played_cards": self._name_pile(),
            "target": self._name_target(),
            "current_player": asked,
            "legal_actions": list(legal),
        }

    def observe(self, player: int) -> npt.NDArray[np.uint8]:
        """Return all that a player may see, in the layout of our environments."""
        now = self._now
        if player != now.player or now.state.over:
            return see(now.state.view(player), "plain")
        return now.row

    def get_payoffs(self) -> npt.NDArray[np.float64]:
        """Return what the game was worth: 1 for the winner, who is paid by the others."""
        return payoffs(self._now.state)

    def get_legal_actions(self) -> list[str]:
        """List what the player who is asked may do."""
        return list(self._now.legal)

    def get_player_id(self) -> int:
        """Return who is asked; when the game is over, who was asked last."""
        return self._now.player

    def get_num_players(self) -> int:
        """Return how many play."""
        return self.num_players

    @staticmethod
    def get_num_actions() -> int:
        """Return how many actions there are."""
        return len(ACTION_LIST)

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._now.state.over

    @property
    def round(self) -> UnoGame:
        """Where RLCard's scripts look up ``current_player``."""
        return self

    @property
    def current_player(self) -> int:
        """Who is asked."""
        return self.get_player_id()

    @property
    def state(self) -> State:
        """Everything about the game, as our engine has it."""
        return self._now.state

    @property
    def _now(self) -> Moment:
        if not self._moments:
            raise BadOption("no game is dealt: call reset first")
        return self._moments[-1]

    def _show(self) -> tuple[dict[str, Any], int]:
        player = self.get_player_id()
        return self.get_state(player), player

    def _name_target(self) -> str | None:
        """Name the card to follow, a wild with the colour it was given; None if there is none."""
        top = self._now.state.top
        return None if top is None else NAMES[top]

    def _name_pile(self) -> list[str]:
        """Name the cards that lie open, oldest first."""
        state = self._now.state
        pile = [*state.discards, *([] if state.top is None else [state.top])]
        return [NAMES[card] for card in pile]


def _ask(state: State, player: int | None = None) -> Moment:
    """Go on to the next question; a turn is one also if there is only one answer, as in RLCard."""
    while not state.over:
        seat = state.asked[0] if player is None else player
        decision = Decision(state.view(seat), "plain", DECIDES)
        move = decision.forced
        if move is None:
            named = [
                (name_action(a), decision.move(a)) for a in decision.mask.nonzero()[0].tolist()
            ]
            legal = dict(sorted(named, key=lambda pair: ACTION_SPACE[pair[0]]))
            return Moment(state, seat, legal, decision.observation)
        action = move & (SAYS_UNO - 1)
        if state.phase == "turn" and action <= DRAW:
            row = decision.observation
            row[PARTS["question"].start + QUESTIONS.index("turn")] = 1
            return Moment(state, seat, {name_action(action): move}, row)
        state = state.play(move, seat)
        player = None
    return Moment(state, state.turn, {}, np.zeros(0, np.uint8))
