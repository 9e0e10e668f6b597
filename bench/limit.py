"""The engine and its bots against the speed limit: random bots in hand-written C, side by side.

    python bench/limit.py [--json]

Both run in turns, many short parts each, and the best part of each counts: other programs on the
machine can only make a part slower.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from unolab.studies.bench import LINE_UPS, games_per_second, title

SOURCE = Path(__file__).with_name("limit.c")


def limit(program: Path, players: int, games: int = 40_000) -> float:
    """Run the C program once and return its games per second."""
    output = subprocess.check_output([program, str(players), str(games)], text=True)
    return float(output.split()[0])


def compare(program: Path, bots: Sequence[str], rounds: int = 20) -> dict[str, float]:
    """Let both run in turns and return the best of each."""
    ours = theirs = 0.0
    for _ in range(rounds):
        ours = max(ours, games_per_second(bots, seconds=0.2))
        theirs = max(theirs, *(limit(program, len(bots)) for _ in range(4)))
    return {"unolab": round(ours), "limit": round(theirs), "ratio": round(ours / theirs, 3)}


def main() -> None:
    """Compile the limit and print both speeds."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
        figures = {title(bots): compare(program, bots) for bots in LINE_UPS}
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    width = max(map(len, figures))
    for name, row in figures.items():
        print(
            f"{name:{width}} {row['unolab']:>9,.0f} games/s, "
            f"in C {row['limit']:>9,.0f}: {row['ratio']:.2f} of it"
        )


if __name__ == "__main__":
    main()
