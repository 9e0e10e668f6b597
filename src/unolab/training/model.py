"""The network of ``unolab.bots.neural`` in JAX, where it can learn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from unolab.bots.neural.network import (
    CRITIC_INPUTS,
    ILLEGAL,
    INPUTS,
    OUTPUTS,
    READ,
    Critic,
    FeedForward,
    Network,
    Reader,
)
from unolab.bots.observation.layout import COLORS, FACES_HELD, PARTS, RULE_BYTES, SEATS
from unolab.bots.observation.question import ACTIONS
from unolab.rules import OPTIONS


def _scale_inputs() -> Any:
    """Return what each input is multiplied by, so that none is much larger than the others."""
    scale = np.ones(INPUTS, np.float32)
    for name in ("due", "stock", "discarded", "turns", "counts", "totals"):
        scale[PARTS[name].start : PARTS[name].stop] = 1 / 16
    for place, (name, value) in enumerate(RULE_BYTES):
        if value == "number" and OPTIONS[name].kind is int:
            scale[PARTS["rules"].start + place] = 1 / 8
    return scale


SCALE: Final = _scale_inputs()


class Layer(NamedTuple):
    """The weights of a layer, with a row for each input."""

    weights: Any
    bias: Any


Layers = list[Layer]


def make_layers(key: Any, width: int, depth: int) -> Layers:
    """Make a network that knows nothing: all actions are alike to it."""
    return _make(key, [INPUTS, *[width] * depth, OUTPUTS], 0.1)


def make_critic(key: Any, width: int, depth: int) -> Layers:
    """Make a critic that agrees with the network in everything."""
    return _make(key, [CRITIC_INPUTS, *[width] * depth, SEATS], 0.01)


def make_reader(key: Any, width: int, depth: int) -> Layers:
    """Make an untrained reader."""
    return _make(key, [INPUTS, *[width] * depth, (SEATS - 1) * READ], 0.01)


def _make(key: Any, sizes: list[int], head: float) -> Layers:
    """Make layers with random weights, small ones in the head."""
    made = []
    for place, (before, after) in enumerate(pairwise(sizes)):
        size = (2 / before) ** 0.5 * (head if place == len(sizes) - 2 else 1)
        weights = size * jax.random.normal(jax.random.fold_in(key, place), (before, after))
        made.append(Layer(weights, jnp.zeros(after)))
    return made


def to_layers(network: FeedForward) -> Layers:
    """Take over a trained network."""
    first = network.weights[0].copy()
    first[:INPUTS] /= SCALE[:, None]
    pairs = zip((first, *network.weights[1:]), network.biases, strict=True)
    return [Layer(jnp.asarray(weights), jnp.asarray(bias)) for weights, bias in pairs]


def to_network(layers: Layers) -> Network:
    """Return what was learned as a network that plays."""
    return Network(*_scale_back(layers))


def to_critic(layers: Layers) -> Critic:
    """Return what was learned by a critic."""
    return Critic(*_scale_back(layers))


def to_reader(layers: Layers) -> Reader:
    """Return what was learned by a reader."""
    return Reader(*_scale_back(layers))


def _scale_back(layers: Layers) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return weights and biases for inputs as they are."""
    first, *others = (np.array(layer.weights, np.float32) for layer in layers)
    first[:INPUTS] *= SCALE[:, None]
    return (first, *others), tuple(np.asarray(layer.bias, np.float32) for layer in layers)


