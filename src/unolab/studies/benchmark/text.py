"""A Result for people: a sentence, the rates against everyone, and what else is to be known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Final

from unolab.simulation.statistics import Estimate
from unolab.simulation.text import columns
from unolab.studies.benchmark.check import Checked
from unolab.studies.benchmark.plan import RULE_SETS, SIZES
from unolab.studies.benchmark.pool import ANCHOR, POOL, POOL_VERSION
from unolab.studies.benchmark.result import Result
from unolab.studies.benchmark.score import Average
from unolab.text.show import end_sentence

DASH: Final = "\N{EN DASH}"  # where there is no figure
FEW_DEALS: Final = 30  # at every table: with fewer, the intervals promise too much
TIME_UNITS: Final = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))


def lines(result: Result, width: int = 100) -> Iterator[str]:
    """Write a result, line by line, for a terminal of some width."""
    yield from wrap(write_heading(result), width)
    yield ""
    yield from wrap(write_rating(result), width)
    sizes = [size for size in SIZES if result.average(players=[size])]
    for title, labels, find in (
        ("1 vs n-1, %", POOL, lambda name, size: rate(result, name, size, alone=True)),
        ("n-1 vs 1, %", POOL, lambda name, size: rate(result, name, size)),
        ("fair shares", RULE_SETS, lambda name, size: shares(result, name, size)),
    ):
        rows = list(write_rows(labels, sizes, find))
        if rows:
            yield ""
            heads = [title, *(f"{size} players" for size in sizes)]
            yield from (line.rstrip() for line in columns(heads, rows, width))
    yield ""
    for sentence in write_remarks(result):
        yield from wrap(sentence, width, subsequent_indent="  ")


def write_heading(result: Result) -> str:
    """Say what was played."""
    deals = sorted({score.deals for score in result.scores.values()})
    count = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    stopped = "" if result.complete else f" (of {result.deals_wanted:,})"
    return (
        f"{result.player.name} against pool {POOL_VERSION}, seed {result.seed}: "
        f"{len(result.scores)} tables, {count}{stopped} deals at each, every deal once from every "
        f"seat; {result.games:,} games"
    )


def write_rating(result: Result) -> str:
    """Write the rating and what it means."""
    everywhere = result.average()
    assert everywhere is not None
    return (
        f"Rating {write_estimate(result.rating, 0)}, where {ANCHOR} has 1000; "
        f"{write_estimate(everywhere.fair_shares, 3)} fair shares."
    )


def write_rows(
    labels: object, sizes: list[int], find: Callable[[str, int], str | None]
) -> Iterator[list[str]]:
    """Write a row for everything that there are figures about."""
    for label in labels:  # type: ignore[attr-defined]
        cells = [find(label, size) for size in sizes]
        if any(cells):
            yield [f"  {label.replace('_', ' ')}", *(cell or DASH for cell in cells)]


def rate(result: Result, opponent: str, size: int, alone: bool = False) -> str | None:
    """Write the win rate against an opponent at tables of a size."""
    average = result.average(opponent=opponent, players=[size], alone=alone)
    return None if average is None else write_rate(average)


def shares(result: Result, rules: str, size: int) -> str | None:
    """Write how many fair shares were won by some rules at tables of a size."""
    average = result.average(rules=[rules], players=[size], alone=True)
    return None if average is None else write_estimate(average.fair_shares, 2)


def write_rate(average: Average) -> str:
    """Write a rate in percent with half the width of its interval."""
    low, high = average.win_rate_interval
    return f"{100 * average.win_rate:.1f} ± {50 * (high - low):.1f}"


def write_estimate(estimate: Estimate, digits: int) -> str:
    """Write a number with the margin of its interval."""
    return f"{estimate.value:.{digits}f} ± {estimate.margin:.{digits}f}"


def write_time(seconds: float) -> str:
    """Write a time in the unit that fits."""
    unit, size = next((one for one in TIME_UNITS if seconds >= one[1]), TIME_UNITS[-1])
    return f"{seconds / size:.3g} {unit}"


def write_remarks(result: Result) -> Iterator[str]:
    """Say what a rate does not tell."""
    yield (
        f"{result.undecided:,} games undecided, {result.turns_per_game:.1f} turns a game, "
        f"{write_time(result.seconds_per_move)} a move."
    )
    if result.times_fewer is not None:
        yield (
            "The luck of the cards drawn is taken out: with it, as sure a result would take "
            f"{result.times_fewer:.1f} times as many games."
        )
    if result.faults:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(result.faults.items()))
        yield f"Faults: {kinds}."
    yield from (end_sentence(f"The first {fault}") for fault in result.first_faults)
    if result.disqualified:
        yield f"{result.player.name} did wrong too often: the benchmark ended there."
    if min(score.deals for score in result.scores.values()) < FEW_DEALS:
        yield f"With fewer than {FEW_DEALS} deals at a table the intervals promise too much."
    if not result.covers_all:
        yield "Not all tables were played: this is no result for the league."


def write_checked(checked: Checked) -> str:
    """Say what was played again."""
    fresh = (
        f", and {checked.fresh_deals:,} deals from scratch"
        if checked.fresh_deals
        else "; the player's own moves are taken from the file"
    )
    return f"Checked: {checked.games:,} games were replayed{fresh}, and all agree."
