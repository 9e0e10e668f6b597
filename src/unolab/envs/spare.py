"""Spare: buffers that nobody holds any more, to write into again.

Whoever gets observations may keep them, so they must not change later. Copying all of them takes a
quarter as long as playing on; but most are given up after a step or two.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount
from typing import Final

from unolab.envs.batch import Buffers

MOST_SPARE: Final = 4  # who holds more than that gets new ones


class Spare:
    """Some sets of buffers, of which ``take`` finds one that is free."""

    def __init__(self, make: Callable[[], Buffers]) -> None:
        """Begin with one set."""
        self._make = make
        self._sets = [make()]
        self._references = self._count(0)  # when nobody else holds it

    def take(self) -> Buffers:
        """Return buffers whose observations and masks are held by nobody else."""
        for place in range(len(self._sets)):
            if self._count(place) == self._references:
                return self._sets[place]
        if len(self._sets) == MOST_SPARE:
            self._sets.pop(0)
        self._sets.append(self._make())
        return self._sets[-1]

    def _count(self, place: int) -> int:
        buffers = self._sets[place]
        return getrefcount(buffers.observations) + getrefcount(buffers.masks)
