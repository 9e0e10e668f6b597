"""Self-play by proximal policy optimisation (PPO), from the games to the gradient.

Thousands of games run side by side in a ``Batch``. Every seat that learns is the same network. A
rollout is some steps of all of them; each step has one decision in every game, by whichever seat it
is. What the decisions were worth is found backwards from the last step, for each seat by itself,
and the network is moved towards those that turned out better than expected. At some tables there
may be bots, or a network that does not learn: what they decide teaches nothing.

What was to be expected is said by a critic that sees all cards. So a decision is not praised for
the luck of cards that nobody could know: in Uno that luck is nearly everything, and a critic that
sees no more than the player needs ten times as many games to tell one move from another. The
network that plays never sees what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from unolab.bots.observation.layout import PARTS
from unolab.envs.batch import Batch, Buffers
from unolab.moves import DRAW
from unolab.training.model import Layers, is_on_gpu, run_critic, run_layers
from unolab.training.settings import Settings

PLAYERS, CLOCKWISE = PARTS["players"], PARTS["clockwise"]
ALIGNED: Final = 16
"""On a GPU, JAX takes arrays as they are if they begin at a multiple of so many bytes.

The narrowest array of a step has one byte for each game.
"""


class Learner(NamedTuple):
    """What learns: a network, its average over the last updates, its critic, what Adam keeps."""

    layers: Layers
    average: Layers
    critic: Layers
    moments: Any
    critic_moments: Any


class Samples(NamedTuple):
    """Decisions, and what came of them."""

    observations: Any
    masks: Any
    hidden: Any
    actions: Any
    log_probs: Any
    advantages: Any
    targets: Any
    """By seat ahead: how likely it turned out to win; below 0 where there is no such seat."""
    own: Any
    """1 where the learner decided, 0 where a network that does not learn did."""


class Figures(NamedTuple):
    """What an update showed."""

    entropy: Any
    value_loss: Any
    """Cross entropy of the own chance to win, as the network sees it; and as the critic does."""
    critic_loss: Any
    divergence: Any
    """From the policy that played to the one that has learned (KL)."""
    clipped: Any


# flat, because a GPU does one large thing faster than many small ones
ADAM = optax.flatten(optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(eps=1e-5)))


def make_learner(layers: Layers, critic: Layers) -> Learner:
    """Begin with a network and a critic."""
    average = jax.tree.map(jnp.copy, layers)
    return Learner(layers, average, critic, ADAM.init(layers), ADAM.init(critic))


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


@jax.jit
def act(
    layers: Layers,
    critic: Layers,
    frozen: Layers | None,
    key: Any,
    step: int,
    seen: Buffers,
    hidden: Any,
) -> tuple[Any, Any, Any]:
    """Draw an action in every game; return also its log probability, and all seats' chances.

    Where a frozen network plays the others, it does what it holds to be best.
    """
    log_probs, wins = run_layers(layers, seen.observations, seen.masks)
    actions = jax.random.categorical(jax.random.fold_in(key, step), log_probs)
    if frozen is not None:
        best = run_layers(frozen, seen.observations, seen.masks)[0].argmax(1)
        actions = jnp.where(is_own(seen.actors), actions, best)
    known = run_critic(critic, seen.observations, seen.masks, hidden, wins)
    return actions, pick(log_probs, actions), jax.nn.sigmoid(known)


def is_own(actors: Any) -> Any:
    """Whether the learner decides, where a frozen network plays the others: it is player 0."""
    return actors == 0


def pick(rows: Any, columns: Any) -> Any:
    """Return one entry of every row."""
    return jnp.take_along_axis(rows, columns[:, None], 1)[:, 0]


class Rollout:
    """Some steps of all games of a batch."""

    def __init__(self, batch: Batch, steps: int, frozen: Layers | None = None) -> None:
        """Make room for the steps, and for the decision that is open after the last.

        A network that is ``frozen`` plays for all players but the first.
        """
        if is_on_gpu() and batch.games % ALIGNED:
            raise ValueError(f"a rollout on a GPU has a multiple of {ALIGNED} games")
        self.batch = batch
        self.frozen = frozen
        self.seen = batch.make_buffers(steps + 1)
        self.hidden = batch.make_hidden(steps + 1)
        self.actions: list[Any] = []
        self.log_probs: list[Any] = []
        self.chances: list[Any] = []
        each = range(steps + 1)
        self._steps = [(Buffers(*(kind[n] for kind in self.seen)), self.hidden[n]) for n in each]
        self._handed: dict[int, Any] = {}
        seen, hidden = self._steps[-1]
        batch.reset(seen)
        batch.reveal(hidden)

    def play(self, learner: Learner, key: Any) -> None:
        """Play on from where the last call ended."""
        for kind in (*self.seen, self.hidden):
            self.batch.copy_array(kind[-1], kind[0])  # what was open is the first decision now
        self.batch.synchronize()
        chosen = []
        for step, (seen, hidden) in enumerate(self._steps):
            rows, masks, actors = map(self._hand, (seen.observations, seen.masks, seen.actors))
            shown = Buffers(rows, masks, None, None, actors)
            networks = learner.layers, learner.critic, self.frozen
            chosen.append(act(*networks, key, step, shown, self._hand(hidden)))
            if step + 1 < len(self._steps):
                seen, hidden = self._steps[step + 1]
                self.batch.step(to_batch(chosen[-1][0]), seen)
                self.batch.reveal(hidden)
                self.batch.synchronize()
        self.actions, self.log_probs, self.chances = map(list, zip(*chosen, strict=True))

    def story(self) -> Story:
        """Return what happened."""
        seen, hidden = Buffers(*map(self._hand, self.seen)), self._hand(self.hidden)
        chosen = map(jnp.stack, (self.actions, self.log_probs, self.chances))
        return Story(seen, hidden, *chosen)

    def counts(self) -> Any:
        """Count decisions, rounds that ended, own choices whether to draw, and such draws."""
        masks = self._hand(self.seen.masks)[:-1]
        ended = self._hand(self.seen.dones)[1:].sum()
        choice = (masks[..., :DRAW] != 0).any(-1) & (masks[..., DRAW] != 0)
        if self.frozen is not None:
            choice &= is_own(self._hand(self.seen.actors)[:-1])
        drawn = choice & (jnp.stack(self.actions[:-1]) == DRAW)
        return np.array([masks.shape[0] * masks.shape[1], ended, choice.sum(), drawn.sum()])

    def _hand(self, array: Any) -> Any:
        """Hand an array of the batch to JAX: on a GPU it stays where it is, and once is enough.

        The batch writes into it again later. By then what JAX computes with it has to be done.
        """
        if not is_on_gpu():
            return jnp.asarray(array)
        if id(array) not in self._handed:
            self._handed[id(array)] = jnp.asarray(array)
        return self._handed[id(array)]


def describe(rollouts: Sequence[Rollout]) -> tuple[float, float]:
    """Return decisions per finished round, and how often the learner draws instead of playing."""
    decisions, ended, choices, drawn = sum(rollout.counts() for rollout in rollouts)
    return decisions / max(1, ended), drawn / max(1, choices)


class Story(NamedTuple):
    """What happened in a rollout, step by step; the last step is still to be decided."""

    seen: Buffers
    hidden: Any
    actions: Any
    log_probs: Any
    chances: Any


def to_batch(actions: Any) -> Any:
    """Hand actions to the batch: on a GPU they stay where they are."""
    if is_on_gpu():
        return actions.block_until_ready()
    return np.asarray(actions)


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def collect(rollouts: Sequence[Rollout], settings: Settings) -> Samples:
    """Return the decisions of some rollouts in one row, with what came of them."""
    stories = [rollout.story() for rollout in rollouts]
    frozen = tuple(rollout.frozen is not None for rollout in rollouts)
    samples: Samples = join(stories, frozen, settings.gae_lambda, settings.value_lambda)
    return samples


@partial(jax.jit, static_argnames=("frozen", "gae_lambda", "value_lambda"))
def join(
    stories: Sequence[Story], frozen: tuple[bool, ...], gae_lambda: float, value_lambda: float
) -> Samples:
    """Judge stories and put them together; with a ``frozen`` network only player 0 learns."""
    samples = [
        judge_story(story, has_frozen, gae_lambda, value_lambda)
        for story, has_frozen in zip(stories, frozen, strict=True)
    ]
    return Samples(*map(jnp.concatenate, zip(*samples, strict=True)))


def judge_story(story: Story, has_frozen: bool, gae_lambda: float, value_lambda: float) -> Samples:
    """Return the decisions of a story in one row, with what came of them."""
    seen, decided = story.seen, slice(-1)
    advantages, targets = judge(seen, story.chances, gae_lambda, value_lambda)
    own = is_own(seen.actors[decided]) * 1.0 if has_frozen else jnp.ones_like(advantages)
    shown = seen.observations, seen.masks, story.hidden, story.actions, story.log_probs
    found = normalise(advantages, own), targets, own
    whole = *(kind[decided] for kind in shown), *found
    return Samples(*(array.reshape(-1, *array.shape[2:]) for array in whole))


def read_order(observations: Any) -> tuple[Any, Any]:
    """Return how many play, and whether seats are counted up (1) or down (-1), as columns."""
    count = observations[..., PLAYERS.start : PLAYERS.stop].argmax(-1)[..., None] + 2
    return count, jnp.where(observations[..., CLOCKWISE.start] != 0, 1, -1)[..., None]


def places_of_players(seen: Buffers, players: int) -> tuple[Any, Any]:
    """Return, for the player who decides, how far ahead each player sits, and whether it exists.

    Players have fixed seats, so that the next one sits to the left.
    """
    count, way = read_order(seen.observations)
    others = jnp.arange(players)
    ahead = (others - seen.actors[..., None].astype(jnp.int32)) * way % count
    return ahead, others < count


@partial(jax.jit, static_argnames=("gae_lambda", "value_lambda"))
def judge(seen: Buffers, chances: Any, gae_lambda: float, value_lambda: float) -> tuple[Any, Any]:
    """Return the advantage of every decision (GAE), and what its chances should have been.

    A seat's decisions are a story of their own: each is compared with what the seat expected at its
    next decision, or with how the round ended. Where the rollout ends in the middle of a story, the
    seat that decides then says how likely every seat is to win. To leave such decisions out would
    be to leave out the defeats of seats that never decide again.
    """
    players = seen.rewards.shape[-1]
    ahead, exists = places_of_players(seen, players)
    of_player = jnp.take_along_axis(chances, jnp.minimum(ahead, chances.shape[-1] - 1), -1)
    hopes = jnp.where(exists, of_player, 0.0)  # by player, of each decision
    mine = jnp.arange(players) == seen.actors[..., None]

    def look_back(after: Any, step: Any) -> tuple[Any, Any]:
        expected, outcome, advantage, value_error = after
        own, hope, done, wins = step
        done = done[:, None]
        expected, outcome = (jnp.where(done, wins, known) for known in (expected, outcome))
        advantage, value_error = (jnp.where(done, 0.0, known) for known in (advantage, value_error))
        error = expected - hope
        advantage = jnp.where(own, error + gae_lambda * advantage, advantage)
        value_error = jnp.where(own, error + value_lambda * value_error, value_error)
        expected = jnp.where(own, hope, expected)
        target = jnp.where(own, hope + value_error, outcome)
        return (expected, outcome, advantage, value_error), (
            jnp.where(own, advantage, 0.0).sum(-1),
            target,
        )

    wins = (seen.rewards > 0).astype(jnp.float32)
    nothing = jnp.zeros_like(hopes[-1])
    steps = mine[:-1], hopes[:-1], seen.dones[1:], wins[1:]
    last = hopes[-1], hopes[-1], nothing, nothing
    _, (advantages, by_player) = jax.lax.scan(look_back, last, steps, reverse=True)
    return advantages, by_place(by_player, seen, players, chances.shape[-1])


def by_place(by_player: Any, seen: Buffers, players: int, places: int) -> Any:
    """Bring figures of players in the order in which the seat that decides counts them."""
    count, way = read_order(seen.observations[:-1])
    place = jnp.arange(places)
    player = (seen.actors[:-1, ..., None].astype(jnp.int32) + place * way) % count
    found = jnp.take_along_axis(by_player, jnp.minimum(player, players - 1), -1)
    return jnp.where(place < count, found, -1.0)


@jax.jit
def normalise(advantages: Any, own: Any) -> Any:
    """Bring the own advantages to mean 0 and deviation 1."""
    mean = own_mean(advantages, own)
    return (advantages - mean) / (own_mean((advantages - mean) ** 2, own) ** 0.5 + 1e-6)


def own_mean(figures: Any, own: Any) -> Any:
    """Return the mean over the learner's decisions."""
    return (figures * own).sum() / jnp.maximum(own.sum(), 1.0)


