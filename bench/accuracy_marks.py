"""Measure the mean accuracy of the bots by strength, as reviews say it: for the marks on the page.

python bench/accuracy_marks.py [ROUNDS] [PROCESSES]    prints it; see web/src/you/strengths.ts
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from unolab.bots import Bot
from unolab.gameloop import play
from unolab.review import Review, review

STRENGTHS = ("easy", "medium", "hard", "expert")
RULES = "official+target=0"


def rate(number: int) -> list[tuple[float, int]]:
    """Review one round with all strengths at the table; return accuracy and decisions of each."""
    bots = [Bot.parse(name) for name in STRENGTHS]
    turn = number % len(bots)
    seated = [*bots[turn:], *bots[:turn]]
    found = review(play(seated, RULES, seed=number))
    assert isinstance(found, Review)
    seats = [found.seats[(at - turn) % len(bots)] for at in range(len(bots))]
    return [(seat.accuracy or 0.0, seat.decisions) for seat in seats]


def rates(rounds: int, processes: int) -> Iterator[list[tuple[float, int]]]:
    """Review that many rounds."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(rate, range(1, rounds + 1))


def main(rounds: int = 100, processes: int = 1) -> None:
    """Print the mean of each, where a round counts as much as it had decisions."""
    reviewed = [*rates(rounds, processes)]
    for at, name in enumerate(STRENGTHS):
        own = [row[at] for row in reviewed]
        decisions = sum(count for _, count in own)
        mean = sum(accuracy * count for accuracy, count in own) / decisions
        print(f"{name:8} {mean:5.1f}  over {decisions} decisions of {rounds} rounds")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
