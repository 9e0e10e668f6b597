"""Running a network in compiled code: it adds up rows of weights, and only where there is an input.

Most inputs are zero, and so is more than half of what a layer hands on. The order in which numbers
are added is fixed and nothing is left to the compiler, so the number of threads changes nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.block import HEADER, INPUTS, OUTPUTS
from unolab.bots.neural.sums import add_products, add_rows
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.engine.jit import halves_at, inlined, jit, widen
from unolab.engine.layout import number

ZERO: Final[Any] = np.float32(0)


@jit
def find_block(address: int) -> Any:
    """Return the weights at an address."""
    header = halves_at(address, HEADER)
    width = number(header[0])
    middle = number(header[1])
    rows = INPUTS + middle * width + OUTPUTS + middle + 1
    return halves_at(address, HEADER + rows * width + OUTPUTS)


@jit
def run_layers(block: Any, row: Any, mask: Any, hidden: Any) -> None:
    """Run all layers but the head on an observation and the legal actions."""
    width = number(block[0])
    middle = number(block[1])
    biases = HEADER + (INPUTS + middle * width + OUTPUTS) * width
    sums = np.empty(width, np.float32)
    inputs = np.empty(max(INPUTS, width) + 1, np.float32)
    places = np.empty(max(INPUTS, width) + 1, np.int64)
    # whatever is zero is written, too, and then written over: to guess what comes takes longer
    count = number(0)
    for place in range(SIZE):
        inputs[count] = row[place]
        places[count] = HEADER + place * width
        count += number(row[place] != 0)
    for action in range(ACTIONS):
        inputs[count] = mask[action]
        places[count] = HEADER + (SIZE + action) * width
        count += number(mask[action] != 0)
    add_rows(block, places, inputs, count, biases, sums)
    for place in range(width):
        hidden[place] = sums[place] if sums[place] > 0 else ZERO
    for layer in range(middle):
        first = HEADER + (INPUTS + layer * width) * width
        count = number(0)
        for place in range(width):
            inputs[count] = hidden[place]
            places[count] = first + place * width
            count += number(hidden[place] > 0)
        add_rows(block, places, inputs, count, biases + (layer + 1) * width, sums)
        for place in range(width):
            hidden[place] += sums[place] if sums[place] > 0 else ZERO


@jit
def read_output(block: Any, hidden: Any, output: int, products: Any) -> float:
    """Return one output of the head."""
    width = len(hidden)
    middle = number(block[1])
    head = HEADER + (INPUTS + middle * width + output) * width
    bias = HEADER + (INPUTS + middle * width + OUTPUTS + middle + 1) * width + output
    return add_products(hidden, block[head : head + width], products, widen(block[bias]))


@jit
def best_action(block: Any, row: Any, mask: Any) -> int:
    """Return the legal action with the highest score, the first of equals."""
    hidden = np.empty(len_hidden(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    best = number(-1)
    most = ZERO
    for action in range(ACTIONS):
        if mask[action] != 0:
            score = read_output(block, hidden, action, products)
            if best < 0 or score > most:
                best = number(action)
                most = score
    return best


@inlined
def len_hidden(block: Any) -> int:
    """Return how many numbers a layer hands on."""
    return number(block[0])


@jit
def run_all(address: int, row: Any, mask: Any, outputs: Any) -> None:
    """Write all outputs of the head: the score of every action, and what every seat's chance is."""
    block = find_block(address)
    hidden = np.empty(len_hidden(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    for output in range(OUTPUTS):
        outputs[output] = read_output(block, hidden, output, products)