# ── learning ──────────────────────────────────────────────────────────────────────────────────────


def find_loss(
    both: tuple[Layers, Layers], samples: Samples, bonus: float, clip: float
) -> tuple[Any, Figures]:
    """Return the loss of PPO on some samples, with that of the critic."""
    layers, critic = both
    log_probs, wins = run_layers(layers, samples.observations, samples.masks)
    shown = samples.observations, samples.masks, samples.hidden
    known = run_critic(critic, *shown, jax.lax.stop_gradient(wins))
    own = samples.own
    change = (pick(log_probs, samples.actions) - samples.log_probs) * own
    ratio = jnp.exp(change)
    clipped = jnp.clip(ratio, 1 - clip, 1 + clip)
    gain = own_mean(jnp.minimum(ratio * samples.advantages, clipped * samples.advantages), own)
    first_loss, value_loss = find_value_loss(wins, samples.targets, own)
    first_critic_loss, critic_loss = find_value_loss(known, samples.targets, jnp.ones_like(own))
    legal = samples.masks != 0
    entropy = -own_mean(jnp.where(legal, jnp.exp(log_probs) * log_probs, 0).sum(1), own)
    figures = Figures(
        entropy,
        first_loss,
        first_critic_loss,
        own_mean(ratio - 1 - change, own),
        own_mean(jnp.abs(ratio - 1) > clip, own),
    )
    return critic_loss + value_loss - gain - bonus * entropy, figures


