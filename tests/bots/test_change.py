"""Changes of networks: applied exactly, kept in a file, and refused where they do not belong."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.bots.test_neural import TINY
from unolab import ResourceError
from unolab.bots.neural.change import Change, load_changed, multiply
from unolab.bots.neural.network import Network

RANK = 3
SIZES = [TINY.inputs, *[TINY.width] * TINY.depth, TINY.outputs]


def make_change(seed: int = 1, scale: float = 0.1) -> Change:
    rng = np.random.default_rng(seed)
    pairs = [*pairwise(SIZES)]
    return Change(
        tuple(rng.normal(0, scale, (before, RANK)) for before, _ in pairs),
        tuple(rng.normal(0, scale, (RANK, after)) for _, after in pairs),
        tuple(rng.normal(0, scale, after) for _, after in pairs),
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    make_change().save(tmp_path / "change.npz", TINY)
    return tmp_path / "change.npz"


def test_products_are_added() -> None:
    change = make_change()
    changed = change.apply(TINY)
    for place, weights in enumerate(changed.weights):
        product = change.lefts[place].astype(float) @ change.rights[place].astype(float)
        assert multiply(change.lefts[place], change.rights[place]) == pytest.approx(product)
        assert weights == pytest.approx(TINY.weights[place] + product, rel=1e-3, abs=1e-4)
        bias = TINY.biases[place] + change.biases[place]
        assert changed.biases[place] == pytest.approx(bias, rel=1e-3, abs=1e-4)


def test_a_file_has_what_was_saved(saved: Path) -> None:
    changed = load_changed(saved, TINY)
    assert changed.hash == make_change().apply(TINY).hash != TINY.hash


def test_the_change_of_another_network_is_refused(saved: Path) -> None:
    other = make_change(2).apply(TINY)
    with pytest.raises(ResourceError, match="is the change of another network"):
        load_changed(saved, other)


def rewrite(file: Path, **arrays: object) -> None:
    with np.load(file) as archive:
        kept = {name: archive[name] for name in archive.files}
    np.savez(file, **{k: v for k, v in (kept | arrays).items() if v is not None})


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"bias_0": np.ones(TINY.width, np.float16)}, "is damaged"),
        ({"hash": "0" * 64}, "is damaged"),
        ({"base": None}, "does not hold the change of a network"),
        ({"left_1": None}, "does not hold the change of a network"),
        ({"left_1": np.zeros((4, 2), np.float16)}, "does not hold the change of a network"),
        ({"right_0": np.full((RANK, TINY.width), np.inf)}, "does not hold the change of a network"),
    ],
)
def test_a_wrong_file_is_refused(arrays: dict[str, object], sentence: str, saved: Path) -> None:
    rewrite(saved, **arrays)
    with pytest.raises(ResourceError, match=sentence):
        load_changed(saved, TINY)


def test_what_is_no_change_is_refused(tmp_path: Path) -> None:
    TINY.save(tmp_path / "network.npz")
    (tmp_path / "text.npz").write_text("text")
    for name in ("network.npz", "text.npz"):
        with pytest.raises(ResourceError, match="does not hold the change of a network"):
            load_changed(tmp_path / name, TINY)
    with pytest.raises(ResourceError, match="can't be read"):
        load_changed(tmp_path / "nothing.npz", TINY)


def test_networks_of_another_shape_are_not_changed() -> None:
    wide = Network(
        tuple(np.zeros(shape, np.float32) for shape in pairwise([TINY.inputs, 9, 9, TINY.outputs])),
        tuple(np.zeros(size, np.float32) for size in (9, 9, TINY.outputs)),
    )
    with pytest.raises(ValueError, match="broadcast"):
        make_change().apply(wide)
