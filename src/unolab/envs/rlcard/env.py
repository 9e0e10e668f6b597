"""UnoEnv: an environment with the methods of RLCard's ``Env``."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import SIZE
from unolab.envs.check import as_whole, choose
from unolab.envs.rlcard.game import RULES, UnoGame
from unolab.envs.rlcard.words import ACTION_LIST, ACTION_SPACE, draw_planes
from unolab.errors import BadOption, show
from unolab.rules import Rules

OBSERVATIONS: Final = ("planes", "row")


class Agent(Protocol):
    """Who plays: RLCard's agents are such, trained ones and others."""

    use_raw: bool
    """Whether it names its actions instead of numbering them."""

    def step(self, state: dict[str, Any]) -> Any:
        """Choose an action while learning."""

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Choose an action when it counts, and say more about it."""


class UnoEnv:
    """The environment ``uno``: see ``make``."""

    name = "uno"
    agents: Sequence[Agent]
    game: Any

    def __init__(
        self,
        game_num_players: int = 2,
        rules: str | Rules = RULES,
        observation: str = "planes",
        seed: int | None = None,
        allow_step_back: bool = False,
    ) -> None:
        """Set up the table; ``reset`` deals."""
        self._shows_row = choose("observation", observation, OBSERVATIONS) == "row"
        self._begin(UnoGame(game_num_players, rules), seed, allow_step_back)

    def _begin(self, game: Any, seed: int | None, allow_step_back: bool) -> None:
        self.game = game
        self.allow_step_back = allow_step_back
        self.num_players: int = game.get_num_players()
        self.num_actions: int = game.get_num_actions()
        shape = [SIZE] if self._shows_row else [4, 4, 15]
        self.state_shape = [list(shape) for _ in range(self.num_players)]
        self.action_shape = [None] * self.num_players
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []
        self.agents = ()
        self.seed(seed)

    # ── playing ───────────────────────────────────────────────────────────────────────────────────

    def reset(self) -> tuple[dict[str, Any], int]:
        """Deal a game; return what the first player sees, and who that is."""
        raw, player = self.game.init_game()
        self.action_recorder = []
        return self._extract_state(raw, player), player

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Do an action, by number or by name; return what the next player sees, and who that is."""
        name = str(action) if raw_action else self._decode_action(action)
        player = self.get_player_id()
        raw, following = self.game.step(name)
        self.timestep += 1
        self.action_recorder.append((player, name))
        return self._extract_state(raw, following), following

    def step_back(self) -> tuple[dict[str, Any], int] | bool:
        """Take back the last action; return False if there is none."""
        if not self.allow_step_back:
            raise BadOption('step_back is off: make the environment with {"allow_step_back": True}')
        if not self.game.step_back():
            return False
        self._forget_action()
        player = self.get_player_id()
        return self.get_state(player), player

    def set_agents(self, agents: Sequence[Agent]) -> None:
        """Say who plays, for ``run``."""
        if len(agents) != self.num_players:
            raise BadOption(f"{self.num_players} agents are needed, not {len(agents)}")
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], npt.NDArray[Any]]:
        """Let the agents play a game; return by player what it saw and did in turn, and payoffs."""
        if not self.agents:
            raise BadOption("nobody plays: call set_agents first")
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player] += [state, action]
            state, player = self.step(action, agent.use_raw)
        for player in range(self.num_players):
            trajectories[player].append(self.get_state(player))
        return trajectories, self.get_payoffs()

    def seed(self, seed: int | None = None) -> int:
        """Begin the series of games of a seed, or one by chance; return the seed."""
        return int(self.game.seed(seed))

    # ── looking ───────────────────────────────────────────────────────────────────────────────────

    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.is_over())

    def get_player_id(self) -> int:
        """Return who is asked."""
        return int(self.game.get_player_id())

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Return what a player sees."""
        return self._extract_state(self.game.get_state(player_id), player_id)

    def get_payoffs(self) -> npt.NDArray[Any]:
        """Return what the game was worth to each player."""
        return np.array(self.game.get_payoffs())

    def get_perfect_information(self) -> dict[str, Any]:
        """Return everything about the game, which no player sees."""
        return dict(self.game.get_perfect_information())

    def get_action_feature(self, action: int) -> npt.NDArray[np.int8]:
        """Return an action as a row with a single 1."""
        feature = np.zeros(self.num_actions, np.int8)
        feature[action] = 1
        return feature

    def _extract_state(self, raw: dict[str, Any], player: int) -> dict[str, Any]:
        return {
            "obs": self._observe(raw, player),
            "legal_actions": self._number_actions(raw),
            "raw_obs": raw,
            "raw_legal_actions": list(raw["legal_actions"]),
            "action_record": list(self.action_recorder),
        }

    def _observe(self, raw: dict[str, Any], player: int) -> npt.NDArray[Any]:
        if self._shows_row:
            return np.array(self.game.observe(player))
        return draw_planes(raw["hand"], raw["target"])

    def _number_actions(self, raw: dict[str, Any]) -> OrderedDict[int, Any]:
        """Return the numbers of the legal actions that a player is shown."""
        return OrderedDict((ACTION_SPACE[name], None) for name in raw["legal_actions"])

    def _forget_action(self) -> None:
        self.action_recorder.pop()

    def _get_legal_actions(self) -> OrderedDict[int, Any]:
        return OrderedDict((ACTION_SPACE[name], None) for name in self.game.get_legal_actions())

    def _decode_action(self, action: Any) -> str:
        number = as_whole(action)
        if self.is_over():
            raise BadOption("the game is over: call reset")
        legal = self._get_legal_actions()
        if number is None or number not in legal:
            said = ", ".join(f"{one} ({ACTION_LIST[one]})" for one in legal)
            raise BadOption(f"action {show(action)} is not legal now: {said}")
        return str(ACTION_LIST[number])
