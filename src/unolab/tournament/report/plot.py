"""Pictures of a Result as SVG, in the colours of the page around them (templates/report.html).

They are drawn by hand for a reason: docs/adr/0025-a-report-draws-svg.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isnan, log10
from typing import Final

from markupsafe import Markup

from unolab.simulation.plot import SHOWN_SHARE
from unolab.simulation.statistics import Floats, Ints

PLOT_WIDTH: Final = 420  # a phone's: there a letter is as large as drawn, elsewhere larger
ROW: Final = 24
LETTER: Final = 7.4  # how wide one is, in a wide font
LABEL: Final = 160  # the room for names, at most
MOST_WITH_FIGURES: Final = 12  # players; of more a matrix has colours only


@dataclass(frozen=True)
class IntervalRow:
    """A name, a value with its interval, and how it is written."""

    name: str
    value: float
    low: float
    high: float
    text: str
    pale: bool = False


def draw_dots(
    rows: Sequence[IntervalRow], axis: str, middle: float | None = None, log: bool = False
) -> Markup:
    """Draw a dot with its interval for everyone; ``middle`` is marked with a line."""
    left, right = (
        measure_texts(row.name for row in rows),
        PLOT_WIDTH - measure_texts(row.text for row in rows),
    )
    scale = Scale.of([end for row in rows for end in (row.low, row.high)], left, right, log)
    below = 8 + ROW * len(rows)
    drawn = [*scale.grid(below)]
    if middle is not None:
        drawn.append(draw_line(scale(middle), 4, scale(middle), below, "middle"))
    for at, row in enumerate(rows):
        y = 8 + ROW * (at + 0.5)
        drawn += group_shapes(
            row,
            write_text(left - 8, y + 4, row.name, "end"),
            draw_line(scale(row.low), y, scale(row.high), y, "reach"),
            fill_in('<circle cx="{:.1f}" cy="{:.1f}" r="5"/>', scale(row.value), y),
            write_text(PLOT_WIDTH - 2, y + 4, row.text, "end number"),
        )
    drawn.append(write_text((left + right) / 2, below + 34, axis, "middle axis"))
    return draw_picture(PLOT_WIDTH, below + 40, axis, drawn)


def draw_bars(rows: Sequence[IntervalRow], axis: str) -> Markup:
    """Draw a bar from zero on for everyone, with its text beside it."""
    left = measure_texts(row.name for row in rows)
    most = max(row.value for row in rows) or 1
    wide = PLOT_WIDTH - left - 8
    drawn: list[Markup] = []
    bar = '<rect x="{}" y="{}" width="{:.1f}" height="18" rx="3"/>'
    for at, row in enumerate(rows):
        y = 6 + 40 * at
        drawn += group_shapes(
            row,
            write_text(left - 8, y + 14, row.name, "end"),
            fill_in(bar, left, y, wide * row.value / most),
            write_text(left, y + 32, row.text, "start axis"),
        )
    return draw_picture(PLOT_WIDTH, 6 + 40 * len(rows), axis, drawn)


def draw_histogram(lengths: Ints, axis: str) -> Markup:
    """Draw how many games took so many turns, and mark the turn by which half were over."""
    total, sums = int(lengths.sum()), lengths.cumsum()
    end, half = (max(1, int((sums < part * total).sum())) for part in (SHOWN_SHARE, 0.5))
    left, right, top, bottom = 40.0, PLOT_WIDTH - 8.0, 14.0, 190.0
    shares = 100 * lengths[: end + 1] / total
    across, up = Scale(0, end + 1, left, right), Scale(0, float(shares.max()), bottom, top)
    wide = (right - left) / (end + 1)
    drawn = [*across.grid(bottom)]
    drawn += [write_text(left - 6, up(tick) + 4, f"{tick:g}", "end axis") for tick in up.ticks()]
    steps = "".join(f"V{up(share):.1f}h{wide:.2f}" for share in shares.tolist())
    outline = f"M{left} {bottom}{steps}V{bottom}Z"
    drawn.append(fill_in('<path class="one plane" d="{}"/>', outline))
    at = across(half + 0.5)
    drawn.append(draw_line(at, top, at, bottom, "middle"))
    said = f"half are over in {half}"
    fits = at + 6 + len(said) * LETTER <= PLOT_WIDTH  # else it stands on the other side of the line
    drawn.append(write_text(at + 6 if fits else at - 6, top + 6, said, "start" if fits else "end"))
    drawn.append(write_text((left + right) / 2, bottom + 34, axis, "middle axis"))
    return draw_picture(PLOT_WIDTH, int(bottom) + 40, axis, drawn)


def draw_matrix(names: Sequence[str], shares: Floats, what: str) -> Markup:
    """Draw a square for any two: the row's share, blue below one half and yellow above."""
    left = measure_texts(names)
    count = len(names)
    side = max((PLOT_WIDTH - left - 30) / count, 34 if count <= MOST_WITH_FIGURES else 12)
    longest = max(min(len(name), 14) for name in names) * LETTER
    top = 12 + longest * 0.82  # the names above the columns are slanted
    # the farthest away from one half gets all of its colour
    known = [abs(float(share) - 0.5) for share in shares.ravel() if not isnan(share)]
    most = max(known, default=0) or 1
    drawn = []
    for at, name in enumerate(names):
        x, y = left + side * (at + 0.5), top + side * (at + 0.5)
        drawn.append(write_text(left - 8, y + 4, name, "end"))
        short = name if len(name) <= 14 else f"{name[:13]}…"
        slanted = '<text transform="translate({:.1f} {:.1f}) rotate(-55)">{}</text>'
        drawn.append(fill_in(slanted, x + 4, top - 6, short))
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            x, y = left + side * column, top + side * row
            drawn.append(
                draw_cell(name, other, float(shares[row, column]), (x, y, side), most, count)
            )
    wide = left + side * (count - 0.5) + max(side / 2, longest * 0.6)
    return draw_picture(int(wide) + 2, int(top + side * count) + 4, what, drawn)