def run_layers(layers: Layers, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the log probability of every action, and by seat ahead the logit of its win."""
    outputs = _run(layers, [scale(observations, masks)])
    scores = jnp.where(masks != 0, outputs[:, :ACTIONS], ILLEGAL)
    return jax.nn.log_softmax(scores), outputs[:, ACTIONS:]


def run_critic(critic: Layers, observations: Any, masks: Any, hidden: Any, wins: Any) -> Any:
    """Return, by seat ahead, the logit of its win for one who sees all cards.

    It says how far the network is off (``wins``), which is much easier to learn than all of it.
    """
    return wins + _run(critic, [scale(observations, masks), hidden, wins])


def run_reader(layers: Layers, observations: Any, masks: Any) -> Any:
    """Return, by place and kind of card, the log odds against the stock, which is place 0."""
    read = _run(layers, [scale(observations, masks)]).reshape(-1, SEATS - 1, READ)
    colors, faces, wilds = jnp.split(read, [COLORS, COLORS + FACES_HELD], -1)
    colored = (colors[..., None] + faces[..., None, :]).reshape(len(read), SEATS - 1, -1)
    hands = jnp.concatenate([colored, wilds], -1)
    return jnp.concatenate([jnp.zeros_like(hands[:, :1]), hands], 1)


def is_on_gpu() -> bool:
    """Whether JAX computes on a GPU."""
    return bool(jax.default_backend() == "gpu")


def precision() -> Any:
    """Return the kind of numbers to compute with: a GPU is much faster with half the bits."""
    return jnp.bfloat16 if is_on_gpu() else jnp.float32


def scale(observations: Any, masks: Any) -> Any:
    """Return the inputs of a network as numbers of about the same size."""
    inputs = jnp.concatenate([observations, masks.astype(jnp.uint8)], 1)
    return inputs.astype(precision()) * SCALE.astype(precision())


def _run(layers: Layers, inputs: list[Any]) -> Any:
    """Run all layers; those in the middle add to what they get."""
    first = sum(
        apply(part, rows)
        for part, rows in zip(_split(layers[0].weights, inputs), inputs, strict=True)
    )
    values = jax.nn.relu(add_bias(first, layers[0].bias))
    for layer in layers[1:-1]:
        added = add_bias(apply(layer.weights, values), layer.bias)
        values = values + jax.nn.relu(added)
    head = layers[-1]
    scores = apply_head(fill_up(head.weights, 1), values)
    return scores[:, : head.weights.shape[1]] + head.bias


def _split(weights: Any, inputs: list[Any]) -> Any:
    """Cut the rows of the first weights as the inputs are: they need not be put together."""
    ends = np.cumsum([rows.shape[1] for rows in inputs])
    return jnp.split(weights, ends[:-1])


def apply(weights: Any, inputs: Any) -> Any:
    """Multiply in the precision of this machine."""
    short = precision()
    return jax.lax.dot(
        fill_up(inputs.astype(short), 1), fill_up(weights.astype(short), 0),
        preferred_element_type=short,
    )  # fmt: skip


@jax.custom_vjp
def add_bias(values: Any, bias: Any) -> Any:
    """Add a bias to every row."""
    return values + bias.astype(values.dtype)


def _add_bias(values: Any, bias: Any) -> Any:
    return add_bias(values, bias), None


def _pull_back_bias(_: None, gradient: Any) -> tuple[Any, Any]:
    return gradient, sum_rows(gradient)


add_bias.defvjp(_add_bias, _pull_back_bias)


def sum_rows(table: Any) -> Any:
    """Add up the rows of a table: on a GPU as a product, which is quicker than a sum."""
    if not is_on_gpu():
        return table.sum(0, dtype=jnp.float32)
    ones = jnp.ones((8, len(table)), table.dtype)  # as many rows as it multiplies at once
    return jax.lax.dot(ones, table, preferred_element_type=jnp.float32)[0]


def fill_up(table: Any, axis: int) -> Any:
    """Add zeros until there are a multiple of eight rows or columns, as a GPU multiplies best."""
    missing = -table.shape[axis] % 8
    if not missing or not is_on_gpu():
        return table
    return jnp.pad(table, [(0, missing if axis == each else 0) for each in range(table.ndim)])


@jax.custom_vjp
def apply_head(weights: Any, inputs: Any) -> Any:
    """Multiply with a precise result: small differences between scores decide what is played.

    The gradient need not be precise, and multiplies as quickly as the rest.
    """
    short = precision()
    return jax.lax.dot(
        inputs.astype(short), weights.astype(short), preferred_element_type=jnp.float32
    )


def _apply_head(weights: Any, inputs: Any) -> Any:
    return apply_head(weights, inputs), (weights, inputs)


def _pull_back_head(known: tuple[Any, Any], gradient: Any) -> tuple[Any, Any]:
    weights, inputs = known
    short = precision()
    gradient, brief = gradient.astype(short), weights.astype(short)
    by_weights = jax.lax.dot(inputs.astype(short).T, gradient, preferred_element_type=weights.dtype)
    return by_weights, jax.lax.dot(gradient, brief.T, preferred_element_type=inputs.dtype)


apply_head.defvjp(_apply_head, _pull_back_head)
