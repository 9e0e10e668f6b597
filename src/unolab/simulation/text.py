"""A Report for people: a table and some sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from unolab.text.show import shorten

if TYPE_CHECKING:
    from unolab.simulation.report import Comparison, Report, Standing

ALL_PAIRS: Final = 5  # of more bots only neighbours in the standings are compared
NAME_IN_SENTENCE: Final = 60  # letters of a name in a sentence
ORDINALS: Final = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))


def lines(report: Report, width: int = 100) -> Iterator[str]:
    """Write a report, line by line, for a terminal of some width."""
    yield from wrap(write_heading(report), width)
    yield ""
    yield from results(report, width)
    yield ""
    yield from places(report, width)
    yield ""
    for sentence in (*comparisons(report), *lengths(report)):
        yield from wrap(sentence, width, subsequent_indent="  ")


def write_heading(report: Report) -> str:
    """Say what was played, and how fast."""
    job = report.job
    games = f"{report.games:,} games"
    if report.interrupted:
        games = f"stopped after {report.games:,} of {job.games:,} games"
    if job.rotations > 1:
        games += f", each of {report.deals:,} deals once from every seat"
    pace = f", {report.games_per_second:,.0f} games/s" if report.seconds else ""
    return f"{report.rules}, {report.players} players, seed {report.seed}: {games}{pace}"


def results(report: Report, width: int) -> Iterator[str]:
    """Write the table of win rates and points."""
    yield from columns(
        ["", "win rate", "95 % interval", "points a game", "95 % interval"],
        [
            [
                name(standing),
                percent(standing.win_rate),
                between(standing.interval, 100),
                f"{standing.points_per_game:.2f}",
                between(standing.points_interval),
            ]
            for standing in report.standings
        ],
        width,
    )


def places(report: Report, width: int) -> Iterator[str]:
    """Write the table of win rates by place after the dealer."""
    dealer = report.players - 1
    yield from columns(
        ["% by place", *ORDINALS[:dealer], "dealer"],
        [
            [standing.bot, *("-" if isnan(x) else f"{100 * x:.1f}" for x in standing.by_place)]
            for standing in report.standings
        ],
        width,
    )


def comparisons(report: Report) -> Iterator[str]:
    """Say who beats whom."""
    standings = [standing.bot for standing in report.standings]
    for comparison in report.comparisons:
        apart = standings.index(comparison.other) - standings.index(comparison.bot)
        if apart == 1 or len(standings) <= ALL_PAIRS:
            yield verdict(comparison)
    pairs = len(report.comparisons)
    if len(standings) > ALL_PAIRS:
        yield f"Only neighbours are listed here; --json has all {pairs} pairs."
    if pairs > 1:
        yield f"With {pairs} pairs, one beats the other where p is below 0.05 / {pairs}."
    if report.job.rotations > 1 and report.variance_ratio is not None:
        yield (
            f"The duplicate deals are worth {report.variance_ratio:.1f} times as many independent "
            "games."
        )


def verdict(comparison: Comparison) -> str:
    """Say whether one bot beats another."""
    # rates are no further apart than that, whatever the formula says of a handful of games
    low, high = (f"{min(max(100 * end, -100), 100):.2f}" for end in comparison.interval)
    p = "p < 0.0001" if comparison.p < 0.0001 else f"p = {comparison.p:.2g}"
    by = f"{100 * comparison.difference:.2f} percentage points ({low} to {high}, {p})"
    one, other = (
        shorten(comparison.bot, NAME_IN_SENTENCE),
        shorten(comparison.other, NAME_IN_SENTENCE),
    )
    if comparison.significant:
        return f"{one} beats {other} by {by}."
    return f"{one} and {other} can't be told apart: {by}."


def lengths(report: Report) -> Iterator[str]:
    """Say how long the games were, what points are good for, and how many games nobody won."""
    quarter, half, most = report.quartiles
    yield (
        f"A game takes {report.mean_length:.1f} turns; a quarter is over in {quarter}, half in "
        f"{half}, three quarters in {most}."
    )
    if report.comebacks is not None:
        yield (
            f"{percent(report.comebacks, 1)} of the winners were 5 or more cards behind the leader "
            "at some time."
        )
    if report.rules.low_score_wins:
        yield "Points are bad under these rules: fewer are better."
    for end, why in (("turn_limit", "reached the turn limit"), ("stuck", "got stuck")):
        if count := report.ends[end]:
            yield f"Nobody won {count:,} games ({percent(count / report.games)}) that {why}."


def name(standing: Standing) -> str:
    """Name a bot and how many of it there are."""
    several = len(standing.entries)
    return standing.bot if several == 1 else f"{standing.bot}, each of {several}"


def percent(share: float, digits: int = 2) -> str:
    """Write a share."""
    return f"{100 * share:.{digits}f} %"


def between(interval: tuple[float, float], unit: float = 1) -> str:
    """Write an interval."""
    low, high = interval
    return f"{unit * low:.2f} to {unit * high:.2f}"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Set a table; all columns but the first are flush right.

    Where it would be too wide, the first column has lines of its own, above the others.
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    beneath = sum(widths) + 2 * len(widths[1:]) > width
    gap = 1 if beneath and sum(widths[1:]) + 2 * len(widths[1:]) > width else 2
    for first, *rest in (head, *rows):
        cells = "".join(cell.rjust(w + gap) for cell, w in zip(rest, widths[1:], strict=True))
        if beneath and first:
            yield shorten(first, width)
        yield cells if beneath else first.ljust(widths[0]) + cells
