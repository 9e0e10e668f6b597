"""Finding the change that comes nearest to what a training has done to a network."""

from __future__ import annotations

import numpy as np

from unolab.bots.neural.change import Change
from unolab.bots.neural.network import Network
from unolab.errors import BadOption
from unolab.training.model import SCALE


def find_change(before: Network, after: Network, rank: int) -> Change:
    """Return the change of a rank that comes nearest to that from one network to another."""
    if [array.shape for array in before.weights] != [array.shape for array in after.weights]:
        raise BadOption("a change is between networks of the same width and depth")
    lefts, rights = [], []
    for place, (old, new) in enumerate(zip(before.weights, after.weights, strict=True)):
        # what counts is the sums that come of it: large inputs have small weights
        scale = SCALE[:, None] if place == 0 else np.ones((len(old), 1))
        left, sizes, right = np.linalg.svd((new - old) / scale, full_matrices=False)
        root = np.sqrt(sizes[:rank])
        lefts.append(left[:, :rank] * root * scale)
        rights.append(root[:, None] * right[:rank])
    biases = [new - old for old, new in zip(before.biases, after.biases, strict=True)]
    return Change(tuple(lefts), tuple(rights), tuple(biases))
