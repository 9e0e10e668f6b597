"""Reading hands, and the worlds that are dealt by it."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.test_expert import make_critic, make_reader
from tests.bots.test_neural import views
from unolab import Card, State, View
from unolab.bots.neural.block import place_weights
from unolab.bots.neural.network import INPUTS, READ, Reader
from unolab.bots.observation.layout import COLORS, FACES_HELD, SEATS
from unolab.bots.observation.question import order_colors, place_of
from unolab.bots.search import weigh
from unolab.bots.search.judge import make_paths
from unolab.bots.search.reading import odds_of, read_hands
from unolab.bots.search.worlds import BLUFFED, UNIT, deal_hidden
from unolab.bots.strategies.neural import WEIGHTS_FOLDER, load_reader
from unolab.cards import DECK
from unolab.engine.hand import copies
from unolab.engine.jit import jit
from unolab.engine.layout import NOBODY, RNG, number
from unolab.engine.rng import U, open_stream
from unolab.envs import Decision
from unolab.errors import ResourceError


def paths_of(view: View) -> Any:
    """Begin a search with what a seat knows."""
    assert view.seat is not None
    paths = make_paths()
    paths["state"]["table"][0] = view._table[0]
    paths["state"]["hands"][0, view.seat] = view._hand[0]
    weigh.begin(paths, view.seat)
    return paths


@jit
def read(paths: Any, reader: int) -> Any:
    return read_hands(paths[0], reader)


@jit
def colors_of(paths: Any) -> int:
    """Return how the seat that is asked counts colours."""
    return order_colors(paths[0].state.table, paths[0].state.hands[paths[0].asked])


@jit
def count_worlds(paths: Any, odds: Any, worlds: int, seat: int, counts: Any) -> None:
    """Count how often a seat holds each card, in worlds that another one deals."""
    rng = np.empty(1, RNG)[0]
    for world in range(worlds):
        paths[1] = paths[0]
        open_stream(rng, U(7), U(0), world, 0)
        deal_hidden(paths[1].state, paths[0].asked, odds, rng)
        for card in range(len(counts)):
            counts[card] += copies(paths[1].state.hands[seat], card)


@jit
def count_bluffs(paths: Any, odds: Any, worlds: int) -> int:
    """Count the worlds in which the draw four on top was a bluff."""
    rng = np.empty(1, RNG)[0]
    bluffs = number(0)
    for world in range(worlds):
        paths[1] = paths[0]
        open_stream(rng, U(7), U(0), world, 0)
        deal_hidden(paths[1].state, paths[0].asked, odds, rng)
        bluffs += paths[1].state.deck.bluff
    return bluffs


@jit
def list_odds(odds: Any, seat: int, found: Any) -> None:
    for card in range(len(found)):
        found[card] = odds_of(odds, seat, card)


def count_held(view: View, odds: Any, seat: int, worlds: int) -> np.ndarray[Any, Any]:
    counts = np.zeros(max(DECK) + 1)
    count_worlds(paths_of(view), odds, number(worlds), number(seat), counts)
    return counts / worlds


def biased_reader(**bias: float) -> Reader:
    """Make a reader that always thinks the same of the next seat."""
    sizes = [INPUTS, 8, (SEATS - 1) * READ]
    last = np.zeros(sizes[-1])
    for place, value in bias.items():
        last[int(place[1:])] = value
    weights = tuple(np.zeros(shape) for shape in pairwise(sizes))
    return Reader(weights, (np.zeros(8), last))


# ── what is read ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rules", "players"), [("official", 2), ("party", 5)])
def test_hands_are_read_as_numpy_reads_them(rules: str, players: int) -> None:
    reader = make_reader()
    asked = 0
    for view in views(rules, players, 3, every=6):
        decision = Decision(view)
        if decision.forced is not None:
            continue
        assert view.seat is not None
        asked += 1
        odds = read(paths_of(view), place_weights(reader))
        inputs = np.concatenate([decision.observation, decision.mask != 0]).astype(np.float32)
        expected = reader.run_layers(inputs).reshape(SEATS - 1, READ)
        order = int(colors_of(paths_of(view)))
        for ahead in range(1, players):
            row = odds[(view.seat + view.direction * ahead) % players]
            assert row[COLORS:] == pytest.approx(expected[ahead - 1, COLORS:], abs=1e-4)
            for color in range(COLORS):
                counted = expected[ahead - 1, int(place_of(order, color))]
                assert row[color] == pytest.approx(counted, abs=1e-4)
        assert not odds[view.seat].any()
    assert asked > 5


def test_colours_are_read_as_the_seat_counts_them() -> None:
    """The colour in force comes first."""
    view = View.parse("B5 0> R7R9G2/4/3 - 97")
    odds = read(paths_of(view), place_weights(biased_reader(_0=2.0, _1=-1.0)))
    blue, red = Card.parse("B5").color, Card.parse("R5").color
    assert (odds[1, blue], odds[1, red]) == (2, -1)  # of the others it holds red most
    assert not odds[2].any()


# ── worlds ────────────────────────────────────────────────────────────────────────────────────────


def test_a_single_card_is_as_likely_as_it_is_read() -> None:
    view = View.parse("B5 0> R7R9G2/1 - 103")
    reader = biased_reader(_0=1.0, _1=-2.0, _5=0.7, **{f"_{READ - 1}": 1.5})
    odds = read(paths_of(view), place_weights(reader))
    found = count_held(view, odds, 1, 60_000)
    weights = np.zeros(len(found))
    list_odds(odds, number(1), weights)
    unseen = np.bincount(DECK, minlength=len(found))
    for text in ("B5", "R7", "R9", "G2"):
        unseen[Card.parse(text)] -= 1
    expected = unseen * np.exp(weights)
    assert found.sum() == pytest.approx(1)
    assert found == pytest.approx(expected / expected.sum(), abs=0.004)


@pytest.mark.parametrize(
    ("rules", "players"),
    [("official", 4), ("party", 10), ("duel", 2), ("official+jump_in=true", 3)],
)
def test_worlds_fit_what_is_seen(rules: str, players: int) -> None:
    """A world is a position that may be: all 108 cards are there, and the seat sees the same."""
    reader = place_weights(make_reader())
    for view in views(rules, players, 2, every=9):
        paths = paths_of(view)
        if paths["asked"][0] == NOBODY:
            continue
        count_worlds(paths, read(paths, reader), number(1), number(0), np.zeros(max(DECK) + 1))
        world = State.from_record(view.rules, paths["state"][1:2].copy())
        assert world.view(view.seat) == view
        assert State.parse(str(world), view.rules) == world


def test_bluffs_are_as_rare_as_is_said() -> None:
    view = View.parse("RF 0> R7G3/2/2 ?4 _G5 - 100")
    unseen, green = 104, 23
    honest = comb(unseen - green, 2) / comb(unseen, 2)
    bluffs = count_bluffs(paths_of(view), np.zeros((SEATS, READ), np.float32), number(20_000))
    kept = (1 - honest) * BLUFFED / UNIT
    assert bluffs / 20_000 == pytest.approx(kept / (honest + kept), abs=0.01)


def test_who_drew_is_known_not_to_hold_it() -> None:
    """The reader that is shipped has learned it: there is no rule for it anywhere."""
    less = []
    for seed in range(20):
        state = State.deal("official", 3, seed)
        seat, color = state.turn, state.top.color if state.top else None
        if color is None:
            continue
        state = state.play("+")
        if state.turn == seat:
            continue  # it may play what it drew, which tells something else
        view = state.view(state.turn)
        odds = read(paths_of(view), place_weights(load_reader()))
        held, blind = (count_held(view, each, seat, 100) for each in (odds, np.zeros_like(odds)))
        fitting = [card for card in set(DECK) if Card(card).color == color]
        less.append(held[fitting].sum() / blind[fitting].sum())
    assert len(less) > 5
    assert max(less) < 0.6


def test_odds_are_against_the_stock() -> None:
    odds = np.ones((SEATS, READ), np.float32)
    found = np.zeros(COLORS * FACES_HELD)
    list_odds(odds, number(NOBODY), found)
    assert not found.any()


# ── files of half the size ────────────────────────────────────────────────────────────────────────


def test_short_files_hold_what_they_say(tmp_path: Path) -> None:
    for network in (make_critic(), make_reader()):
        file = tmp_path / "short.npz"
        short = network.save_short(file)
        again = type(network).load(file)
        assert again.hash == short.hash != network.hash
        for before, after in zip(network.weights, again.weights, strict=True):
            step = np.abs(before).max(1, keepdims=True) / 127
            assert (np.abs(before - after) <= 0.6 * step + 1e-3 * np.abs(before)).all()
        network.save(tmp_path / "long.npz")
        assert file.stat().st_size < 0.7 * (tmp_path / "long.npz").stat().st_size


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"scale_0": np.zeros(3, np.float32)}, "the scales of a reader do not fit"),
        ({"scale_0": np.zeros(INPUTS, np.float16)}, "has arrays of the wrong type"),
        ({"weights_0": np.int8(1), "scale_0": np.float32(1)}, "layers"),
        ({"weights_0": np.ones(9, np.int8), "scale_0": np.ones(9, np.float32)}, "do not fit"),
        ({"weights_0": np.ones((INPUTS, 16, 2), np.int8)}, "do not fit"),
        ({"weights_0": np.zeros((14000, 4000), np.int8)}, "do not fit together"),
        ({"scale_1": None}, "does not hold the weights of a reader"),
        ({"weights_1": np.ones((16, 16), np.int8)}, "is damaged"),
        ({"scale_1": np.full(16, np.inf, np.float32)}, "not numbers"),
    ],
)
def test_short_files_that_are_wrong(changes: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "short.npz"
    make_reader().save_short(file)
    arrays = dict(np.load(file)) | changes
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(ResourceError, match=sentence):
        Reader.load(file)


def test_what_is_shipped_is_small() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS_FOLDER.glob("*.npz")) < 4_000_000
