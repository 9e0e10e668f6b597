"""OpenSpiel's interface: the game python_uno passes its checks, and is a game of our engine."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.kit import complete
from unolab.cards import DECK, Card
from unolab.envs import ACTIONS, MOST, PARTS, action_text
from unolab.envs.decision import Decision
from unolab.moves import Move

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402 (needs OpenSpiel)

from unolab.envs.openspiel import chance, play  # noqa: E402

pytestmark = pytest.mark.slow

# Rounds are short where whoever can play must: by chance alone nobody gets rid of cards otherwise
QUICK = "official+draw_when_able:false"
GAMES = [
    f"python_uno(rules={QUICK})",
    f"python_uno(players=3,rules={QUICK}+stacking:any+wd4:free)",
    "python_uno(players=4,rules=party+draw_when_able:false)",
    "python_uno(players=5,rules=swing)",
    f"python_uno(players=4,rules={QUICK}+partners:true)",
    f"python_uno(players=10,rules={QUICK}+hand_size:10+opening:no_wilds)",
    f"python_uno(rules={QUICK}+draw_until_playable:true)",
]


def step(state: Any, rng: random.Random) -> None:
    """Let chance or a player do anything."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def walk(text: str, seed: int) -> Iterator[Any]:
    """Play a game by chance and yield the state at every node."""
    rng = random.Random(seed)
    state = pyspiel.load_game(text).new_initial_state()
    while not state.is_terminal():
        yield state
        step(state, rng)
    yield state


# ── OpenSpiel's own checks ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", GAMES)
def test_random_sim_test(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", range(2, 7))
def test_games_sim_test(players: int) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(players)  # where theirs takes its chance from
    GamesSimTest().sim_game(pyspiel.load_game("python_uno", {"players": players, "rules": QUICK}))


def test_a_learning_environment_of_theirs_runs() -> None:
    from open_spiel.python import rl_environment

    game = pyspiel.load_game(f"python_uno(players=3,rules={QUICK})")
    env = rl_environment.Environment(game, seed=1)
    rng = random.Random(1)
    now = env.reset()
    while not now.last():
        player = now.observations["current_player"]
        now = env.step([rng.choice(now.observations["legal_actions"][player])])
    assert sum(now.rewards) == pytest.approx(0)
    assert max(now.rewards) == 1


# ── the game ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", GAMES)
def test_a_game_can_be_loaded_from_its_text(text: str) -> None:
    game = pyspiel.load_game(text)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.num_distinct_actions() == ACTIONS
    assert game.max_chance_outcomes() == 54
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)


def test_rules_may_be_given_with_equals_signs_too() -> None:
    game = pyspiel.load_game("python_uno", {"players": 3, "rules": "official+wd4=strict"})
    assert str(game) == "python_uno(players=3,rules=official+wd4:strict)"
    assert game.rules == uno.Rules.of("official+wd4=strict+turn_limit=2000")
    limited = pyspiel.load_game("python_uno(rules=official+turn_limit:7)")
    assert limited.rules.turn_limit == 7


def test_a_round_without_a_winner_is_worth_nothing() -> None:
    *_, end = walk("python_uno(rules=official+turn_limit:7)", 1)
    assert end.is_terminal()
    assert end.returns() == [0, 0]


@pytest.mark.parametrize("text", GAMES)
def test_nodes_are_in_order(text: str) -> None:
    state = None
    for state in walk(text, 3):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert actions
        if state.is_chance_node():
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
        else:
            assert len(actions) > 1  # forced moves are made at once
            texts = [state.action_to_string(state.current_player(), a) for a in actions]
            assert texts == [action_text(a, "plain") for a in actions]
    assert state is not None
    assert len(state.history()) < state.get_game().max_history_length()
    assert sum(state.returns()) == pytest.approx(0)
    winners = state.play.state.winners
    assert [state.returns()[seat] for seat in winners] == [1] * len(winners) != []


