"""The batch: what is refused, in a sentence, and that nothing is lost by it."""

from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.envs.test_batch import dealt, stroll
from unolab import Bot, BotFailed
from unolab.bots.observation.layout import SIZE
from unolab.envs import ACTIONS, Batch, Lineup
from unolab.envs.batch import SLOT
from unolab.errors import BadBot, BadOption, ResourceError

pytestmark = pytest.mark.slow


def test_illegal_action_is_refused_and_nothing_is_lost() -> None:
    batch = Batch(2, seed=1)
    out = dealt(batch)
    before = out.observations.copy()
    actions = np.zeros(2, np.int64)
    batch.sample(actions)
    wrong = next(action for action in range(ACTIONS) if action not in batch.legal(1))
    with pytest.raises(BadOption, match=rf"^action {wrong} \(.+\) is illegal in game 1: legal are"):
        batch.step([actions[0], wrong], out)
    with pytest.raises(BadOption, match=r"^action 999 is illegal in game 1: legal are"):
        batch.step([actions[0], 999], out)
    with pytest.raises(BadOption, match=r"^action -1 is illegal"):
        batch.step([-1, actions[1]], out)
    assert (out.observations == before).all()
    batch.step(actions, out)
    assert (out.observations != before).any()


def test_illegal_action_ends_the_game_if_wanted() -> None:
    batch = Batch(2, seed=1, illegal="end", autoreset=False, seats="fixed")
    out = dealt(batch)
    actor = int(out.actors[1])
    batch.step([batch.legal(0)[0], 1_000], out)
    assert out.dones.tolist() == [False, True]
    assert out.rewards[1].tolist() == [-1 if player == actor else 0 for player in range(2)]
    assert not out.masks[1].any()
    batch.step([batch.legal(0)[0], 5], out)  # which does nothing in a game that is over
    assert out.dones.tolist() == [False, False]
    batch.reset(out, wanted=[False, True])
    assert out.masks[1].any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games must be a whole number from 1 to 16,777,216, not 0"),
        ({"games": 2.5}, "games must be a whole number"),
        ({"seed": -1}, "a seed is a whole number from 0 to 2"),
        ({"form": "canonic"}, r"form must be one of canonical, plain, not 'canonic' \(did you"),
        ({"reward": "money"}, "reward must be one of win, points, placement, not 'money'"),
        ({"seats": "any"}, "seats must be one of lot, fixed, not 'any'"),
        ({"illegal": "ignore"}, "illegal must be one of raise, end, not 'ignore'"),
        ({"decides": ["uno"]}, "decides must be one of challenge, swap, jump_in, calls, not 'uno'"),
        ({"decides": "calls"}, "decides must be a list of"),
        ({"threads": -1}, "threads must be a whole number"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Batch(**{"games": 2} | options)


def test_wrong_lineups() -> None:
    with pytest.raises(ValueError, match="Uno is for 2 to 10 players, not 11"):
        Lineup(11)
    with pytest.raises(BadBot, match="unknown bot 'mixbot3'"):
        Lineup(["learner", "mixbot3"])
    with pytest.raises(BadOption, match="a line-up needs a learner"):
        Lineup(["random", "random"])
    with pytest.raises(BadOption, match="is plain Python and can't play in a batch"):
        Lineup(["learner", Bot.of(lambda view: view.legal[0])])


def test_wrong_arrays() -> None:
    batch = Batch(4)
    out = batch.make_buffers()
    with pytest.raises(BadOption, match="call reset before anything else"):
        batch.step(np.zeros(4, np.int64), out)
    with pytest.raises(BadOption, match=f"observations must be .* of uint8 of shape \\(4, {SIZE}"):
        batch.reset(out._replace(observations=np.zeros((4, 3), np.uint8)))
    with pytest.raises(BadOption, match="masks must be"):
        batch.reset(out._replace(masks=np.zeros((4, ACTIONS), np.int64)))
    batch.reset(out)
    for wrong in (np.zeros(3, np.int64), np.zeros(4), "abcd", [[0] * 4]):
        with pytest.raises(BadOption, match="actions must be an array with one whole number"):
            batch.step(wrong, out)
    with pytest.raises(BadOption, match="game must be a whole number from 0 to 3, not 4"):
        batch.view(4)
    with pytest.raises(BadOption, match="player must be a whole number from 0 to 1, not 2"):
        batch.view(0, 2)
    for beyond in (-1, 4):
        with pytest.raises(BadOption, match=f"game must be .* from 0 to 3, not {beyond}"):
            batch.facts([0, beyond], ("winner",))
    with pytest.raises(BadOption, match=r"a fact must be one of .*\(did you mean turns"):
        batch.facts([0], ("turn",))


def test_more_games_than_memory_get_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    make = np.zeros

    def zeros(shape: Any, kind: Any = float) -> Any:
        if kind is SLOT:
            raise MemoryError
        return make(shape, kind)

    monkeypatch.setattr(np, "zeros", zeros)
    with pytest.raises(ResourceError, match="not enough memory for 1,024 games at once"):
        Batch(1024)


@uno.compiled(everything=True)
def stubborn(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Always play the red 0."""
    return 0


def test_bot_that_errs_is_named() -> None:
    batch = Batch(16, Lineup(["learner", Bot.of(stubborn)]), seed=1)
    with pytest.raises(BotFailed, match=r"^stubborn chose an illegal move in game"):
        stroll(batch, dealt(batch), 5)


def test_bot_that_erred_leaves_nothing_to_go_on_from() -> None:
    batch = Batch(8, Lineup(["learner", Bot.of(stubborn)]), seed=1)
    out = batch.make_buffers()

    def play() -> None:
        for _ in range(5):
            batch.reset(out)
            stroll(batch, out, 3)

    with pytest.raises(BotFailed, match="stubborn"):
        play()
    with pytest.raises(BadOption, match="call reset"):
        batch.sample(np.zeros(8, np.int64))
