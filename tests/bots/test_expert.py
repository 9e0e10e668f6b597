"""expert: where it looks ahead, what it may know, and that it is the same game again."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.bots.test_neural import TINY, answer_at, views
from tests.bots.test_neural import make_bot as make_neural
from unolab import PRESETS, BadBot, BotSettings, Move, Rules, State, View
from unolab.bots import Bot, think
from unolab.bots.neural import evaluate
from unolab.bots.neural.network import CRITIC_INPUTS, INPUTS, READ, Critic, Reader
from unolab.bots.observation.layout import SEATS
from unolab.bots.own import play_network
from unolab.bots.search.choose import OUT, keep_close, take_likeliest
from unolab.bots.seat import is_legal
from unolab.bots.settings import NETWORK_SLOTS
from unolab.bots.strategies.expert import PARAMETERS
from unolab.engine.layout import number
from unolab.engine.run import PASS
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.cpu import cut
from unolab.simulation.job import job_of
from unolab.simulation.travel import pack_bot, unpack_bot

Scale = Callable[[int], int]

MOST_RUNS = 8_000
"""Times that a network may run in one move, whatever is set: some 150 ms on a laptop."""


def make_critic(seed: int = 2, width: int = 16, scale: float = 0.5) -> Critic:
    """Make a critic that knows nothing, and thinks that cards decide much."""
    rng = np.random.default_rng(seed)
    sizes = [CRITIC_INPUTS, width, width, SEATS]
    return Critic(
        tuple(rng.normal(0, scale, shape) for shape in pairwise(sizes)),
        tuple(rng.normal(0, scale, size) for size in sizes[1:]),
    )


def make_reader(seed: int = 3, width: int = 16) -> Reader:
    """Make a reader that knows nothing, and always thinks to know much."""
    rng = np.random.default_rng(seed)
    sizes = [INPUTS, width, width, (SEATS - 1) * READ]
    return Reader(
        tuple(rng.normal(0, 0.1, shape) for shape in pairwise(sizes)),
        tuple(rng.normal(0, 0.1, size) for size in sizes[1:]),
    )


def make_bot(**settings: float) -> Bot:
    """Make an expert of networks that know nothing, which searches at every decision."""
    strategy = play_network(TINY, make_critic(), make_reader())
    return Bot("tiny", settings=QUICK | settings, strategy=strategy)


QUICK: dict[str, float] = {"worlds": 4, "moves": 3, "decisions": 1, "sure": 1, "players": 10}


def test_a_critic_alone_is_not_enough() -> None:
    with pytest.raises(BadBot, match="both a critic and a reader"):
        play_network(TINY, make_critic())


def test_it_searches_at_tables_up_to_a_size() -> None:
    always = {"sure": 1.0, "worlds": 8.0, "moves": 3.0, "decisions": 1.0, "temperature": 0.0}
    neural = make_neural(TINY)
    for players in (2, 3, 5):
        changed = {2: 0, 10: 0}
        for view in views("official", players, players, every=5):
            for most in changed:
                changed[most] += make_bot(**always | {"players": most})(view) != neural(view)
        assert (changed[2] > 0) == (players == 2)
        assert changed[10] > 0


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_it_plays_by_any_rules(rules: str, games: Scale) -> None:
    bot = make_bot()
    most = 10 if Rules.parse(rules).partners is False else 4
    for players in range(2, most + 1, 1 if games(100) == 100 else 4):
        for view in views(rules, players, players, every=9 if games(100) == 100 else 40):
            move = bot(view)
            assert is_legal(view, PASS if move is None else int(move)) != (move is None), str(view)


@pytest.mark.slow
def test_hidden_cards_change_nothing() -> None:
    bot = make_bot(worlds=12)
    changed = searched = 0
    for seed in range(8):
        for view in views("party", 2 + seed, seed, every=5):
            seat = view.seat or 0
            dealt = [view.sample(Random(lot)) for lot in range(4)]
            changed += len({state.hands for state in dealt}) > 1
            answers = {answer_at(bot, state, seat) for state in dealt}
            assert len(answers) == 1, str(view)
            searched += answers != {answer_at(make_neural(TINY), dealt[0], seat)}
    assert changed > 10
    assert searched > 10


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing() -> None:
    bots = [make_bot(), make_bot(worlds=6), make_neural(TINY)]
    one, two = (uno.simulate(bots, 60, "party", seed=4, threads=count) for count in (1, 2))
    assert one == two


def test_who_is_sure_does_not_search(games: Scale) -> None:
    bot, neural = make_bot(sure=0), make_neural(TINY)
    for view in views("party", 3, 1, every=3)[: games(1000) + 3]:
        assert bot(view) == neural(view)


def test_with_points_from_earlier_rounds_it_does_not_search() -> None:
    """The critic then says who wins the match, which the end of a round does not."""
    bot, neural = make_bot(sure=1, temperature=0), make_neural(TINY)
    agreed = {
        totals: [
            bot(view) == neural(view)
            for seed in range(12)
            for state in [uno.State.deal("official", 2, seed, totals=totals)]
            for view in [state.view(state.turn)]
        ]
        for totals in ((0, 0), (300, 20))
    }
    assert not all(agreed[0, 0])
    assert all(agreed[300, 20])


@pytest.mark.slow
def test_what_is_unlikely_is_not_tried() -> None:
    """Where the network's opinion counts for nothing, the move is one of those that it tries."""
    bot = make_bot(moves=2, temperature=0, worlds=16)
    found = set()
    for view in views("party", 4, 2, every=2):
        moves = [*evaluate(view, TINY).moves]
        if len(moves) > 2:
            found.add(moves.index(bot(view)))
    assert found == {0, 1}


