"""Plain PPO in one file: learns Uno against a bot, on two cores in ten minutes.

    pip install 'unolab[plot]' jax
    python examples/ppo.py --against greedy --minutes 10
    unolab simulate examples/trained_bot.py:Trained greedy --games 10k

Thousands of games run side by side in ``unolab.envs.Batch``. The bot plays inside it, so the next
row of a game is always the learner's own next decision. Ctrl-C stops early and keeps what was
learned. docs/learning.md explains the environment.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from unolab.envs import ACTIONS, MOST, VERSION, Batch, Buffers, Lineup
from unolab.errors import UnolabError
from unolab.moves import DRAW

CLIP = 0.2
DISCOUNT = 0.99  # per decision: with 1 a network learns to hoard cards, and games become endless
LAMBDA = 0.9  # of the advantages
VALUE_WEIGHT = 0.5
ENTROPY_BONUS = 0.02, 0.001  # at the start and at the end
LEARNING_RATE = 1e-3, 5e-5  # likewise
MOST_GRADIENT = 1.0  # its norm is clipped to this

Weights = dict[str, Any]


# ── the network ───────────────────────────────────────────────────────────────────────────────────


def make_weights(key: Any, width: int) -> Weights:
    """Make a network of two hidden layers with a policy and a value head."""
    shapes = {"in": (len(MOST), width), "mid": (width, width)}
    heads = {"policy": (width, ACTIONS), "value": (width, 1)}
    weights = {}
    for number, (name, shape) in enumerate((shapes | heads).items()):
        scale = (2 / shape[0]) ** 0.5 * (0.01 if name in heads else 1)
        weights[name] = scale * jax.random.normal(jax.random.fold_in(key, number), shape)
        weights[f"{name}_bias"] = jnp.zeros(shape[1])
    return weights


def run_network(weights: Weights, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the log probability of every action, and the value: the discounted chance to win."""
    x = observations / MOST.astype(np.float32)
    for layer in ("in", "mid"):
        x = jax.nn.relu(x @ weights[layer] + weights[f"{layer}_bias"])
    scores = x @ weights["policy"] + weights["policy_bias"]
    values = x @ weights["value"] + weights["value_bias"]
    return jax.nn.log_softmax(jnp.where(masks, scores, -1e9)), values[:, 0]


@jax.jit
def act(weights: Weights, key: Any, observations: Any, masks: Any) -> tuple[Any, Any, Any]:
    """Sample an action for every game; return also their log probabilities, and the values."""
    log_probs, values = run_network(weights, observations, masks)
    actions = jax.random.categorical(key, log_probs)
    return actions, pick(log_probs, actions), values


@jax.jit
def act_best(weights: Weights, observations: Any, masks: Any) -> Any:
    """Return the most probable action for every game."""
    return run_network(weights, observations, masks)[0].argmax(1)


def pick(rows: Any, columns: Any) -> Any:
    """Return one entry of every row."""
    return jnp.take_along_axis(rows, columns[:, None], 1)[:, 0]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Rollout:
    """Some steps of all games. The batch writes each step right where it is kept."""

    def __init__(self, batch: Batch, steps: int) -> None:
        """Make room for the steps, and for the decision that is open after the last."""
        arrays = batch.make_buffers()
        self.seen = Buffers(*(np.zeros((steps + 1, *one.shape), one.dtype) for one in arrays))
        self.actions = np.zeros((steps, batch.games), np.int64)
        self.log_probs = np.zeros((steps, batch.games), np.float32)
        self.values = np.zeros((steps + 1, batch.games), np.float32)

    def at(self, step: int) -> Buffers:
        """Return the buffers of a step."""
        return Buffers(*(array[step] for array in self.seen))

    def play(self, batch: Batch, weights: Weights, key: Any) -> None:
        """Play on from where the last call ended."""
        steps = len(self.actions)
        for first, last in zip(self.at(0), self.at(steps), strict=True):
            first[:] = last
        for step in range(steps + 1):
            now = self.at(step)
            chosen = act(weights, jax.random.fold_in(key, step), now.observations, now.masks)
            self.values[step] = chosen[2]
            if step < steps:
                self.actions[step], self.log_probs[step] = chosen[:2]
                batch.step(self.actions[step], self.at(step + 1))

    def advantages(self) -> Any:
        """Return how much better every action turned out than expected (GAE).

        What an action led to is in the buffers one step later. A game that goes on beyond the last
        step counts as what the network expects of it then. A win is worth 1 and a defeat nothing:
        discounting a defeat would reward putting it off.
        """
        won = self.seen.rewards[:, :, 0] > 0
        advantages = np.zeros_like(self.log_probs)
        advantage = np.zeros_like(self.values[0])
        for step in reversed(range(len(advantages))):
            discount = np.float32(DISCOUNT) * ~self.seen.dones[step + 1]
            target = won[step + 1] + discount * self.values[step + 1]
            advantage = target - self.values[step] + LAMBDA * discount * advantage
            advantages[step] = advantage
        return advantages

    def figures(self) -> tuple[float, float, float]:
        """Return the share of games won, decisions per game, and draws with a playable card."""
        dones = self.seen.dones[1:]
        ended = max(1, dones.sum())
        won = (self.seen.rewards[1:, :, 0] > 0).sum() / ended
        could_play = self.seen.masks[:-1, :, :DRAW].any(2)
        return won, dones.size / ended, (self.actions == DRAW)[could_play].mean()


