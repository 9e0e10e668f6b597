"""Finding changes: how near a narrow one comes to what a training did."""

import numpy as np
import pytest

pytest.importorskip("jax")
pytestmark = pytest.mark.slow

from tests.bots.test_neural import TINY  # noqa: E402
from unolab.bots.neural.network import Network  # noqa: E402
from unolab.errors import BadOption  # noqa: E402
from unolab.training.change import find_change  # noqa: E402
from unolab.training.model import SCALE  # noqa: E402


def disturb(network: Network, rank: int, seed: int = 0) -> Network:
    """Change a network in a few directions."""
    rng = np.random.default_rng(seed)
    changed = []
    for place, weights in enumerate(network.weights):
        rows, columns = weights.shape
        added = rng.normal(0, 0.3, (rows, rank)) @ rng.normal(0, 0.3, (rank, columns))
        changed.append(weights + (added * SCALE[:, None] if place == 0 else added))
    return Network(tuple(changed), tuple(bias + 0.25 for bias in network.biases))


def distance(one: Network, other: Network) -> float:
    return sum(float(np.abs(a - b).max()) for a, b in zip(one.weights, other.weights, strict=True))


def test_a_change_in_few_directions_is_found() -> None:
    after = disturb(TINY, 2)
    found = find_change(TINY, after, 2).apply(TINY)
    assert distance(found, after) < 0.02
    for one, other in zip(found.biases, after.biases, strict=True):
        assert one == pytest.approx(other, abs=1e-3)


def test_a_wider_change_comes_nearer() -> None:
    after = disturb(TINY, 6)
    distances = [distance(find_change(TINY, after, rank).apply(TINY), after) for rank in (1, 3, 6)]
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] < 0.1 * distances[0]


def test_networks_have_to_be_alike() -> None:
    wide = Network(
        tuple(np.zeros((a, b), np.float32) for a, b in ((TINY.inputs, 9), (9, TINY.outputs))),
        tuple(np.zeros(size, np.float32) for size in (9, TINY.outputs)),
    )
    with pytest.raises(BadOption, match="the same width and depth"):
        find_change(TINY, wide, 1)