@pytest.mark.parametrize("text", GAMES)
def test_every_move_is_one_of_the_engine(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[uno.State, int, Move, tuple[Card, ...], uno.State]] = []

    def spy(state: uno.State, seat: int, move: Move, chosen: tuple[Card, ...]) -> Any:
        result = chance.make(state, seat, move, chosen)
        if isinstance(result, uno.State):
            made.append((state, seat, move, chosen, result))
        return result

    monkeypatch.setattr(play, "make", spy)
    *_, end = walk(text, 5)
    rules, players = end.play.rules, end.play.players
    hidden = sum(made[0][0].sizes) + int(made[0][0].top is not None)
    dealt = [chance.KINDS[kind] for kind in end.history()[:hidden]]
    assert uno.State.deal(rules, players, dealer=players - 1, cards=dealt) == made[0][0]
    assert len(made) > 15
    for before, seat, move, chosen, after in made:
        assert complete(after)
        played = [event.card.plain for event in after.events if event.card is not None]
        assert held(after) + Counter(played) == held(before) + Counter(chosen)
        if any(event.kind == "reshuffled" for event in after.events):
            continue  # the text of a position can't say which cards come then
        drawn = f" - {''.join(map(str, chosen))}" if chosen else ""
        assert uno.State.parse(f"{before}{drawn}", rules).play(move, seat) == after
    for (*_, after), (before, *_) in pairwise(made):
        assert after is before
    assert made[-1][-1].over


def held(state: uno.State) -> Counter[Card]:
    """Count the cards in all hands."""
    return Counter(card for hand in state.hands for card in hand)


@pytest.mark.parametrize("seat", [0, 1])
def test_players_are_asked_what_decisions_are(seat: int) -> None:
    for state in walk("python_uno(players=2,rules=party)", 2):
        if state.current_player() == seat:
            decision = Decision(state.play.state.view(seat), "plain")
            assert state.legal_actions() == decision.mask.nonzero()[0].tolist()
            assert state.observation_tensor(seat) == decision.observation.tolist()


# ── chance ────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_card_is_any_of_108() -> None:
    state = pyspiel.load_game("python_uno").new_initial_state()
    chances = dict(state.chance_outcomes())
    counts = Counter(DECK)
    assert len(chances) == 54
    for kind, card in enumerate(chance.KINDS):
        assert chances[kind] == pytest.approx(counts[card] / 108)
        assert state.action_to_string(kind) == str(card)


def test_a_card_that_can_not_open_is_not_turned_up() -> None:
    def openers(rules: str) -> set[str]:
        result = chance.deal(uno.Rules.of(rules), 2, DECK[:14])
        assert isinstance(result, Counter)
        return {str(card) for card in result}

    assert "*F" not in openers("official")
    assert "*W" in openers("official")
    assert not {"*W", "*F"} & openers("official+opening=no_wilds")
    nothing = chance.deal(uno.Rules.of("official+opening=none"), 2, DECK[:14])
    assert isinstance(nothing, uno.State)


def test_a_draw_two_turned_up_takes_two_cards_by_chance() -> None:
    rules = uno.Rules.of("official")
    cards = [*DECK[:14], Card.parse("BD")]
    taken = [Card.parse("*F"), Card.parse("*W")]
    for count in range(2):
        result = chance.deal(rules, 2, [*cards, *taken[:count]])
        assert isinstance(result, Counter)
        assert result.total() == 108 - 15 - count
    state = chance.deal(rules, 2, [*cards, *taken])
    assert isinstance(state, uno.State)
    assert Counter(state.hands[0]) == Counter([*DECK[:7], *taken])
    assert state.turn == 1


def test_a_reshuffle_in_the_middle_of_a_draw() -> None:
    rest = [card for card in DECK if str(card) not in ("R1", "G1", "G2", "RD", "B5", "B6")]
    stock, pile = ["B5", "B5", "B6", "B6"], "R1R1G1G2G2RD"
    text = f"RD 0> G1/{''.join(map(str, rest))} +6 _{pile}"
    state = uno.State.parse(text, "stacking")
    assert state.stock == len(stock)
    chosen: list[Card] = []
    seen = []
    for card in ("B6", "B5", "B5", "B6", "G2", "R1"):
        result = chance.make(state, 0, Move.parse("+"), chosen)
        assert isinstance(result, Counter)
        seen.append({str(kind): count for kind, count in result.items()})
        chosen.append(Card.parse(card))
    assert seen[0] == {"B5": 2, "B6": 2}
    assert seen[3] == {"B6": 1}
    assert seen[4] == {"R1": 2, "G1": 1, "G2": 2, "RD": 1}
    assert seen[5] == {"R1": 2, "G1": 1, "G2": 1, "RD": 1}
    after = chance.make(state, 0, Move.parse("+"), chosen)
    assert isinstance(after, uno.State)
    assert Counter(after.hands[0]) == Counter([Card.parse("G1"), *chosen])
    assert after.stock == 4
    assert complete(after)
    assert " - " not in str(after)  # the stock has no order again


