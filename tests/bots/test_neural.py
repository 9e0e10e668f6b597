"""neural and networks of one's own: what they decide, what they see, and the files they are in."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.kit import at, slowly, walk
from unolab import PRESETS, Move, State, View
from unolab.bots import Bot, bots_of, minds_of, think
from unolab.bots.neural import Network, evaluate
from unolab.bots.neural.block import lay_out, place_weights
from unolab.bots.neural.forward import find_block, run_all
from unolab.bots.neural.network import INPUTS, OUTPUTS
from unolab.bots.neural.sums import (
    add_products_by_numpy,
    add_products_in_loops,
    add_rows_by_numpy,
    add_rows_in_loops,
)
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.bots.own import play_network
from unolab.bots.settings import WEIGHTS
from unolab.bots.strategies.neural import load_network
from unolab.engine import calls
from unolab.engine.jit import halves_at, jit
from unolab.engine.record import hand_of, table_of
from unolab.envs import Batch, Decision, Lineup
from unolab.errors import BadBot, BadOption, BotSettings, ResourceError
from unolab.server.room.own_bots import bring
from unolab.simulation.travel import pack_bot, unpack_bot
from unolab.tournament.entry import Entry

Scale = Callable[[int], int]

ILLEGAL = -1e9
CLOSE = 1e-3  # scores that a different order of adding up may exchange


def make_network(seed: int = 1, width: int = 16, layers: int = 3, scale: float = 0.2) -> Network:
    """Make a network that knows nothing: what it prefers is by chance, but always the same."""
    rng = np.random.default_rng(seed)
    sizes = [INPUTS, *[width] * (layers - 1), OUTPUTS]
    return Network(
        tuple(rng.normal(0, scale, shape) for shape in pairwise(sizes)),
        tuple(rng.normal(0, scale, size) for size in sizes[1:]),
    )


def make_bot(network: Network) -> Bot:
    return Bot("tiny", strategy=play_network(network))


TINY = make_network()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    TINY.save(tmp_path / "tiny.npz")
    return tmp_path / "tiny.npz"


def check_choice(bot: Bot, network: Network, view: View) -> None:
    """A bot does what is forced, or what the network scores highest by NumPy."""
    decision = Decision(view)
    made = bot(view)
    if decision.forced is not None:
        assert made == decision.forced, str(view)
        return
    scores, _ = network.run(decision.observation, decision.mask)
    best = decision.move(int(scores.argmax()))
    chosen = scores[decision.action(made)]
    assert made == best or scores.max() - chosen < CLOSE, str(view)
    assert chosen > ILLEGAL


def views(rules: str, players: int, seed: int, every: int = 5) -> list[View]:
    """Return what is seen by those who are asked something, in a game of random moves."""
    found = []
    start = State.deal(f"{rules}+turn_limit=300", players, seed=seed)
    for state in [*walk(start, seed, moves=120)][seed % every :: every]:
        if not state.over:
            others = (move.seat for move in state.out_of_turn)
            asked = {state.turn, *(seat for seat in others if seat is not None)}
            found += [state.view(seat) for seat in sorted(asked)]
    return found


# ── what it decides ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", ["party", *slowly(*sorted({*PRESETS} - {"party"}))])
def test_the_best_of_the_network_is_played(rules: str, games: Scale) -> None:
    bot = make_bot(TINY)
    for seed in range(games(12) + 1):
        for view in views(rules, 2 + (seed * 4) % 9, seed):
            check_choice(bot, TINY, view)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["official", "party", "stacking", "unoai"])
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_neural_plays_what_its_network_scores_highest(rules: str, players: int) -> None:
    for view in views(rules, players, players):
        check_choice(Bot("neural"), load_network(), view)


@pytest.mark.parametrize(("width", "layers"), [(1, 2), (7, 2), (32, 4), (100, 3)])
def test_any_shape_comes_to_what_numpy_says(width: int, layers: int) -> None:
    network = make_network(width, width, layers)
    block = lay_out(network)
    address = place_weights(network)
    assert address % 64 == 0
    assert block.size - 32 < find_block(address).size <= block.size
    rng = np.random.default_rng(5)
    outputs = np.zeros(OUTPUTS, np.float32)
    for _ in range(3):
        row = rng.integers(0, 4, SIZE, np.uint8) * (rng.random(SIZE) < 0.2)
        mask = (rng.random(ACTIONS) < 0.3).astype(np.int8)
        run_all(address, row.astype(np.uint8), mask, outputs)
        scores, chances = network.run(row, mask)
        legal = mask != 0
        np.testing.assert_allclose(outputs[:ACTIONS][legal], scores[legal], rtol=1e-4, atol=1e-4)
        logistic = 1 / (1 + np.exp(-outputs[ACTIONS:]))
        np.testing.assert_allclose(logistic, chances, rtol=1e-4, atol=1e-5)


def test_loops_and_numpy_add_up_alike() -> None:
    rng = np.random.default_rng(2)
    halves = rng.normal(0, 1, 64 * 12).astype(np.float16)
    halves[:3] = 6e-8, -6e-8, 65504  # the smallest and the largest there are
    block = halves.view(np.uint16)
    places, inputs = np.arange(11) * 64 + 64, rng.normal(0, 1, 11).astype(np.float32)
    one, two = np.zeros((2, 64), np.float32)
    jit(add_rows_in_loops)(block, places, inputs, 11, 0, one)
    add_rows_by_numpy(block, places, inputs, 11, 0, two)
    np.testing.assert_allclose(one, two, rtol=1e-5, atol=1e-5)
    for size in (32, 64):
        start: Any = np.float32(3)
        given = one[:size], block[64 : 64 + size], np.zeros(size, np.float32), start
        found = jit(add_products_in_loops)(*given)
        assert found == pytest.approx(add_products_by_numpy(*given), rel=1e-4)


def test_numbers_are_read_where_they_are() -> None:
    numbers = np.arange(40, dtype=np.uint16)
    assert halves_at(numbers.ctypes.data, 40).tolist() == numbers.tolist()


def answer_at(bot: Bot, state: State, seat: int) -> int:
    """Ask a bot at a table of which it is handed its parts in place, as in a simulation.

    So everything hidden lies beside what it is given, within reach of code that looks too far.
    """
    record = state.to_record()
    minds = minds_of([bot] * state.players, 1)
    return int(calls.ask_bot(table_of(record), hand_of(record, seat), minds, seat))


def test_hidden_cards_change_nothing(games: Scale) -> None:
    bots = [make_bot(TINY), *([Bot("neural")] if games(100) == 100 else [])]
    changed = 0
    for seed in range(games(8) + 1):
        for view in views("party", 2 + seed, seed, every=9):
            seat = view.seat or 0
            dealt = [view.sample(Random(lot)) for lot in range(4)]
            changed += len({state.hands for state in dealt}) > 1
            for bot in bots:
                assert len({answer_at(bot, state, seat) for state in dealt}) == 1, str(view)
    assert changed > 10


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing() -> None:
    bots = bots_of([make_bot(TINY), "neural", "mixbot2"])
    one, two = (uno.simulate(bots, 300, "party", seed=4, threads=count) for count in (1, 2))
    assert one == two


def test_nothing_is_done_by_who_is_not_asked() -> None:
    view = at("R5 1> G3G4/B2B3/R5Y9Y8").view(2)
    assert make_bot(TINY)(view) is None
    assert evaluate(view, TINY).moves == {}


def test_uno_is_forgotten_as_often_as_is_said() -> None:
    view = at("R5 0> R7G3/B2B3", "official+draw_when_able=false").view(0)
    assert str(make_bot(TINY)(view)) == "R7!"
    assert str(make_bot(TINY).set(forget=1)(view)) == "R7"


def test_what_a_network_decides_itself_cannot_be_set() -> None:
    with pytest.raises(BotSettings, match="neural has no setting 'challenge'; it has forget"):
        Bot.parse("neural(challenge=0.5)")
    with pytest.raises(BotSettings, match="no settings for points"):
        Bot.parse("neural:points")


# ── what it thinks ────────────────────────────────────────────────────────────────────────────────


def test_evaluation_has_the_move_and_the_chances(games: Scale) -> None:
    for view in views("party", 4, 3)[: games(100) + 5]:
        evaluation = evaluate(view, TINY)
        assert sum(evaluation.moves.values()) == pytest.approx(1)
        assert [*evaluation.moves.values()] == sorted(evaluation.moves.values(), reverse=True)
        assert next(iter(evaluation.moves)) == make_bot(TINY)(view)
        decision = Decision(view)
        if decision.forced is None:
            assert len(evaluation.moves) == np.count_nonzero(decision.mask)
            _, chances = TINY.run(decision.observation, decision.mask)
            ahead = [(seat - (view.seat or 0)) * view.direction % 4 for seat in range(4)]
            np.testing.assert_allclose(evaluation.chances, chances[ahead], rtol=1e-4)


def test_evaluation_by_the_network_that_is_shipped() -> None:
    view = State.deal("official", 3, seed=1).view(0)
    assert len(evaluate(view).chances) == 3
    assert {move.is_play or move.is_draw for move in evaluate(view).moves if move} <= {True}


def test_a_network_may_be_very_sure() -> None:
    network = make_network(1, scale=30)
    view = State.deal("official", 3, seed=1).view(0)
    assert all(0 <= chance <= 1 for chance in evaluate(view, network).chances)
    decision = Decision(view)
    assert np.isfinite(network.run(decision.observation, decision.mask)[1]).all()


def test_evaluation_needs_a_player_in_a_round() -> None:
    state = State.deal("official", 2, seed=1)
    with pytest.raises(BadOption, match="nothing to evaluate"):
        evaluate(state, TINY)  # type: ignore[arg-type]


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_is_a_bot(saved: Path) -> None:
    bot = Bot.load(f"{saved}(forget=0.5)")
    assert (str(bot), bot.is_compiled, bot.is_shipped) == (f"{saved}(forget=0.5)", True, False)
    assert bot == Bot.load(str(bot))
    assert bot.strategy is play_network(TINY)
    assert bot.set(forget=0)(at("R5 0> R7/B2B3").view(0)) == Move.parse("R7")


def test_strangers_name_no_file(saved: Path) -> None:
    for text in (str(saved), f"{saved.name}", "./a.npz", "a.npz(forget=1)"):
        with pytest.raises(BadBot, match="is not a bot"):
            Bot.parse(text)


def archive(file: Path, **changes: Any) -> None:
    """Write the tiny network with other things in its file; None leaves one out."""
    with np.load(file) as kept:
        arrays = dict(kept) | changes
    np.savez(file, **{name: value for name, value in arrays.items() if value is not None})


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])


def flip(file: Path) -> None:
    with np.load(file) as kept:
        weights = kept["weights_1"].copy()
    weights[0, 0] += 1
    archive(file, weights_1=weights)


def save_one_array(file: Path) -> None:
    with file.open("wb") as opened:
        np.save(opened, np.zeros(3))


def replace_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def pack_a_bomb(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("weights_0.npy", bytes(1 << 27))


class Harmful:
    """What would do harm if it were unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (99,)


