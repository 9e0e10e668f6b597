"""The league table of docs/benchmark.md: python docs/league.py RESULT.json ... [--calibrate]

The results are files of ``unolab benchmark --output``. ``--calibrate`` prints the ratings of the
members of the pool instead, for pool.py, from the results of all of them. The member ``expert`` is
measured with ``unolab benchmark "expert(worlds=32,decisions=4,players=2)" --name expert``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from unolab.studies.benchmark.calibration import calibrate
from unolab.studies.benchmark.file import read_file
from unolab.studies.benchmark.pool import POOL
from unolab.studies.benchmark.result import Result
from unolab.studies.benchmark.text import rate, write_estimate, write_time

HEADS = (
    "player", "rating", "fair shares", "2 players, mixbot2", "4 players, mixbot2",
    "2 players, neural", "undecided", "turns", "a move",
)  # fmt: skip
SHOWN = ("mixbot2", 2), ("mixbot2", 4), ("neural", 2)


def write_row(result: Result) -> str:
    """Write the line of a player."""
    everywhere = result.average()
    assert everywhere is not None
    cells = [
        f"`{result.player.name}`",
        write_estimate(result.rating, 0),
        write_estimate(everywhere.fair_shares, 3),
        *(rate(result, name, size, alone=True) or "" for name, size in SHOWN),
        f"{result.undecided} of {result.games:,}",
        f"{result.turns_per_game:.0f}",
        write_time(result.seconds_per_move),
    ]
    return f"| {' | '.join(cells)} |"


def write_table(results: Iterable[Result]) -> Iterable[str]:
    """Write all lines, the best player first."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"|---|{'--:|' * (len(HEADS) - 1)}"
    yield from map(write_row, sorted(results, key=lambda one: -one.rating.value))


def main() -> None:
    """Print the table or the ratings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="RESULT.json")
    parser.add_argument("--calibrate", action="store_true", help="the ratings of the pool")
    options = parser.parse_args()
    results = [read_file(file) for file in options.files]
    if options.calibrate:
        members = [result for result in results if result.player.name in POOL]
        for name, rating in calibrate(members).items():
            print(f"{name:10} {rating:7.1f}")
    else:
        print("\n".join(write_table(results)))


if __name__ == "__main__":
    main()
