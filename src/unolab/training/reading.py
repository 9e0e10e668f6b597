"""Learning to read hands: where the cards may be that a player does not see.

A network, which stays as it is, plays against itself or others. At every decision the reader looks
at what the player sees. Then two cards that lie in different places are picked, one of them in a
hand, and it is asked whether they lie as they do or the other way round. Whoever can tell that of
any two cards can deal all of them as they are likely to lie (``unolab.bots.search.worlds``).
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
from unolab.training.model import (
    Layers,
    make_critic,
    make_reader,
    run_reader,
    to_layers,
    to_reader,
)
from unolab.training.ppo import ADAM, cut, make_learner
from unolab.training.run import make_rollouts, play_all, replace_file
from unolab.training.settings import Settings

READER: Final = "reader.npz"
PAIRS: Final = 16  # of cards, at every decision
HANDS, STOCK = HIDDEN_PARTS["hands"], HIDDEN_PARTS["stock"]
RECENT: Final = 0.99
"""How much of its mean loss is kept at every update."""


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
        """Bits that are missing to tell how two cards lie, of one that knows nothing."""

    def advance(self, done: float) -> None:
        """Play a rollout and learn from it; ``done`` is how far the training has got, 0 to 1."""
        self._rollouts_done += 1
        *keys, order = jax.random.split(
            jax.random.fold_in(self._key, self._rollouts_done), len(self._rollouts) + 1
        )
        play_all(self._rollouts, self._player, keys)
        stories = [rollout.story() for rollout in self._rollouts]
        seen = [(s.seen.observations[:-1], s.seen.masks[:-1], s.hidden[:-1]) for s in stories]
        whole = [
            jnp.concatenate([array.reshape(-1, array.shape[-1]) for array in kind])
            for kind in zip(*seen, strict=True)
        ]
        rate = self._settings.rate.at(done)
        for place, parts in enumerate(cut(len(whole[0]), self._settings, order)):
            for rows in parts:
                key = jax.random.fold_in(order, place)
                shown = [array[rows] for array in whole]
                self._layers, self._moments, loss = study(
                    self._layers, self._moments, rate, key, *shown
                )
                self.loss = RECENT * self.loss + (1 - RECENT) * float(loss)
        self.decisions += len(whole[0])

    def save(self, folder: Path) -> None:
        """Write what was learned."""

        def write(file: Path) -> None:
            self.hash = self.reader.save_short(file).hash

        replace_file(folder / READER, write)

    def to_dict(self) -> dict[str, Any]:
        """Return what came of it, for JSON."""
        return {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "loss": self.loss,
            "settings": asdict(self._settings),
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


@jax.jit
def study(
    layers: Layers, moments: Any, rate: float, key: Any, observations: Any, masks: Any, hidden: Any
) -> tuple[Layers, Any, Any]:
    """Do one step of Adam."""
    loss, gradient = jax.value_and_grad(find_loss)(layers, key, observations, masks, hidden)
    steps, moments = ADAM.update(gradient, moments)
    moved = jax.tree.map(lambda weight, step: weight - rate * step, layers, steps)
    return moved, moments, loss


def find_loss(layers: Layers, key: Any, observations: Any, masks: Any, hidden: Any) -> Any:
    """Return the bits that are missing to tell how two cards lie."""
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
