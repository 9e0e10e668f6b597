"""Where the time goes when networks play on a GPU.

    python bench/lockstep.py [BOT ...] [--games 2000000] [--boards 262144] [--rows 32768]

It plays the same games twice: once as fast as they can be played, and once in one lane, waiting for
the device after every part, to see what each takes. Then it says how many decisions the processor's
sums made again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import jax

from unolab.engine.gpu import cuda
from unolab.simulation import lockstep
from unolab.simulation.gpu import player_of
from unolab.simulation.job import job_of

PARTS = {"_play_on": "games", "_answer": "network", "_decide_again": "close decisions"}


def time_parts(lane: Any, seconds: Counter[str], decisions: list[int], unsure: list[int]) -> None:
    """Let every part of a step be followed by a look at the clock."""

    def timed(name: str, part: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            start = perf_counter()
            result = part(*given)
            cuda.synchronize()
            seconds[PARTS[name]] += perf_counter() - start
            if name == "_play_on":
                decisions.append(int(result.sum()))
            if name == "_answer" and len(decisions) % 16 == 0:
                actions = [a.copy_to_host() for a in lane._actions]
                counts = given[0].tolist()
                unsure.append(sum((a[:n] < 0).sum() for a, n in zip(actions, counts, strict=True)))
            return result

        return run

    for name in PARTS:
        setattr(lane, name, timed(name, getattr(lane, name)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bots", nargs="*", default=["neural", "neural"])
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--boards", type=int, default=lockstep.BOARDS)
    parser.add_argument("--rows", type=int, default=lockstep.ROWS)
    given = parser.parse_args()
    lockstep.BOARDS, lockstep.ROWS = given.boards, given.rows
    job = job_of(given.bots, given.games, seed=1)
    start = perf_counter()
    play = player_of(job)
    print(f"{jax.devices()[0]}, compiled in {perf_counter() - start:.1f} s", flush=True)
    start = perf_counter()
    play(0, given.games)
    took = perf_counter() - start
    print(f"{given.games:,} games in {took:.2f} s: {given.games / took:,.0f} games/s", flush=True)
    seconds: Counter[str] = Counter()
    decisions: list[int] = []
    unsure: list[int] = []
    lockstep.LANES = 1
    alone = player_of(job)
    time_parts(alone._table.__self__._lanes[0], seconds, decisions, unsure)
    alone(0, given.games)
    made, looked = sum(decisions), sum(decisions[15::16])
    print(f"{made:,} decisions in {len(decisions)} steps, the last with {decisions[-50::7]}")
    for name, took in seconds.items():
        print(f"{name}: {took:.2f} s, {made / took:,.0f} decisions/s")
    print(f"made again: {100 * sum(unsure) / max(1, looked):.3f} % of {looked:,} decisions")


if __name__ == "__main__":
    main()