def find_value_loss(wins: Any, targets: Any, own: Any) -> tuple[Any, Any]:
    """Return the cross entropy of the chance of who decides, and that with all other seats'."""
    losses = optax.sigmoid_binary_cross_entropy(wins, jnp.maximum(targets, 0.0))
    losses = jnp.where(targets >= 0, losses, 0.0)
    first = own_mean(losses[:, 0], own)
    return first, first + 0.5 * own_mean(losses[:, 1:].sum(1), own)


@jax.jit
def find_gradient(
    both: tuple[Layers, Layers], samples: Samples, rows: Any, bonus: float, clip: float
) -> tuple[tuple[Layers, Layers], Figures]:
    """Return the gradient of the loss on some rows of the samples."""
    chosen = Samples(*(array[rows] for array in samples))
    found: tuple[tuple[Layers, Layers], Figures]
    found = jax.grad(find_loss, has_aux=True)(both, chosen, bonus, clip)
    return found


@jax.jit
def move(
    learner: Learner, gradients: tuple[Layers, Layers], rate: float, critic_rate: float, keep: float
) -> Learner:
    """Do one step of Adam, and let the average follow."""
    layers, moments = descend(learner.layers, gradients[0], learner.moments, rate)
    critic, critic_moments = descend(
        learner.critic, gradients[1], learner.critic_moments, critic_rate
    )
    average = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, learner.average, layers)
    return Learner(layers, average, critic, moments, critic_moments)


