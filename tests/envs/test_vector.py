"""The vector environment beside as many single ones, in every mode of dealing anew."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import unolab.envs  # noqa: F401
from unolab.bots.observation.question import PASS
from unolab.envs.gymnasium import UnoEnv, UnoVectorEnv
from unolab.errors import BadOption

pytestmark = pytest.mark.slow

GAMES = 7
STEPS = 120
ENDING = ("turns", "rounds", "winner", "illegal")


def first_legal(_: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


TABLES: list[dict[str, Any]] = [
    {"players": 2, "opponents": "random"},
    {"players": 4, "opponents": "mixbot2", "rules": "party", "reward": "points", "form": "plain"},
    {"players": 3, "opponents": first_legal, "rules": "party", "decides": ["calls", "jump_in"]},
]


def pick(masks: Any, rng: np.random.Generator) -> Any:
    """Pick actions by chance: sometimes one that is illegal."""
    actions = np.array([rng.choice(mask.nonzero()[0]) for mask in masks])
    return np.where(rng.random(len(actions)) < 0.02, rng.integers(PASS, size=len(actions)), actions)


class Singles:
    """Single environments in a row, each told which game to deal."""

    def __init__(self, seed: int, **options: Any) -> None:
        self._envs = [UnoEnv(**options) for _ in range(GAMES)]
        self._seed = seed

    def deal(self, game: int, info: dict[str, Any]) -> dict[str, Any]:
        """Deal the game that the vector environment says it has dealt."""
        number = int(info["game"][game])
        assert info["_game"][game]
        assert number % GAMES == game
        shown, told = self._envs[game].reset(seed=self._seed, options={"game": number})
        assert told == {"game": number}
        return shown

    def step(self, game: int, action: int) -> Any:
        return self._envs[game].step(action)


def same(one: dict[str, Any], other: dict[str, Any], game: int | None = None) -> bool:
    return all(
        np.array_equal(one[key] if game is None else one[key][game], other[key])
        for key in ("observation", "action_mask")
    )


def told(info: dict[str, Any], game: int) -> dict[str, Any]:
    """Return what is said about the end of a game."""
    return {key: info[key][game].item() for key in ENDING if key in info and info[f"_{key}"][game]}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_games_are_those_of_single_environments(
    table: dict[str, Any], mode: AutoresetMode
) -> None:
    rng = np.random.default_rng(1)
    env = UnoVectorEnv(GAMES, **table, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    singles = Singles(3, **table)
    shown, info = env.reset(seed=3)
    assert info["game"].tolist() == [*range(GAMES)]
    for game in range(GAMES):
        assert same(shown, singles.deal(game, info), game)
    over = np.zeros(GAMES, np.bool_)
    ended = 0
    for _ in range(STEPS):
        waits = over
        actions = pick(shown["action_mask"], rng)
        shown, rewards, over, cut, info = env.step(actions)
        assert env.observation_space.contains(shown)
        assert not cut.any()
        ended += over.sum()
        for game in range(GAMES):
            if mode is AutoresetMode.NEXT_STEP and waits[game]:
                assert same(shown, singles.deal(game, info), game)
                assert (rewards[game], over[game], told(info, game)) == (0.0, False, {})
                continue
            last, reward, done, _, end = singles.step(game, actions[game])
            assert (rewards[game], over[game]) == (reward, done)
            if done and mode is AutoresetMode.SAME_STEP:
                assert info["_final_obs"][game]
                assert info["_final_info"][game]
                assert same(info["final_obs"][game], last)
                assert told(info["final_info"], game) == end
                last = singles.deal(game, info)
            else:
                assert told(info, game) == end
            assert same(shown, last, game)
        if mode is AutoresetMode.DISABLED and over.any():
            before = shown
            shown, info = env.reset(options={"reset_mask": over})
            for game in range(GAMES):
                fresh = {key: part[game] for key, part in before.items()}
                if over[game]:
                    fresh = singles.deal(game, info)
                assert same(shown, fresh, game)
            assert info["_game"].tolist() == over.tolist()
    assert ended > GAMES


def test_it_looks_like_gymnasiums_own() -> None:
    for mode in AutoresetMode:
        own: Any = gymnasium.make_vec("unolab/Uno-v0", num_envs=3, autoreset_mode=mode)
        theirs: Any = gymnasium.make_vec(
            "unolab/Uno-v0",
            num_envs=3,
            vectorization_mode="sync",
            vector_kwargs={"autoreset_mode": mode},
        )
        assert isinstance(own, UnoVectorEnv)
        assert own.observation_space == theirs.observation_space
        assert own.action_space == theirs.action_space
        assert own.metadata == theirs.metadata
        pairs: list[Any] = [(own.reset(seed=1), theirs.reset(seed=1))]
        wrong = np.array([PASS] * 3)  # nothing can be passed at first: all games end
        pairs.append((own.step(wrong), theirs.step(wrong)))
        for one, other in pairs:
            assert outline(one) == outline(other)


def outline(value: Any) -> Any:
    """Return the shape of a value: keys, types and dimensions."""
    if isinstance(value, dict):
        return {key: outline(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [outline(part) for part in value]
    if value is not None and value.dtype == object:
        return [outline(part) for part in value]
    return None if value is None else (value.shape, value.dtype)


def test_wrappers_of_gymnasium_fit() -> None:
    env = RecordEpisodeStatistics(UnoVectorEnv(50, 2, "greedy"))
    env.reset(seed=1)
    returns = []
    for _ in range(100):
        actions = env.unwrapped.sample()  # type: ignore[attr-defined]
        *_, info = env.step(actions)
        if "episode" in info:
            returns += info["episode"]["r"][info["_episode"]].tolist()
    assert len(returns) > 50
    assert {*returns} == {1.0, -1.0}


def test_what_was_returned_is_not_written_again_unless_wanted() -> None:
    for copy in (True, False):
        env = UnoVectorEnv(4, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first["observation"].copy()
        second, *_ = env.step(env.sample())
        assert (second["observation"] is first["observation"]) != copy
        assert np.array_equal(first["observation"], kept) == copy


def test_a_refused_reset_chooses_no_seed() -> None:
    rows = []
    for _ in range(2):
        env = UnoVectorEnv(2)
        with pytest.raises(BadOption, match="the only option of reset is reset_mask"):
            env.reset(options={"mask": [True, True]})
        rows.append(env.reset()[0]["observation"].tobytes())
    assert rows[0] != rows[1]


def test_threads_make_no_difference() -> None:
    rows = []
    for threads in (1, 2):
        env = UnoVectorEnv(600, 3, "greedy", threads=threads)
        env.reset(seed=4)
        for _ in range(30):
            shown, rewards, *_ = env.step(env.sample())
        rows.append((shown["observation"].tobytes(), rewards.tobytes()))
    assert rows[0] == rows[1]


def test_rendering() -> None:
    env = UnoVectorEnv(3, 2, "greedy", render_mode="ansi")
    env.reset(seed=1)
    frames = env.render()
    assert frames is not None
    assert len({*frames}) == 3


def test_bad_input_gets_one_sentence() -> None:
    with pytest.raises(BadOption, match="autoreset_mode must be one of NextStep, SameStep, Dis"):
        UnoVectorEnv(2, autoreset_mode="next_step")
    with pytest.raises(BadOption, match="num_envs must be a whole number from 1 to"):
        UnoVectorEnv(0)
    env = UnoVectorEnv(2, autoreset_mode="Disabled", illegal="raise")
    with pytest.raises(BadOption, match="no game is dealt: call reset before anything else"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(BadOption, match="no game is dealt: call reset before anything else"):
        env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(BadOption, match="a seed is a whole number"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    shown, _ = env.reset(seed=1)
    with pytest.raises(BadOption, match="reset_mask must be an array with one bool for each of 2"):
        env.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(BadOption, match="action must be a whole number from 0 to 88, not 89"):
        env.step(np.array([0, 89]))
    with pytest.raises(BadOption, match="actions must be an array with one whole number for each"):
        env.step(np.array([0]))
    with pytest.raises(BadOption, match="actions must be an array with one whole number for each"):
        env.step(np.array([0.5, 1.0]))
    with pytest.raises(BadOption, match=r"action 88 \(let it pass\) is illegal in game 0"):
        env.step(np.array([88, 88]))
    assert shown["action_mask"].any(axis=1).all()
    over = np.zeros(2, np.bool_)
    while not over.any():
        _, _, over, _, _ = env.step(env.sample())
    with pytest.raises(BadOption, match=f"game {over.argmax()} is over: deal the next one with"):
        env.step(env.sample())
