"""A picture of a search: how it went, and what each setting has to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from unolab.simulation.plot import BLUE, INK, ORANGE, figure_of
from unolab.studies.tune.run import Tuning, value_of, was_given_up

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from optuna.trial import FrozenTrial

Numbers = np.ndarray[tuple[int], np.dtype[np.float64]]
Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]

SLICES: Final = 12  # the parameters that seem to matter most
PANELS_ACROSS: Final = 4
PALER: Final = "#999999"


def draw(run: Tuning, path: Path | str) -> None:
    """Draw the trials of a search, and slices through them by parameter, to a file."""
    names = sort_by_effect(run)[:SLICES]
    rows = -(-len(names) // PANELS_ACROSS)
    figure = figure_of((10, 4 + 2 * rows))
    grid = figure.add_gridspec(1 + rows, PANELS_ACROSS, height_ratios=[4] + [2] * rows)
    figure.suptitle(
        f"Settings of {run.search.bot} against {', '.join(map(str, run.search.against))}\n"
        f"{run.search.rules}, {run.search.players} players",
        wrap=True,
    )
    draw_course(figure.add_subplot(grid[0, :]), run)
    for place, name in enumerate(names):
        draw_slice(
            figure.add_subplot(grid[1 + place // PANELS_ACROSS, place % PANELS_ACROSS]), run, name
        )
    figure.savefig(path, dpi=150)


def draw_course(axes: Axes, run: Tuning) -> None:
    """Draw the trials one after the other, and the best so far."""
    trials = list(run.tried.values())
    values = percent(run, trials)
    places = np.arange(1.0, len(trials) + 1)
    gone = list_pruned(trials)
    axes.axhline(0, color=INK, linewidth=0.8)
    draw_points(axes, places, values, gone)
    best = np.maximum.accumulate(np.where(gone, -np.inf, values))
    best = np.maximum(best, lowest_shown(values))
    axes.step(places, best, where="post", color=ORANGE, label="best so far")
    axes.set_xlabel("settings, in the order they were tried")
    axes.set_ylabel(f"difference from the first\n({unit(run)})")
    axes.legend(frameon=False, ncols=4, loc="lower right", bbox_to_anchor=(1, 1))  # above


def draw_slice(axes: Axes, run: Tuning, name: str) -> None:
    """Draw what the trials won by the value of one parameter."""
    trials = list(run.tried.values())
    draw_points(axes, settings_by(run, name), percent(run, trials), list_pruned(trials), size=3)
    axes.set_title(name, fontsize="small")
    axes.tick_params(labelsize="x-small")


def draw_points(axes: Axes, places: Numbers, values: Numbers, gone: Flags, size: float = 6) -> None:
    """Draw a point for every trial; those far below stand at the edge, with a mark of their own."""
    edge = lowest_shown(values)
    far = values < edge
    for which, mark, color, label, style in (
        (gone & ~far, "o", PALER, "given up early", {"mfc": "none"}),
        (~gone & ~far, "o", BLUE, "played all games", {}),
        (far, "v", PALER, "further down", {"mfc": "none", "clip_on": False}),
    ):
        if which.any():
            shown = np.maximum(values[which], edge)
            axes.plot(places[which], shown, mark, ms=size, color=color, label=label, **style)
    if far.any():
        axes.set_ylim(bottom=edge)


def lowest_shown(values: Numbers) -> float:
    """Return where the picture ends: the most hopeless tenth may lie far below."""
    low = float(np.quantile(values, 0.1))
    return low - 0.1 * (float(values.max()) - low)


def list_pruned(trials: list[FrozenTrial]) -> Flags:
    """Tell which trials were given up early."""
    return np.array([was_given_up(trial) for trial in trials], bool)


def settings_by(run: Tuning, name: str) -> Numbers:
    """Return the value of one parameter in all trials."""
    bots = [run.search.space.bot_at(trial.params) for trial in run.tried.values()]
    return np.array([bot.values()[name] for bot in bots])


def percent(run: Tuning, trials: list[FrozenTrial]) -> Numbers:
    """Return the values of trials in the unit of the picture."""
    return np.array([value_of(trial) for trial in trials]) * (100 if is_share(run) else 1)


def unit(run: Tuning) -> str:
    """Name the unit of the picture."""
    return "percentage points of win rate" if is_share(run) else "points a game"


def is_share(run: Tuning) -> bool:
    """Whether what is won is a share of the games."""
    return run.search.objective == "win"


def sort_by_effect(run: Tuning) -> list[str]:
    """Return the searched parameters, first those whose order goes best with that of the values."""
    values = rank(percent(run, list(run.tried.values())))
    strength = {}
    for name in run.search.space.names:
        settings = rank(settings_by(run, name))
        spread = settings.std() * values.std()
        together = np.mean((settings - settings.mean()) * (values - values.mean()))
        strength[name] = abs(together / spread) if spread else 0.0
    return sorted(strength, key=lambda name: -strength[name])


def rank(
    values: Numbers,
) -> Numbers:
    """Return the place of every value among all, equal ones together."""
    return np.unique(values, return_inverse=True)[1].astype(float)
