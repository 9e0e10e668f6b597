"""Gymnasium: one learner against bots, as ``unolab/Uno-v0``, in one game or in thousands.

After ``import unolab.envs``::

    gymnasium.make("unolab/Uno-v0", players=4, opponents="mixbot2", rules="official")
    gymnasium.make_vec("unolab/Uno-v0", num_envs=4096, players=4, opponents="mixbot2")

An observation has the row of bytes that ``unolab.bots.observation.layout`` describes, and a mask of
the actions that are legal. When a game is over the mask allows ``PASS`` alone: nothing is asked
then.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from unolab.envs.extra import needs

with needs("Gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

from unolab.bots.observation.question import ACTIONS, DECIDED
from unolab.envs.batch import MOST_FIRST, MOST_GAMES, Batch
from unolab.envs.check import (
    check_number,
    check_numbers,
    check_seed,
    check_values,
    choose,
    explain_options,
)
from unolab.envs.facts import AT_END, AT_START
from unolab.envs.rendering import MODES, check_mode, render
from unolab.envs.solo import Opponents, Solo
from unolab.envs.spaces import NEW_SEEDS, Observation, action_space, observation_space
from unolab.errors import BadOption, show
from unolab.rules import Rules

Array = npt.NDArray[Any]
OPPONENTS: Final = "mixbot2"


class UnoEnv(gymnasium.Env[Observation, Any]):
    """A game of Uno for one learner; bots, or a policy, play for the others.

    A game is a round or, with ``episode="match"``, a match. The reward comes at its end. ``info``
    says which ``game`` of the seed's series was dealt, and at the end the ``turns`` of the last
    round, the number of ``rounds``, the ``winner`` (0 is the learner, -1 nobody) and whether it was
    ``illegal``. ``reset(options={"game": 7})`` deals game 7 of the series.
    """

    batch: Batch
    """The batch that it works on, of one game."""
    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*MODES], "render_fps": 2}  # type: ignore[misc]

    @explain_options
    def __init__(
        self,
        players: int | None = None,
        opponents: Opponents = OPPONENTS,
        rules: str | Rules = "official",
        *,
        episode: str = "round",
        reward: str = "win",
        form: str = "canonical",
        decides: Sequence[str] = DECIDED,
        illegal: str = "end",
        seats: str = "lot",
        render_mode: str | None = None,
    ) -> None:
        """Set up a table; ``opponents`` are one bot for all, a list of bots, or a policy.

        A policy is a function of observations and masks, a row for each decision, that returns the
        actions. An ``illegal`` action ends the game with a reward of -1, or may ``raise`` an error.
        """
        self.render_mode = check_mode(render_mode)
        self.observation_space: Any = observation_space()
        self.action_space = action_space()
        self._solo = Solo(
            1,
            players,
            opponents,
            rules,
            episode=episode,
            reward=reward,
            form=form,
            decides=decides,
            illegal=illegal,
            seats=seats,
        )
        self.batch = self._solo.batch
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next game of the series; a seed begins another one."""
        game = check_options(options, "game")
        if game is not None:
            check_number("game", game, 0, MOST_FIRST)
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(NEW_SEEDS))
        self._seeded = True
        self._solo.reset(seed=seed, first=game)
        self._print()
        return self._look(), self.batch.facts_of(0, AT_START)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action, and play on to the learner's next decision."""
        if self._solo.out.dones[0]:
            raise BadOption("the game is over: call reset to deal the next one")
        chosen = check_number("action", action, 0, ACTIONS - 1)
        self._solo.step(np.array([chosen]))
        reward, done = float(self._solo.out.rewards[0, 0]), bool(self._solo.out.dones[0])
        self._print()
        info = self.batch.facts_of(0, AT_END) if done else {}
        return self._look(), reward, done, False, info

    def action_masks(self) -> Array:
        """Return which actions are legal, under the name that masked learners ask for."""
        mask: Array = self._solo.out.masks[0].astype(np.bool_)
        return mask

    def render(self) -> Any:
        """Return the table as text or as a picture, or print it."""
        return render(self.batch, 0, self.render_mode)

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _look(self) -> Observation:
        out = self._solo.out
        return {"observation": out.observations[0].copy(), "action_mask": out.masks[0].copy()}


