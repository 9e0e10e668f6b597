"""Weights in memory: one block for each network, which compiled code reads by its address.

A block is half-precision numbers, as a file has them. It begins with the width and how many layers
there are between the first and the head. Then come the weights, a row for each input, and those of
the head, a row for each output; last the biases. Layers are filled up with zeros, so that every row
begins where a line of the processor's cache does.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural import network as networks
from unolab.bots.neural.network import Network
from unolab.engine.layout import number

LINE: Final = number(32)  # numbers in a line of the cache, of 64 bytes
INPUTS: Final = number(networks.INPUTS)
OUTPUTS: Final = number(networks.OUTPUTS)
HEADER: Final = LINE

_BLOCKS: Final[dict[str, Any]] = {}  # by hash; kept, because an address is good while they live


def place_weights(network: Network) -> int:
    """Lay out the weights of a network, once in a process; return where they are."""
    key = network.hash
    if key not in _BLOCKS:
        _BLOCKS.setdefault(key, lay_out(network))  # another thread may have been first: keep that
    return int(_BLOCKS[key].ctypes.data)


def lay_out(network: Network) -> Any:
    """Write a block."""
    width = _whole_lines(network.width)
    first, *between, head = network.weights
    *biases, last = network.biases
    header = np.array([width, len(between)], np.uint16).view(np.float16)
    parts = [
        _fill_up(header, 1, HEADER),
        _fill_up(first, INPUTS, width),
        *(_fill_up(weights, width, width) for weights in between),
        _fill_up(head.T, OUTPUTS, width),
        *(_fill_up(bias, 1, width) for bias in biases),
        _fill_up(last, 1, _whole_lines(OUTPUTS)),
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
