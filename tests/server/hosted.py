"""Sittings in the middle of a round, and what a guest of one was told."""

from typing import Any

from tests.server.table import ADA, BOB, CYD, Guest, created, person, placed
from unolab.server.protocol import Dismissed, Refused
from unolab.server.room.entries import Chair
from unolab.server.room.sitting import Sitting

PLAYING = "R5 0> R7G3G1G2/B2B3B4B5/Y1Y2Y3Y4"

BETWEEN = "R5 0> R7/B2B2/Y9"


def at(position: str, *chairs: Chair, **options: Any) -> Sitting:
    """A round in the middle; three people unless chairs are named."""
    chairs = chairs or (person(ADA), person(BOB), person(CYD))
    return placed(Sitting.of(created(*chairs, **options)), position)


def told(guest: Guest) -> list[tuple[str, str]]:
    """What a guest was told about being sent away."""
    return [(m.code, m.text) for m in guest.messages if isinstance(m, Dismissed)]


def refusals(guest: Guest) -> list[str]:
    return [m.code for m in guest.messages if isinstance(m, Refused)]


def names(guest: Guest) -> list[str]:
    return [seat.name for seat in guest.update.room.seats]
