"""The game ``python_uno``, as OpenSpiel wants it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import nextafter
from random import Random
from typing import Any, Final

import pyspiel

from unolab.bots.observation.question import ACTIONS
from unolab.cards import DECK
from unolab.envs.actions import action_text
from unolab.envs.lineup import Lineup
from unolab.envs.openspiel.chance import KINDS
from unolab.envs.openspiel.observer import UnoObserver
from unolab.envs.openspiel.play import FORM, Play
from unolab.envs.payoff import payoffs
from unolab.errors import BadOption
from unolab.rules import Rules

TURN_LIMIT: Final = 2000
"""Turns after which a round is void, unless the rules have a limit.

Players who know what they do need fewer than 100. Those who draw by chance when they could play,
as the official rules allow, need 1,000 on average.
"""

ALMOST_ONE: Final = nextafter(1.0, 0.0)

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_uno",
    long_name="Uno (unolab)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "rules": "official"},
)


class UnoGame(pyspiel.Game):  # type: ignore[misc]
    """Uno for some players by some rules."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Take the parameters ``players`` and ``rules``."""
        given = {"players": 2, "rules": "official", **(params or {})}
        lineup = Lineup(given["players"], read_rules(given["rules"]))
        self.players = len(lineup.players)
        self.rules = lineup.rules
        given["rules"] = write_rules(given["rules"])
        if not self.rules.turn_limit:
            self.rules = Rules.of(f"{self.rules}+turn_limit={TURN_LIMIT}")
        # in a turn one may name a colour, draw, play and swap, and all others be asked to jump in
        longest = self.rules.turn_limit * (3 + self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(KINDS),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self, _: Any = None) -> UnoState:
        """Begin a round."""
        return UnoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return more cards than can be drawn in a round: a card comes again only after a play."""
        return 2 * len(DECK) + 2 * self.rules.turn_limit

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> UnoObserver:
        """Return an observer of the kind that is wanted."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return UnoObserver(kind, self.rules.turn_limit, params)


class UnoState(pyspiel.State):  # type: ignore[misc]
    """A round at one moment; ``play`` has all of it."""

    def __init__(self, game: UnoGame) -> None:
        """Begin a round; called by the game."""
        super().__init__(game)
        self.play = Play.begin(game.rules, game.players)

    def current_player(self) -> int:
        """Return who is asked, or chance."""
        if self.play.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.play.stock else self.play.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of cards that can come, with their probabilities."""
        stock = self.play.stock
        total = sum(stock.values())
        kinds = enumerate(KINDS)
        return [(kind, stock[card] / total) for kind, card in kinds if stock[card] > 0]

    def _apply_action(self, action: int) -> None:
        if self.play.over:
            raise BadOption("the round is over: there is nothing left to do")
        legal = self.legal_actions()
        if action not in legal:
            what = "kinds of cards that chance can choose" if self.play.stock else "legal actions"
            said = ", ".join(f"{one} ({self.action_to_string(one)})" for one in legal)
            raise BadOption(f"{action} is none of the {what}: {said}")
        self.play = self.play.choose(action) if self.play.stock else self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(KINDS[action]) if player < 0 else action_text(action, FORM)

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.play.over

    def returns(self) -> list[float]:
        """Return 1 for the winner, who is paid by the others; 0 for all until then."""
        state = self.play.state
        return [0.0] * self.play.players if state is None else payoffs(state).tolist()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> UnoState:
        """Return a round that looks the same to a player, with the rest dealt by chance.

        Its history is still that of this round, though other cards were drawn.
        """
        other: UnoState = self.clone()
        other.play = self.play.resample(player, Sampler(sampler))
        return other

    def __str__(self) -> str:
        return str(self.play)


class Sampler(Random):
    """Chance as OpenSpiel hands it over: a function that returns numbers from 0 to 1."""

    def __init__(self, draw: Callable[[], float]) -> None:
        """Take the function."""
        super().__init__(0)
        self._draw = draw

    def random(self) -> float:
        """Return a number from 0 to 1, but never 1."""
        return min(self._draw(), ALMOST_ONE)


def read_rules(text: str) -> str:
    """Return rules as our own text: in OpenSpiel's a colon stands for the equals sign."""
    return text.replace(":", "=")


def write_rules(text: str) -> str:
    """Return rules as OpenSpiel can read them in the text of a game."""
    return text.replace("=", ":")
