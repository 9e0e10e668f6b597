"""A Result as a picture, drawn by Matplotlib; the report in the browser has its own."""

from __future__ import annotations

from os import PathLike, fspath

from unolab.simulation.plot import BLUE, GREEN, INK, ORANGE, check, dots, figure_of, label, short
from unolab.tournament.report.text import heading
from unolab.tournament.result import Result


def draw(result: Result, path: str | PathLike[str]) -> None:
    """Draw win rates, points and ratings with their intervals, the best on top."""
    check(path)
    rows = [row for row in result.standings if row.games][::-1]
    names = [short(row.name) for row in rows]
    figure = figure_of((13, 1.8 + 0.4 * len(names)))
    figure.suptitle(heading(result), color=INK, fontsize=11)
    wins, points, ratings = figure.subplots(1, 3, sharey=True)
    rates = [100 * row.win_rate for row in rows]
    ends = [(100 * row.win_interval[0], 100 * row.win_interval[1]) for row in rows]
    dots(wins, names, rates, ends, BLUE)
    label(wins, "win rate in %", "")
    averages = [row.points_per_game for row in rows]
    dots(points, names, averages, [row.points_interval for row in rows], GREEN)
    label(points, "points a game", "")
    strengths = [row.rating for row in rows]
    dots(ratings, names, strengths, [row.rating_interval for row in rows], ORANGE)
    label(ratings, "rating", "")
    figure.savefig(fspath(path), dpi=150)