def test_nobody_can_choose_what_is_not_in_the_stock() -> None:
    for state in walk(f"python_uno(players=3,rules={QUICK})", 4):
        round_ = state.play.state
        if state.is_chance_node() and round_ is not None and not state.play.chosen:
            hidden = Counter(DECK)
            hidden.subtract(card for hand in round_.hands for card in hand)
            hidden.subtract(card.plain for card in (*round_.discards, round_.top))
            outcomes = {chance.KINDS[kind] for kind, _ in state.chance_outcomes()}
            assert outcomes <= {card for card, count in hidden.items() if count} or not round_.stock


# ── what players see ──────────────────────────────────────────────────────────────────────────────


def test_tensors_have_named_parts() -> None:
    from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

    game = pyspiel.load_game(f"python_uno(players=3,rules={QUICK})")
    seen = make_observation(game)
    known = make_observation(game, INFO_STATE_OBS_TYPE)
    assert list(seen.dict) == list(PARTS)
    assert list(known.dict) == [*PARTS, "log"]
    assert game.observation_tensor_size() == len(MOST)
    for state in walk(f"python_uno(players=3,rules={QUICK})", 6):
        if state.play.state is None:
            continue
        for player in range(3):
            seen.set_from(state, player)
            known.set_from(state, player)
            assert seen.dict["counts"][0] == len(state.play.state.hands[player])
            assert (seen.tensor <= MOST).all()
            assert (known.tensor[: len(MOST)] == seen.tensor).all()
            assert seen.string_from(state, player) == str(state.play.state.view(player))


def test_a_spectator_sees_no_hand() -> None:
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    *_, state = walk(f"python_uno(rules={QUICK})", 6)
    observer = state.get_game().make_py_observer(kind)
    assert observer.tensor is None
    assert observer.string_from(state, 0) == str(state.play.state.view(None))


def test_hidden_cards_make_no_difference() -> None:
    rng = random.Random(1)
    for state in walk("python_uno(players=3,rules=party)", 7):
        now = state.play
        if now.state is None or now.over:
            continue
        for player in range(3):
            other = state.clone()
            guess = now.state.view(player).sample(rng)
            other.play = replace(now, state=guess)
            if not state.is_chance_node() and state.current_player() == player:
                other.play = replace(other.play, legal=(), row=None)._ask()
                assert other.legal_actions() == state.legal_actions()
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("drawn", [False, True])
def test_cards_of_others_are_in_no_information_state(drawn: bool) -> None:
    """Exchange a card that seat 1 was dealt, or drew, with one that stays in the stock."""
    compared = 0
    for seed in range(20):
        places = [13]
        for state in walk(f"python_uno(rules={QUICK}+wd4:free)", seed):  # no hand is ever shown
            waiting = state.play.pending
            if waiting is not None and waiting[0] == 1 and waiting[1] == Move.parse("+"):
                places.append(len(state.history()))
        place = places[-1 if drawn else 0]
        chosen = Counter(node.action for node in state.full_history() if node.player < 0)
        copies, kinds = Counter(DECK), enumerate(chance.KINDS)
        spare = next((kind for kind, card in kinds if chosen[kind] < copies[card]), None)
        if spare not in (None, state.history()[place]):
            compared += compare(state.get_game(), state.history(), place, spare)
    assert compared > 20


