"""Weights in memory: one block for each network, which compiled code reads by its address.

A block is half-precision numbers, as a file has them. It begins with the width, how many layers
there are between the first and the head, and the numbers of inputs and outputs. Then come the
weights, a row for each input, and those of the head, a row for each output; last the biases. Layers
are filled up with zeros, so that every row begins where a line of the processor's cache does.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.network import FeedForward
from unolab.engine.layout import number

LINE: Final = number(32)  # numbers in a line of the cache, of 64 bytes
HEADER: Final = LINE

_BLOCKS: Final[dict[str, Any]] = {}  # by hash; kept, because an address is good while they live


def place_weights(network: FeedForward) -> int:
    """Lay out the weights of a network, once in a process; return where they are."""
    key = network.hash
    if key not in _BLOCKS:
        _BLOCKS.setdefault(key, lay_out(network))  # another thread may have been first: keep that
    return int(_BLOCKS[key].ctypes.data)


def lay_out(network: FeedForward) -> Any:
    """Write a block."""
    width = _whole_lines(network.width)
    first, *between, head = network.weights
    *biases, last = network.biases
    sizes = np.array([width, len(between), network.inputs, network.outputs], np.uint16)
    parts = [
        _fill_up(sizes.view(np.float16), 1, HEADER),
        _fill_up(first, network.inputs, width),
        *(_fill_up(weights, width, width) for weights in between),
        _fill_up(head.T, network.outputs, width),
        *(_fill_up(bias, 1, width) for bias in biases),
        _fill_up(last, 1, _whole_lines(network.outputs)),
    ]
    size = sum(part.size for part in parts)
    room = np.zeros(size + LINE, np.float16)
    start = -room.ctypes.data % 64 // 2
    block = room[start : start + size]
    np.concatenate([part.ravel() for part in parts], out=block)
    return block


def _fill_up(array: Any, rows: int, width: int) -> Any:
    """Fill an array up with zeros to so many rows of this width."""
    filled = np.zeros((rows, width), np.float16)
    given = np.atleast_2d(array)
    filled[: given.shape[0], : given.shape[1]] = given
    return filled


def _whole_lines(size: int) -> int:
    return -(-size // int(LINE)) * int(LINE)
