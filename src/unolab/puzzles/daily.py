"""The day: a deal and a puzzle, the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final, Literal, TypeVar

from unolab.game import Game
from unolab.rules import Rules

FIRST_DAY: Final = date(2026, 1, 1)
"""Day 1."""
DAILY_RULES: Final = Rules.of("official+target=0")  # one round: points would wait for another
OPPONENTS: Final[tuple[Literal["hard"], ...]] = ("hard",) * 3
STRIDE: Final = 7919  # a prime, so that the days go through all puzzles before one comes again

T = TypeVar("T")


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a day."""

    day: date
    number: int
    game: Game
    seat: int
    """Where the player sits."""

    @property
    def text(self) -> str:
        """The deal as text, for a new room."""
        return self.game.deal


def number_of(day: date) -> int:
    """Return the number of a day; those before the first are day 1, too."""
    return max(1, (day - FIRST_DAY).days + 1)


def deal_daily(day: date) -> DailyDeal:
    """Return the deal of a day."""
    digest = sha256(f"unolab daily {day.isoformat()}".encode()).digest()
    players = len(OPPONENTS) + 1
    game = Game(DAILY_RULES, players, int.from_bytes(digest[:6], "big"))
    return DailyDeal(day, number_of(day), game, digest[6] % players)


def choose_daily(puzzles: Sequence[T], day: date) -> T | None:
    """Choose the puzzle of a day; None if there are none."""
    return puzzles[number_of(day) * STRIDE % len(puzzles)] if puzzles else None
