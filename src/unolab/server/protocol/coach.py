"""The coach as its clients see it: advice during a round, and the review of a finished one.

Both are what ``unolab.review`` says. Chances are from 0 to 1, and lists of them are by seat.
"""

from __future__ import annotations

from typing import Literal

from unolab.server.protocol.words import Message


class Reason(Message):
    """Why a move is better than another; only the fields that belong to its key are set."""

    key: str
    """holds_up, makes_draw, own_color, ...: the page and the terminal have words for each."""
    seat: int | None = None
    cards: int | None = None
    color: Literal["red", "yellow", "green", "blue"] | None = None
    percent: int | None = None
    points: int | None = None


class MoveValue(Message):
    """A move, and the chance to win with it."""

    move: str | None
    """Null lets a chance out of turn go by."""
    value: float


class Advice(Message):
    """What a seat should do, from what it can know."""

    move: str | None
    """The best move; null lets a chance out of turn go by."""
    moves: list[MoveValue]
    """All that it may decide on, the best first."""
    error: float
    """Standard error of how far the best is ahead of the next."""
    clear: bool
    """Whether the best can be told from the next."""
    reasons: list[Reason]
    chances: list[float]
    """Everyone's chance to win if the best is done."""
    worlds: int
    """In how many ways the hidden cards were laid out to find it."""


class Decision(Message):
    """A decision of a finished round."""

    at: int
    """The place of the move in the round; a chance that was let go by came before that move."""
    seat: int
    played: str | None
    best: str | None
    moves: list[MoveValue]
    """All that could be done, the best first."""
    loss: float
    """How much smaller the chance to win was than with the best."""
    error: float
    """Standard error of the loss."""
    mark: Literal["best", "close", "nearly", "slip", "blunder"]
    """close: the loss is within the noise."""
    reasons: list[Reason]
    """Why the best is better."""
    effect: list[float]
    """What it did to everyone's chance, as far as could be known."""


class Lapse(Message):
    """Somebody forgot to say "Uno", or to catch who did."""

    at: int
    seat: int
    kind: Literal["uno", "catch"]
    effect: list[float]


class ChanceEvent(Message):
    """Cards that came by chance."""

    at: int
    """The place of the move in the round; -1 is the deal."""
    kind: Literal["deal", "draw", "take"]
    seat: int | None
    cards: int
    luck: list[float]
    """What it did to everyone's chance, compared with all that could have come."""


class Parts(Message):
    """What a result is made of: they add up to it, less an equal share."""

    deal: float
    draws: float
    hidden: float
    """How hidden cards made moves turn out better or worse than anyone could know."""
    own: float
    others: float
    remainder: float
    """How far the judge disagrees with itself."""


class SeatReview(Message):
    """How a seat played, and what its result is made of."""

    seat: int
    result: float
    """1 for a round that was won, 0 for one that was lost, an equal share for a void one."""
    share: float
    """An equal share."""
    parts: Parts
    decisions: int
    best: int
    slips: int
    blunders: int
    loss: float | None
    """Chance lost per decision; null without decisions."""
    accuracy: int | None
    """From 0 to 100; null without decisions."""
    adjusted: float
    """The result without the luck."""


class ReviewOut(Message):
    """The review of a finished round."""

    game: str
    rules: str
    players: int
    winner: int | None
    network: str
    """Short hash of the network that judged."""
    worlds: int
    chances: list[list[float]]
    """Everyone's chance to win: after the deal, and after every move."""
    decisions: list[Decision]
    lapses: list[Lapse]
    chance_events: list[ChanceEvent]
    seats: list[SeatReview]
    names: list[str]
    avatars: list[int]
    bots: list[bool]


class ReviewShown(Message):
    """A review, being made or finished."""

    done: int
    """Moves that have been reviewed."""
    of: int
    """Moves of the round."""
    review: ReviewOut | None
    """Set in the last event."""
