"""The figures of docs/strength.md: python docs/strength_figures.py [--games 200000] [--bot neural]

Every line is one simulation on duplicate deals, as ``unolab simulate --duplicate`` plays it.
"""

from __future__ import annotations

import argparse

from unolab import simulate
from unolab.bots import Bot
from unolab.bots.neural.network import Network
from unolab.bots.observation.layout import PARTS
from unolab.bots.own import play_network
from unolab.errors import UnolabError
from unolab.rules import PRESETS, Rules
from unolab.simulation import parts_of, run
from unolab.simulation.job import Job
from unolab.simulation.report import Report

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
    return write_row(report, f"`{other}`")


def measure_matches(bot: str, players: int, matches: int) -> str:
    """Play a network in matches to 500 against itself when it does not hear the score."""
    network = Bot.load(bot).network
    assert network is not None
    deaf = Bot("deaf", strategy=play_network(ignore_totals(network)))
    bots = Bot.load(bot), *[deaf] * (players - 1)
    games = matches // players * players
    job = Job(bots, Rules.of("official"), SEED, games, players, matches=True)
    return write_row(run(job, parts_of([job], None, "cpu")), "itself, not told the score")


def ignore_totals(network: Network) -> Network:
    """Return a network to which every match stands at nothing for all."""
    first = network.weights[0].copy()
    first[PARTS["totals"].start : PARTS["totals"].stop] = 0
    return Network((first, *network.weights[1:]), network.biases)


def write_row(report: Report, against: str) -> str:
    """Return a row of a table."""
    own = next(standing for standing in report.standings if 0 in standing.entries)
    low, high = own.interval
    undecided = 1 - report.ends["won"] / report.games
    rules, players = report.job.rules, len(report.job.bots)
    return (
        f"| {rules} | {players} | {against} | {100 * own.win_rate:.2f} ± {50 * (high - low):.2f} "
        f"| {100 / players:.1f} | {100 * undecided:.3f} | {report.games:,} |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="neural")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--against", help="only this opponent, official, 2 and 4 players")
    parser.add_argument("--presets", action="store_true", help="every preset, 2 to 10 players")
    parser.add_argument("--matches", action="store_true", help="matches to 500, with the score")
    options = parser.parse_args()
    tables = list(MAIN)
    if options.against:
        tables = [("official", players, options.against) for players in (2, 4)]
    elif options.presets:
        tables = [(name, players, "mixbot2") for name in PRESETS for players in range(2, 11)]
    print("| rules | players | against | won, % | equal | undecided, % | games |")
    print("|---|--:|---|--:|--:|--:|--:|")
    if options.matches:
        for players in (2, 4):
            print(measure_matches(options.bot, players, options.games), flush=True)
        return
    for rules, players, other in tables:
        try:
            row = measure(options.bot, other, rules, players, options.games)
        except UnolabError as error:  # not all presets are for all tables
            row = f"<!-- {rules}, {players} players: {error} -->"
        print(row, flush=True)


if __name__ == "__main__":
    main()
