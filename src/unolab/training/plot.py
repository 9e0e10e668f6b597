"""The curve of a training run as a picture."""

from __future__ import annotations

from itertools import groupby
from os import PathLike

from unolab.simulation.plot import BLUE, GREEN, INK, ORANGE, figure_of
from unolab.training.record import Check, Record


def draw(record: Record, path: str | PathLike[str]) -> None:
    """Draw how often the network won, how sure it was, and what the critic made of it."""
    figure = figure_of((8, 7))
    wins, sure, losses = figure.subplots(3, 1, sharex=True, height_ratios=[2, 1, 1])
    checks = sorted(record.checks, key=opponent)
    for name, group in groupby(checks, opponent):
        found = list(group)
        wins.errorbar(
            [check.decisions / 1e6 for check in found],
            [100 * check.win_rate for check in found],
            [50 * (check.interval[1] - check.interval[0]) for check in found],
            label=name,
            capsize=2,
        )
    wins.set_ylabel("% won")
    if checks:
        wins.legend(frameon=False, fontsize="small")
    decisions = [point.decisions / 1e6 for point in record.points]
    sure.plot(decisions, [point.entropy for point in record.points], color=BLUE, label="entropy")
    sure.plot(
        decisions,
        [point.drawn for point in record.points],
        color=ORANGE,
        label="draws although it could play",
    )
    losses.plot(
        decisions, [point.value_loss for point in record.points], color=INK, label="loss of value"
    )
    losses.plot(
        decisions,
        [point.critic_loss for point in record.points],
        color=GREEN,
        label="of the critic, who sees all cards",
    )
    for axes in (sure, losses):
        axes.legend(frameon=False, fontsize="small")
    losses.set_xlabel("million decisions")
    figure.savefig(path, dpi=120)


def opponent(check: Check) -> str:
    """Say against whom and where a check was."""
    return f"{check.against}, {check.rules}, {check.players} players"
