"""Running a network in compiled code: it adds up rows of weights, and only where there is an input.

Most inputs are zero, and so is more than half of what a layer hands on. The order in which numbers
are added is fixed and nothing is left to the compiler, so the number of threads changes nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural import network
from unolab.bots.neural.block import HEADER
from unolab.bots.neural.sums import add_products, add_rows
from unolab.bots.observation.layout import HIDDEN_SIZE, SIZE
from unolab.bots.observation.question import ACTIONS
from unolab.engine.jit import halves_at, inlined, jit, widen
from unolab.engine.layout import number

ZERO: Final[Any] = np.float32(0)
INPUTS: Final = number(network.INPUTS)


@jit
def find_block(address: int) -> Any:
    """Return the weights at an address."""
    header = halves_at(address, HEADER)
    middle = count_middle(header)
    rows = count_inputs(header) + middle * width_of(header) + count_outputs(header) + middle + 1
    return halves_at(address, HEADER + rows * width_of(header) + count_outputs(header))


@inlined
def width_of(block: Any) -> int:
    """Return how many numbers a layer hands on."""
    return number(block[0])


@inlined
def count_middle(block: Any) -> int:
    """Return how many layers there are between the first and the head."""
    return number(block[1])


@inlined
def count_inputs(block: Any) -> int:
    """Return how many numbers go into the first layer."""
    return number(block[2])


@inlined
def count_outputs(block: Any) -> int:
    """Return how many numbers come out of the head."""
    return number(block[3])


@inlined
def room_for_inputs(block: Any) -> int:
    """Return how much room the inputs of any layer take.

    Whatever is zero is written, too, and then written over: to guess what comes takes longer. So
    there is room for one more.
    """
    return max(count_inputs(block), width_of(block)) + 1


@inlined
def add_seen(row: Any, mask: Any, width: int, inputs: Any, places: Any) -> int:
    """List what is not zero in an observation and the legal actions; return how many there are."""
    count = number(0)
    for place in range(SIZE):
        inputs[count] = row[place]
        places[count] = HEADER + place * width
        count += number(row[place] != 0)
    for action in range(ACTIONS):
        inputs[count] = mask[action]
        places[count] = HEADER + (SIZE + action) * width
        count += number(mask[action] != 0)
    return count


@jit
def run_layers(block: Any, row: Any, mask: Any, hidden: Any) -> None:
    """Run all layers but the head on an observation and the legal actions."""
    inputs = np.empty(room_for_inputs(block), np.float32)
    places = np.empty(room_for_inputs(block), np.int64)
    count = add_seen(row, mask, width_of(block), inputs, places)
    run_inputs(block, inputs, places, count, hidden)


@jit
def run_critic(block: Any, row: Any, mask: Any, secret: Any, wins: Any, hidden: Any) -> None:
    """Run all layers of a critic but the head; ``secret`` is what no player sees."""
    width = width_of(block)
    inputs = np.empty(room_for_inputs(block), np.float32)
    places = np.empty(room_for_inputs(block), np.int64)
    count = add_seen(row, mask, width, inputs, places)
    for place in range(HIDDEN_SIZE):
        inputs[count] = secret[place]
        places[count] = HEADER + (INPUTS + place) * width
        count += number(secret[place] != 0)
    for seat in range(len(wins)):
        inputs[count] = wins[seat]
        places[count] = HEADER + (INPUTS + HIDDEN_SIZE + seat) * width
        count += 1
    run_inputs(block, inputs, places, count, hidden)


@jit
def run_inputs(block: Any, inputs: Any, places: Any, count: int, hidden: Any) -> None:
    """Run all layers but the head on some inputs, given with the places of their weights."""
    width = width_of(block)
    middle = count_middle(block)
    first_rows = count_inputs(block)
    biases = HEADER + (first_rows + middle * width + count_outputs(block)) * width
    sums = np.empty(width, np.float32)
    add_rows(block, places, inputs, count, biases, sums)
    for place in range(width):
        hidden[place] = sums[place] if sums[place] > 0 else ZERO
    for layer in range(middle):
        first = HEADER + (first_rows + layer * width) * width
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
    middle = count_middle(block)
    before = count_inputs(block) + middle * width
    head = HEADER + (before + output) * width
    bias = HEADER + (before + count_outputs(block) + middle + 1) * width + output
    return add_products(hidden, block[head : head + width], products, widen(block[bias]))


@jit
def best_action(block: Any, row: Any, mask: Any) -> int:
    """Return the legal action with the highest score, the first of equals."""
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    return best_output(block, hidden, mask, products)


@jit
def best_output(block: Any, hidden: Any, mask: Any, products: Any) -> int:
    """Return the legal action with the highest score, when all layers but the head have run."""
    best = number(-1)
    most = ZERO
    for action in range(ACTIONS):
        if mask[action] != 0:
            score = read_output(block, hidden, action, products)
            if best < 0 or score > most:
                best = number(action)
                most = score
    return best


@jit
def run_all(address: int, row: Any, mask: Any, outputs: Any) -> None:
    """Write all outputs of the head: the score of every action, and what every seat's chance is."""
    block = find_block(address)
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    for output in range(len(outputs)):
        outputs[output] = read_output(block, hidden, output, products)
