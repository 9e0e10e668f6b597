"""Running a network on many rows at once: as products of matrices, by JAX.

The weights are half-precision numbers, and so are bytes. Numbers between layers are split into two
such numbers. So a GPU multiplies half-precision numbers, which it does quickest, every product is
exact, and sums are kept in single precision: what comes out is as good as from products of
single-precision numbers, but for the order in which it is added up. Whoever needs the same decision
as that of ``forward``, which has another order, is told which ones are close.
"""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np

from unolab.bots.neural.network import FeedForward
from unolab.bots.observation.question import ACTIONS
from unolab.errors import ResourceError

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the games need memory, too

try:
    import jax
    import jax.numpy as jnp
except ModuleNotFoundError:
    raise ResourceError("networks on a GPU need JAX: pip install 'unolab[train]'") from None

UNSURE: Final = -1
CLOSE: Final = 1e-3  # scores that somebody else compares; sums differ by a hundredth of that
CLOSE_ROUGHLY: Final = 0.05  # scores that are compared precisely; 0.014 off at most in 20,000 rows
ROOM: Final = 16  # of so many rows, one can be in doubt
TILE: Final = 64
"""A GPU multiplies tables in tiles, and is slower if their rows begin elsewhere."""
HALF, SINGLE = jnp.float16, jnp.float32
HALF_BITS: Final = 5, 10  # of the exponent, of the fraction
MOST: Final = 65504.0  # the largest half-precision number

Layers = list[tuple[Any, Any]]
"""Weights, as half-precision numbers, and biases."""


def make_layers(network: FeedForward) -> Layers:
    """Take over a network, filled up with zeros to the sizes that a GPU multiplies best."""
    pairs = zip(network.weights, network.biases, strict=True)
    return [
        (jnp.asarray(fill_up(weights, (0, 1)), HALF), jnp.asarray(fill_up(bias, (0,)), SINGLE))
        for weights, bias in pairs
    ]


def fill_up(array: Any, axes: tuple[int, ...]) -> Any:
    """Add zeros along some axes until there are a multiple of TILE numbers."""
    return np.pad(
        array, [(0, -size % TILE if at in axes else 0) for at, size in enumerate(array.shape)]
    )


@jax.jit
def choose_actions(layers: Layers, rows: Any, masks: Any) -> Any:
    """Return the legal action that scores highest in every row, or UNSURE.

    Roughly at first. Where that leaves a doubt, which is seldom, it is done precisely; and where
    another action still scores nearly as much, or a score is no number, somebody else decides.
    """
    rough = pick_best(run_roughly(layers, rows, masks), masks, CLOSE_ROUGHLY)
    doubted = jnp.nonzero(rough == UNSURE, size=-(-len(rows) // ROOM), fill_value=0)[0]
    again = rows[doubted], masks[doubted]
    return rough.at[doubted].set(pick_best(run_layers(layers, *again), again[1], CLOSE))


def pick_best(outputs: Any, masks: Any, close: float) -> Any:
    """Return the legal action that scores highest, or UNSURE if another one is as close as that.

    ``close`` is the difference for scores of about 1.
    """
    scores = jnp.where(masks != 0, outputs[:, :ACTIONS], -jnp.inf)
    best = jnp.argmax(scores, 1)
    is_best = jnp.arange(ACTIONS) == best[:, None]
    most = scores.max(1)
    second = jnp.where(is_best, -jnp.inf, scores).max(1)
    sure = most - second > close * (1 + jnp.abs(most))
    return jnp.where(sure, best, UNSURE).astype(jnp.int32)


def run_roughly(layers: Layers, rows: Any, masks: Any) -> Any:
    """Return about what ``run_layers`` does, in half the time."""
    first, *middle, (weights, bias) = layers
    hidden = jax.nn.relu(multiply_roughly(read(rows, masks), first))
    for layer in middle:
        hidden = hidden + jax.nn.relu(multiply_roughly(hidden, layer))
    return multiply(hidden, (weights, bias))


def multiply_roughly(values: Any, layer: tuple[Any, Any]) -> Any:
    """Multiply half-precision numbers by those of a layer; the results are such numbers again."""
    weights, bias = layer
    return jax.lax.dot(values, weights, preferred_element_type=HALF) + bias.astype(HALF)


def read(rows: Any, masks: Any) -> Any:
    """Return observations and masks, all of them bytes, as half-precision numbers."""
    missing = -(rows.shape[1] + masks.shape[1]) % TILE
    nothing = jnp.zeros((len(rows), missing), HALF)
    return jnp.concatenate([rows.astype(HALF), (masks != 0).astype(HALF), nothing], 1)


def run_layers(layers: Layers, rows: Any, masks: Any) -> Any:
    """Return the outputs for rows of observations and masks."""
    first, *middle, head = layers
    hidden = jax.nn.relu(multiply(read(rows, masks), first))
    for layer in middle:
        hidden = hidden + jax.nn.relu(multiply(split(hidden), double(layer)))
    return multiply(split(hidden), double(head))


def multiply(values: Any, layer: tuple[Any, Any]) -> Any:
    """Multiply half-precision numbers by those of a layer, exactly, and add up."""
    weights, bias = layer
    return jax.lax.dot(values, weights, preferred_element_type=SINGLE) + bias


def split(values: Any) -> Any:
    """Split numbers into the nearest half-precision number and that of what is left, side by side.

    What would be too large for such a number does not occur in a network that has learned.
    """
    # a conversion there and back could be left out by the compiler, which takes it for an accident
    large = jax.lax.reduce_precision(jnp.clip(values, -MOST, MOST), *HALF_BITS)
    small = jnp.clip(values - large, -MOST, MOST)
    return jnp.concatenate([large, small], 1).astype(HALF)


def double(layer: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return a layer for inputs that were split."""
    weights, bias = layer
    return jnp.concatenate([weights, weights]), bias
