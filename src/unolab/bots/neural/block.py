"""Weights in memory: one block for each network, which compiled code reads by its address.

A block is half-precision numbers, as a file has them. It begins with the width and how many layers
there are between the first and the head. Then come the weights, a row for each input, and those of
the head, a row for each output; last the biases. Rows are filled up with zeros, so that every one
of them begins where a line of the processor's cache does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from unolab.bots.observation.layout import SEATS, SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.engine.layout import number

if TYPE_CHECKING:
    from unolab.bots.neural.network import Network

LINE: Final = number(32)  # numbers in a line of the cache, of 64 bytes
INPUTS: Final = number(SIZE + ACTIONS)
OUTPUTS: Final = number(ACTIONS + SEATS)
HEADER: Final = LINE

_BLOCKS: Final[dict[str, Any]] = {}  # by hash; kept, because an address is good while they live


def place_weights(network: Network) -> int:
    """Lay out the weights of a network, once in a process; return where they are."""
    key = network.hash
    if key not in _BLOCKS:
        _BLOCKS[key] = lay_out(network)
    return int(_BLOCKS[key].ctypes.data)


def lay_out(network: Network) -> Any:
    """Write a block."""
    width = _whole_lines(network.width)
    *first, head = network.weights
    *biases, last = network.biases
    parts = [np.array([width, len(first) - 1], np.uint16).view(np.float16)]
    parts += [_fill_rows(array, width) for array in (*first, head.T, *biases, last)]
    parts[0] = _fill_rows(parts[0], HEADER)
    size = sum(part.size for part in parts)
    room = np.zeros(size + LINE, np.float16)
    start = -room.ctypes.data % 64 // 2
    block = room[start : start + size]
    np.concatenate([part.ravel() for part in parts], out=block)
    return block


def _fill_rows(array: Any, width: int) -> Any:
    """Fill rows up with zeros."""
    rows = np.atleast_2d(array)
    filled = np.zeros((rows.shape[0], max(width, _whole_lines(rows.shape[1]))), np.float16)
    filled[:, : rows.shape[1]] = rows
    return filled


def _whole_lines(size: int) -> int:
    return -(-size // int(LINE)) * int(LINE)
