"""The public log: what happened, in the order in which everyone at the table saw it.

An event is a 16-bit number: kind, seat and a value of eight bits. The table keeps the last 256, so
that a bot can read on from where it stopped (``memory.seen``) and a page can tell the story.
"""

from __future__ import annotations

from typing import Final

from unolab.engine.jit import inlined, plain
from unolab.engine.layout import Memory, Table, number

LOG_SIZE: Final = 256

# Kinds, and what the value is
PLAYED = number(0)  # the card
DREW = number(1)  # how many cards, drawn on the own turn
TOOK = number(2)  # how many cards, forced: a draw card, a stack, a challenge, a missed call
KEPT = number(3)  # the card drawn was kept although it could be played
SKIPPED = number(4)
REVERSED = number(5)  # 1 when play is clockwise now, else 0
NAMED = number(6)  # the colour of the opening wild
SAID = number(7)  # "Uno", with the play
SAID_LATE = number(15)  # "Uno", after it
CAUGHT = number(8)  # the seat that caught it
CHALLENGED = number(9)  # 1 when the draw four was a bluff
SWAPPED = number(10)  # the seat swapped with
ROTATED = number(11)  # 1 when clockwise
RESHUFFLED = number(12)  # how many cards
FINISHED = number(13)  # the seat has won the round
VOID = number(14)  # the round is over and nobody has won


@inlined
def log(table: Table, kind: int, seat: int, value: int = 0) -> None:
    """Tell everyone."""
    table.log[table.logged & (LOG_SIZE - 1)] = kind << 12 | seat << 8 | value
    table.logged += 1


@inlined
def first_unread(table: Table, memory: Memory) -> int:
    """Return the number of the oldest event that a bot has not read and the table still has.

    A bot reads ``entry(table, i)`` from here up to ``table.logged`` and keeps that as ``seen``.
    """
    return max(memory.seen, table.logged - LOG_SIZE, 0)


@inlined
def entry(table: Table, number: int) -> int:
    """Return an event by its number."""
    return table.log[number & (LOG_SIZE - 1)]


@inlined
def kind_of(entry: int) -> int:
    """Return what happened."""
    return entry >> 12


@inlined
def seat_of(entry: int) -> int:
    """Return who did it, or whom it befell."""
    return entry >> 8 & 15


@inlined
def value_of(entry: int) -> int:
    """Return what the kind needs besides."""
    return entry & 255


_PARTS: Final = (plain(kind_of), plain(seat_of), plain(value_of))


def unpack(entry: int) -> tuple[int, int, int]:
    """Return the kind, the seat and the value of an event, for Python."""
    kind, seat, value = _PARTS
    return kind(entry), seat(entry), value(entry)