def test_cold_it_does_what_the_network_does(games: Scale) -> None:
    """A win less is the least that a factor of e then counts."""
    for view in views("official", 3, 3)[: games(1000) + 3]:
        evaluation = evaluate(view, TINY)
        first, second = (*evaluation.moves.values(), 0.0, 0.0)[:2]
        if second < first / np.e:  # it would take more than a win
            assert make_bot(temperature=1)(view) == make_neural(TINY)(view)


def test_it_says_uno_as_often_as_is_said() -> None:
    view = View.parse("R5 0> R7R9/2/2 - 101")
    assert str(make_neural(TINY)(view)).endswith("!")
    assert str(make_bot(sure=0)(view)).endswith("!")
    assert not str(make_bot(sure=0, forget=1)(view)).endswith("!")


# ── which moves are tried further ─────────────────────────────────────────────────────────────────


def keep(wins: Any, scores: list[float]) -> list[int]:
    """Return the answers that are kept, numbered as they were."""
    answers, scored = np.arange(len(scores)), np.array(scores)
    kept = keep_close(np.array(wins, float), number(len(wins)), answers, scored, len(scores))
    return [int(answer) for answer in answers[: int(kept)]]


def test_the_best_comes_first_and_others_while_they_are_close() -> None:
    alike = [[0.5, 0.6, 0.1], [0.5, 0.4, 0.1], [0.5, 0.7, 0.1], [0.5, 0.35, 0.1]]
    assert keep(alike, [0, 0, 0]) == [1, 0]
    assert keep(alike, [0.2, 0, 0]) == [0]  # what the network thinks counts, too
    assert keep(alike, [0, 0, 0.4]) == [1, 0, 2]


def test_chance_that_is_shared_is_no_error() -> None:
    """In good worlds all moves are good: what counts is by how much they differ in the same one."""
    rng = np.random.default_rng(1)
    luck = rng.random(64)
    wins = np.stack([luck * 0.9, luck * 0.9 + 0.01], 1)
    assert keep(wins, [0, 0]) == [1]
    independent = np.stack([rng.permutation(luck), rng.permutation(luck) + 0.01], 1)
    gap = (independent[:, 1] - independent[:, 0]).mean() / luck.std() * 8 / 2**0.5
    assert abs(gap) < OUT
    assert sorted(keep(independent, [0, 0])) == [0, 1]


def test_the_likeliest_are_taken_in_order() -> None:
    answers, scores = np.array([7, 3, 9, 5]), np.log([0.2, 0.1, 0.5, 0.2])
    count, likely = take_likeliest(answers, scores, 4, number(3))
    assert (int(count), answers[:3].tolist()) == (3, [9, 7, 5])
    assert likely == pytest.approx(0.5)  # of all moves
    assert np.exp(scores[:3]) == pytest.approx([0.5, 0.2, 0.2])


# ── settings ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("worlds=3", "worlds is a whole number from 4 to 128, not 3"),
        ("worlds=129", "worlds is a whole number from 4 to 128"),
        ("worlds=4.5", "worlds is a whole number"),
        ("moves=1", "moves is a whole number from 2 to 6"),
        ("decisions=9", "decisions is a whole number from 0 to 8"),
        ("sure=1.1", "sure is a number from 0 to 1"),
        ("temperature=-1", "temperature is a number from 0 to 1"),
        ("depth=3", "expert has no setting 'depth'; it has worlds, moves, decisions"),
        ("judge=1", "expert has no setting 'judge'"),
    ],
)
def test_wrong_settings_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(BotSettings, match=sentence):
        Bot.parse(f"expert({text})")


def test_no_setting_costs_more_than_a_moment() -> None:
    """A stranger may choose the settings of a bot in a room."""
    most = {parameter.name: parameter.high for parameter in PARAMETERS}
    assert most["worlds"] * most["moves"] * (most["decisions"] + 1) <= MOST_RUNS


def test_little_is_handed_out_before_it_is_known_how_long_a_game_takes() -> None:
    """A simulation that a stranger has asked for can be stopped between two chunks only."""
    pool: Any = SimpleNamespace(chunk_seconds=0.5, workers=2)
    chunks = {
        name: next(cut([ChunkPlayer(job_of([bot, "random"], 1000, duplicate=True))], pool)).games
        for name, bot in (("expert", make_bot()), ("neural", make_neural(TINY)))
    }
    assert chunks == {"expert": 2, "neural": 32}


# ── addresses stay at home ────────────────────────────────────────────────────────────────────────


def test_a_memory_from_elsewhere_is_no_danger() -> None:
    bot = make_bot()
    view = State.deal("official", 2, seed=3).view(0)
    move, memory = think([bot, bot], 1, None, 0, view)
    assert not memory["settings"].any()
    memory["settings"][0, [*NETWORK_SLOTS]] = 12345
    assert think([bot, bot], 1, memory, 0, view)[0] == move


def test_it_travels_with_its_weights() -> None:
    bot = make_bot()
    again = unpack_bot(pickle.loads(pickle.dumps(pack_bot(bot))))
    view = State.deal("official", 3, seed=5).view(0)
    assert again.looks_ahead
    assert again.weights == bot.weights
    assert isinstance(bot(view), Move)
    assert again(view) == bot(view)
    assert pack_bot(Bot("expert")).strategy == b""
