"""The overview of a review: the verdict, luck and skill as bars, and three moments."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text

from unolab.text.coach import change, say, say_verdict
from unolab.text.moments import tell_moment
from unolab.text.review import introduce, write_figures, write_sum
from unolab.text.style import fill
from unolab.tui.canvas import BOLD_STYLE, QUIET, Canvas, cut
from unolab.tui.cardface import draw_back, draw_card, put_text
from unolab.tui.stepper import Stepper

SMALL_CARD: Final = (5, 4)
CARD: Final = (7, 5)
LARGE_CARD: Final = (13, 7)
VERDICT: Final = Style(color="#14181d", bgcolor="#f3efe8", bold=True)
LEAST_LINES: Final = 13
MOST_WIDE: Final = 110
"""Columns beyond which bars say no more."""


def paint_overview(canvas: Canvas, stepper: Stepper) -> list[tuple[int, int, int, int, int]]:
    """Paint it; return where the moments are, with their steps, to be clicked."""
    own = stepper.review.seats[stepper.seat]
    wide = min(canvas.width - 2, MOST_WIDE)
    left = (canvas.width - wide) // 2
    spare = canvas.height - LEAST_LINES
    gap = int(spare >= 3)
    verdict = f" {say_verdict(own, stepper.names)} "
    end = canvas.put(left, 0, cut(verdict, wide), VERDICT)
    if own.accuracy is not None:
        figure = f"accuracy {own.accuracy:.0f} of 100"
        if end + len(figure) + 2 <= left + wide:
            canvas.put(left + wide - len(figure), 0, figure, BOLD_STYLE)
    canvas.put(left, 1, cut(introduce(stepper.review, stepper.names), wide), QUIET)
    y = 2 + gap
    for line in write_sum(own, wide):
        put_text(canvas, left, y, line if isinstance(line, Text) else Text(line))
        y += 1
    y += gap
    for line in fill(write_figures(own), wide):
        canvas.put(left, y, line)
        y += 1
    y += spare >= 2
    return paint_three(canvas, stepper, left, y, wide)


def paint_three(
    canvas: Canvas, stepper: Stepper, left: int, y: int, wide: int
) -> list[tuple[int, int, int, int, int]]:
    """Paint the three moments side by side, each with its cards."""
    room = canvas.height - y
    if room < SMALL_CARD[1] or not stepper.three:
        return []
    card = next((size for size in (LARGE_CARD, CARD) if room > size[1]), SMALL_CARD)
    across = wide // 3
    spots = []
    lines: list[tuple[str, Style | None]]
    for place, moment in enumerate(stepper.three):
        told = tell_moment(moment, stepper.review, stepper.names)
        x = left + place * across
        end = x
        for one in told.cards[:2] if across >= 2 * card[0] + 22 else told.cards[-1:]:
            draw_card(canvas, end, y, *card, str(one))
            end += card[0] + 1
        if not told.cards:
            draw_back(canvas, end, y, *card, "")
            end += card[0] + 1
        space = x + across - end - 1
        kind = told.kind if len(told.kind) <= space else say("moment.close")
        title = fill(told.title, space)[: max(1, card[1] - 3)]
        first, *more = fill(told.by, space)
        by = [first, *more] if len(title) + 3 + len(more) <= card[1] else [cut(told.by, space)]
        lines = [(kind, BOLD_STYLE), *((one, None) for one in title)]
        lines += [(change(moment.size), BOLD_STYLE), *((one, QUIET) for one in by)]
        for row, (line, style) in enumerate(lines):
            canvas.put(end, y + row, cut(line, space), style)
        spots.append((x, y, across - 1, card[1], moment.at + 1))
    return spots