# ── learning ──────────────────────────────────────────────────────────────────────────────────────


class Samples(NamedTuple):
    """Decisions, and what came of them."""

    observations: Any
    masks: Any
    actions: Any
    log_probs: Any
    advantages: Any
    returns: Any


def minibatches(rollout: Rollout, count: int, rng: np.random.Generator) -> Iterator[Samples]:
    """Cut a rollout by games, which are independent of each other."""
    seen, advantages = rollout.seen, rollout.advantages()
    shown = seen.observations[:-1], seen.masks[:-1]
    done = rollout.actions, rollout.log_probs, advantages, advantages + rollout.values[:-1]
    order = rng.permutation(advantages.shape[1])
    for games in np.array_split(order, min(count, len(order))):
        chosen = (array[:, games] for array in (*shown, *done))
        yield Samples(*(array.reshape(-1, *array.shape[2:]) for array in chosen))


def find_loss(weights: Weights, samples: Samples, bonus: float) -> tuple[Any, Any]:
    """Return the loss of PPO, and the entropy."""
    log_probs, values = run_network(weights, samples.observations, samples.masks)
    ratio = jnp.exp(pick(log_probs, samples.actions) - samples.log_probs)
    advantages = samples.advantages - samples.advantages.mean()
    advantages /= samples.advantages.std() + 1e-8
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    policy_loss = -jnp.minimum(ratio * advantages, clipped * advantages).mean()
    value_loss = jnp.square(values - samples.returns).mean()
    entropy = -jnp.where(samples.masks, jnp.exp(log_probs) * log_probs, 0).sum(1).mean()
    return policy_loss + VALUE_WEIGHT * value_loss - bonus * entropy, entropy


class Learner(NamedTuple):
    """Weights, and what Adam keeps: the running mean of gradients and of their squares."""

    weights: Weights
    means: Weights
    squares: Weights
    updates: int = 0


@jax.jit
def learn(learner: Learner, samples: Samples, rate: float, bonus: float) -> tuple[Learner, Any]:
    """Do one step of Adam; return also the entropy."""
    gradients, entropy = jax.grad(find_loss, has_aux=True)(learner.weights, samples, bonus)
    norm = jnp.sqrt(sum(jnp.square(gradient).sum() for gradient in gradients.values()))
    updates = learner.updates + 1
    weights, means, squares = {}, {}, {}
    for name, gradient in gradients.items():
        gradient *= jnp.minimum(1, MOST_GRADIENT / norm)
        means[name] = 0.9 * learner.means[name] + 0.1 * gradient
        squares[name] = 0.999 * learner.squares[name] + 0.001 * gradient**2
        size = jnp.sqrt(squares[name] / (1 - 0.999**updates)) + 1e-8
        step = means[name] / (1 - 0.9**updates) / size
        weights[name] = learner.weights[name] - rate * step
    return Learner(weights, means, squares, updates), entropy


class Point(NamedTuple):
    """A point of the curve: what one rollout showed."""

    seconds: float
    decisions: int
    entropy: float
    won: float
    decisions_per_game: float
    drawn: float


def train(options: argparse.Namespace) -> tuple[Weights, list[Point]]:
    """Play and learn by turns until the time is up or Ctrl-C; return the weights and the curve."""
    key, first_key = jax.random.split(jax.random.key(options.seed))
    rng = np.random.default_rng(options.seed)
    weights = make_weights(first_key, options.width)
    nothing = {name: jnp.zeros_like(weight) for name, weight in weights.items()}
    learner = Learner(weights, nothing, nothing)
    lineups = [Lineup(["learner", bot], options.rules) for bot in options.against]
    batch = Batch(options.games, *lineups, seed=options.seed)
    rollout = Rollout(batch, options.steps)
    batch.reset(rollout.at(options.steps))
    curve: list[Point] = []
    start, done = time.perf_counter(), 0.0
    try:
        while done < 1:
            rollout.play(batch, learner.weights, jax.random.fold_in(key, len(curve)))
            rate, bonus = (a + (b - a) * done for a, b in (LEARNING_RATE, ENTROPY_BONUS))
            for samples in minibatches(rollout, options.minibatches, rng):
                learner, entropy = learn(learner, samples, rate, bonus)
            seconds = time.perf_counter() - start
            decisions = rollout.actions.size * (len(curve) + 1)
            curve.append(Point(seconds, decisions, float(entropy), *rollout.figures()))
            by_time = seconds / options.minutes / 60
            done = decisions / options.decisions if options.decisions else by_time
            print(progress(curve[-1], done), end="", flush=True)
    except KeyboardInterrupt:
        print("\nstopped; what was learned is kept", end="")
    print()
    return learner.weights, curve


