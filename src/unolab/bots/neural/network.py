"""Networks: what they are made of, and the files that their weights are kept in.

One layer spreads the inputs over its width, each further layer adds to what it gets, and a head
reads off the outputs. The network that plays takes an observation and the mask of legal actions,
both as bytes, and returns a score for every action and, for every seat ahead, how likely that seat
wins the round. The critic sees all cards besides, and says how far off those chances are. The
reader sees what the network sees, and estimates where the hidden cards are.

Weights are half-precision numbers. A short file has 8 bits for each and a scale for those of each
input; what is read from it is rounded to half-precision numbers, too.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import COLORS, FACES_HELD, HIDDEN_SIZE, SEATS, SIZE, VERSION
from unolab.bots.observation.question import ACTIONS
from unolab.errors import BadBot, ResourceError, show

Array = npt.NDArray[Any]

INPUTS: Final = SIZE + ACTIONS
OUTPUTS: Final = ACTIONS + SEATS
CRITIC_INPUTS: Final = INPUTS + HIDDEN_SIZE + SEATS  # the last are what the network thinks
READ: Final = COLORS + FACES_HELD + 2  # of a hand: colours, faces, wild and wild draw four
ILLEGAL: Final = -1e9  # the score of an action that the mask rules out
FORMAT: Final = 1
MOST_WIDTH: Final = 4096
MOST_LAYERS: Final = 16
MOST_BYTES: Final = 1 << 26  # of a file, unpacked too
MOST_SHORT: Final = 127  # of a weight of 8 bits
TINY: Final = 1e-30

BROKEN: Final = (
    zipfile.BadZipFile,
    ValueError,
    KeyError,
    EOFError,
    NotImplementedError,
    RuntimeError,  # encrypted
    zlib.error,
    MemoryError,  # an array that claims to be larger than anything
)
"""What comes of reading a file of arrays that is none."""

_WEIGHTS: Final = "weights_{}"
_SCALE: Final = "scale_{}"
_BIAS: Final = "bias_{}"
_NUMBERS: Final = "format", "layout", "hash"
TYPES: Final = np.float16, np.float16  # of weights and biases
SHORT_TYPES: Final = np.int8, np.float32, np.float16  # of weights, their scales, and biases


@dataclass(frozen=True, eq=False)
class FeedForward:
    """Layers of weights. ``weights`` have a row for each input; the last layer is the head.

    They are half-precision numbers, and rounded to such: what is measured is what is kept.
    """

    weights: tuple[Array, ...]
    biases: tuple[Array, ...]

    kind: ClassVar[str]
    inputs: ClassVar[int]
    outputs: ClassVar[int]

    def __post_init__(self) -> None:
        """Check that the layers fit together, and round them."""
        self._check_shapes(self.weights, self.biases)
        with np.errstate(over="ignore"):
            rounded = as_kept(self.weights), as_kept(self.biases)
        if not all(np.isfinite(array).all() for arrays in rounded for array in arrays):
            raise BadBot(f"a {self.kind} has weights that are not numbers, or too large")
        object.__setattr__(self, "weights", rounded[0])
        object.__setattr__(self, "biases", rounded[1])

    @classmethod
    def _check_shapes(cls, weights: Sequence[Array], biases: Sequence[Array]) -> None:
        """Check that the layers fit together."""
        shapes = [array.shape for array in weights]
        width = shapes[0][-1] if shapes and shapes[0] else 0
        middle = max(0, len(shapes) - 2)
        expected = [(cls.inputs, width), *[(width, width)] * middle, (width, cls.outputs)]
        if not 2 <= len(shapes) <= MOST_LAYERS or not 1 <= width <= MOST_WIDTH:
            raise BadBot(f"a {cls.kind} has 2 to {MOST_LAYERS} layers of at most {MOST_WIDTH}")
        if shapes != expected or [bias.shape for bias in biases] != [s[1:] for s in expected]:
            raise BadBot(
                f"the layers of a {cls.kind} do not fit together: from {cls.inputs} inputs to "
                f"{cls.outputs} outputs is expected, not {show(shapes)}"
            )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the weights at half the size."""
        halves = self._kept()
        weights = tuple(halves[_WEIGHTS.format(place)] for place in range(len(self.weights)))
        biases = tuple(halves[_BIAS.format(place)] for place in range(len(self.biases)))
        return type(self), (weights, biases)

    @property
    def width(self) -> int:
        """How many numbers there are between two layers."""
        return int(self.weights[0].shape[1])

    def run_layers(self, inputs: Array) -> Array:
        """Return the outputs for rows of inputs.

        It is what the compiled code computes, but for the order in which it adds up.
        """
        hidden = relu(inputs @ self.weights[0] + self.biases[0])
        for weights, bias in zip(self.weights[1:-1], self.biases[1:-1], strict=True):
            hidden = hidden + relu(hidden @ weights + bias)
        outputs: Array = hidden @ self.weights[-1] + self.biases[-1]
        return outputs

    @property
    def depth(self) -> int:
        """How many hidden layers there are."""
        return len(self.weights) - 1

    # ── files ─────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def hash(self) -> str:
        """What tells these weights from all others: SHA-256 of them as they are kept."""
        digest = sha256(f"unolab {self.kind} {FORMAT} {VERSION}".encode())
        for array in self._kept().values():
            digest.update(repr(array.shape).encode() + array.tobytes())
        return digest.hexdigest()

    def _kept(self) -> dict[str, Array]:
        """Return the arrays as a file has them."""
        pairs = enumerate(zip(self.weights, self.biases, strict=True))
        named = {
            name.format(place): array
            for place, both in pairs
            for name, array in zip((_WEIGHTS, _BIAS), both, strict=True)
        }
        return {name: np.ascontiguousarray(array, np.float16) for name, array in named.items()}

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the weights as half-precision numbers; what is read back is these."""
        self._write(file, self._kept())

    def save_short(self, file: str | os.PathLike[str]) -> Self:
        """Write a file of half the size, and return what will be read back.

        That has weights of 8 bits, with a scale for those of each input.
        """
        kept = {name: array for name, array in self._kept().items() if array.ndim == 1}
        for place, weights in enumerate(self.weights):
            scales = (np.abs(weights).max(1) / MOST_SHORT).astype(np.float32)
            shorter = np.rint(weights / np.maximum(scales, TINY)[:, None])
            kept[_WEIGHTS.format(place)] = shorter.astype(np.int8)
            kept[_SCALE.format(place)] = scales
        read = self._of_arrays(kept, len(self.weights))
        read._write(file, kept)
        return read

    def _write(self, file: str | os.PathLike[str], arrays: Mapping[str, Array]) -> None:
        numbers = {"format": FORMAT, "layout": VERSION, "hash": self.hash}
        whole = BytesIO()
        np.savez_compressed(whole, allow_pickle=False, **numbers, **arrays)  # type: ignore[arg-type]
        Path(file).write_bytes(whole.getvalue())

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> Self:
        """Read weights; anything but weights for this layout is refused."""
        path = Path(file)
        try:
            if path.stat().st_size > MOST_BYTES:
                raise ResourceError(f"{path} is too large for the weights of a {cls.kind}")
            arrays = read_arrays(path, MOST_BYTES)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ResourceError(f"{path} can't be read: {reason}") from None
        except BROKEN as error:
            if isinstance(error, ResourceError):
                raise
            raise ResourceError(f"{path} does not hold the weights of a {cls.kind}") from None
        return cls._of(arrays, str(path))

    @classmethod
    def _of(cls, arrays: Mapping[str, Array], file: str) -> Self:
        """Take over what a file holds."""
        is_short = _SCALE.format(0) in arrays
        parts = (_WEIGHTS, _SCALE, _BIAS) if is_short else (_WEIGHTS, _BIAS)
        layers = (len(arrays) - len(_NUMBERS)) // len(parts)
        kinds = {
            name.format(place): kind
            for place in range(layers)
            for name, kind in zip(parts, SHORT_TYPES if is_short else TYPES, strict=True)
        }
        if {*arrays} != {*kinds, *_NUMBERS}:
            raise ResourceError(f"{file} does not hold the weights of a {cls.kind}")
        form, layout = (_whole(arrays[name]) for name in _NUMBERS[:2])
        if form != FORMAT or layout != VERSION:
            raise ResourceError(
                f"{file} was trained on layout {layout} in format {form}, and this version of "
                f"unolab has layout {VERSION} in format {FORMAT}"
            )
        if any(arrays[name].dtype != kind for name, kind in kinds.items()):
            raise ResourceError(f"{file} has arrays of the wrong type")
        weights, biases = (
            [arrays[name.format(place)] for place in range(layers)] for name in (_WEIGHTS, _BIAS)
        )
        try:
            cls._check_shapes(weights, biases)  # before they are widened, which takes memory
            if is_short and any(
                arrays[_SCALE.format(place)].shape != layer.shape[:1]
                for place, layer in enumerate(weights)
            ):
                raise BadBot(f"the scales of a {cls.kind} do not fit its weights")
            network = cls._of_arrays(arrays, layers)
        except BadBot as error:
            raise ResourceError(f"{file}: {error}") from None
        if str(arrays["hash"]) != network.hash:
            raise ResourceError(f"{file} is damaged: its weights do not match their hash")
        return network

    @classmethod
    def _of_arrays(cls, arrays: Mapping[str, Array], layers: int) -> Self:
        """Put layers together."""
        weights = [arrays[_WEIGHTS.format(place)].astype(np.float32) for place in range(layers)]
        with np.errstate(all="ignore"):  # what is no number is refused
            for place, each in enumerate(weights):
                if _SCALE.format(place) in arrays:
                    each *= arrays[_SCALE.format(place)][:, None]
        biases = tuple(arrays[_BIAS.format(place)].astype(np.float32) for place in range(layers))
        return cls(tuple(weights), biases)


class Network(FeedForward):
    """A trained network that plays."""

    kind = "network"
    inputs = INPUTS
    outputs = OUTPUTS

    def run(self, observations: Any, masks: Any) -> tuple[Array, Array]:
        """Return the scores of all actions and the chance to win of every seat ahead, by row."""
        outputs = self.run_layers(join_inputs(observations, masks))
        legal = np.asarray(masks) != 0
        scores = np.where(legal, outputs[..., :ACTIONS], np.float32(ILLEGAL))
        return scores, as_chance(outputs[..., ACTIONS:])


class Critic(FeedForward):
    """What tells how likely every seat wins, for one who sees all cards: it corrects a network."""

    kind = "critic"
    inputs = CRITIC_INPUTS
    outputs = SEATS

    def run(self, network: Network, observations: Any, masks: Any, hidden: Any) -> Array:
        """Return the chance to win of every seat ahead, by row."""
        seen = join_inputs(observations, masks)
        guesses = network.run_layers(seen)[..., ACTIONS:]
        corrections = self.run_layers(np.concatenate([seen, hidden, guesses], -1, dtype=np.float32))
        return as_chance(guesses + corrections)


class Reader(FeedForward):
    """Estimates from a seat's observation where the hidden cards are.

    For every seat ahead there is a number for each colour, each face and each wild. Those of a
    card's colour and face add up to the log odds that it is in that hand and not in the stock.
    """

    kind = "reader"
    inputs = INPUTS
    outputs = (SEATS - 1) * READ


def join_inputs(observations: Any, masks: Any) -> Array:
    """Return what a network takes, as numbers."""
    return np.concatenate([observations, np.asarray(masks) != 0], -1).astype(np.float32)


def read_arrays(path: Path, most: int) -> dict[str, Array]:
    """Read the arrays of a file, if they are not too large; what is BROKEN raises any of those."""
    with zipfile.ZipFile(path) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > most:
            raise ResourceError(f"{path} is too large for the weights of a network")
    with np.load(path, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    if not all(isinstance(array, np.ndarray) for array in arrays.values()):
        raise ValueError("a member is no array")  # but bytes
    return arrays


def _whole(array: Array) -> int | None:
    """Return the whole number that an array holds, or None."""
    return int(array) if array.ndim == 0 and array.dtype.kind in "iu" else None


def relu(values: Array) -> Array:
    """Return the values that are positive, and zeros for the others."""
    return np.maximum(values, 0)


def as_chance(logits: Array) -> Array:
    """Return the probabilities that logits stand for, however large these are."""
    return np.exp(-np.logaddexp(0, -logits, dtype=logits.dtype))


def as_kept(arrays: Sequence[Array]) -> tuple[Array, ...]:
    """Round weights as a file does, so that what was measured is what is shipped."""
    return tuple(np.asarray(array, np.float16).astype(np.float32) for array in arrays)
