"""Looking at the table: the observation and the question of one seat, from nothing but its view."""

from __future__ import annotations

from typing import Any, Final

from unolab.bots.observation.evidence import Evidence, watch_again
from unolab.bots.observation.observe import RULES, observe, write_question
from unolab.bots.observation.question import (
    ASKED,
    COLORS_AS_THEY_ARE,
    order_colors,
    question_for,
)
from unolab.bots.observation.ruleset import write_rules
from unolab.engine.jit import jit
from unolab.engine.layout import Hand, Table, dtype_of

EVIDENCE: Final = dtype_of(Evidence)


@jit
def write_view(table: Table, hand: Hand, evidence: Evidence, canonical: bool, row: Any) -> int:
    """Write what the holder of a hand sees; return how colours are counted."""
    watch_again(evidence, table)
    return write_seen(table, hand, evidence, canonical, row)


@jit
def write_seen(table: Table, hand: Hand, evidence: Evidence, canonical: bool, row: Any) -> int:
    """Write what the holder of a hand sees whose evidence is up to date."""
    colors = order_colors(table, hand) if canonical else COLORS_AS_THEY_ARE
    observe(table, hand, evidence, colors, row)
    write_rules(table.rules, row, RULES)
    return colors


@jit
def look_at(
    table: Table, hand: Hand, evidence: Evidence, decides: int, canonical: bool, row: Any, mask: Any
) -> Any:
    """Write what the holder of a hand sees and may do; return the move if none is asked, or ASKED.

    The second value is how colours are counted. Where no question is asked, nothing is written.
    """
    cards, more, move = question_for(table, hand, 0, decides)
    if move != ASKED:
        return move, COLORS_AS_THEY_ARE
    colors = write_view(table, hand, evidence, canonical, row)
    write_question(table, hand.seat, cards, more, colors, row, mask)
    return move, colors
