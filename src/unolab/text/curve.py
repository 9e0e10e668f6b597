"""The curve of a review: everyone's chance to win as bands in block characters.

The seat that it is about is the lowest band, in its full colour; without colours it is the only
one that is seen. A chance jumps at a move and stays until the next, so the bands have steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from unolab.text.style import BOLD, DIM, concat, paint

if TYPE_CHECKING:
    from rich.text import Text

SEAT_COLORS: Final = ("#ffd9a8", "#ff9fd0", "#b49bff", "#7fe0da")
"""The page's colours of seats, from the lowest band upwards."""
FADED_COLORS: Final = ("#7e7366", "#7e5878", "#5c568e", "#44767d")
"""The same, as the page shows the others: with much of the table in it."""
BLOCKS: Final = " ▁▂▃▄▅▆▇█"
LABELS: Final = 6
"""Columns before the curve."""


def column_of(step: int, steps: int, width: int) -> int:
    """Return where a step is among the columns of the curve: 0 is the deal."""
    return min(width - 1, step * width // max(1, steps))


def step_of(column: int, steps: int, width: int) -> int:
    """Return the step that a column shows."""
    return max(0, min(steps - 1, ((column + 1) * steps - 1) // max(1, width)))


def draw_curve(
    chances: Sequence[Sequence[float]], seat: int, width: int, height: int, colored: bool = False
) -> list[Text]:
    """Draw the bands, the top line first.

    Where colours are sure to be seen, the bands of the others have edges as fine as one's own.
    """
    whole = sum(chances[0])
    wide = width - LABELS
    players = len(chances[0])
    order = [(seat + place) % players for place in range(players)]
    columns = []
    for column in range(wide):
        row = chances[step_of(column, len(chances), wide)]
        edges, edge = [], 0.0
        for one in order:
            edge += row[one]
            edges.append(round(8 * height * edge / whole))
        columns.append([*edges[:-1], 8 * height])
    fair = min(height - 1, int(height / players))
    labels = {height - 1: "100 %", fair: f"{100 * whole / players:.0f} %", 0: "0 %"}
    lines = []
    for y in range(height - 1, -1, -1):
        line = paint(f"{labels.get(y, ''):>{LABELS - 1}} ", DIM)
        for edges in columns:
            line.append(*_draw_cell(edges, y, colored))
        lines.append(line)
    return lines


def _draw_cell(edges: Sequence[int], row: int, colored: bool) -> tuple[str, str]:
    """Return the character of a cell and its style: at most two bands are seen in one."""
    low = 8 * row
    lower, upper = _band_at(edges, low), _band_at(edges, low + 7)
    if lower != 0 and not (colored and lower != upper):
        return " ", f"on {_color(_band_at(edges, low + 4))}"
    if lower == upper:
        return BLOCKS[8], _color(0)
    return BLOCKS[edges[lower] - low], f"{_color(lower)} on {_color(upper)}"


def _band_at(edges: Sequence[int], level: int) -> int:
    return next(band for band, edge in enumerate(edges) if level < edge)


def _color(band: int) -> str:
    colors = SEAT_COLORS if band == 0 else FADED_COLORS
    return colors[band % len(colors)]


def draw_marks(marks: Mapping[int, str], steps: int, width: int, chosen: int | None = None) -> Text:
    """Draw the line under the curve: a mark at some steps, and where one stands."""
    wide = width - LABELS
    cells = [" "] * wide
    for step, mark in marks.items():
        cells[column_of(step, steps, wide)] = mark
    line = paint(" " * LABELS)
    at = -1 if chosen is None else column_of(chosen, steps, wide)
    for column, cell in enumerate(cells):
        line.append(*(("▲", BOLD) if column == at else (cell, "")))
    return line


def name_bands(names: Sequence[str], seat: int) -> Text:
    """Name the bands, the lowest first."""
    players = len(names)
    parts: list[str | Text] = [" " * LABELS]
    for band in range(players):
        parts += [paint("█", _color(band)), f" {names[(seat + band) % players]}  "]
    return concat(*parts)
