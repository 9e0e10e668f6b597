"""Running a network in compiled code: it adds up rows of weights, and only where there is an input.

Most inputs are zero, and so is more than half of what a layer hands on. The order in which numbers
are added is fixed and every step is rounded alike, so a network decides the same on every machine.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.block import HEADER, INPUTS, LINE, OUTPUTS
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.engine.jit import halves_at, inlined, jit, multiply_add, widen
from unolab.engine.layout import number

AT_ONCE: Final = number(4)  # rows that are added in one go over the sums
ZERO: Final = np.float32(0)


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
def add_rows(block: Any, places: Any, inputs: Any, count: int, bias: int, sums: Any) -> None:
    """Add up the rows of weights that begin at these places, each times its input, and a bias."""
    width = len(sums)
    start = block[bias : bias + width]
    for place in range(width):
        sums[place] = widen(start[place])
    done = number(0)
    while done + AT_ONCE <= count:
        a = block[places[done] : places[done] + width]
        b = block[places[done + 1] : places[done + 1] + width]
        c = block[places[done + 2] : places[done + 2] + width]
        d = block[places[done + 3] : places[done + 3] + width]
        p = inputs[done]
        q = inputs[done + 1]
        r = inputs[done + 2]
        s = inputs[done + 3]
        for place in range(width):
            total = multiply_add(p, widen(a[place]), sums[place])
            total = multiply_add(q, widen(b[place]), total)
            total = multiply_add(r, widen(c[place]), total)
            sums[place] = multiply_add(s, widen(d[place]), total)
        done += AT_ONCE
    while done < count:
        add_row(block[places[done] : places[done] + width], inputs[done], sums)
        done += 1


@inlined
def add_row(weights: Any, value: float, sums: Any) -> None:
    """Add one row of weights, times its input."""
    for place in range(len(sums)):
        sums[place] = multiply_add(value, widen(weights[place]), sums[place])


@jit
def read_output(block: Any, hidden: Any, output: int, products: Any) -> float:
    """Return one output of the head."""
    width = len(hidden)
    middle = number(block[1])
    head = HEADER + (INPUTS + middle * width + output) * width
    weights = block[head : head + width]
    for place in range(width):
        products[place] = hidden[place] * widen(weights[place])
    rest = width
    while rest > LINE:  # fold them, an odd line at the end first
        half = rest // 2 // LINE * LINE
        for place in range(half):
            products[place] += products[rest - half + place]
        rest -= half
    bias = HEADER + (INPUTS + middle * width + OUTPUTS + middle + 1) * width + output
    total = widen(block[bias])
    for place in range(rest):
        total += products[place]
    return total


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
