"""The algorithm: advantages against a slow computation, the network in JAX against NumPy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")
pytestmark = pytest.mark.slow

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

import unolab.training.model as model  # noqa: E402
from unolab.bots.observation.layout import HIDDEN_SIZE, PARTS, SEATS, SIZE  # noqa: E402
from unolab.bots.observation.question import ACTIONS  # noqa: E402
from unolab.envs.batch import Batch, Buffers  # noqa: E402
from unolab.envs.lineup import Lineup  # noqa: E402
from unolab.training.model import (  # noqa: E402
    Layers,
    make_critic,
    make_layers,
    run_critic,
    run_layers,
    to_layers,
    to_network,
)
from unolab.training.ppo import (  # noqa: E402
    Rollout,
    collect,
    cut,
    find_gradient,
    judge,
    make_learner,
    normalise,
)
from unolab.training.settings import Schedule, Settings  # noqa: E402

STEPS, GAMES, PLAYERS = 9, 6, 4
WIDTH, DEPTH = 16, 2  # what is of one size is compiled once
DECAY, VALUE_DECAY = 0.6, 0.9


def any_rollout(rng: np.random.Generator) -> tuple[Buffers, np.ndarray]:
    """Make up what a batch may have shown, with tables of two to four players."""
    observations = np.zeros((STEPS + 1, GAMES, SIZE), np.uint8)
    counts = rng.integers(2, PLAYERS + 1, GAMES)
    for game, count in enumerate(counts):
        observations[:, game, PARTS["players"].start + count - 2] = 1
    observations[:, :, PARTS["clockwise"].start] = rng.integers(0, 2, (STEPS + 1, GAMES))
    actors = rng.integers(0, counts, (STEPS + 1, GAMES)).astype(np.int8)
    dones = rng.random((STEPS + 1, GAMES)) < 0.3
    rewards = np.zeros((STEPS + 1, GAMES, PLAYERS), np.float32)
    for step, game in np.argwhere(dones):
        rewards[step, game, : counts[game]] = -1
        rewards[step, game, rng.integers(counts[game])] = 1
    masks = np.ones((STEPS + 1, GAMES, ACTIONS), np.int8)
    chances = rng.random((STEPS + 1, GAMES, SEATS)).astype(np.float32)
    return Buffers(observations, masks, rewards, dones, actors), chances


def seat_ahead(seen: Buffers, step: int, game: int, place: int) -> int:
    part = PARTS["players"]
    count = int(seen.observations[step, game, part.start : part.stop].argmax()) + 2
    way = 1 if seen.observations[step, game, PARTS["clockwise"].start] else -1
    return int(seen.actors[step, game] + way * place) % count if place < count else -1


def find_advantage(seen: Buffers, chances: np.ndarray, step: int, game: int, decay: float) -> float:
    """Add up the surprises that a player has from a decision on, one after the other."""
    player = int(seen.actors[step, game])
    expected = chances[step, game, 0]
    total, weight = 0.0, 1.0
    for later in range(step + 1, STEPS + 1):
        if seen.dones[later, game]:
            won = float(seen.rewards[later, game, player] > 0)
            return float(total + weight * (won - expected))
        if later == STEPS:
            places = [seat_ahead(seen, later, game, place) for place in range(SEATS)]
            return float(total + weight * (chances[later, game, places.index(player)] - expected))
        if seen.actors[later, game] == player:
            total += weight * (chances[later, game, 0] - expected)
            expected = chances[later, game, 0]
            weight *= decay
    raise AssertionError


def find_outcome(seen: Buffers, chances: np.ndarray, step: int, game: int, player: int) -> float:
    """Say who won, or how likely it was at the end of the rollout."""
    for later in range(step + 1, STEPS + 1):
        if seen.dones[later, game]:
            return float(seen.rewards[later, game, player] > 0)
    places = [seat_ahead(seen, STEPS, game, place) for place in range(SEATS)]
    return float(chances[STEPS, game, places.index(player)])


@pytest.mark.parametrize("seed", range(5))
def test_advantages_are_sums_of_surprises(seed: int) -> None:
    seen, chances = any_rollout(np.random.default_rng(seed))
    arrays = Buffers(*map(jnp.asarray, seen))
    advantages, targets = judge(arrays, jnp.asarray(chances), DECAY, VALUE_DECAY)
    for step in range(STEPS):
        for game in range(GAMES):
            found = find_advantage(seen, chances, step, game, DECAY)
            assert advantages[step, game] == pytest.approx(found, abs=1e-5)
            own = chances[step, game, 0] + find_advantage(seen, chances, step, game, VALUE_DECAY)
            expected = [own] + [
                -1.0
                if (player := seat_ahead(seen, step, game, place)) < 0
                else find_outcome(seen, chances, step, game, player)
                for place in range(1, SEATS)
            ]
            assert np.asarray(targets[step, game]) == pytest.approx(expected, abs=1e-5)


def test_advantages_are_normalised() -> None:
    own = jnp.asarray([1.0, 1.0, 0.0, 1.0, 1.0])
    found = normalise(jnp.asarray([1.0, 2.0, 99.0, 3.0, 6.0]), own)[own > 0]
    assert float(found.mean()) == pytest.approx(0, abs=1e-6)
    assert float(found.std()) == pytest.approx(1, abs=1e-4)


def test_network_is_the_same_in_jax_and_in_numpy() -> None:
    layers = make_layers(jax.random.key(1), 24, 3)
    network = to_network(layers)
    batch = Batch(64, Lineup(3, "party"), threads=1)
    out = batch.make_buffers()
    batch.reset(out)
    actions = batch.make_actions()
    for _ in range(20):
        batch.sample(actions)
        batch.step(actions, out)
    log_probs, wins = run_layers(layers, out.observations, out.masks)
    scores, chances = network.run(out.observations, out.masks)
    legal = out.masks != 0
    shifted = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    assert np.asarray(log_probs)[legal] == pytest.approx(shifted[legal], abs=1e-3)
    assert np.asarray(jax.nn.sigmoid(wins)) == pytest.approx(chances, abs=1e-3)
    again = to_layers(network)
    for before, after in zip(layers, again, strict=True):
        assert np.asarray(before.weights) == pytest.approx(np.asarray(after.weights), 1e-3, 1e-5)


def test_critic_begins_by_agreeing() -> None:
    critic = make_critic(jax.random.key(0), 16, 2)
    rows = np.zeros((3, SIZE), np.uint8), np.ones((3, ACTIONS), np.int8)
    hidden = np.ones((3, HIDDEN_SIZE), np.uint8)
    wins = np.linspace(-1, 1, 3 * SEATS, dtype=np.float32).reshape(3, SEATS)
    assert np.asarray(run_critic(critic, *rows, hidden, wins)) == pytest.approx(wins, abs=0.2)


@pytest.mark.parametrize("on_gpu", [False, True])
def test_gradient_of_a_bias(on_gpu: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "is_on_gpu", lambda: on_gpu)
    rng = np.random.default_rng(0)
    rows, bias = rng.normal(size=(40, 7)).astype(np.float32), np.ones(7, np.float32)

    def loss(values: Any, bias: Any, add: Callable[[Any, Any], Any]) -> Any:
        return (jax.nn.relu(add(values, bias)) ** 2).sum()

    found = jax.grad(loss, (0, 1))(rows, bias, model.add_bias)
    expected = jax.grad(loss, (0, 1))(rows, bias, jnp.add)
    for one, other in zip(found, expected, strict=True):
        assert np.asarray(one) == pytest.approx(np.asarray(other), rel=1e-4)


def test_every_sample_is_used_once() -> None:
    settings = Settings(batch=10, part=5)
    found = [rows for parts in cut(40, settings, jax.random.key(0)) for rows in parts]
    assert [len(rows) for rows in found] == [5] * 8
    assert sorted(np.concatenate(found)) == list(range(40))


def any_networks() -> tuple[Layers, Layers]:
    """Make a network and its critic, which know nothing."""
    return (
        make_layers(jax.random.key(0), WIDTH, DEPTH),
        make_critic(jax.random.key(1), WIDTH, DEPTH),
    )


def test_rollout_goes_on_where_it_stopped() -> None:
    batch = Batch(64, Lineup(2), seats="fixed", threads=1)
    rollout = Rollout(batch, 4)
    learner = make_learner(*any_networks())
    rollout.play(learner, jax.random.key(2))
    last = rollout.seen.observations[-1].copy()
    rollout.play(learner, jax.random.key(3))
    assert (rollout.seen.observations[0] == last).all()
    samples = collect([rollout], Settings())
    assert samples.actions.shape == (256,)
    assert samples.targets.shape == (256, SEATS)
    chosen = np.take_along_axis(np.asarray(samples.masks), np.asarray(samples.actions)[:, None], 1)
    assert chosen.all()


def test_frozen_network_plays_the_others() -> None:
    batch = Batch(64, Lineup(3), seats="fixed", threads=1)
    frozen = make_layers(jax.random.key(5), WIDTH, DEPTH)
    rollout = Rollout(batch, 4, frozen)
    rollout.play(make_learner(*any_networks()), jax.random.key(2))
    samples = collect([rollout], Settings())
    actors = rollout.seen.actors[:-1].ravel()
    assert (np.asarray(samples.own) == (actors == 0)).all()
    best = np.asarray(run_layers(frozen, samples.observations, samples.masks)[0]).argmax(1)
    same = np.asarray(samples.actions) == best
    assert same[actors != 0].all()
    assert not same[actors == 0].all()


def test_only_own_decisions_teach_the_policy() -> None:
    batch = Batch(64, Lineup(2), seats="fixed", threads=1)
    rollout = Rollout(batch, 4)
    layers, critic = any_networks()
    rollout.play(make_learner(layers, critic), jax.random.key(2))
    samples = collect([rollout], Settings())
    rows = jnp.arange(len(samples.actions))
    others = samples._replace(own=jnp.zeros_like(samples.own))
    gradients, _ = find_gradient((layers, critic), others, rows, 0.01, 0.2)
    assert all(float(abs(leaf).max()) == 0 for leaf in jax.tree.leaves(gradients[0]))
    assert any(float(abs(leaf).max()) > 0 for leaf in jax.tree.leaves(gradients[1]))


def test_schedule_goes_from_one_end_to_the_other() -> None:
    schedule = Schedule(1e-2, 1e-4)
    assert [schedule.at(done) for done in (-1, 0, 0.5, 1, 2)] == pytest.approx(
        [1e-2, 1e-2, 1e-3, 1e-4, 1e-4]
    )
