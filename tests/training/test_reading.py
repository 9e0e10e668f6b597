"""Learning to read hands: pairs of cards, the loss, and that a reader learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")
pytestmark = pytest.mark.slow

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

from tests.command import run as command  # noqa: E402
from unolab.bots.neural.network import READ, Reader  # noqa: E402
from unolab.bots.observation.layout import COLORS, FACES_HELD, KINDS, SEATS  # noqa: E402
from unolab.bots.strategies.neural import load_network  # noqa: E402
from unolab.envs.batch import Batch  # noqa: E402
from unolab.envs.lineup import Lineup  # noqa: E402
from unolab.training import Settings, mix  # noqa: E402
from unolab.training.loop import Limit, train_reader  # noqa: E402
from unolab.training.model import (  # noqa: E402
    make_critic,
    make_reader,
    run_reader,
    to_layers,
    to_reader,
)
from unolab.training.ppo import Rollout, make_learner  # noqa: E402
from unolab.training.reading import Reading, find_loss, pick_pairs, show_own  # noqa: E402
from unolab.training.settings import Schedule  # noqa: E402

SMALL = Settings(
    width=32, depth=2, games=256, steps=8, batch=512, part=512, rate=Schedule(4e-3, 1e-3)
)


def test_odds_add_up_from_colours_and_faces() -> None:
    reader = to_reader(make_reader(jax.random.key(1), 16, 2))
    batch = Batch(8, Lineup(["learner"] * 3, "official"), seed=1)
    seen = batch.make_buffers()
    batch.reset(seen)
    odds = np.asarray(run_reader(to_layers(reader), seen.observations, seen.masks))
    assert odds.shape == (8, SEATS, KINDS)
    assert not odds[:, 0].any()
    inputs = np.concatenate([seen.observations, seen.masks], 1).astype(np.float32)
    read = reader.run_layers(inputs).reshape(8, SEATS - 1, READ)
    color, face = 2, 7
    expected = read[:, :, color] + read[:, :, COLORS + face]
    assert odds[:, 1:, color * FACES_HELD + face] == pytest.approx(expected, abs=1e-4)
    assert odds[:, 1:, KINDS - 1] == pytest.approx(read[:, :, -1], abs=1e-4)


def test_pairs_are_cards_that_are_there() -> None:
    batch = Batch(64, Lineup(["learner"] * 4, "official"), seed=2)
    seen, hidden = batch.make_buffers(), batch.make_hidden()
    batch.reset(seen)
    batch.reveal(hidden)
    cards = np.concatenate(
        [hidden[:, None, (SEATS - 1) * KINDS : SEATS * KINDS],
         hidden[:, : (SEATS - 1) * KINDS].reshape(64, SEATS - 1, KINDS)], 1,
    )  # fmt: skip
    picked = np.zeros(cards.shape)
    for lot in range(40):
        (here, one), (there, other) = pick_pairs(jax.random.key(lot), jnp.asarray(hidden))
        assert (here > 0).all()
        rows = np.arange(64)[:, None]
        assert (cards[rows, here, one] > 0).all()
        assert (cards[rows, there, other] > 0).all()
        np.add.at(picked, (np.broadcast_to(rows, there.shape), there, other), 1)
    share = picked.sum((0, 2)) / picked.sum()
    assert share == pytest.approx(cards.sum((0, 2)) / cards.sum(), abs=0.02)


def test_who_knows_nothing_lacks_a_bit() -> None:
    batch = Batch(64, Lineup(["learner"] * 2, "official"), seed=3)
    seen, hidden = batch.make_buffers(), batch.make_hidden()
    batch.reset(seen)
    batch.reveal(hidden)
    knows_nothing = jax.tree.map(jnp.zeros_like, make_reader(jax.random.key(1), 8, 1))
    loss = find_loss(knows_nothing, jax.random.key(1), seen.observations, seen.masks, hidden)
    assert float(loss) == pytest.approx(1)


def test_a_reader_learns(tmp_path: Path) -> None:
    reading = Reading(load_network(), SMALL, mix(["official"], [2, 3]), threads=1)
    before = reading.reader.hash
    for step in range(50):
        reading.advance(step / 50)
    assert reading.decisions == 50 * 256 * 8
    assert reading.loss < 0.96
    reading.save(tmp_path)
    kept = Reader.load(tmp_path / "reader.npz")
    assert kept.hash != before
    assert kept.width == 32


def test_what_was_learned_is_kept_when_it_is_stopped(tmp_path: Path) -> None:
    reading = Reading(load_network(), SMALL, mix(["official"], [2]), threads=1)
    learn, rollouts = reading.advance, 0

    def advance(done: float) -> None:
        nonlocal rollouts
        rollouts += 1
        if rollouts == 3:
            raise KeyboardInterrupt
        learn(done)

    reading.advance = advance  # type: ignore[method-assign]
    assert not train_reader(reading, Limit(minutes=5), tmp_path)
    assert reading.decisions == 2 * 256 * 8
    assert Reader.load(tmp_path / "reader.npz").hash == reading.hash


def test_nothing_is_kept_of_nothing(tmp_path: Path) -> None:
    reading = Reading(load_network(), SMALL, mix(["official"], [2]), threads=1)

    def stop(done: float) -> None:
        raise KeyboardInterrupt

    reading.advance = stop  # type: ignore[method-assign]
    assert not train_reader(reading, Limit(minutes=5), tmp_path)
    assert not (tmp_path / "reader.npz").exists()


def test_only_own_decisions_are_read() -> None:
    batch = Batch(32, Lineup(["learner"] * 3, "official"), seed=1, seats="fixed")
    learner = make_learner(to_layers(load_network()), make_critic(jax.random.key(1), 8, 1))
    rollout = Rollout(batch, 6, to_layers(load_network()))
    rollout.play(learner, jax.random.key(2))
    own = int((np.asarray(rollout.story().seen.actors[:-1]) == 0).sum())
    assert 0 < own < 32 * 6
    assert {len(kind) for kind in show_own(rollout)} == {own}


def test_on_the_command_line(tmp_path: Path) -> None:
    shape = ["--side-by-side", "64", "--steps", "4", "--batch", "128", "--width", "16"]
    tables = ["--rules", "official", "--players", "2", "--threads", "1"]
    folder = str(tmp_path / "run")
    train = ["train", folder, "--reader", "--decisions", "600", *tables, *shape]
    done = command(*train, "--start", "neural", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["decisions"] >= 600
    assert done.json["hash"] == Reader.load(tmp_path / "run" / "reader.npz").hash
    done = command(*train, "--start", "neural")
    assert (done.code, done.out) == (2, "")
    assert "there is a reader in" in done.err
    other = [str(tmp_path / "other") if each == folder else each for each in train]
    assert "bits per pair of cards (1 is guessing)" in command(*other, "--start", "neural").out
    done = command("train", str(tmp_path), "--reader")
    assert (done.code, done.out) == (2, "")
    assert "weights.npz can't be read" in done.err
    for other in (["--resume"], ["--check", "greedy"], ["--plot", "a.png"]):
        done = command(*train, *other)
        assert done.code == 2
        assert "leave --resume, --check and --plot out" in done.err
