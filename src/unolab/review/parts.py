"""What a review says: decisions, luck, and the sum of both for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from unolab.errors import BadOption
from unolab.game import Game
from unolab.moves import Move
from unolab.review.advice import MoveValue, write_move
from unolab.review.rating import rate_accuracy
from unolab.review.reasons import Reason

DIGITS: Final = 6  # of chances in JSON: their sum has to stay exact enough to see


@dataclass(frozen=True)
class DecisionReview:
    """A decision that was not forced."""

    at: int
    """The place of the move in the game; of one that was let pass, of the move made instead."""
    seat: int
    played: Move | None
    """None: it let a chance out of turn go by."""
    moves: tuple[MoveValue, ...]
    """All that could be done, the best first."""
    loss: float
    """How much smaller the chance to win was than with the best, and the standard error of that."""
    error: float
    mark: str
    """best, close (within the noise), nearly, slip or blunder."""
    reasons: tuple[Reason, ...]
    """Why the best is better."""
    effect: tuple[float, ...]
    """What it did to everyone's chance, as far as could be known."""

    @property
    def best(self) -> Move | None:
        """The best move."""
        return self.moves[0].move

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "seat": self.seat,
            "played": write_move(self.played),
            "best": write_move(self.best),
            "moves": [move.to_dict() for move in self.moves],
            "loss": _round(self.loss),
            "error": _round(self.error),
            "mark": self.mark,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "effect": [*map(_round, self.effect)],
        }


@dataclass(frozen=True)
class Lapse:
    """Something that everyone can do and nobody decides: saying "Uno", and catching who did not."""

    at: int
    seat: int
    kind: str
    """uno or catch."""
    effect: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "seat": self.seat,
            "kind": self.kind,
            "effect": [*map(_round, self.effect)],
        }


@dataclass(frozen=True)
class ChanceEvent:
    """Cards that came by chance."""

    at: int
    """The place of the move in the game; -1 is the deal."""
    kind: str
    """deal, draw or take."""
    seat: int | None
    cards: int
    luck: tuple[float, ...]
    """What it did to everyone's chance, compared with the mean of all that could have come."""

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "kind": self.kind,
            "seat": self.seat,
            "cards": self.cards,
            "luck": [*map(_round, self.luck)],
        }


@dataclass(frozen=True)
class Parts:
    """What a result is made of: they add up to it, less an equal share."""

    deal: float = 0.0
    draws: float = 0.0
    hidden: float = 0.0
    """How hidden cards made moves turn out better or worse than anyone could know."""
    own: float = 0.0
    others: float = 0.0
    remainder: float = 0.0
    """How far the judge disagrees with itself where nothing was decided or drawn."""

    @property
    def luck(self) -> float:
        """All that nobody could help."""
        return self.deal + self.draws + self.hidden

    def __add__(self, other: Parts) -> Parts:
        return Parts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def to_dict(self) -> dict[str, float]:
        """Return all of it for JSON."""
        return {part.name: _round(getattr(self, part.name)) for part in fields(self)}


@dataclass(frozen=True)
class SeatReview:
    """How a seat played, and what its result is made of."""

    seat: int
    result: float
    """1 for a round that was won, 0 for one that was lost, an equal share for a void one."""
    share: float
    parts: Parts
    decisions: int
    best: int
    slips: int
    blunders: int
    lost: float
    """Chances lost by decisions, in all."""

    @property
    def loss(self) -> float | None:
        """Chance lost per decision; None without decisions."""
        return self.lost / self.decisions if self.decisions else None

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100; None without decisions."""
        return None if self.loss is None else rate_accuracy(self.loss)

    @property
    def adjusted(self) -> float:
        """The result without the luck."""
        return self.result - self.parts.luck

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "seat": self.seat,
            "result": _round(self.result),
            "share": _round(self.share),
            "parts": self.parts.to_dict(),
            "decisions": self.decisions,
            "best": self.best,
            "slips": self.slips,
            "blunders": self.blunders,
            "loss": None if self.loss is None else _round(self.loss),
            "accuracy": None if self.accuracy is None else round(self.accuracy),
            "adjusted": _round(self.adjusted),
        }


@dataclass(frozen=True)
class Review:
    """A finished round: everyone's chances, decisions and luck."""

    game: Game
    network: str
    """Short hash of the network that judged."""
    worlds: int
    chances: tuple[tuple[float, ...], ...]
    """Everyone's chance to win: after the deal, and after every move."""
    decisions: tuple[DecisionReview, ...]
    lapses: tuple[Lapse, ...]
    chance_events: tuple[ChanceEvent, ...]
    seats: tuple[SeatReview, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "game": str(self.game),
            "rules": str(self.game.rules),
            "players": self.game.players,
            "winner": self.game.winner,
            "network": self.network,
            "worlds": self.worlds,
            "chances": [[*map(_round, row)] for row in self.chances],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "lapses": [lapse.to_dict() for lapse in self.lapses],
            "chance_events": [event.to_dict() for event in self.chance_events],
            "seats": [seat.to_dict() for seat in self.seats],
        }


@dataclass(frozen=True)
class MatchReview:
    """The rounds of a match, and what they come to for every seat."""

    rounds: tuple[Review, ...]

    @cached_property
    def seats(self) -> tuple[SeatReview, ...]:
        """Everyone's play over all rounds; results and parts are added up."""
        return tuple(map(add_up, zip(*(one.seats for one in self.rounds), strict=True)))

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "rounds": [one.to_dict() for one in self.rounds],
            "seats": [seat.to_dict() for seat in self.seats],
        }


def add_up(seats: Sequence[SeatReview]) -> SeatReview:
    """Add up reviews of one seat, or of one player in several rounds."""
    if not seats:
        raise BadOption("there is nothing to add up")
    return SeatReview(
        seats[0].seat,
        sum(one.result for one in seats),
        sum(one.share for one in seats),
        sum((one.parts for one in seats), Parts()),
        sum(one.decisions for one in seats),
        sum(one.best for one in seats),
        sum(one.slips for one in seats),
        sum(one.blunders for one in seats),
        sum(one.lost for one in seats),
    )


def _round(value: float) -> float:
    return round(value, DIGITS) + 0.0  # no -0.0
