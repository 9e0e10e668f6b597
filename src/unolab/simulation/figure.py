"""Figure: one number that was measured on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any, Final

from unolab.simulation.machine import provenance
from unolab.simulation.plot import BLUE, check, figure_of, label
from unolab.text.csvtable import to_csv

COUNT: Final = "count"
"""The unit of what is only counted."""


@dataclass(frozen=True)
class Figure:
    """A measured number: ``id`` names it for programs, ``about`` for people."""

    id: str
    value: float
    unit: str
    about: str

    @property
    def title(self) -> str:
        """The name and the unit, for people."""
        return self.about if self.unit == COUNT else f"{self.about}, {self.unit}"

    def __str__(self) -> str:
        return f"{self.value:,.0f}" if self.value >= 1_000 else f"{self.value:,.3g}"


@dataclass(frozen=True)
class Figures:
    """What a benchmark has measured."""

    figures: tuple[Figure, ...]
    complete: bool = True

    def to_list(self) -> list[dict[str, Any]]:
        """Write them for a program: each stands for itself."""
        where = {"complete": self.complete, **provenance()}
        return [{**vars(figure), **where} for figure in self.figures]

    def to_csv(self) -> str:
        """Write a line for every figure, with a line of headings."""
        return to_csv([dict(vars(figure)) for figure in self.figures])

    def lines(self) -> Iterable[str]:
        """Write a table."""
        width = max(len(figure.title) for figure in self.figures)
        return (f"{figure.title:{width}}  {figure!s:>12}" for figure in self.figures)

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw a panel of bars for every unit."""
        check(path)
        units = list(dict.fromkeys(f.unit for f in self.figures if f.unit != COUNT))
        groups = [[f for f in self.figures[::-1] if f.unit == unit] for unit in units]
        sizes = [len(group) + 1 for group in groups]
        picture = figure_of((9, 0.6 + 0.4 * sum(sizes)))
        panels = picture.subplots(len(units), 1, height_ratios=sizes, squeeze=False)[:, 0]
        for panel, unit, group in zip(panels, units, groups, strict=True):
            bars = panel.barh([f.about for f in group], [f.value for f in group], color=BLUE)
            panel.bar_label(bars, [str(f) for f in group], padding=3, size=8)
            panel.tick_params(axis="y", labelsize=8)
            panel.margins(x=0.15)
            label(panel, unit, "")
        picture.savefig(path, dpi=150)
