"""The Gymnasium environment: what its own checker says, and what it does not look at."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import unolab
import unolab.envs
from unolab.bots.observation.question import PASS
from unolab.envs import ACTIONS, MOST, PARTS, Batch, Lineup
from unolab.envs.gymnasium import UnoEnv
from unolab.errors import BadBot, BadOption, NotationError

pytestmark = pytest.mark.slow

Step = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


def first_legal(observations: Any, masks: Any) -> Any:
    """A policy: it plays the first card that it can."""
    assert observations.shape == (len(masks), len(MOST))
    return masks.argmax(axis=1)


def play(env: Any, seed: int | None = None, **options: Any) -> list[Any]:
    """Play a game to its end and return all that was seen."""
    seen: list[Any] = [env.reset(seed=seed, options=options)]
    while not (len(seen) > 1 and seen[-1][2]):
        seen.append(env.step(seen[-1][0]["action_mask"].argmax()))
    return seen


def digest(seen: list[Any]) -> list[Any]:
    return [(shown["observation"].tobytes(), *rest) for shown, *rest in seen]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 4, "opponents": "mixbot2", "rules": "party", "form": "plain"},
        {"players": 3, "opponents": first_legal, "decides": ["calls"], "seats": "fixed"},
    ],
)
def test_the_checker_is_content(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("unolab/Uno-v0", **options).unwrapped)


def test_a_game_to_its_end() -> None:
    env = gymnasium.make("unolab/Uno-v0", players=4, opponents="mixbot2", rules="official")
    winners = set()
    for seed in range(20):
        first, *steps = play(env, seed)
        assert first[1] == {"game": 0}
        for shown, reward, over, truncated, info in steps[:-1]:
            assert env.observation_space.contains(shown)
            assert shown["action_mask"].any()
            assert (reward, over, truncated, info) == (0.0, False, False, {})
        shown, reward, over, truncated, info = steps[-1]
        assert env.observation_space.contains(shown)
        assert shown["action_mask"].nonzero()[0].tolist() == [PASS]
        assert (over, truncated) == (True, False)
        assert reward == pytest.approx(1.0 if info["winner"] == 0 else -1 / 3)
        assert info["turns"] > len(steps) / 2
        assert not info["illegal"]
        winners.add(info["winner"])
    assert len(winners) > 1


def test_the_same_seed_gives_the_same_games() -> None:
    env, other = UnoEnv(3), UnoEnv(3)
    games = [digest(play(env, seed)) for seed in (7, None, None)]
    again = [digest(play(other, seed)) for seed in (7, None, None)]
    assert games == again
    assert len({str(game) for game in games}) == 3
    assert digest(play(other, 8)) != games[0]
    assert digest(play(other, 7, game=2)) == games[2]
    assert digest(play(other, 7)) == games[0]


def test_without_a_seed_no_two_series_are_the_same() -> None:
    def reset(options: dict[str, Any]) -> Any:
        env = UnoEnv()
        with pytest.raises(BadOption, match="the only option of reset is game"):
            env.reset(options=options)
        return env.reset()

    assert digest([UnoEnv().reset()]) != digest([UnoEnv().reset()])
    assert digest([reset({"gane": 1})]) != digest([reset({"gane": 1})])


def test_opponents_are_one_bot_or_several() -> None:
    one = UnoEnv(3, "greedy")
    for opponents in (["greedy", "greedy"], unolab.Bot.parse("greedy")):
        players = 3 if isinstance(opponents, unolab.Bot) else None
        assert digest(play(UnoEnv(players, opponents), 3)) == digest(play(one, 3))
    assert digest(play(UnoEnv(3, ["random", "greedy"]), 3)) != digest(play(one, 3))
    made: Any = gymnasium.make("unolab/Uno-v0", opponents=[unolab.Bot.parse("random")] * 9)
    counts = PARTS["counts"]
    assert (made.reset(seed=1)[0]["observation"][counts.start : counts.stop] > 0).all()


def test_a_policy_answers_for_the_opponents() -> None:
    env = UnoEnv(3, first_legal, rules="party")
    batch = Batch(1, Lineup(3, "party"), autoreset=False)
    out = batch.make_buffers()
    for seed in range(10):
        expected = []
        batch.reset(out, seed=seed)
        while not batch.is_over(0):
            if out.actors[0] == 0:
                expected.append(out.observations[0].tobytes())
            batch.step(out.masks.argmax(axis=1), out)
        expected.append(out.observations[0].tobytes())
        seen = play(env, seed)
        assert [shown["observation"].tobytes() for shown, *_ in seen] == expected
        assert seen[-1][1] == out.rewards[0, 0]


def test_a_game_that_ends_before_the_learner_decides_is_dealt_anew() -> None:
    rules = "official+hand_size=1"
    bots, policy = UnoEnv(4, "greedy", rules), UnoEnv(4, first_legal, rules)
    for env in (bots, policy):
        numbers = [env.reset(seed=1)[1]["game"]]
        for _ in range(20):
            shown, info = env.reset()
            numbers.append(info["game"])
            assert shown["action_mask"].any()
            assert not shown["action_mask"][PASS]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] > 20  # some were skipped


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = UnoEnv(3)
    shown, _ = env.reset(seed=1)
    wrong = int(shown["action_mask"].argmin())
    shown, reward, over, truncated, info = env.step(wrong)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert info["illegal"]
    assert info["winner"] == -1
    with pytest.raises(BadOption, match="the game is over: call reset"):
        env.step(PASS)
    strict = UnoEnv(3, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadOption, match=rf"action {wrong} .* is illegal in game 0: legal are"):
        strict.step(wrong)
    assert not strict.step(strict.action_masks().argmax())[2]  # nothing has happened


def test_bad_input_gets_one_sentence() -> None:
    with pytest.raises(BadOption, match="2 opponents make 3 players, not 4: name as many"):
        UnoEnv(4, ["random", "random"])
    with pytest.raises(BadOption, match="players must be a whole number from 2 to 10, not 11"):
        UnoEnv(11)
    with pytest.raises(BadBot, match="mixbot3"):
        UnoEnv(2, "mixbot3")
    with pytest.raises(BadBot, match="learner"):
        UnoEnv(2, ["learner"])
    with pytest.raises(BadOption, match="is plain Python and can't play in a batch"):
        UnoEnv(2, unolab.Bot.of(lambda view: view.legal[0]))
    with pytest.raises(NotationError, match="offical"):
        UnoEnv(rules="offical")
    with pytest.raises(BadOption, match="illegal must be one of raise, end, not 'stop'"):
        UnoEnv(illegal="stop")
    with pytest.raises(BadOption, match="render_mode must be one of human, ansi, rgb_array"):
        UnoEnv(render_mode="ascii")
    env = UnoEnv()
    with pytest.raises(BadOption, match="no game is dealt: call reset"):
        env.step(0)
    with pytest.raises(BadOption, match="a seed is a whole number from 0 to"):
        env.reset(seed=-1)
    env.reset(seed=1)
    for wrong in (ACTIONS, -1, 1.0, "a7", None):
        with pytest.raises(BadOption, match="action must be a whole number from 0 to 88, not"):
            env.step(wrong)
    with pytest.raises(BadOption, match="nothing is rendered without a render_mode"):
        env.render()
    with pytest.raises(BadOption, match="game must be a whole number from 0"):
        env.reset(options={"game": -1})


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda _, masks: masks.argmin(axis=1), "the policy of the opponents chose action"),
        (lambda _, masks: np.full(len(masks), ACTIONS), "chose action 89, which is illegal"),
        (lambda _, masks: masks.argmax(), "must answer 1 observations with as many whole numbers"),
        (lambda _, masks: masks.argmax(axis=1) + 0.5, "not float64 of shape"),
    ],
)
def test_a_policy_that_answers_nonsense(answer: Any, sentence: str) -> None:
    env = UnoEnv(4, answer, seats="fixed")
    with pytest.raises(BadOption, match=sentence):
        play(env, 1)
    with pytest.raises(BadOption, match="no game is dealt: call reset"):  # it is not our turn
        env.step(0)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = UnoEnv(2, "greedy", render_mode="ansi", seats="fixed")
    shown, _ = env.reset(seed=1)
    text = env.render()
    assert "player_1 (greedy)   7" in text
    assert text.count("\n") == 3
    assert capsys.readouterr().out == ""
    printed = UnoEnv(2, "greedy", render_mode="human", seats="fixed")
    printed.reset(seed=1)
    assert capsys.readouterr().out == f"{text}\n\n"
    printed.step(shown["action_mask"].argmax())
    assert "player_0" in capsys.readouterr().out
    image = UnoEnv(2, "greedy", render_mode="rgb_array")
    image.reset(seed=1)
    assert image.render().shape == (640, 960, 3)


def test_the_environments_do_not_need_gymnasium() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from unolab.envs import MOST, Batch\n"
        "print(len(MOST))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(len(MOST))


def test_importing_them_imports_nothing_slow() -> None:
    code = "import sys, unolab.envs; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {*done.stdout.split()}
    assert "gymnasium" in loaded
    assert not loaded & {"numba", "pettingzoo", "PIL", "unolab.envs.batch", "unolab.envs.gymnasium"}