class UnoVectorEnv(gymnasium.vector.VectorEnv[Observation, Array, Array]):
    """Many games at once, all of them in one batch: the same games as ``UnoEnv``, only faster.

    Place ``i`` begins with game ``i`` of the seed's series and goes on with ``i + num_envs``. In
    ``info`` is which one it is, and ``UnoEnv`` deals the same if told so.
    """

    batch: Batch
    """The batch that it works on."""

    @explain_options
    def __init__(
        self,
        num_envs: int = 1,
        players: int | None = None,
        opponents: Opponents = OPPONENTS,
        rules: str | Rules = "official",
        *,
        episode: str = "round",
        reward: str = "win",
        form: str = "canonical",
        decides: Sequence[str] = DECIDED,
        illegal: str = "end",
        seats: str = "lot",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up the tables; the options are those of ``UnoEnv`` and a few more.

        Observations do not change while somebody holds them, unless ``copy`` is false: then the
        next call overwrites them.
        ``threads`` is how many share the work, by default one per core.
        """
        self.render_mode = check_mode(render_mode)
        self.autoreset_mode = choose_autoreset(autoreset_mode)
        self.metadata = {**UnoEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.copy = copy
        self.num_envs = check_number("num_envs", num_envs, 1, MOST_GAMES)
        self._solo = Solo(
            self.num_envs,
            players,
            opponents,
            rules,
            episode=episode,
            reward=reward,
            form=form,
            decides=decides,
            illegal=illegal,
            seats=seats,
            threads=threads,
        )
        self.batch = self._solo.batch
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games: all, or those of ``options["reset_mask"]``. A seed is one for all."""
        wanted = check_options(options, "reset_mask")
        dealt = (
            np.ones_like(self._ended)
            if wanted is None
            else check_values("reset_mask", wanted, self.num_envs, np.bool_)
        )
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(NEW_SEEDS))
        self._seeded = True
        with self._leave_shown(whole=False):
            self._solo.reset(None if wanted is None else dealt, seed)
        self._ended = self._ended & ~dealt
        return self._look(), self._tell(dealt, AT_START)

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Do an action in every game, and play on to the learner's next decisions."""
        taken = self._check_actions(actions)
        solo, over = self._solo, self._ended
        if over.any() and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            raise BadOption(
                f"game {int(over.argmax())} is over: deal the next one with "
                'reset(options={"reset_mask": ...})'
            )
        info = {}
        with self._leave_shown(whole=True):
            solo.step(taken)  # which does nothing where a game is over
            if over.any():
                solo.reset(over)
                info = self._tell(over, AT_START)
        rewards = solo.out.rewards[:, 0].astype(np.float64)
        done = solo.out.dones.copy()
        if done.any():
            ending = self._tell(done, AT_END)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                ending = {"final_info": ending, "final_obs": self._look_one_by_one(done)}
                ending |= {f"_{name}": done.copy() for name in ending}
                solo.reset(done)
                info = self._tell(done, AT_START)
            info |= ending
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._ended = done.copy()
        return self._look(), rewards, done, np.zeros_like(done), info

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._solo.batch.close()

    def sample(self) -> Array:
        """Return a legal action for every game, picked by chance."""
        actions = np.zeros(self.num_envs, np.int64)
        self.batch.sample(actions)
        return actions

    def render(self) -> tuple[Any, ...] | None:
        """Return every table as text or as a picture, or print them."""
        frames = [render(self.batch, i, self.render_mode) for i in range(self.num_envs)]
        return None if self.render_mode in (None, "human") else tuple(frames)

    def _check_actions(self, actions: Any) -> Array:
        taken = np.asarray(actions)
        if taken.dtype.kind in "iu":
            check_numbers("action", taken, 0, ACTIONS - 1)
        return taken

    def _leave_shown(self, whole: bool) -> AbstractContextManager[None]:
        return self._solo.leave_shown(whole) if self.copy else nullcontext()

    def _look(self) -> Observation:
        out = self._solo.out
        return {"observation": out.observations, "action_mask": out.masks}

    def _look_one_by_one(self, chosen: Array) -> Array:
        """Return observations as Gymnasium's own vector environments return the last ones."""
        looks = np.full(self.num_envs, None, dtype=object)
        out = self._solo.out
        rows, masks = out.observations[chosen], out.masks[chosen]
        for game, row, mask in zip(chosen.nonzero()[0], rows, masks, strict=True):
            looks[game] = {"observation": row, "action_mask": mask}
        return looks

    def _tell(self, chosen: Array, names: tuple[str, ...]) -> dict[str, Any]:
        """Return facts about the chosen games, with masks that say which ones these are."""
        places = chosen.nonzero()[0]
        info: dict[str, Any] = {}
        for name, fact in self.batch.facts(places, names).items():
            info[name] = np.zeros(self.num_envs, fact.dtype)
            info[name][places] = fact
            info[f"_{name}"] = chosen.copy()
        return info


def choose_autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """Return an autoreset mode, which may be given by its name."""
    if isinstance(mode, AutoresetMode):
        return mode
    names = [one.value for one in AutoresetMode]
    if not isinstance(mode, str):
        raise BadOption(f"autoreset_mode must be one of {', '.join(names)}, not {show(mode)}")
    return AutoresetMode(choose("autoreset_mode", mode, names))


def check_options(options: dict[str, Any] | None, known: str) -> Any:
    """Return the only option that ``reset`` has, or None."""
    if options is not None and not isinstance(options, dict):
        raise BadOption(f"the options of reset are a dict, not {show(options)}")
    for name in options or {}:
        if name != known:
            raise BadOption(f"the only option of reset is {known}, not {show(name)}")
    return (options or {}).get(known)
