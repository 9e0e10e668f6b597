"""Advice: what a seat should do now, from what it can know, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from unolab.bots.search.judge import Judge, Weighed
from unolab.moves import Move
from unolab.review.rating import SURE
from unolab.review.reasons import Reason, explain
from unolab.state import View

CAREFULLY: Final = 128
"""Worlds for one piece of advice: there is time for more than in a review of a whole round."""


@dataclass(frozen=True)
class MoveValue:
    """A move, and how likely the seat wins with it."""

    move: Move | None
    """None lets a chance out of turn go by."""
    value: float

    def to_dict(self) -> dict[str, Any]:
        """Return the move as text."""
        return {"move": write_move(self.move), "value": round(self.value, 4)}


@dataclass(frozen=True)
class Advice:
    """What a seat should do."""

    moves: tuple[MoveValue, ...]
    """All that it may decide on, the best first."""
    error: float
    """Standard error of how far the best is ahead of the next."""
    clear: bool
    """Whether the best can be told from the next."""
    reasons: tuple[Reason, ...]
    chances: tuple[float, ...]
    """By seat, if the best is done."""
    worlds: int

    @property
    def move(self) -> Move | None:
        """The best move."""
        return self.moves[0].move

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "move": write_move(self.move),
            "moves": [move.to_dict() for move in self.moves],
            "error": round(self.error, 4),
            "clear": self.clear,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "chances": [round(chance, 4) for chance in self.chances],
            "worlds": self.worlds,
        }


def advise(view: View, judge: Judge | None = None) -> Advice | None:
    """Say what a seat should do, from its View alone; None if it has nothing to decide."""
    judge = Judge(worlds=CAREFULLY) if judge is None else judge
    weighed = judge.weigh(view)
    if weighed is None:
        return None
    return make_advice(view, weighed)


def make_advice(view: View, weighed: Weighed) -> Advice:
    """Put what was weighed into words and figures."""
    best = weighed.best
    rival = weighed.rival(best)
    gap, error = (1.0, 0.0) if rival is None else weighed.gap(best, rival)
    clear = gap > SURE * error
    reasons = explain(view, weighed, best, rival)
    return Advice(
        list_values(weighed),
        error,
        clear,
        reasons,
        tuple(map(float, weighed.chances[best])),
        weighed.worlds,
    )


def list_values(weighed: Weighed, best: int | None = None) -> tuple[MoveValue, ...]:
    """List the moves with their values, the best first.

    A move that was dropped after a few worlds may seem better than the best. It is not shown so:
    the network holds it to be so unlikely that these say less than that.
    """
    chances = weighed.chances[:, weighed.seat]
    first = weighed.best if best is None else best
    most = min(1.0, float(chances[first]))
    return tuple(
        MoveValue(weighed.moves[at], min(max(0.0, float(chances[at])), most))
        for at in rank_moves(weighed, first)
    )


def rank_moves(weighed: Weighed, best: int) -> list[int]:
    """Return the places of the moves: that of the best, then the others by their values."""
    chances = weighed.chances[:, weighed.seat]
    return sorted(range(len(chances)), key=lambda place: (place != best, -chances[place]))


def write_move(move: Move | None) -> str | None:
    """Write a move, without the seat."""
    return None if move is None else str(move.by(None))