def descend(layers: Layers, gradient: Layers, moments: Any, rate: float) -> tuple[Layers, Any]:
    """Move some layers against their gradient."""
    steps, moments = ADAM.update(gradient, moments)
    return jax.tree.map(lambda weight, step: weight - rate * step, layers, steps), moments


def learn(
    learner: Learner, samples: Samples, settings: Settings, done: float, warm: bool, key: Any
) -> tuple[Learner, Figures]:
    """Go once through the samples of a rollout; ``done`` is how far the training has got.

    Until it is warm, only the critic learns: its first guesses would mislead the network.
    """
    rate = settings.rate.at(done) if warm else 0.0
    critic_rate, bonus = settings.critic_rate.at(done), settings.entropy.at(done)
    for parts in cut(len(samples.actions), settings, key):
        both = learner.layers, learner.critic
        found = [find_gradient(both, samples, rows, bonus, settings.clip) for rows in parts]
        gradients, figures = found[0] if len(found) == 1 else find_mean(found)
        learner = move(learner, gradients, rate, critic_rate, settings.average)
    return learner, figures


@jax.jit
def find_mean(found: list[Any]) -> Any:
    """Return the mean of what parts of the same size have come to."""
    return jax.tree.map(lambda *each: sum(each) / len(each), *found)


def cut(count: int, settings: Settings, key: Any) -> Iterator[Any]:
    """Cut the samples into minibatches, and these into equal parts that are computed at once."""
    batch = min(settings.batch, count)
    parts = 1 if is_on_gpu() else -(-batch // min(settings.part, batch))
    size = batch // parts
    order = jax.random.permutation(key, count)[: count // batch * parts * size]
    yield from order.reshape(-1, parts, size)
