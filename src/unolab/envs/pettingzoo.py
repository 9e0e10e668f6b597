"""PettingZoo: several learners at one table, in turn (``env``) or all at once (``parallel_env``).

The agents are ``player_0``, ``player_1`` and so on; bots may fill the last places. What an agent
sees is the row of bytes that ``unolab.bots.observation.layout`` describes, and a mask of the legal
actions: to one that is not asked anything it allows ``PASS`` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from unolab.envs.extra import needs

with needs("Gymnasium", "gymnasium"):
    from gymnasium.spaces import Space

with needs("PettingZoo", "pettingzoo"):
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

from unolab.bots import Bot
from unolab.bots.observation.layout import HIDDEN_SIZE, SEATS
from unolab.bots.observation.question import ACTIONS, DECIDED, PASS
from unolab.envs.batch import Batch
from unolab.envs.check import check_number, check_seed, explain_options
from unolab.envs.facts import AT_END, AT_START
from unolab.envs.lineup import LEARNS, Lineup
from unolab.envs.rendering import MODES, check_mode, render
from unolab.envs.spaces import (
    NEW_SEEDS,
    Observation,
    action_space,
    observation_space,
    state_space,
)
from unolab.errors import BadOption, show
from unolab.rules import Rules

Array = npt.NDArray[Any]

NAME: Final = "uno_v0"


def env(players: int = 4, rules: str | Rules = "official", **options: Any) -> Any:
    """Make the game in which agents act in turn, guarded against calls in a wrong order."""
    return wrappers.OrderEnforcingWrapper(raw_env(players, rules, **options))


def raw_env(players: int = 4, rules: str | Rules = "official", **options: Any) -> UnoAECEnv:
    """Make the game in which agents act in turn; the options are those of ``SharedGame``."""
    return UnoAECEnv(players, rules, **options)


def parallel_env(
    players: int = 4, rules: str | Rules = "official", **options: Any
) -> UnoParallelEnv:
    """Make the game in which all agents act at once; the options are those of ``SharedGame``."""
    return UnoParallelEnv(players, rules, **options)


class SharedGame:
    """One game and its agents: what both kinds of environment have in common."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": NAME,
        "render_modes": [*MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    @explain_options
    def __init__(
        self,
        players: int = 4,
        rules: str | Rules = "official",
        bots: Sequence[str | Bot] = (),
        *,
        episode: str = "round",
        reward: str = "win",
        form: str = "canonical",
        decides: Sequence[str] = DECIDED,
        illegal: str = "end",
        seats: str = "lot",
        render_mode: str | None = None,
    ) -> None:
        """Set up a table of so many players, the last of whom are the bots.

        An ``illegal`` action ends the game with a reward of -1 for the agent and 0 for the others,
        as PettingZoo's own games do, or may ``raise`` an error.
        """
        super().__init__()
        self.render_mode = check_mode(render_mode)
        if isinstance(bots, str) or not isinstance(bots, Sequence):
            raise BadOption(f"bots are a list such as ['greedy', 'mixbot2'], not {show(bots)}")
        named = [Bot.of(bot) for bot in bots]
        agents = check_number("players", players, 2, SEATS) - len(named)
        if agents < 1:
            raise BadOption(
                f"{len(named)} bots leave no place for an agent among {players} players"
            )
        self.possible_agents = [f"player_{player}" for player in range(agents)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.state_space = state_space()
        self._batch = Batch(
            1,
            Lineup([*([LEARNS] * agents), *named], rules),
            episode=episode,
            reward=reward,
            form=form,
            decides=decides,
            illegal=illegal,
            seats=seats,
            autoreset=False,
        )
        self._out = self._batch.make_buffers()
        self._seeded = False

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what an agent sees, with the mask of what it may do."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of what an agent may do at all."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, whether it is asked or not."""
        if self._is_asked(agent):
            row, mask = self._out.observations[0].copy(), self._out.masks[0].copy()
        else:
            row, mask = self._batch.show(0, self._player(agent))
            mask[PASS] = 1  # a policy that heeds the mask needs something to choose
        return {"observation": row, "action_mask": mask}

    def state(self) -> Array:
        """Return everything for a critic: what the agent asked sees, and then what it does not."""
        hidden = np.zeros((1, HIDDEN_SIZE), np.uint8)
        self._batch.reveal(hidden)
        return np.concatenate([self._out.observations[0], hidden[0]])

    def render(self) -> Any:
        """Return the table as text or as a picture, or print it."""
        return render(self._batch, 0, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _deal(self, seed: int | None) -> None:
        """Deal the next game of the series; a seed begins another one."""
        if seed is not None:
            check_seed(seed)
        elif not self._seeded:
            seed = int(np.random.default_rng().integers(NEW_SEEDS))
        self._seeded = True
        self._batch.reset(self._out, seed=seed)
        self.agents = self.possible_agents[:]
        self._print()

    def _act(self, action: Any) -> bool:
        """Do what the agent asked has decided; return whether the game is over."""
        chosen = check_number("action", action, 0, ACTIONS - 1)
        self._batch.step(np.array([chosen]), self._out)
        self._print()
        return bool(self._out.dones[0])

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    @property
    def _asked(self) -> str:
        return f"player_{self._out.actors[0]}"

    def _is_asked(self, agent: str) -> bool:
        return agent == self._asked and not self._batch.is_over(0)

    def _player(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise BadOption(f"there is no agent {show(agent)}: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _rewards(self) -> dict[str, float]:
        rewards = self._out.rewards[0].tolist()
        return dict(zip(self.possible_agents, rewards, strict=False))  # and not those of the bots

    def _infos(self, over: bool) -> dict[str, dict[str, Any]]:
        told = self._batch.facts_of(0, AT_END if over else AT_START)
        return {agent: dict(told) for agent in self.possible_agents}


class UnoAECEnv(SharedGame, AECEnv):  # type: ignore[misc]
    """The agents act one after another, each when it has something to decide."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game of the series; a seed begins another one."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos(over=False)
        self.agent_selection = self._asked

    def step(self, action: Any) -> None:
        """Do what the selected agent has decided, and select the next one."""
        if not self.agents:
            raise BadOption("no game is going on: call reset to deal one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        over = self._act(action)
        self.rewards = self._rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        self.infos = self._infos(over) if over else {one: {} for one in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self._asked


class UnoParallelEnv(SharedGame, ParallelEnv):  # type: ignore[misc]
    """All agents act at once, but only the action of the one that is asked counts.

    That is the one whose mask allows more than ``PASS`` alone; what the others do is ignored.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal the next game of the series; a seed begins another one."""
        self._deal(seed)
        return self._observations(), self._infos(over=False)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Do what the agent that is asked has decided."""
        if not self.agents:
            raise BadOption("no game is going on: call reset to deal one")
        if self._asked not in actions:
            raise BadOption(f"{self._asked} has to decide, and there is no action of it")
        over = self._act(actions[self._asked])
        agents = self.agents
        if over:
            self.agents = []
        return (
            self._observations(),
            self._rewards(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self._infos(over) if over else {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}
