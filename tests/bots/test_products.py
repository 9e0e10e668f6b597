"""Networks as products of matrices: the scores of ``Network.run``, and which ones are close."""

import numpy as np
import pytest

from tests.bots.test_neural import TINY, make_network, views
from unolab.bots.neural.network import INPUTS, OUTPUTS, Network
from unolab.bots.observation.question import ACTIONS
from unolab.bots.strategies.neural import load_network
from unolab.envs import Decision

products = pytest.importorskip("unolab.bots.neural.products", exc_type=ImportError)


def seen(rules: str, players: int) -> tuple[np.ndarray, np.ndarray]:
    """Return observations and masks of real decisions."""
    decisions = [Decision(view) for view in views(rules, players, seed=players, every=2)]
    asked = [one for one in decisions if one.forced is None]
    return (
        np.stack([one.observation for one in asked]),
        np.stack([one.mask for one in asked]).astype(np.uint8),
    )


@pytest.mark.parametrize("network", [TINY, make_network(2, 33, 5), load_network()])
def test_scores_are_those_of_the_network(network: Network) -> None:
    rows, masks = seen("party", 4)
    outputs = np.asarray(products.run_layers(products.make_layers(network), rows, masks))
    scores, _ = network.run(rows, masks)
    legal = masks != 0
    close = 2e-6 * (1 + np.abs(scores[legal]).max())
    assert np.abs(outputs[:, :ACTIONS][legal] - scores[legal]).max() < close


def test_the_best_action_or_none() -> None:
    rows, masks = seen("official", 2)
    layers = products.make_layers(TINY)
    scores, _ = TINY.run(rows, masks)
    sure = np.asarray(products.choose_actions(layers, rows, masks, 1e-5))
    assert (sure == scores.argmax(1)).all()
    most, second = np.sort(scores, 1)[:, :-3:-1].T
    some = np.asarray(products.choose_actions(layers, rows, masks, 0.1))
    unsure = most - second <= 0.1 * (1 + np.abs(most))
    assert unsure.any()
    assert not unsure.all()
    assert (some == np.where(unsure, products.UNSURE, scores.argmax(1))).all()


def test_equal_scores_and_absurd_weights_are_unsure() -> None:
    rows, masks = seen("official", 2)
    sizes = [(INPUTS, 4), (4, 4), (4, OUTPUTS)]
    for weight in (0.0, 60_000.0):
        shapes = [np.full(shape, weight) for shape in sizes]
        network = Network(tuple(shapes), tuple(np.zeros(size[1]) for size in sizes))
        chosen = products.choose_actions(products.make_layers(network), rows, masks, 0.0)
        assert (np.asarray(chosen) == products.UNSURE).all()
