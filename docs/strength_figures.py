"""The figures of docs/strength.md: python docs/strength_figures.py [--games 200000] [--bot neural]

Every line is one simulation on duplicate deals, as ``unolab simulate --duplicate`` plays it.
"""

from __future__ import annotations

import argparse

from unolab import simulate
from unolab.errors import UnolabError
from unolab.rules import PRESETS

MAIN = (
    ("official", 2, "mixbot2"),
    ("official", 2, "mixbot2(judge=1)"),
    ("official", 2, "random"),
    ("official", 4, "mixbot2"),
    ("official", 4, "mixbot2(judge=1)"),
    ("unoai", 2, "mixbot2"),
    ("unoai", 2, "random"),
)
SEED = 7_000_000  # deals that no training and no check has seen


def measure(bot: str, other: str, rules: str, players: int, games: int) -> str:
    """Play a bot alone against others; return a row of a table."""
    report = simulate([bot, *[other] * (players - 1)], games, rules, SEED, duplicate=True)
    own = next(standing for standing in report.standings if 0 in standing.entries)
    low, high = own.interval
    undecided = 1 - report.ends["won"] / report.games
    return (
        f"| {rules} | {players} | `{other}` | {100 * own.win_rate:.2f} ± {50 * (high - low):.2f} "
        f"| {100 / players:.1f} | {100 * undecided:.3f} | {report.games:,} |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="neural")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--against", help="only this opponent, official, 2 and 4 players")
    parser.add_argument("--presets", action="store_true", help="every preset, 2 to 10 players")
    options = parser.parse_args()
    tables = list(MAIN)
    if options.against:
        tables = [("official", players, options.against) for players in (2, 4)]
    elif options.presets:
        tables = [(name, players, "mixbot2") for name in PRESETS for players in range(2, 11)]
    print("| rules | players | against | won, % | equal | undecided, % | games |")
    print("|---|--:|---|--:|--:|--:|--:|")
    for rules, players, other in tables:
        try:
            row = measure(options.bot, other, rules, players, options.games)
        except UnolabError as error:  # not all presets are for all tables
            row = f"<!-- {rules}, {players} players: {error} -->"
        print(row, flush=True)


if __name__ == "__main__":
    main()
