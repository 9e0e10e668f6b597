"""Learning to read hands: where the cards may be that a player does not see.

A network, which stays as it is, plays against itself or others. It draws its actions as in
training, so now and then something is tried. At every decision the reader looks at what the player
sees. Then two cards that lie in different places are picked, one of them in a hand, and it is asked
whether they lie as they do or the other way round. Whoever can tell that of any two cards can deal
all of them as they are likely to lie (``unolab.bots.search.worlds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from unolab.bots.neural.network import Network, Reader
from unolab.bots.observation.layout import HIDDEN_PARTS, KINDS
from unolab.envs.lineup import Lineup
from unolab.training.lineups import write_lineup
from unolab.training.model import (
    Layers,
    make_critic,
    make_reader,
    run_reader,
    to_layers,
    to_reader,
)
from unolab.training.ppo import (
    ADAM,
    Rollout,
    cut,
    descend,
    find_mean,
    is_own,
    make_learner,
)
from unolab.training.run import make_rollouts, play_all, replace_file
from unolab.training.settings import Settings

READER: Final = "reader.npz"
PAIRS: Final = 16  # of cards, at every decision
HANDS, STOCK = HIDDEN_PARTS["hands"], HIDDEN_PARTS["stock"]


class Reading:
    """A reader that learns from the games of a network."""

    def __init__(
        self,
        network: Network,
        settings: Settings,
        lineups: Sequence[Lineup],
        threads: int | None = None,
    ) -> None:
        """Begin to learn; of the settings those of critics do not count, nor entropy."""
        self._settings = settings
        self._lineups = [*map(write_lineup, lineups)]
        self._network_hash = network.hash
        self._key = jax.random.key(settings.seed)
        # a critic is asked in every rollout: a tiny one costs nothing
        self._player = make_learner(to_layers(network), make_critic(self._key, 8, 1))
        self._rollouts = make_rollouts(settings, lineups, settings.seed, threads)
        self._layers = make_reader(self._key, settings.width, settings.depth)
        self._moments = ADAM.init(self._layers)
        self._rollouts_done = 0
        self._begin = perf_counter()
        self.hash = ""  # of what was saved
        self.decisions = 0
        self.loss = 1.0
        """Bits per pair of cards, in the last rollout; 1 is guessing."""

    def advance(self, done: float) -> None:
        """Play a rollout and learn from it; ``done`` is how far the training has got, 0 to 1."""
        self._rollouts_done += 1
        *keys, order = jax.random.split(
            jax.random.fold_in(self._key, self._rollouts_done), len(self._rollouts) + 1
        )
        play_all(self._rollouts, self._player, keys)
        shown = [jnp.concatenate(kind) for kind in zip(*map(show_own, self._rollouts), strict=True)]
        rate = self._settings.rate.at(done)
        losses = []
        for update, parts in enumerate(cut(len(shown[0]), self._settings, order)):
            lots = jax.random.split(jax.random.fold_in(order, update), len(parts))
            found = [
                find_gradient(self._layers, lot, *(array[rows] for array in shown))
                for lot, rows in zip(lots, parts, strict=True)
            ]
            loss, gradient = found[0] if len(found) == 1 else find_mean(found)
            self._layers, self._moments = move(self._layers, gradient, self._moments, rate)
            losses.append(loss)
        self.loss = float(jnp.stack(losses).mean())
        self.decisions += len(shown[0])

    def save(self, folder: Path) -> None:
        """Write what was learned."""

        def write(file: Path) -> None:
            self.hash = self.reader.save_short(file).hash

        replace_file(folder / READER, write)

    def to_dict(self) -> dict[str, Any]:
        """Return what came of it, for JSON."""
        return {
            "settings": asdict(self._settings),
            "lineups": self._lineups,
            "network": self._network_hash,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "loss": self.loss,
            "hash": self.hash,
        }

    @property
    def seconds(self) -> float:
        """How long it has been learning."""
        return perf_counter() - self._begin

    @property
    def reader(self) -> Reader:
        """What was learned so far."""
        return to_reader(self._layers)


def show_own(rollout: Rollout) -> tuple[Any, Any, Any]:
    """Return the observations and masks of a rollout, and what was hidden, one row a decision.

    Where a network plays that does not learn, only the decisions of player 0 count.
    """
    story = rollout.story()
    kinds = story.seen.observations, story.seen.masks, story.hidden
    observations, masks, hidden = (kind[:-1].reshape(-1, kind.shape[-1]) for kind in kinds)
    if rollout.frozen is None:
        return observations, masks, hidden
    own = jnp.flatnonzero(is_own(story.seen.actors[:-1].reshape(-1)))
    return observations[own], masks[own], hidden[own]


@jax.jit
def find_gradient(layers: Layers, key: Any, *shown: Any) -> tuple[Any, Layers]:
    """Return the loss on some decisions, and its gradient."""
    found: tuple[Any, Layers] = jax.value_and_grad(find_loss)(layers, key, *shown)
    return found


@jax.jit
def move(layers: Layers, gradient: Layers, moments: Any, rate: float) -> tuple[Layers, Any]:
    """Do one step of Adam."""
    return descend(layers, gradient, moments, rate)


def find_loss(layers: Layers, key: Any, observations: Any, masks: Any, hidden: Any) -> Any:
    """Return the loss in bits per pair of cards; 1 is guessing."""
    odds = run_reader(layers, observations, masks)
    (here, one), (there, other) = pick_pairs(key, hidden)
    row = jnp.arange(len(odds))[:, None]
    as_it_is = odds[row, here, one] + odds[row, there, other]
    exchanged = odds[row, here, other] + odds[row, there, one]
    counts = (here != there) & (one != other)
    bits = jax.nn.softplus(exchanged - as_it_is) / np.log(2)
    return (bits * counts).sum() / jnp.maximum(counts.sum(), 1)


def pick_pairs(key: Any, hidden: Any) -> Any:
    """Pick some pairs of cards; return the place and the kind of each: first one in a hand."""
    cards = jnp.concatenate(
        [hidden[:, STOCK.start : STOCK.stop], hidden[:, HANDS.start : HANDS.stop]], 1
    )
    ends = cards.astype(jnp.int32).cumsum(1)
    in_stock, all_cards = ends[:, KINDS - 1, None], ends[:, -1, None]
    lots = jax.random.uniform(key, (2, len(cards), PAIRS))
    first = in_stock + (lots[0] * (all_cards - in_stock)).astype(jnp.int32)
    second = (lots[1] * all_cards).astype(jnp.int32)
    find: Any = jax.vmap(partial(jnp.searchsorted, side="right"))
    return tuple(jnp.divmod(find(ends, card), KINDS) for card in (first, second))