def compare(game: Any, history: list[int], place: int, spare: int) -> int:
    """Play a game twice, with another card at one place, until seat 0 can see the difference."""
    one, two = game.new_initial_state(), game.new_initial_state()
    compared = 0
    for here, action in enumerate(history):
        changed = spare if here == place else action
        if changed not in two.legal_actions() or two.current_player() != one.current_player():
            break  # the card was played, or the other one is
        one.apply_action(action)
        two.apply_action(changed)
        if one.is_terminal() or two.is_terminal():
            break
        if one.play.state is not None and here >= place:
            if one.play.state.view(None) != two.play.state.view(None):
                break  # everyone saw it
            assert one.information_state_string(0) == two.information_state_string(0)
            assert one.information_state_tensor(0) == two.information_state_tensor(0)
            if not one.is_chance_node():
                assert one.information_state_string(1) != two.information_state_string(1)
                assert one.information_state_tensor(1) != two.information_state_tensor(1)
            compared += 1
    return compared


def test_players_forget_nothing() -> None:
    before: dict[int, tuple[Any, ...]] = {}
    asked: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    tensors: dict[int, set[tuple[float, ...]]] = {0: set(), 1: set(), 2: set()}
    for state in walk("python_uno(players=3,rules=party+turn_limit:200)", 8):
        if state.play.state is None:
            continue
        for player in range(3):
            notes = state.play.notes[player]
            assert notes[: len(before.get(player, ()))] == before.get(player, ())
            before[player] = notes
        player = state.current_player()
        if player >= 0:
            text = state.information_state_string(player)
            assert text not in asked[player]
            asked[player].add(text)
            row = tuple(state.information_state_tensor(player))
            assert row not in tensors[player]
            tensors[player].add(row)
    assert min(map(len, asked.values())) > 5


# ── copies ────────────────────────────────────────────────────────────────────────────────────────


def test_copies_go_their_own_way() -> None:
    rng = random.Random(9)
    for place, state in enumerate(walk(f"python_uno(players=3,rules={QUICK})", 9)):
        if state.is_terminal() or place % 7:
            continue
        game = state.get_game()
        copies = [
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ]
        text, history = str(state), state.history()
        for copy in copies:
            assert (str(copy), copy.history()) == (text, history)
            assert copy.legal_actions() == state.legal_actions()
            step(copy, rng)
            assert len(copy.history()) == len(history) + 1
        assert (str(state), state.history()) == (text, history)


# ── other deals that look the same ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", [QUICK, "party+turn_limit:60"])
def test_resampled_rounds_look_the_same(rules: str) -> None:
    """The check of OpenSpiel's own ResampleInfostateTest, which only C++ can call."""
    rng = random.Random(4)
    compared = others = 0
    for state in walk(f"python_uno(players=3,rules={rules})", 4):
        if state.current_player() < 0:
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, rng.random)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            others += other.play.state.hands != state.play.state.hands
            compared += 1
            for seat in {0, 1, 2} - {player}:
                (note,) = other.play.notes[seat]  # nothing of what it really had
                assert note == play._hold(other.play.state.hands[seat], seat)
            while not other.is_terminal() and rng.random() < 0.9:
                step(other, rng)
    assert compared > 50
    assert others > 0.9 * compared


def test_only_choices_are_resampled() -> None:
    state = pyspiel.load_game("python_uno").new_initial_state()
    with pytest.raises(ValueError, match="only a player's choice is resampled"):
        state.resample_from_infostate(0, random.random)


def test_information_set_search_finds_a_winning_card() -> None:
    text = "python_uno(rules=unoai+hand_size:3+turn_limit:40)"
    for state in (state for seed in range(50) for state in walk(text, seed)):
        player = state.current_player()
        if player >= 0 and len(state.play.state.hands[player]) == 1:
            break
    bot = ismcts.ISMCTSBot(
        game=pyspiel.load_game(text),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=20,
        random_state=np.random.RandomState(1),
    )
    state.apply_action(int(bot.step(state)))
    assert state.is_terminal()
    assert state.returns()[player] == 1


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("python_uno(players=11)", "2 to 10"),
        ("python_uno(rules=offical)", "official"),
        ("python_uno(rules=official+wd4:never)", "wd4 must be one of"),
        ("python_uno(player=2)", "Unknown parameter 'player'"),
    ],
)
def test_mistakes_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError), match=sentence):
        pyspiel.load_game(text)
