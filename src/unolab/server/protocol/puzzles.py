"""The puzzles and the deal of the day over HTTP, as models; documented in ``docs/protocol.md``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from unolab.puzzles.themes import Theme
from unolab.server.protocol.coach import Reason
from unolab.server.protocol.room import Event, Hand, Table
from unolab.server.protocol.words import Feature, Message, Strength

MoveText = Annotated[str, StringConstraints(min_length=1, max_length=6)]
DangerKey = Literal["few", "nearly_out", "draw_four", "due", "color", "swap", "drawn", "none"]


class PuzzleListed(Message):
    """A puzzle in the list of all."""

    id: str
    number: int
    theme: Theme
    strength: int
    """From 1, easy, to 5."""
    rules: str
    players: int


class PuzzleList(Message):
    """The puzzles that were asked for."""

    puzzles: list[PuzzleListed]


class Danger(Message):
    """What makes a position difficult: what the question is about."""

    key: DangerKey
    """few: a seat has few cards. nearly_out: the solver has. draw_four: a seat played it, and may
    be challenged. due: cards to take. color: one to name. swap: hands. drawn: a card to keep or
    not."""
    seat: int | None = None
    cards: int | None = None


class PuzzleShown(Message):
    """A puzzle, as its solver sees it: without the answer."""

    id: str
    number: int
    rules: str
    rules_said: list[str]
    """What differs from the official game, in English sentences."""
    has: list[Feature]
    """What can happen by these rules."""
    names: list[str]
    """By seat."""
    avatars: list[int]
    danger: Danger
    table: Table
    hand: Hand
    """What the solver holds and may do."""
    events: list[Event]
    """What has happened since the deal, as the solver saw it."""


class PuzzleTried(Message):
    """An answer to a puzzle."""

    move: MoveText | None
    """The move; null gives up."""


class PuzzleMove(Message):
    """A move of a puzzle, and the chance to win with it."""

    move: str
    value: float
    reasons: list[Reason]
    """Why the right move is better than this one; of the right move, why it is better than the
    next."""


class PuzzleAnswer(Message):
    """Whether an answer was right, and all that there is to say about the puzzle."""

    right: bool
    best: str
    theme: Theme
    strength: int
    """From 1, easy, to 5: so many of five bots get it wrong."""
    moves: list[PuzzleMove]
    """The best first."""
    margin: float
    """How much the best is better than the next."""
    error: float
    """The standard error of that."""
    worlds: int
    """In how many ways the hidden cards were laid out to find it."""


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
