"""Stepper: where somebody is in a review: at the overview, or at a move of the round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from unolab.review.moments import Moment, find_moments, find_three
from unolab.review.parts import DecisionReview, Review
from unolab.state import State


class Stepper:
    """A review from one seat, step by step: 0 is the deal, and None the overview."""

    def __init__(self, review: Review, names: Sequence[str], seat: int) -> None:
        """Begin with the overview."""
        self.review = review
        self.names = names
        self.seat = seat
        self.step: int | None = None

    @cached_property
    def states(self) -> list[State]:
        """How the table was after the deal and after every move."""
        game = self.review.game
        return [game.start, *(after for _, after in game.steps())]

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.review.chances) - 1

    @cached_property
    def moments(self) -> list[Moment]:
        """What one goes through, in order."""
        return find_moments(self.review, self.seat)

    @cached_property
    def three(self) -> list[Moment]:
        """The moments of the overview."""
        return find_three(self.review, self.seat)

    @property
    def moment(self) -> Moment | None:
        """The moment at this step, if it is one."""
        return next((one for one in self.moments if one.at + 1 == self.step), None)

    @property
    def decision(self) -> DecisionReview | None:
        """What the seat decided with the move of this step, if it did."""
        if self.step is None:
            return None
        mine = (one for one in self.review.decisions if one.seat == self.seat)
        return next((one for one in mine if one.at + 1 == self.step), None)

    @property
    def position(self) -> State:
        """The table that is shown: before a decision, else after the move."""
        step = self.step or 0
        return self.states[step - 1 if self.decision else step]

    def go(self, step: int) -> None:
        """Go to a step."""
        self.step = max(0, min(self.last, step))

    def walk(self, step: int) -> None:
        """Go on or back by moves; from the overview to the deal or the end."""
        self.go(
            (-1 if step > 0 else self.last + 1) + step if self.step is None else self.step + step
        )

    def find_next(self) -> int | None:
        """Return the step of the next moment; None after the last."""
        here = -1 if self.step is None else self.step
        return next((one.at + 1 for one in self.moments if one.at + 1 > here), None)

    def find_previous(self) -> int | None:
        """Return the step of the moment before; None before the first."""
        here = 0 if self.step is None else self.step
        return next((one.at + 1 for one in reversed(self.moments) if one.at + 1 < here), None)
