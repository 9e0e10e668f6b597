"""A Report as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from unolab.errors import BadOption, ResourceError
from unolab.simulation.text import name

if TYPE_CHECKING:
    from unolab.simulation.report import Report
    from unolab.text.totals import Totals

PICTURE_FORMATS: Final = ("pdf", "png", "svg")
# From the palette of Okabe and Ito, which can be told apart however one sees colours
BLUE, ORANGE, GREEN, INK, PALE = "#0072B2", "#E69F00", "#009E73", "#333333", "#DDDDDD"
SHOWN_SHARE: Final = 0.995  # of all games, in the histogram of lengths
NAME_LINE: Final = 32  # the letters of a name before it is broken
NAME_LINES: Final = 4  # the lines of a name before it is cut
LEGEND_COLUMNS: Final = 4  # the columns of the legend


def check(path: str | PathLike[str]) -> None:
    """Refuse what can't be drawn, before there is anything to draw."""
    if Path(path).suffix.lower().removeprefix(".") not in PICTURE_FORMATS:
        raise BadOption(f"a picture is a .png, .svg or .pdf file, not {fspath(path)!r:.60}")
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise ResourceError(f"there is no folder {folder}")
    figure_of((1, 1))


def figure_of(size: tuple[float, float]) -> Any:
    """Make an empty picture that no window knows of."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("a picture needs Matplotlib: pip install 'unolab[plot]'") from None
    return Figure(size, layout="constrained")


def draw(report: Report, path: str | PathLike[str]) -> None:
    """Draw win rates and points with their intervals, win rates by place, and lengths."""
    check(path)
    standings = report.standings[::-1]  # the best on top
    names = [short(name(standing)) for standing in standings]
    tall = max(0.35, *(0.08 + 0.14 * lines(text) for text in names)) * len(names)
    legend = sum(0.15 * lines(text) + 0.05 for text in names) / LEGEND_COLUMNS
    figure = figure_of((11, 4.6 + tall + legend))
    figure.suptitle("\n".join(wrap(title(report), 110)), color=INK, fontsize=11)
    upper, lower = figure.subfigures(2, 1, height_ratios=[1 + tall, 3 + legend])
    wins, points = upper.subplots(1, 2, sharey=True)
    rates = [100 * s.win_rate for s in standings]
    ends = [(100 * s.interval[0], 100 * s.interval[1]) for s in standings]
    dots(wins, names, rates, ends, BLUE)
    fair = 100 * sum(report.win_rate) / report.players
    wins.axvline(fair, color=ORANGE, linestyle="--", linewidth=1, zorder=1)
    label(wins, f"win rate in % (dashed: the average, {fair:.1f})", "")
    values = [s.points_per_game for s in standings]
    dots(points, names, values, [s.points_interval for s in standings], GREEN)
    fewer = ", fewer is better" if report.rules.low_score_wins else ""
    label(points, f"points a game{fewer}", "")
    points.tick_params(axis="y", length=0)  # the names stand on the left
    places, lengths = lower.subplots(1, 2)
    by_place(places, report)
    histogram(lengths, report)
    lower.legend(loc="outside lower center", ncols=LEGEND_COLUMNS, frameon=False, fontsize=8)
    figure.savefig(fspath(path), dpi=150)


def draw_totals(totals: Totals, path: str | PathLike[str]) -> None:
    """Draw who won how often, and the points a game, of a few games that were watched."""
    check(path)
    seats = totals.order[::-1]  # the best on top
    names = [short(totals.names[seat]) for seat in seats]
    figure = figure_of((9, 1.4 + 0.4 * len(names)))
    panels = figure.subplots(1, 2, sharey=True)
    heads = ("games won in %", "points a game")
    wins = [100 * totals.wins[seat] / totals.games for seat in seats]
    points = [totals.points[seat] / totals.games for seat in seats]
    for axes, head, values, color in zip(panels, heads, (wins, points), (BLUE, GREEN), strict=True):
        axes.bar_label(axes.barh(names, values, color=color), fmt="%.1f", padding=3, size=8)
        axes.margins(x=0.15)
        label(axes, head, "")
    figure.suptitle(f"{totals.games:,} games", color=INK, fontsize=11)
    figure.savefig(fspath(path), dpi=150)


def draw_intervals(
    path: str | PathLike[str],
    title: str,
    names: Sequence[str],
    panels: Mapping[str, Sequence[tuple[float, tuple[float, float]]]],
) -> None:
    """Draw figures of the same people side by side, each with its interval; the first on top."""
    check(path)
    labels = [short(name) for name in names][::-1]
    figure = figure_of((13, 1.8 + 0.4 * len(labels)))
    figure.suptitle(title, color=INK, fontsize=11)
    axes = figure.subplots(1, len(panels), sharey=True)
    for panel, (about, rows), color in zip(
        axes, panels.items(), (BLUE, GREEN, ORANGE), strict=True
    ):
        values, ends = [value for value, _ in rows], [ends for _, ends in rows]
        dots(panel, labels, values[::-1], ends[::-1], color)
        label(panel, about, "")
    figure.savefig(fspath(path), dpi=150)


def title(report: Report) -> str:
    """Say what was played."""
    several = f", {report.deals:,} deals from every seat" if report.job.rotations > 1 else ""
    return (
        f"{report.rules}, {report.players} players, seed {report.seed}: "
        f"{report.games:,} games{several}"
    )


def short(text: str) -> str:
    """Break a long name into a few lines, after its commas where it has some."""
    broken = wrap(text.replace(",", ", ").replace("(", "( "), NAME_LINE)
    rows = [row.replace(", ", ",").replace("( ", "(") for row in broken]
    return "\n".join(
        rows
        if len(rows) <= NAME_LINES
        else [*rows[: NAME_LINES - 1], rows[NAME_LINES - 1][:-1] + "…"]
    )


def lines(text: str) -> int:
    """Count the lines of a text."""
    return text.count("\n") + 1


def dots(
    axes: Any,
    names: list[str],
    values: list[float],
    ends: list[tuple[float, float]],
    color: str,
) -> None:
    """Draw a dot with its interval and its value for every bot."""
    heights = range(len(names))
    axes.hlines(heights, [low for low, _ in ends], [high for _, high in ends], color, linewidth=3)
    axes.plot(values, heights, "o", color=color, markersize=7)
    for height, value in zip(heights, values, strict=True):
        axes.annotate(
            f"{value:.2f}", (value, height), (0, 7), textcoords="offset points", ha="center", size=8
        )
    axes.set_yticks(heights, names, size=8)
    axes.locator_params(axis="x", nbins=6)
    axes.set_ylim(-0.6, len(names) - 0.3)
    axes.margins(x=0.15)


def by_place(axes: Any, report: Report) -> None:
    """Draw how the win rate depends on the place after the dealer."""
    at = np.arange(1, report.players + 1)
    styles = ("o-", "s--", "^:", "D-.")
    colors = (BLUE, ORANGE, GREEN, "#CC79A7", "#56B4E9", "#D55E00", INK)
    for i, standing in enumerate(report.standings):
        rates = [100 * rate for rate in standing.by_place]
        axes.plot(at, rates, styles[i % 4], color=colors[i % 7], label=short(standing.bot))
    axes.set_xticks(at, [*map(str, at[:-1]), "dealer"])
    label(axes, "place after the dealer", "win rate in %")


def histogram(axes: Any, report: Report) -> None:
    """Draw how long the games are."""
    end = max(report.length(SHOWN_SHARE), 1)
    turns = np.arange(end + 1)
    axes.bar(turns, 100 * report.lengths[: end + 1] / report.games, 1.0, color=BLUE, alpha=0.75)
    half = report.length(0.5)
    axes.axvline(half, color=ORANGE, linestyle="--", linewidth=1)
    axes.annotate(
        f" half are over in {half}", (half, 1), xycoords=("data", "axes fraction"), va="top", size=8
    )
    axes.set_xlim(0, end + 1)
    label(axes, "turns", "games in %")


def label(axes: Any, x: str, y: str) -> None:
    """Name the axes and take away what distracts."""
    axes.set_xlabel(x, color=INK)
    axes.set_ylabel(y, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
