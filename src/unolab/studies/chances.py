"""The chances of a reviewed round as a picture: who was how likely to win, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any, Final

import numpy as np

from unolab.review.parts import Review
from unolab.simulation.plot import BLUE, GREEN, INK, ORANGE, check, figure_of, label, short
from unolab.text.review import find_best, find_luck, find_slip

COLORS: Final = (BLUE, ORANGE, GREEN, "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")


def draw(review: Review, names: Sequence[str], path: str | PathLike[str]) -> None:
    """Draw everyone's chance as steps on top of each other, with the key moments marked."""
    check(path)
    figure = figure_of((10, 4.8))
    axes = figure.subplots()
    chances = 100 * np.array(review.chances)
    moves = np.arange(len(chances))
    axes.stackplot(
        moves,
        chances.T,
        step="post",
        labels=[short(name) for name in names],
        colors=[COLORS[seat % len(COLORS)] for seat in range(len(names))],
        alpha=0.8,
    )
    whole = float(chances[0].sum())
    mark_moments(axes, review, whole)
    axes.set_xlim(0, len(moves) - 1)
    axes.set_ylim(0, 1.08 * whole)
    label(axes, "moves", "chance to win in %")
    figure.suptitle(f"deal {review.game.deal}", color=INK, fontsize=11)
    figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=8)
    figure.savefig(fspath(path), dpi=150)


def mark_moments(axes: Any, review: Review, whole: float) -> None:
    """Mark the best move, the largest slip and the largest turn of luck."""
    moments = {
        "best": find_best(review.decisions),
        "slip": find_slip(review.decisions),
        "luck": find_luck(review.chance_events, None),
    }
    for word, moment in moments.items():
        if moment is not None:
            axes.axvline(moment.at + 1, color=INK, linestyle="--", linewidth=1)
            axes.annotate(f"{word} ", (moment.at + 1, 1.02 * whole), ha="right", size=8, color=INK)