def draw_cell(
    name: str,
    other: str,
    share: float,
    square: tuple[float, float, float],
    most: float,
    count: int,
) -> Markup:
    """Draw one square of the matrix, with its number where there is room."""
    x, y, side = square
    box = fill_in('x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"', x, y, side - 1, side - 1)
    if isnan(share):
        return fill_in('<rect class="none" {}/>', box)
    kind, strength = "above" if share >= 0.5 else "below", abs(share - 0.5) / most
    said = f"{name} {100 * share:.1f} %, {other} {100 - 100 * share:.1f} %"
    square_of = '<rect class="{}" {} fill-opacity="{:.2f}"><title>{}</title></rect>'
    drawn = fill_in(square_of, kind, box, strength, said)
    if count <= MOST_WITH_FIGURES:
        ink = "middle number ink" if strength > 0.5 else "middle number"
        drawn += write_text(x + side / 2 - 0.5, y + side / 2 + 4, f"{100 * share:.0f}", ink)
    return drawn


# ── shapes ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Scale:
    """Where values lie between two places of a picture."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    @classmethod
    def of(cls, values: Sequence[float], start: float, end: float, log: bool = False) -> Scale:
        """Leave a little room on both sides; with ``log`` go from one power of ten to another."""
        if log:
            exponents = [log10(max(value, 1e-6)) for value in values]
            least, most = floor(min(exponents)), ceil(max(exponents))
            return cls(least, max(most, least + 1), start, end, log)
        low, high = min(values), max(values)
        spare = 0.06 * (high - low) or 1.0
        return cls(low - spare, high + spare, start, end)

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        at = log10(max(value, 1e-6)) if self.log else value
        return self.start + (at - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Choose some round values."""
        if self.log:
            return [10.0**power for power in range(int(self.low), int(self.high) + 1)]
        rough = (self.high - self.low) / 5
        unit = 10.0 ** floor(log10(rough))
        step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
        first = ceil(self.low / step)
        return [step * number for number in range(first, floor(self.high / step) + 1)]

    def grid(self, below: float) -> Iterator[Markup]:
        """Draw lines for the round values, and write them below."""
        for tick in self.ticks():
            yield draw_line(self(tick), 4, self(tick), below, "grid")
            yield write_text(self(tick), below + 16, f"{round(tick, 6):g}", "middle axis")


def draw_picture(width: int, height: int, title: str, drawn: Sequence[str]) -> Markup:
    """Put shapes into a picture; a wide one may be scrolled."""
    return fill_in(
        '<svg viewBox="0 0 {} {}" style="min-width:{}px" role="img" aria-label="{}">{}</svg>',
        *(width, height, width if width > PLOT_WIDTH else 0, title),
        Markup("").join(drawn),
    )


def fill_in(markup: str, *values: object) -> Markup:
    """Fill in a shape; a value stays text, unless it is a shape itself."""
    return Markup(markup).format(*values)


def group_shapes(row: IntervalRow, *drawn: Markup) -> list[Markup]:
    """Put what is drawn for a row together."""
    return [fill_in('<g class="{}">', "pale" if row.pale else "one"), *drawn, Markup("</g>")]


def draw_line(x: float, y: float, right: float, bottom: float, kind: str) -> Markup:
    """Draw a line."""
    markup = '<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>'
    return fill_in(markup, kind, x, y, right, bottom)


def write_text(x: float, y: float, said: str, kind: str) -> Markup:
    """Write a text; its kind says on which side of the place it is."""
    return fill_in('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>', kind, x, y, said)


def measure_texts(texts: Sequence[str] | Iterator[str]) -> float:
    """Return how much room texts take, with some space beside them."""
    return 14 + min(max(map(len, texts)) * LETTER, LABEL)
