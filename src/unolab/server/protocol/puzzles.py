"""The puzzles and the deal of the day over HTTP, as models; documented in ``docs/protocol.md``."""

from __future__ import annotations

from unolab.server.protocol.words import Message, Strength


class Daily(Message):
    """The deal and the puzzle of the day, the same for everybody."""

    date: str
    """The day, which begins at midnight UTC: ``2026-11-18``."""
    number: int
    """Its number: day 1 is 2026-01-01."""
    next_in: int
    """Seconds until the next day."""
    rules: str
    deal: str
    """The deal as text, for a new room."""
    seat: int
    """The player's seat; the others belong to the opponents."""
    opponents: list[Strength]
    """Who sits at the other seats, in their order."""
    puzzle: str | None
    """The id of the puzzle of the day, if there is one."""


class DailyExpert(Message):
    """What the strongest bot made of a deal of the day, in the player's seat."""

    number: int
    game: str
    """The round as text."""
    won: bool
    points: int
    """What the round was worth to whoever won it."""
    wins: int
    """How often it won when the unseen cards were shuffled anew, out of ``of``."""
    of: int
