"""Close decisions of a network on a GPU, made again by the sums of the processor.

Products of matrices add up in another order than ``unolab.bots.neural.forward``, so the last digits
of a score differ, and where two scores are nearly equal another one may be the highest. There the
network is run once more: the same weights, in the same order, each sum rounded as it is there. So
not a single decision differs. A block of threads runs one row, a thread for every few columns.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.block import HEADER, LINE, lay_out
from unolab.bots.neural.network import INPUTS, MOST_WIDTH, Network
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.engine import gpu
from unolab.engine.gpu import cuda
from unolab.engine.layout import number

THREADS: Final = 1 if gpu.SIMULATED else 768  # in a block: one for each column of our network
# registers of a thread, so that a block fits into a multiprocessor
LIMITS: Final = {} if gpu.SIMULATED else {"max_registers": (1 << 16) // THREADS // 8 * 8}
ROWS: Final = 32  # that a block looks through for decisions to be made again
ROOM: Final = max(INPUTS, MOST_WIDTH)
TOGETHER: Final = 8  # rows of weights that are loaded at once
ZERO: Final[Any] = np.float32(0)


class Recheck:
    """A network on the device, for the decisions that are close."""

    def __init__(self, network: Network) -> None:
        """Bring the weights there, as they lie in a block."""
        block = lay_out(network)
        width, middle, _, outputs = (int(size) for size in block[:4].view(np.uint16))
        self._shape = width, middle, outputs
        self._block = gpu.to_device(block.astype(np.float32))

    def __call__(self, rows: Any, masks: Any, actions: Any, count: int, stream: Any) -> None:
        """Replace what is below zero among the first so many actions."""
        grid = -(-count // ROWS), THREADS, stream
        if count:
            decide_again[grid](self._block, *self._shape, rows, masks, actions, count)


@cuda.jit(**LIMITS)  # type: ignore[untyped-decorator]
def decide_again(
    block: Any, width: int, middle: int, outputs: int, rows: Any, masks: Any, actions: Any, end: int
) -> None:
    """Run the network again on the rows whose action is below zero."""
    values = cuda.shared.array(ROOM, np.float32)
    sums = cuda.shared.array(ROOM, np.float32)
    chosen = cuda.shared.array(ROWS, np.int32)
    first = cuda.blockIdx.x * ROWS
    for row in range(first + cuda.threadIdx.x, min(first + ROWS, end), THREADS):
        chosen[row - first] = actions[row]
    cuda.syncthreads()
    for row in range(first, min(first + ROWS, end)):
        if chosen[row - first] < 0:  # the same for all threads of the block
            run_layers(block, width, middle, outputs, rows[row], masks[row], values, sums)
            best = best_output(block, width, middle, outputs, masks[row], values, sums)
            if cuda.threadIdx.x == 0:
                actions[row] = best


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def run_layers(
    block: Any, width: int, middle: int, outputs: int, row: Any, mask: Any, values: Any, sums: Any
) -> None:
    """Run all layers but the head as ``forward.run_layers`` does; the values are the result."""
    for place in range(cuda.threadIdx.x, INPUTS, THREADS):
        values[place] = row[place] if place < SIZE else mask[place - SIZE]
    cuda.syncthreads()
    biases = HEADER + (INPUTS + middle * width + outputs) * width
    add_rows(block, HEADER, biases, INPUTS, width, values, sums)
    cuda.syncthreads()
    for place in range(cuda.threadIdx.x, width, THREADS):
        values[place] = max(sums[place], ZERO)
    cuda.syncthreads()
    for layer in range(middle):
        weights = HEADER + (INPUTS + layer * width) * width
        add_rows(block, weights, biases + (layer + 1) * width, width, width, values, sums)
        cuda.syncthreads()
        for place in range(cuda.threadIdx.x, width, THREADS):
            values[place] += max(sums[place], ZERO)
        cuda.syncthreads()


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def add_rows(
    block: Any, weights: int, bias: int, count: int, width: int, values: Any, sums: Any
) -> None:
    """Add up rows of weights, each times its value, and a bias."""
    for column in range(cuda.threadIdx.x, width, THREADS):
        total = block[bias + column]
        at = weights + column
        whole = count - count % TOGETHER
        for first in range(0, whole, TOGETHER):
            for place in range(first, first + TOGETHER):  # which the compiler unrolls
                total = cuda.fma(values[place], block[at + place * width], total)
        for place in range(whole, count):
            total = cuda.fma(values[place], block[at + place * width], total)
        sums[column] = total


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def best_output(
    block: Any, width: int, middle: int, outputs: int, mask: Any, values: Any, products: Any
) -> int:
    """Return the legal action that scores highest, as ``forward.best_output`` does."""
    head = HEADER + (INPUTS + middle * width) * width
    bias = head + (outputs + middle + 1) * width
    best = number(-1)
    most = ZERO
    for action in range(ACTIONS):
        if mask[action] != 0:
            for place in range(cuda.threadIdx.x, width, THREADS):
                products[place] = values[place] * block[head + action * width + place]
            cuda.syncthreads()
            score = add_products(products, width, block[bias + action])
            if best < 0 or score > most:
                best = number(action)
                most = score
            cuda.syncthreads()
    return best


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def add_products(products: Any, count: int, start: float) -> float:
    """Add up products as ``sums.add_products`` does: the end to the beginning, by whole lines."""
    rest = count
    while rest > LINE:
        half = rest // (2 * LINE) * LINE
        for place in range(cuda.threadIdx.x, half, THREADS):
            products[place] += products[rest - half + place]
        rest -= half
        cuda.syncthreads()
    total = start
    for place in range(rest):
        total += products[place]
    return total
