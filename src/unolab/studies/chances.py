"""The chances of a reviewed round as a picture: who was how likely to win, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any, Final

import numpy as np

from unolab.review.moments import find_three
from unolab.review.parts import Review
from unolab.simulation.plot import BLUE, GREEN, INK, ORANGE, check, figure_of, label, short
from unolab.text.review import sum_up

COLORS: Final = (BLUE, ORANGE, GREEN, "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")


def draw(review: Review, names: Sequence[str], seat: int, path: str | PathLike[str]) -> None:
    """Draw everyone's chance as steps on each other, a seat's lowest, with its moments marked."""
    check(path)
    figure = figure_of((10, 4.8))
    axes = figure.subplots()
    order = [*range(seat, len(names)), *range(seat)]
    chances = 100 * np.array(review.chances)[:, order]
    moves = np.arange(len(chances))
    axes.stackplot(
        moves,
        chances.T,
        step="post",
        labels=[short(names[one]) for one in order],
        colors=[COLORS[one % len(COLORS)] for one in order],
        alpha=0.8,
    )
    whole = float(chances[0].sum())
    axes.plot(moves, chances[:, 0], drawstyle="steps-post", color=INK, linewidth=1.5)
    axes.axhline(whole / len(names), color=INK, linestyle=":", linewidth=1)
    mark_moments(axes, review, seat, whole)
    axes.set_xlim(0, len(moves) - 1)
    axes.set_ylim(0, 1.12 * whole)
    axes.set_yticks([0, whole / 4, whole / 2, 3 * whole / 4, whole])
    label(axes, "moves (dotted: a fair share)", "chance to win in %")
    title = f"{sum_up(review, names, seat)}\ndeal {review.game.deal}"
    figure.suptitle(title, color=INK, fontsize=11)
    figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=8)
    figure.savefig(fspath(path), dpi=150)


def mark_moments(axes: Any, review: Review, seat: int, whole: float) -> None:
    """Mark the best move of a seat, its largest slip or closest call, and the most luck."""
    for moment in find_three(review, seat):
        at = moment.at + 1
        left = at > len(review.chances) / 2
        axes.axvline(at, ymax=1 / 1.12, color=INK, linestyle="--", linewidth=1)
        height = {"best": 1.02, "luck": 1.07}.get(moment.kind, 1.02) * whole
        place = "right" if left else "left"
        axes.annotate(f" {moment.kind} ", (at, height), ha=place, size=8, color=INK)
