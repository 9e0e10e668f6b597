"""RLCard's interface: the right game by default, and RLCard's own game where that is wanted."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import unolab as uno
from unolab.envs import PARTS
from unolab.envs.rlcard import UnoEnv, make
from unolab.envs.rlcard.game import UnoGame, _ask
from unolab.envs.rlcard.quirks import QuirkyGame
from unolab.envs.rlcard.words import ACTION_LIST, draw_planes
from unolab.errors import BadOption, UnolabError

pytestmark = pytest.mark.slow

rlcard = pytest.importorskip("rlcard")


class Chance:
    """An agent that picks any legal action, by number or by name."""

    def __init__(self, seed: int, use_raw: bool = False) -> None:
        self.use_raw = use_raw
        self.rng = random.Random(seed)

    def step(self, state: dict[str, Any]) -> Any:
        actions = state["raw_legal_actions"] if self.use_raw else list(state["legal_actions"])
        return self.rng.choice(actions)

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        return self.step(state), {}


def play(env: UnoEnv, rng: random.Random) -> Iterator[tuple[dict[str, Any], int]]:
    """Play a game by chance and yield what is seen at every step."""
    state, player = env.reset()
    while not env.is_over():
        yield state, player
        state, player = env.step(rng.choice(list(state["legal_actions"])))


def put(env: UnoEnv, text: str) -> dict[str, Any]:
    """Let an environment go on from a position; return what is seen there."""
    env.game._moments = [_ask(uno.State.parse(text, env.game.rules))]
    return env.get_state(env.get_player_id())


# ── the interface ─────────────────────────────────────────────────────────────────────────────────


def test_actions_are_those_of_rlcard() -> None:
    from rlcard.games.uno.utils import ACTION_LIST as THEIRS

    assert list(ACTION_LIST) == THEIRS


def test_planes_are_those_of_rlcard() -> None:
    from rlcard.games.uno.utils import encode_hand, encode_target

    rng = random.Random(1)
    for _ in range(100):
        hand = rng.sample([name for name in ACTION_LIST[:-1] for _ in range(2)], 12)
        theirs = np.zeros((4, 4, 15), int)
        encode_hand(theirs[:3], hand)
        encode_target(theirs[3], hand[0])
        assert (draw_planes(hand, hand[0]) == theirs).all()


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_shapes_and_types(players: int) -> None:
    env = make("uno", config={"game_num_players": players, "seed": 1})
    assert (env.num_players, env.num_actions) == (players, 61)
    assert env.state_shape == [[4, 4, 15]] * players
    assert env.action_shape == [None] * players
    state, player = env.reset()
    assert state["obs"].shape == (4, 4, 15)
    assert state["obs"].dtype == int
    assert isinstance(state["legal_actions"], OrderedDict)
    assert [ACTION_LIST[a] for a in state["legal_actions"]] == state["raw_legal_actions"]
    assert state["raw_obs"]["num_cards"] == [len(h) for h in env.game.state.hands]
    assert state["raw_obs"]["current_player"] == player == env.game.round.current_player
    assert env.get_action_feature(60).tolist() == [0] * 60 + [1]


@pytest.mark.parametrize("compatible", [False, True])
@pytest.mark.parametrize("use_raw", [False, True])
def test_run_returns_what_everyone_saw_and_did(compatible: bool, use_raw: bool) -> None:
    env = make("uno", config={"seed": 3, "compatible": compatible})
    env.set_agents([Chance(1, use_raw), Chance(2, use_raw)])
    for training in (False, True):
        before = env.timestep
        trajectories, payoffs = env.run(is_training=training)
        assert sorted(payoffs) == [-1, 1]
        steps = [len(trajectory) // 2 for trajectory in trajectories]
        assert sum(steps) == env.timestep - before == len(env.action_recorder)
        for trajectory in trajectories:
            for state, action in zip(trajectory[:-1:2], trajectory[1::2], strict=True):
                assert action in state["raw_legal_actions" if use_raw else "legal_actions"]
            assert trajectory[-1]["obs"].shape == (4, 4, 15)


def test_their_tools_take_our_trajectories() -> None:
    from rlcard.agents import RandomAgent
    from rlcard.utils import reorganize, tournament

    env = make("uno", config={"seed": 1, "game_num_players": 3})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(3)])
    transitions = reorganize(*env.run(is_training=True))
    assert [part[-1][4] for part in transitions] == [True] * 3
    assert sum(part[-1][2] for part in transitions) == pytest.approx(0)
    assert sum(tournament(env, 20)) == pytest.approx(0)


def test_step_back_undoes_everything() -> None:
    env = make("uno", config={"seed": 2, "allow_step_back": True})
    rng = random.Random(2)
    seen = [(str(env.game.state), player, len(env.action_recorder)) for _, player in play(env, rng)]
    for expected in reversed(seen):
        state, player = env.step_back()  # type: ignore[misc]
        assert (str(env.game.state), player, len(env.action_recorder)) == expected
        assert state["legal_actions"] == env._get_legal_actions()
    assert env.step_back() is False


@pytest.mark.parametrize("compatible", [False, True])
def test_what_the_tests_of_rlcard_ask_of_an_environment(compatible: bool) -> None:
    config = {"compatible": compatible, "allow_step_back": True}
    env = make("uno", config=config)
    state, player = env.reset()
    assert state["obs"].size == 240
    assert env.get_perfect_information()["current_player"] == player
    assert all(
        env._decode_action(action) == ACTION_LIST[action] for action in env._get_legal_actions()
    )
    _, following = env.step(next(iter(state["legal_actions"])))
    assert following == env.game.round.current_player
    env.step_back()
    assert env.game.round.current_player == player

    def record() -> list[bytes]:
        again = make("uno", config={**config, "seed": 12941})
        np.random.normal(size=random.randrange(100))  # chance elsewhere makes no difference
        return [state["obs"].tobytes() for state, _ in play(again, random.Random(1))]

    assert record() == record()


# ── the right game ────────────────────────────────────────────────────────────────────────────────


def test_a_seed_gives_the_same_games() -> None:
    def record(seed: int) -> list[str]:
        env = make("uno", config={"seed": seed})
        rng = random.Random(0)
        return [str(env.game.state) for _ in range(3) for _ in play(env, rng)]

    assert record(5) == record(5) != record(6)
    env = make("uno", config={"seed": 5})
    first = env.reset()[0]["raw_obs"]
    assert env.reset()[0]["raw_obs"] != first
    assert env.seed(5) == 5
    assert env.reset()[0]["raw_obs"] == first


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_winner_is_paid_by_all_others(players: int) -> None:
    env = make("uno", config={"seed": 1, "game_num_players": players})
    rng = random.Random(1)
    winners = set()
    for _ in range(12):
        for _ in play(env, rng):
            assert not env.get_payoffs().any()
        payoffs = env.get_payoffs()
        winner = int(payoffs.argmax())
        winners.add(winner)
        assert env.game.state.winner == winner
        expected = [1 if seat == winner else -1 / (players - 1) for seat in range(players)]
        assert payoffs.tolist() == pytest.approx(expected)
    assert len(winners) > 1


def test_games_are_games_of_the_engine() -> None:
    env = make("uno", config={"seed": 8, "game_num_players": 3})
    rng = random.Random(8)
    for number in range(8):
        for _ in play(env, rng):
            pass
        state = uno.State.deal(env.game.rules, 3, seed=8, number=number)
        for player, name in env.action_recorder:
            if state.drawn and not state.drawn.is_wild:
                state = state.play(state.legal[0])
            assert state.turn == player
            state = state.play(translate(name, state.phase))
        assert state == env.game.state
        assert state.over


def translate(name: str, phase: str) -> str:
    """Write an action of RLCard as a move."""
    if name == "draw":
        return "+"
    color, symbol = name.split("-")
    if phase == "color":
        return f"*{color.upper()}"
    faces = {"skip": "S", "reverse": "V", "draw_2": "D", "wild": "W", "wild_draw_4": "F"}
    return color.upper() + faces.get(symbol, symbol)


def test_a_drawn_wild_lets_the_player_choose() -> None:
    env = make("uno")
    state = put(env, "R5 0> G3G4/B2B2 - *W")
    assert state["raw_legal_actions"] == ["draw"]
    state, player = env.step(60)
    assert player == 0
    assert state["raw_legal_actions"] == ["r-wild", "g-wild", "b-wild", "y-wild"]
    state, player = env.step(ACTION_LIST.index("b-wild"))
    assert player == 1
    assert state["raw_obs"]["target"] == "b-wild"
    assert state["obs"][3].nonzero() == ([2], [13])


def test_a_drawn_wild_draw_four_takes_effect() -> None:
    env = make("uno")
    put(env, "R5 0> G3G4/B2B2 - *F")
    env.step(60)
    state, player = env.step(ACTION_LIST.index("g-wild_draw_4"))
    assert player == 0
    assert state["raw_obs"]["num_cards"] == [2, 6]


def test_a_drawn_card_of_the_same_number_is_played() -> None:
    env = make("uno")
    put(env, "R5 0> G3G4/B2B2 - Y5")
    state, player = env.step(60)
    assert player == 1
    assert state["raw_obs"]["target"] == "y-5"


def test_a_reverse_skips_with_two_players() -> None:
    env = make("uno")
    put(env, "R5 0> RVG4/B2B2")
    state, player = env.step(ACTION_LIST.index("r-reverse"))
    assert player == 0
    assert state["raw_obs"]["target"] == "r-reverse"


def test_a_turn_is_asked_also_when_there_is_one_answer() -> None:
    env = make("uno")
    assert put(env, "R5 0> R7B4/G2B2")["raw_legal_actions"] == ["r-7"]


def test_a_player_sees_nothing_of_the_others() -> None:
    env = make("uno", config={"seed": 4, "game_num_players": 3, "observation": "row"})
    rng = random.Random(4)
    for _, player in play(env, rng):
        for other in range(3):
            state = env.get_state(other)
            if other != player:
                assert not state["legal_actions"]
            guess = env.game.state.view(other).sample(rng)
            moment = env.game._moments[-1]
            asked = _ask(guess, player) if other == player else moment._replace(state=guess)
            env.game._moments[-1] = asked
            again = env.get_state(other)
            env.game._moments[-1] = moment
            assert state["raw_obs"] == again["raw_obs"]
            assert (state["obs"] == again["obs"]).all()


def test_the_row_shows_what_planes_do_not() -> None:
    env = make("uno", config={"seed": 4, "game_num_players": 3, "observation": "row"})
    assert env.state_shape[0] == [sum(part.size for part in PARTS.values())]
    counts = PARTS["counts"]
    asked = PARTS["question"]
    for state, player in play(env, random.Random(4)):
        sizes = state["raw_obs"]["num_cards"]
        step = env.game.state.direction
        ahead = [sizes[(player + step * place) % 3] for place in range(3)]
        assert state["obs"][counts.start : counts.start + 3].tolist() == ahead
        assert state["obs"][asked.start : asked.stop].sum() == 1


@pytest.mark.parametrize("rules", ["official", "party", "swing", "official+opening=none"])
def test_any_rules_can_be_played(rules: str) -> None:
    env = make("uno", config={"seed": 1, "game_num_players": 4, "rules": rules})
    rng = random.Random(1)
    for _ in range(6):
        for state, _ in play(env, rng):
            assert state["legal_actions"]
        assert sum(env.get_payoffs()) == pytest.approx(0)


def test_keeping_a_drawn_card_is_draw() -> None:
    env = make("uno", config={"rules": "official"})
    put(env, "R5 0> G3G4/B2B2 - R7")
    state, _ = env.step(60)
    assert state["raw_legal_actions"] == ["r-7", "draw"]
    state, player = env.step(60)
    assert (player, state["raw_obs"]["num_cards"]) == (1, [3, 2])


def test_a_wild_turned_up_is_named() -> None:
    env = make("uno")
    state = put(env, "*W 0> G3G4/B2B2")
    assert state["raw_legal_actions"] == ["r-wild", "g-wild", "b-wild", "y-wild"]
    state, player = env.step(ACTION_LIST.index("g-wild"))
    assert (player, state["raw_obs"]["target"]) == (0, "g-wild")


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────────


def test_mistakes_get_one_sentence() -> None:
    with pytest.raises(BadOption, match="the only environment here is uno"):
        make("leduc-holdem")
    with pytest.raises(BadOption, match=r"unknown option 'game_players'.*game_num_players"):
        make("uno", config={"game_players": 3})
    for players in (11, "4", ["learner", "greedy"]):
        with pytest.raises(BadOption, match="game_num_players must be a whole number from 2 to 10"):
            make("uno", config={"game_num_players": players})
    with pytest.raises(BadOption, match="config must be a dict, not"):
        make("uno", config=["seed"])  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="leave one of the two out"):
        make("uno", config={"compatible": True, "rules": "official"})
    with pytest.raises(BadOption, match="observation must be one of planes, row"):
        make("uno", config={"observation": "pixels"})


@pytest.mark.parametrize("compatible", [False, True])
def test_misuse_gets_one_sentence(compatible: bool) -> None:
    env = make("uno", config={"seed": 1, "compatible": compatible})
    with pytest.raises(BadOption, match="call reset first"):
        env.step(60)
    with pytest.raises(BadOption, match="call set_agents first"):
        env.run()
    with pytest.raises(BadOption, match="2 agents are needed, not 1"):
        env.set_agents([Chance(1)])
    state, _ = env.reset()
    with pytest.raises(BadOption, match="allow_step_back"):
        env.step_back()
    illegal = next(action for action in range(61) if action not in state["legal_actions"])
    for action in (illegal, 61, -1):
        with pytest.raises(UnolabError, match=f"action {action} is not legal now: "):
            env.step(action)
    with pytest.raises(UnolabError, match="r-11 is not legal now"):
        env.step("r-11", raw_action=True)
    for _ in play(env, random.Random(1)):
        pass
    with pytest.raises(BadOption, match="the game is over: call reset"):
        env.step(60)
    with pytest.raises(BadOption, match="a seed is a whole number"):
        env.seed(-1)


# ── RLCard's own game ─────────────────────────────────────────────────────────────────────────────


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert (ours["obs"] == theirs["obs"]).all()
    assert ours["legal_actions"] == theirs["legal_actions"]
    for name in ("raw_obs", "raw_legal_actions", "action_record"):
        assert ours[name] == theirs[name]


def test_the_compatible_mode_is_rlcard_step_by_step() -> None:
    rng = random.Random(1)
    broken = 0
    for seed in range(250):
        config = {"seed": seed, "game_num_players": 4}
        ours = make("uno", config={**config, "compatible": True})
        theirs = rlcard.make("uno", config=config)
        assert (ours.num_players, ours.state_shape) == (theirs.num_players, theirs.state_shape)
        for _ in range(2):  # the second game goes on with the same stream
            (state, player), (their_state, their_player) = ours.reset(), theirs.reset()
            while not theirs.is_over():
                assert player == their_player
                assert_same(state, their_state)
                assert ours.get_perfect_information() == theirs.get_perfect_information()
                action = rng.choice(list(their_state["legal_actions"]))
                try:
                    their_state, their_player = theirs.step(action)
                except IndexError:  # no cards left
                    with pytest.raises(IndexError):
                        ours.step(action)
                    broken += 1
                    break
                state, player = ours.step(action)
            else:
                assert ours.is_over()
                assert ours.get_payoffs().tolist() == theirs.get_payoffs().tolist()
                for seat in range(2):
                    assert_same(ours.get_state(seat), theirs.get_state(seat))
                assert ours.timestep == theirs.timestep
    assert broken < 5


@pytest.mark.parametrize("players", [3, 4])
def test_its_game_is_theirs_with_more_players_too(players: int) -> None:
    from rlcard.games.uno import Game

    rng = random.Random(players)
    payoffs = []
    for seed in range(40):
        theirs, ours = Game(num_players=players), QuirkyGame(players)
        theirs.np_random = np.random.RandomState(seed)
        ours.np_random = np.random.RandomState(seed)
        assert ours.init_game() == theirs.init_game()
        while not theirs.is_over():
            action = rng.choice(theirs.get_legal_actions())
            assert ours.step(action) == theirs.step(action)
        assert ours.get_payoffs() == theirs.get_payoffs()
        payoffs.append(ours.get_payoffs())
    assert any(sum(row) != 0 or row[-1] == -1 for row in payoffs)  # to the wrong players


def test_the_compatible_mode_steps_back_as_rlcard_does() -> None:
    rng = random.Random(1)
    for seed in range(3):
        config = {"seed": seed, "allow_step_back": True}
        ours, theirs = (
            make("uno", config={**config, "compatible": True}),
            rlcard.make("uno", config),
        )
        for _ in range(2):
            ours.reset(), theirs.reset()
            while not theirs.is_over():
                if rng.random() < 0.3:
                    back, their_back = ours.step_back(), theirs.step_back()
                    assert (back is False) == (their_back is False)
                    if back is not False:
                        assert_same(back[0], their_back[0])  # type: ignore[index]
                action = rng.choice(list(theirs._get_legal_actions()))
                (state, player), (their_state, their_player) = (
                    ours.step(action),
                    theirs.step(action),
                )
                assert player == their_player
                assert_same(state, their_state)


def test_our_environment_has_no_need_of_rlcard() -> None:
    lines = "import sys, unolab.envs.rlcard as r; r.make('uno').reset(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert "unolab.envs.rlcard" in done.stdout.split()
    assert "rlcard" not in done.stdout.split()


def test_a_game_starts_without_an_environment() -> None:
    game = UnoGame(3)
    state, player = game.init_game()
    assert (player, state["num_players"]) == (game.get_player_id(), 3)
