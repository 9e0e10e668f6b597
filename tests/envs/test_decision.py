"""Decisions from a View alone, actions in words, and observations in words."""

from random import Random

import numpy as np
import pytest

import unolab as uno
from unolab import Move, State, View
from unolab.bots.observation.layout import PARTS, SIZE
from unolab.bots.observation.question import DECISIONS, PASS
from unolab.engine.log import RESHUFFLED
from unolab.envs import (
    ACTIONS,
    Batch,
    Decision,
    Lineup,
    action_text,
    describe,
    describe_action,
    parse_action,
)
from unolab.errors import BadOption, NotationError

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("form", ["canonical", "plain"])
@pytest.mark.parametrize(
    ("players", "rules"), [(2, "official"), (3, "party"), (4, "stacking"), (10, "official")]
)
def test_view_shows_what_the_batch_shows(players: int, rules: str, form: str) -> None:
    batch = Batch(64, Lineup(players, rules), seed=2, form=form)
    out = batch.make_buffers()
    batch.reset(out)
    actions = np.zeros(64, np.int64)
    compared = 0
    for _ in range(20):
        for game in range(0, 64, 7):
            view = batch.view(game)
            if view._table["logged"][0] > 256:  # a View tells of no more
                continue
            decision = Decision(view, form)
            assert decision.forced is None
            assert (decision.mask == out.masks[game]).all()
            same = decision.observation == out.observations[game]
            if was_reshuffled(view):  # then it can't be told any more how the round began
                for name in ("bounds", "next", "shown"):
                    same[PARTS[name].start : PARTS[name].stop] = True
            assert same.all(), str(view)
            compared += 1
            for action in batch.legal(game):
                assert decision.move(action) == batch.move(game, action)
                assert decision.action(decision.move(action)) == action
        batch.sample(actions)
        batch.step(actions, out)
    assert compared > 50


def was_reshuffled(view: View) -> bool:
    """Whether the pile was turned into the stock: the card turned up first is gone then."""
    log = view._table["log"][0, : view._table["logged"][0]]
    return bool(((log >> 12) == RESHUFFLED).any())


def test_what_is_forced_is_not_asked() -> None:
    state = State.parse("R5 0> G7G8/Y1Y2Y3")
    decision = Decision(state.view(0))
    assert decision.forced == Move.parse("+")
    assert not decision.mask.any()
    last = State.parse("R5 0> *W/Y1Y2Y3", "kata")
    assert Decision(last.view(0)).forced == Move.parse("RW")


def test_uno_is_said_where_it_is_due() -> None:
    decision = Decision(State.parse("R5 0> R7R8/Y1Y2Y3").view(0))
    assert decision.move(parse_action("a7")) == Move.parse("R7!")
    decision = Decision(State.parse("R5 0> R7R8R9/Y1Y2Y3").view(0))
    assert decision.move(parse_action("a7")) == Move.parse("R7")
    silent = Decision(State.parse("R5 0> R7R8/Y1Y2Y3").view(0), decides=("calls",))
    assert silent.move(parse_action("a7")) == Move.parse("R7")


def test_a_bot_of_decisions_plays_in_simulations() -> None:
    rng = Random(1)

    def any_legal(view: View) -> Move | None:
        decision = Decision(view)
        if decision.forced is not None:
            return decision.forced
        return decision.move(int(rng.choice(decision.mask.nonzero()[0])))

    any_legal.everything = True  # type: ignore[attr-defined]
    report = uno.simulate([any_legal, "random"], 20, "party", seed=1)
    assert report.games == 20


def test_nothing_to_decide() -> None:
    state = State.parse("R5 0> R7/Y1Y2Y3").play("R7")
    for view in (state.view(0), State.deal(seed=1).view(None)):
        with pytest.raises(BadOption, match="nothing is decided here"):
            Decision(view)


@pytest.mark.parametrize("form", ["canonical", "plain"])
def test_texts_of_actions(form: str) -> None:
    texts = [action_text(action, form) for action in range(ACTIONS)]
    assert len({*texts}) == len({*(describe_action(a, form) for a in range(ACTIONS))}) == ACTIONS
    assert [parse_action(text, form) for text in texts] == [*range(ACTIONS)]


def test_actions_in_words() -> None:
    assert describe_action(7) == "play 7 of the colour in force"
    assert describe_action(7, "plain") == "play red 7"
    assert describe_action(parse_action("cW")) == "play a wild and name the third colour"
    assert describe_action(PASS) == "let it pass"
    with pytest.raises(BadOption, match="an action is a number from 0 to 88, not 89"):
        describe_action(89)
    with pytest.raises(NotationError, match="unknown action 'z9'"):
        parse_action("z9")


def test_observation_in_words() -> None:
    state = State.parse("R5 0> R7G3G4*W/B2B2/Y9", "official")
    told = describe(Decision(state.view(0), "plain").observation, "plain").splitlines()
    assert told[0] == "asked: turn"
    assert told[1] == "top: R 5; under it: no colour; 0 due"
    assert "you hold 4: R7 G3 G4 *W" in told
    assert any(line.startswith("seat 1 ahead holds 2:") for line in told)
    assert "hand_size=7" in told[-2]
    canonical = describe(Decision(state.view(0)).observation)
    assert "you hold 4: a7 b3 b4 *W" in canonical
    with pytest.raises(BadOption, match=f"an observation is a row of {SIZE} whole numbers"):
        describe(np.zeros(3))


def test_what_others_drew_for_is_seen() -> None:
    state = State.deal("kata", 2, cards="R1R2R3R4R5R6R7Y2Y3Y4Y5Y6Y7Y8R8G9G8")
    state = state.play("R1")
    assert state.turn == 1
    state = state.play("+")
    seen = Decision(state.view(0), "plain", tuple(DECISIONS)).observation
    bounds = PARTS["bounds"].start
    assert seen[bounds : bounds + 4].tolist() == [1, 3, 3, 3]  # no red, but for the card drawn
