"""Moments: what is worth a look in a round, for the seat that a review is about.

The page finds the same ones (``web/src/review/moments.ts``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from unolab.review.parts import DecisionReview, Review

TURN: Final = 0.05  # luck below this is not worth a look
TURNS: Final = 3
LEAST_GAP: Final = 0.005
DEAL: Final = -1  # where it lies, as if it were a move


@dataclass(frozen=True)
class TurnOfLuck:
    """Cards that came, or that somebody had."""

    at: int
    """The place of the move; -1 is the deal."""
    seat: int | None
    luck: float
    """What it did to the chance of the seat that the review is about."""
    cards: int
    """How many cards came; 0 where a move showed what nobody could know."""
    kind: str
    """deal, draw, take or hidden."""


@dataclass(frozen=True)
class Moment:
    """Something worth a look: a decision, or a turn of luck."""

    kind: str
    """best, slip, close or luck."""
    at: int
    size: float
    """A gap to the next best move, a loss below 0, or luck either way."""
    decision: DecisionReview | None = None
    luck: TurnOfLuck | None = None


def gap_of(decision: DecisionReview) -> float:
    """Return how far the best is ahead of the next; nothing where there is no other."""
    moves = decision.moves
    return moves[0].value - moves[1].value if len(moves) > 1 else 0.0


def is_slip(decision: DecisionReview) -> bool:
    """Whether a decision lost so much that it has a name."""
    return decision.mark in ("slip", "blunder")


def list_luck(review: Review, seat: int) -> list[TurnOfLuck]:
    """List all luck of a seat, the deal first.

    What hidden cards did at a move is what nothing else accounts for.
    """
    found = [
        TurnOfLuck(one.at, one.seat, one.luck[seat], one.cards, one.kind)
        for one in review.chance_events
    ]
    movers = {one.at: one.seat for one in review.decisions}
    for at, mover in movers.items():
        change = review.chances[at + 1][seat] - review.chances[at][seat]
        done = sum(one.effect[seat] for one in review.decisions if one.at == at)
        done += sum(one.effect[seat] for one in review.lapses if one.at == at)
        drawn = sum(one.luck[seat] for one in review.chance_events if one.at == at)
        found.append(TurnOfLuck(at, mover, change - done - drawn, 0, "hidden"))
    return sorted(found, key=lambda one: one.at)


def find_three(review: Review, seat: int) -> list[Moment]:
    """Find the best move, the largest slip or else the closest call, and the largest luck."""
    mine = [one for one in review.decisions if one.seat == seat]
    good = [one for one in mine if one.mark == "best" and gap_of(one) > LEAST_GAP]
    found = [one for one in good if not _is_last(one)] or good
    best = max(found, key=gap_of, default=None)
    slip = max(filter(is_slip, mine), key=lambda one: one.loss, default=None)
    others = (one for one in mine if one is not best and len(one.moves) > 1)
    close = max(others, key=lambda one: one.loss - gap_of(one), default=None)
    luck = max(list_luck(review, seat), key=lambda one: abs(one.luck), default=None)
    three = []
    if best is not None:
        three.append(Moment("best", best.at, gap_of(best), best))
    if slip is not None:
        three.append(Moment("slip", slip.at, -slip.loss, slip))
    elif close is not None:
        three.append(Moment("close", close.at, -close.loss, close))
    if luck is not None:
        three.append(_turn(luck))
    return three


def find_moments(review: Review, seat: int) -> list[Moment]:
    """Find all that one goes through, in the order of the round."""
    found = find_three(review, seat)
    found += [
        Moment("slip", one.at, -one.loss, one)
        for one in review.decisions
        if one.seat == seat and is_slip(one) and one.at not in _places(found)
    ]
    turns = (
        one
        for one in list_luck(review, seat)
        if abs(one.luck) >= TURN and one.at not in _places(found)
    )
    largest = sorted(turns, key=lambda one: -abs(one.luck))[:TURNS]
    return sorted([*found, *map(_turn, largest)], key=lambda one: one.at)


def _is_last(decision: DecisionReview) -> bool:
    """Whether it was the last card: nobody has to find that."""
    return any(reason.key == "wins" for reason in decision.reasons)


def _turn(luck: TurnOfLuck) -> Moment:
    return Moment("luck", luck.at, luck.luck, luck=luck)


def _places(moments: Iterable[Moment]) -> set[int]:
    return {one.at for one in moments}
