"""The network of ``unolab.bots.neural`` in JAX, where it can learn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from unolab.bots.neural.network import CRITIC_INPUTS, ILLEGAL, INPUTS, OUTPUTS, Critic, Network
from unolab.bots.observation.layout import PARTS, RULE_BYTES, SEATS
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


def _make(key: Any, sizes: list[int], head: float) -> Layers:
    """Make layers with random weights, small ones in the head."""
    made = []
    for place, (before, after) in enumerate(pairwise(sizes)):
        size = (2 / before) ** 0.5 * (head if place == len(sizes) - 2 else 1)
        weights = size * jax.random.normal(jax.random.fold_in(key, place), (before, after))
        made.append(Layer(weights, jnp.zeros(after)))
    return made


def to_layers(network: Network) -> Layers:
    """Take over a trained network."""
    first, *others = network.weights
    weights = [first / SCALE[:, None], *others]
    pairs = zip(weights, network.biases, strict=True)
    return [Layer(jnp.asarray(weights), jnp.asarray(bias)) for weights, bias in pairs]


def to_network(layers: Layers) -> Network:
    """Return what was learned as a network that plays."""
    return Network(*_scale_back(layers))


def to_critic(layers: Layers) -> Critic:
    """Return what was learned by a critic."""
    return Critic(*_scale_back(layers))


def _scale_back(layers: Layers) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return weights and biases for inputs as they are."""
    first, *others = (np.array(layer.weights, np.float32) for layer in layers)
    first[:INPUTS] *= SCALE[:, None]
    return (first, *others), tuple(np.asarray(layer.bias, np.float32) for layer in layers)


def run_layers(layers: Layers, observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the log probability of every action, and by seat ahead the logit of its win."""
    outputs = _run(layers, scale(observations, masks))
    scores = jnp.where(masks != 0, outputs[:, :ACTIONS], ILLEGAL)
    return jax.nn.log_softmax(scores), outputs[:, ACTIONS:]


def run_critic(critic: Layers, observations: Any, masks: Any, hidden: Any, wins: Any) -> Any:
    """Return, by seat ahead, the logit of its win for one who sees all cards.

    It says how far the network is off (``wins``), which is much easier to learn than all of it.
    """
    parts = scale(observations, masks), hidden.astype(jnp.float32), wins
    return wins + _run(critic, jnp.concatenate(parts, 1))


def scale(observations: Any, masks: Any) -> Any:
    """Return the inputs of a network as numbers of about the same size."""
    inputs = jnp.concatenate([observations, masks.astype(jnp.uint8)], 1)
    return inputs.astype(jnp.float32) * SCALE


def _run(layers: Layers, inputs: Any) -> Any:
    """Run all layers; those in the middle add to what they get."""
    values = jax.nn.relu(apply(layers[0], inputs))
    for layer in layers[1:-1]:
        values = values + jax.nn.relu(apply(layer, values))
    return apply(layers[-1], values)


def apply(layer: Layer, inputs: Any) -> Any:
    """Apply the weights of a layer, on a GPU in half precision."""
    if jax.default_backend() == "gpu":
        half = jnp.bfloat16
        product = jax.lax.dot(
            inputs.astype(half), layer.weights.astype(half), preferred_element_type=jnp.float32
        )
        return product + layer.bias
    return inputs @ layer.weights + layer.bias
