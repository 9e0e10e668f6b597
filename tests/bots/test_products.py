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


def test_rough_scores_are_off_by_much_less_than_what_counts_as_close() -> None:
    network = load_network()
    for rules, players in (("official", 2), ("party", 4)):
        rows, masks = seen(rules, players)
        layers = products.make_layers(network)
        rough = np.asarray(products.run_roughly(layers, rows, masks))[:, :ACTIONS]
        scores, _ = network.run(rows, masks)
        most = scores.max(1, keepdims=True)
        off = np.abs(rough - scores) / (1 + np.abs(most))
        assert 0 < off[(masks != 0) & (scores > most - 1)].max() < products.CLOSE_ROUGHLY / 2


def test_the_best_action_or_none() -> None:
    rows, masks = seen("official", 2)
    scores, _ = TINY.run(rows, masks)
    sure = np.asarray(products.pick_best(scores, masks, 1e-5))
    assert (sure == scores.argmax(1)).all()
    most, second = np.sort(scores, 1)[:, :-3:-1].T
    some = np.asarray(products.pick_best(scores, masks, 0.1))
    unsure = most - second <= 0.1 * (1 + np.abs(most))
    assert unsure.any()
    assert not unsure.all()
    assert (some == np.where(unsure, products.UNSURE, scores.argmax(1))).all()


def test_what_is_chosen_is_best_and_what_is_in_doubt_is_left() -> None:
    rows, masks = seen("official", 2)
    for network in (TINY, load_network()):
        scores, _ = network.run(rows, masks)
        chosen = np.asarray(products.choose_actions(products.make_layers(network), rows, masks))
        sure = chosen != products.UNSURE
        assert sure.mean() > 0.9
        assert (chosen == scores.argmax(1))[sure].all()


def test_more_doubts_than_there_is_room_for_are_left() -> None:
    rows, masks = (np.repeat(each[:1], 64, 0) for each in seen("official", 2))
    masks[:] = 1
    shapes = [(INPUTS, 4), (4, 4), (4, OUTPUTS)]
    network = Network(  # scores hardly differ
        tuple(np.zeros(shape) for shape in shapes),
        (np.zeros(4), np.zeros(4), 0.002 * np.arange(OUTPUTS)),
    )
    chosen = np.asarray(products.choose_actions(products.make_layers(network), rows, masks))
    assert (chosen != products.UNSURE).sum() == 64 // products.ROOM
    assert set(chosen) == {products.UNSURE, ACTIONS - 1}


def test_equal_scores_and_absurd_weights_are_unsure() -> None:
    rows, masks = seen("official", 2)
    sizes = [(INPUTS, 4), (4, 4), (4, OUTPUTS)]
    for weight in (0.0, 60_000.0):
        shapes = [np.full(shape, weight) for shape in sizes]
        network = Network(tuple(shapes), tuple(np.zeros(size[1]) for size in sizes))
        chosen = products.choose_actions(products.make_layers(network), rows, masks)
        assert (np.asarray(chosen) == products.UNSURE).all()
