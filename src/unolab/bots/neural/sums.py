"""Where a network spends its time: adding up rows of weights.

The loops are written so that LLVM turns them into vector instructions. Where nothing is compiled
they would take a second for each decision, so NumPy does the same.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.neural.block import LINE
from unolab.engine.jit import COMPILED, inlined, jit, multiply_add, widen
from unolab.engine.layout import number

AT_ONCE: Final = number(4)  # rows that are added in one go over the sums


def add_rows_in_loops(
    block: Any, places: Any, inputs: Any, count: int, bias: int, sums: Any
) -> None:
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


def add_rows_by_numpy(
    block: Any, places: Any, inputs: Any, count: int, bias: int, sums: Any
) -> None:
    """Do the same without a loop over the numbers of a row."""
    width = len(sums)
    halves = block.view(np.float16)
    sums[:] = halves[bias : bias + width]
    for place, value in zip(places[:count], inputs[:count], strict=True):
        sums += value * halves[place : place + width]


def add_products_in_loops(values: Any, weights: Any, products: Any, start: float) -> float:
    """Return a start plus all values, each times its weight; the products are room to work in."""
    rest = number(len(values))
    for place in range(rest):
        products[place] = values[place] * widen(weights[place])
    while rest > LINE:  # the end is added to the beginning, half of the lines at a time
        half = rest // (2 * LINE) * LINE
        for place in range(half):
            products[place] += products[rest - half + place]
        rest -= half
    total = start
    for place in range(rest):
        total += products[place]
    return total


def add_products_by_numpy(values: Any, weights: Any, products: Any, start: float) -> float:
    """Do the same without loops."""
    total: float = start + values @ weights.view(np.float16).astype(np.float32)
    return total


add_rows: Final = jit(add_rows_in_loops) if COMPILED else add_rows_by_numpy
add_products: Final = jit(add_products_in_loops) if COMPILED else add_products_by_numpy
