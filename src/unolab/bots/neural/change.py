"""Changes: what a network has learned beyond another one, in a small file.

A training that begins with a network moves its weights in few directions. So the difference of a
layer is kept as a product of two narrow tables, which takes a tenth of the room.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.bots.neural.network import BROKEN, Network, read_arrays
from unolab.errors import BadBot, ResourceError

Array = npt.NDArray[Any]

MOST_BYTES: Final = 1 << 24
_LEFT, _RIGHT, _BIAS = "left_{}", "right_{}", "bias_{}"
_NAMES: Final = "base", "hash"


@dataclass(frozen=True, eq=False)
class Change:
    """What is added to every layer: the product of ``lefts`` and ``rights``, and ``biases``."""

    lefts: tuple[Array, ...]
    rights: tuple[Array, ...]
    biases: tuple[Array, ...]

    def __post_init__(self) -> None:
        """Round the tables as a file does."""
        for name in ("lefts", "rights", "biases"):
            with np.errstate(over="ignore"):
                halves = tuple(np.asarray(array, np.float16) for array in getattr(self, name))
            if not all(np.isfinite(array).all() for array in halves):
                raise BadBot("a change has weights that are not numbers, or too large")
            object.__setattr__(self, name, halves)

    def apply(self, network: Network) -> Network:
        """Return a network with this change."""
        return Network(
            tuple(
                weights + multiply(left, right)
                for weights, left, right in zip(
                    network.weights, self.lefts, self.rights, strict=True
                )
            ),
            tuple(old + new for old, new in zip(network.biases, self.biases, strict=True)),
        )

    def save(self, file: str | os.PathLike[str], network: Network) -> None:
        """Write the change of a network."""
        layers = enumerate(zip(self.lefts, self.rights, self.biases, strict=True))
        tables = {
            name.format(place): array
            for place, arrays in layers
            for name, array in zip((_LEFT, _RIGHT, _BIAS), arrays, strict=True)
        }
        hashes = {"base": network.hash, "hash": self.apply(network).hash}
        whole = BytesIO()
        np.savez_compressed(whole, allow_pickle=False, **hashes, **tables)
        Path(file).write_bytes(whole.getvalue())


def load_changed(file: str | os.PathLike[str], network: Network) -> Network:
    """Return a network with the change in a file, which was made for it and no other."""
    path = Path(file)
    try:
        arrays = read_arrays(path, MOST_BYTES)
        change = _read(arrays)
        if str(arrays["base"]) != network.hash:
            raise ResourceError(f"{path} is the change of another network")
        changed = change.apply(network)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ResourceError(f"{path} can't be read: {reason}") from None
    except (*BROKEN, BadBot) as error:
        if isinstance(error, ResourceError):
            raise
        raise ResourceError(f"{path} does not hold the change of a network") from None
    if str(arrays["hash"]) != changed.hash:
        raise ResourceError(f"{path} is damaged: what comes of it does not match its hash")
    return changed


def _read(arrays: Mapping[str, Array]) -> Change:
    """Take over what a file holds."""
    layers = range((len(arrays) - len(_NAMES)) // 3)
    kinds = [[arrays[name.format(n)] for n in layers] for name in (_LEFT, _RIGHT, _BIAS)]
    return Change(*map(tuple, kinds))


def multiply(left: Array, right: Array) -> Array:
    """Multiply two narrow tables of half-precision numbers.

    They are added up one after the other, so that all machines get the same weights.
    """
    total = np.zeros((len(left), right.shape[1]))
    for column, row in zip(left.T.astype(np.float64), right.astype(np.float64), strict=True):
        total += column[:, None] * row
    return total