def progress(point: Point, done: float) -> str:
    """Write the progress line, for a terminal of 80 columns."""
    left = max(0, point.seconds * (1 / done - 1)) / 60
    return (
        f"\r{point.decisions / 1e6:.1f} M decisions, {point.decisions / point.seconds:,.0f}/s, "
        f"{left:.1f} min left, won {point.won:.1%}, entropy {point.entropy:.2f}, "
        f"drew {point.drawn:.1%} "
    )


# ── what came of it ───────────────────────────────────────────────────────────────────────────────


def evaluate(weights: Weights, bot: str, rules: str, games: int, seed: int) -> float:
    """Return the share of fresh games that the most probable actions win; each is played once.

    A batch skips games in which the learner never decides. Where hands are small these are many:
    let ``unolab simulate`` count then.
    """
    batch = Batch(games, Lineup(["learner", bot], rules), seed=seed, autoreset=False)
    out = batch.make_buffers()
    batch.reset(out)
    won = np.zeros(games, np.bool_)
    while out.masks.any():
        batch.step(np.asarray(act_best(weights, out.observations, out.masks)), out)
        won |= out.rewards[:, 0] > 0
    return float(won.mean())


def draw_curve(curve: list[Point], bots: list[str], path: Path) -> None:
    """Plot the share of games won over time."""
    from matplotlib.figure import Figure

    minutes = np.array([point.seconds for point in curve]) / 60
    won = 100 * np.array([point.won for point in curve])
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(minutes, won, linewidth=1)
    axes.axhline(50, color="0.5", linewidth=0.8)
    axes.set(xlabel="minutes", ylabel=f"% won against {', '.join(bots)}", xlim=(0, None))
    figure.savefig(path, dpi=120)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    shows_defaults = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(description="Learn Uno.", formatter_class=shows_defaults)
    add = parser.add_argument
    add("--against", nargs="+", default=["greedy"], help="the bot to beat; of several, one by lot")
    add("--rules", default="official", help="as for unolab simulate")
    add("--minutes", type=float, default=10.0, help="time to train")
    add("--decisions", type=float, help="how many to learn from, whatever time it takes")
    add("--games", type=int, default=2048, help="games side by side")
    add("--steps", type=int, default=32, help="steps of a rollout")
    add("--minibatches", type=int, default=32, help="minibatches of a rollout")
    add("--width", type=int, default=128, help="width of the hidden layers")
    add("--fresh", type=int, default=20_000, help="games of the evaluation")
    add("--seed", type=int, default=0, help="of games, weights and actions")
    add("--out", type=Path, default=Path("ppo.npz"), help="weights; the plot goes beside them")
    options = parser.parse_args(arguments)
    for name, value in vars(options).items():
        if isinstance(value, int | float) and name != "seed" and not 0 < value < 1e15:
            parser.error(f"--{name} must be a number greater than 0, and finite")
    if not 0 <= options.seed < 2**32:
        parser.error("--seed must be from 0 to 2**32 - 1")
    if not options.out.parent.is_dir() or options.out.is_dir():
        parser.error(f"--out must be a file in a folder that exists, not {options.out}")
    return options


def main(arguments: list[str] | None = None) -> None:
    """Train, save, evaluate and plot."""
    options = parse(arguments)
    weights, curve = train(options)
    np.savez(options.out, version=VERSION, **weights)
    for bot in options.against:
        won = evaluate(weights, bot, options.rules, options.fresh, options.seed + 1)
        margin = 1.96 * (won * (1 - won) / options.fresh) ** 0.5
        print(f"wins {won:.2%} ± {margin:.2%} of {options.fresh:,} fresh games against {bot}")
    if curve:
        length, drawn = curve[-1].decisions_per_game, curve[-1].drawn
        print(f"a game has {length:.1f} decisions; it draws in {drawn:.1%} where it could play")
        draw_curve(curve, options.against, options.out.with_suffix(".png"))
    print(f"weights are in {options.out}")


if __name__ == "__main__":
    try:
        main()
    except UnolabError as problem:
        raise SystemExit(f"ppo.py: {problem}") from None
    except KeyboardInterrupt:
        raise SystemExit("\nstopped") from None
