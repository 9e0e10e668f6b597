"""The public log: what happened, in the order in which everyone at the table saw it.

An event is a 16-bit number: kind, seat and a value of eight bits. The table keeps the last 256, so
that a bot can read on from where it stopped (``memory.seen``) and a page can tell the story.
"""

from __future__ import annotations

from typing import Final

from unolab.engine.jit import inlined
from unolab.engine.layout import Table

LOG_SIZE: Final = 256

# Kinds, and what the value is
PLAYED = 0  # the card
DREW = 1  # how many cards, drawn on the own turn
TOOK = 2  # how many cards, forced: a draw card, a stack, a challenge, a missed call
KEPT = 3  # the card drawn was kept although it could be played
SKIPPED = 4
REVERSED = 5  # 1 when play is clockwise now, else 0
NAMED = 6  # the colour of the opening wild
SAID = 7  # "Uno": 1 when late
CAUGHT = 8  # the seat that caught it
CHALLENGED = 9  # 1 when the draw four was a bluff
SWAPPED = 10  # the seat swapped with
ROTATED = 11  # 1 when clockwise
RESHUFFLED = 12  # how many cards
FINISHED = 13  # 1 when the round is void


@inlined
def log(table: Table, kind: int, seat: int, value: int) -> None:
    """Tell everyone."""
    table.log[table.logged & 255] = kind << 12 | seat << 8 | value
    table.logged += 1