def pack_no_arrays(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as packed:
        for name in ("weights_0", "bias_0", "weights_1", "bias_1", "format", "layout", "hash"):
            packed.writestr(name, b"1")


WRONG = {
    "missing": (Path.unlink, "can't be read: No such file"),
    "a folder": (replace_by_folder, "can't be read"),
    "empty": (lambda file: file.write_bytes(b""), "does not hold the weights"),
    "text": (lambda file: file.write_text("weights"), "does not hold the weights"),
    "truncated": (truncate, "does not hold the weights"),
    "one array": (save_one_array, "does not hold the weights"),
    "other arrays": (lambda file: np.savez(file, a=np.zeros(3)), "does not hold the weights"),
    "a pickle": (lambda file: file.write_bytes(pickle.dumps(Harmful())), "does not hold"),
    "a pickle inside": (lambda file: archive(file, hash=np.array([Harmful()])), "does not hold"),
    "no arrays": (pack_no_arrays, "does not hold the weights"),
    "a bomb": (pack_a_bomb, "too large"),
    "another layout": (lambda file: archive(file, layout=99), "trained on layout 99"),
    "another format": (lambda file: archive(file, format=99), "in format 99"),
    "a layout that is text": (lambda file: archive(file, layout="x"), "trained on layout None"),
    "no bias": (lambda file: archive(file, bias_1=None), "does not hold the weights"),
    "another weight": (flip, "is damaged: its weights do not match their hash"),
    "another hash": (lambda file: archive(file, hash="0"), "is damaged"),
    "double precision": (lambda f: archive(f, bias_1=np.zeros(16)), "arrays of the wrong type"),
    "another shape": (lambda f: archive(f, bias_1=np.zeros(17, np.float16)), "do not fit together"),
    "no dimensions": (lambda f: archive(f, weights_0=np.float16(1)), "2 to 16 layers"),
    "no numbers": (lambda f: archive(f, bias_1=np.full(16, np.nan, np.float16)), "not numbers"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_file_is_refused_in_a_sentence(wrong: str, saved: Path) -> None:
    change: Any
    change, sentence = WRONG[wrong]
    change(saved)
    with pytest.raises(ResourceError, match=sentence) as caught:
        Bot.load(str(saved))
    assert "\n" not in str(caught.value)
    assert saved.name in str(caught.value)


def test_weights_that_cannot_be_kept_are_refused() -> None:
    weights = [array.copy() for array in TINY.weights]
    weights[1][0, 0] = 1e5
    with pytest.raises(BadBot, match="too large"):
        Network(tuple(weights), TINY.biases)


def test_weights_are_what_a_file_keeps(saved: Path) -> None:
    again = Network.load(saved)
    assert again.hash == TINY.hash == pickle.loads(pickle.dumps(TINY)).hash
    for mine, theirs in zip(again.weights, TINY.weights, strict=True):
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.slow
def test_wrong_files_on_the_command_line(saved: Path) -> None:
    truncate(saved)
    command = [sys.executable, "-m", "unolab", "simulate", str(saved), "mixbot2", "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.strip() == f"unolab: {saved} does not hold the weights of a network"


# ── addresses stay at home ────────────────────────────────────────────────────────────────────────


def test_a_memory_from_elsewhere_is_no_danger() -> None:
    """Whatever a memory says about where the weights are: they are where this process has them."""
    bot = make_bot(TINY)
    view = State.deal("official", 2, seed=3).view(0)
    move, memory = think([bot, bot], 1, None, 0, view)
    assert not memory["settings"].any()
    memory["settings"] = 12345.0
    assert think([bot, bot], 1, memory, 0, view)[0] == move == bot(view)


def test_networks_share_their_code_and_not_their_weights() -> None:
    other = make_bot(make_network(2))
    bots = [make_bot(TINY), other, make_bot(make_network(1))]
    minds = minds_of(bots, 1)["each"][0]
    weights = minds["memory"]["settings"][:3, WEIGHTS].tolist()
    assert len({*minds["bot"][:3].tolist()}) == 1
    assert weights[0] == weights[2] != weights[1]


def test_a_network_travels_with_its_weights(saved: Path) -> None:
    bot = Bot.load(f"{saved}(forget=0.5)")
    parcel = pickle.loads(pickle.dumps(pack_bot(bot)))
    saved.unlink()
    again = unpack_bot(parcel)
    assert str(again) == str(bot)
    assert again.network is not None
    assert again.network.hash == TINY.hash
    assert pack_bot(Bot("neural")).strategy == b""


def test_a_tournament_takes_a_file_and_notices_another(saved: Path) -> None:
    entry = Entry("Ada", f"{saved.name}(forget=0.5)", saved.parent)
    assert (entry.is_foreign, entry.is_a_file) == (False, True)
    assert isinstance(entry.player, Bot)
    assert entry.player.strategy is play_network(TINY)
    assert not Entry("Ben", "neural").is_a_file
    make_network(2).save(saved)
    assert Entry(entry.name, entry.strategy, entry.folder).fingerprint != entry.fingerprint


def test_a_room_knows_no_file(saved: Path) -> None:
    assert bring(str(saved)) == "own:tiny"
    assert bring("neural") == "neural"


GO_ON = """
import json, pickle, sys
batch, out, actions = pickle.load(sys.stdin.buffer)
for _ in range(10):
    batch.sample(actions)
    batch.step(actions, out)
print(json.dumps([int(out.observations.sum()), float(out.rewards.sum())]))
"""


@pytest.mark.slow
def test_a_batch_with_networks_goes_on_in_another_process() -> None:
    players: list[str | Bot] = ["learner", make_bot(TINY), make_bot(make_network(2)), "mixbot2"]
    batch = Batch(64, Lineup(players, "party"), seed=3, threads=1)
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)
    for _ in range(3):
        batch.sample(actions)
        batch.step(actions, out)
    pickled = pickle.dumps((batch, out, actions))
    for _ in range(10):
        batch.sample(actions)
        batch.step(actions, out)
    other = subprocess.run([sys.executable, "-c", GO_ON], input=pickled, capture_output=True)
    assert other.returncode == 0, other.stderr.decode()
    assert json.loads(other.stdout) == [int(out.observations.sum()), float(out.rewards.sum())]
