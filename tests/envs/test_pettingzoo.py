"""The PettingZoo environments: what its own checkers say, and what they do not look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from unolab.bots.observation.question import PASS
from unolab.envs import MOST, PARTS
from unolab.envs.pettingzoo import env, parallel_env, raw_env
from unolab.errors import BadOption

pytestmark = pytest.mark.slow

# PettingZoo warns about every observation that is a dict, though its own games have such ones.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]
TABLES: list[dict[str, Any]] = [
    {},
    {"players": 2, "form": "plain", "illegal": "raise"},
    {"players": 3, "rules": "party", "decides": ["challenge", "swap", "jump_in", "calls"]},
    {"players": 10, "bots": ["mixbot2", "random"], "seats": "fixed", "reward": "points"},
]


def masked(test: Any) -> Any:
    for mark in MASKED:
        test = mark(test)
    return test


def any_of(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(mask.nonzero()[0]))


@masked
@pytest.mark.parametrize("table", TABLES)
def test_the_api_of_agents_in_turn(table: dict[str, Any]) -> None:
    api_test(env(**table), num_cycles=200)


@pytest.mark.parametrize("table", TABLES)
def test_the_api_of_agents_at_once(table: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(**table), num_cycles=200)


@pytest.mark.parametrize("table", TABLES)
def test_a_seed_gives_the_same_game(table: dict[str, Any]) -> None:
    seed_test(lambda: env(**table), num_cycles=50)


def test_a_seed_gives_the_same_game_at_once() -> None:
    parallel_seed_test(parallel_env, num_cycles=50)


def test_every_render_mode(capsys: pytest.CaptureFixture[str]) -> None:
    def table(**options: Any) -> Any:
        return env(players=3, **options)

    render_test(table, custom_tests={"rgb_array": lambda image: image.std() > 10})
    assert "player_0" in capsys.readouterr().out


def test_states() -> None:
    state_test(env(), parallel_env())


def test_both_kinds_play_the_same_game() -> None:
    in_turn, at_once = raw_env(players=3, rules="party"), parallel_env(players=3, rules="party")
    rng = np.random.default_rng(1)
    in_turn.reset(seed=5)
    seen, infos = at_once.reset(seed=5)
    assert infos == in_turn.infos
    while at_once.agents:
        agent = in_turn.agent_selection
        for one in at_once.agents:
            shown = in_turn.observe(one)
            assert np.array_equal(seen[one]["observation"], shown["observation"])
            assert np.array_equal(seen[one]["action_mask"], shown["action_mask"])
            is_asked = seen[one]["action_mask"].sum() > 1 or not seen[one]["action_mask"][PASS]
            assert is_asked == (one == agent)
        assert np.array_equal(in_turn.state(), at_once.state())
        chosen = any_of(seen[agent]["action_mask"], rng)
        in_turn.step(chosen)
        # whatever the others say does not count
        actions = {one: chosen if one == agent else int(rng.integers(PASS)) for one in seen}
        seen, rewards, over, _, infos = at_once.step(actions)
        assert rewards == in_turn.rewards
        assert over == in_turn.terminations
        assert infos == in_turn.infos
    assert all(over.values())
    winner = infos["player_0"]["winner"]
    assert rewards == {f"player_{i}": 1.0 if i == winner else -0.5 for i in range(3)}


def test_everyone_sees_the_own_hand_and_nobody_elses() -> None:
    game = parallel_env(players=4, form="plain")
    seen, _ = game.reset(seed=2)
    rng = np.random.default_rng(2)
    own, counts = PARTS["own"], PARTS["counts"]
    for _ in range(20):
        state = game._batch.state(0)
        for player, agent in enumerate(game.agents):
            hand = state.hands[game._batch.seat(0, player)]
            row = seen[agent]["observation"]
            assert (row <= MOST).all()
            assert row[own.start : own.stop].sum() == row[counts.start] == len(hand)
        agent = game._asked
        action = any_of(seen[agent]["action_mask"], rng)
        seen, *_ = game.step({agent: action})


def test_the_state_is_what_the_agent_asked_sees_and_then_the_rest() -> None:
    game = raw_env(players=3, seats="fixed")
    game.reset(seed=3)
    state, shown = game.state(), game.observe(game.agent_selection)["observation"]
    assert np.array_equal(state[: len(shown)], shown)
    sizes = game._batch.state(0).sizes
    stock = game._batch.state(0).stock
    own = sizes[game._batch.seat(0, int(game.agent_selection[-1]))]
    assert state[len(shown) :].sum() == sum(sizes) - own + stock  # and no bluff to judge


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    for illegal in ("end", "raise"):
        game = raw_env(players=3, illegal=illegal)
        game.reset(seed=1)
        agent = game.agent_selection
        wrong = int(game.observe(agent)["action_mask"].argmin())
        if illegal == "raise":
            with pytest.raises(
                BadOption, match=f"action {wrong} .* is illegal in game 0: legal are"
            ):
                game.step(wrong)
            assert game.agent_selection == agent
            game.step(int(game.observe(agent)["action_mask"].argmax()))
            assert not any(game.terminations.values())
        else:
            game.step(wrong)
            assert all(game.terminations.values())
            assert game.rewards == {one: -1.0 if one == agent else 0.0 for one in game.agents}
            assert game.infos["player_0"]["illegal"]
            assert game.infos["player_0"]["winner"] == -1


def test_bots_play_for_the_last_players() -> None:
    game = raw_env(players=4, bots=["greedy", "random"])
    assert game.possible_agents == ["player_0", "player_1"]
    winners = set()
    for seed in range(30):
        game.reset(seed=seed)
        rewards = dict.fromkeys(game.possible_agents, 0.0)
        for agent in game.agent_iter():
            shown, reward, over, _, info = game.last()
            rewards[agent] += reward
            game.step(None if over else int(shown["action_mask"].argmax()))
            if over:
                winner = info["winner"]
        winners.add(winner)
        expected = {f"player_{i}": 1.0 if i == winner else -1 / 3 for i in range(2)}
        assert rewards == pytest.approx(expected)
    assert winners == {0, 1, 2, 3}


def test_without_a_seed_no_two_games_are_the_same() -> None:
    rows = []
    for _ in range(2):
        game = parallel_env()
        rows += [game.reset()[0]["player_0"]["observation"].tobytes() for _ in range(3)]
    assert len(set(rows)) == 6


def test_bad_input_gets_one_sentence() -> None:
    with pytest.raises(BadOption, match="2 bots leave no place for an agent among 2 players"):
        raw_env(players=2, bots=["random", "random"])
    with pytest.raises(BadOption, match="players must be a whole number from 2 to 10, not 11"):
        env(players=11)
    with pytest.raises(BadOption, match="render_mode must be one of human, ansi, rgb_array"):
        env(render_mode="gif")
    game = parallel_env(players=2)
    with pytest.raises(BadOption, match="no game is going on: call reset"):
        game.step({})
    with pytest.raises(BadOption, match="no game is dealt: call reset"):
        game.observe("player_0")
    game.reset(seed=1)
    asked = game._asked
    with pytest.raises(BadOption, match=f"{asked} has to decide, and there is no action of it"):
        game.step({})
    with pytest.raises(BadOption, match="action must be a whole number from 0 to 88, not 89"):
        game.step({asked: 89})
    with pytest.raises(BadOption, match="there is no agent 'player_2': player_0, player_1"):
        game.observe("player_2")
    with pytest.raises(BadOption, match="nothing is rendered without a render_mode"):
        game.render()
    with pytest.raises(BadOption, match="a seed is a whole number"):
        game.reset(seed=-1)
