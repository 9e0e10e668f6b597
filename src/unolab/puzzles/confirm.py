"""Confirming: whether one move is right, by a clear margin and whichever worlds are dealt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from unolab.bots.search.judge import MOST_DECISIONS, Judge, Weighed, is_same
from unolab.moves import Move
from unolab.review.reasons import Reason, explain
from unolab.state import View

FRESH: Final = 1 << 20
"""The number of the first world of a second look; the first look does not get so far."""
KEPT: Final = 0.75
"""The part of the margin that has to be left when a puzzle is checked again."""
AHEAD: Final = 2.0
"""Standard errors by which the best move has to be ahead where rounds are played to their end."""


@dataclass(frozen=True)
class Standard:
    """What a position has to be to make a puzzle."""

    margin: float = 0.06
    """How much better the best move is than the next, as a part of a win."""
    errors: float = 4.0
    """How many standard errors that has to be."""
    screened: Judge = field(default_factory=lambda: Judge(worlds=32))
    """For a quick look at every position."""
    careful: Judge = field(default_factory=lambda: Judge(worlds=256))
    """For those that may do."""
    final: Judge = field(default_factory=lambda: Judge(worlds=1024))
    """For the figures that are shown."""
    to_the_end: Judge = field(default_factory=lambda: Judge(worlds=512, decisions=MOST_DECISIONS))
    """For a second opinion that the critic has no part in."""

    def stands_out(self, weighed: Weighed | None, errors: float) -> bool:
        """Whether the best move of a decision is clearly better than the next."""
        if weighed is None:
            return False
        rival = weighed.rival(weighed.best)
        if rival is None or None in weighed.moves:
            return False
        gap, error = weighed.gap(weighed.best, rival)
        return gap >= self.margin and gap >= errors * error

    def confirm(self, view: View, best: Move) -> Weighed | None:
        """Weigh a position twice, in worlds of its own each time; None if it is no puzzle."""
        found = self.careful.weigh(view, first=FRESH, thoroughly=True)
        if not self.is_right(found, best):
            return None
        found = self.final.weigh(view, first=2 * FRESH, thoroughly=True)
        return found if self.is_right(found, best) else None

    def confirm_to_the_end(self, view: View, best: Move) -> bool:
        """Whether a move is the best where rounds are played to their end, too.

        The critic has no part in this, so what it is wrong about comes to light.
        """
        return self.is_ahead(view, best, 3 * FRESH, AHEAD)

    def confirm_again(self, view: View, best: Move) -> bool:
        """Whether a position is still a puzzle with this answer, in worlds not seen before.

        What it was chosen for was partly luck of the worlds, so a little less margin will do.
        """
        found = self.final.weigh(view, first=4 * FRESH, thoroughly=True)
        again = replace(self, margin=KEPT * self.margin)
        return again.is_right(found, best) and self.is_ahead(view, best, 5 * FRESH, 0.0)

    def is_ahead(self, view: View, best: Move, first: int, errors: float) -> bool:
        """Whether a move is the best, by some standard errors, where rounds are played out."""
        weighed = self.to_the_end.weigh(view, first=first, thoroughly=True)
        if weighed is None or not is_same(weighed.moves[weighed.best], best):
            return False
        rival = weighed.rival(weighed.best)
        if rival is None:
            return False
        gap, error = weighed.gap(weighed.best, rival)
        return gap > errors * error

    def is_right(self, weighed: Weighed | None, best: Move) -> bool:
        """Whether a move is the best by what was weighed, and stands out."""
        return (
            weighed is not None
            and is_same(weighed.moves[weighed.best], best)
            and self.stands_out(weighed, self.errors)
        )


def give_reasons(view: View, weighed: Weighed) -> tuple[tuple[Reason, ...], ...]:
    """Say for every move why the best is better, and for the best why it is better than the next.

    Moves that nothing can be said about have no reasons.
    """
    best = weighed.best
    rivals = [
        weighed.rival(best) if place == best else place for place in range(len(weighed.moves))
    ]
    found = (explain(view, weighed, best, rival) for rival in rivals)
    return tuple(
        tuple(reason for reason in reasons if reason.key != "all_alike") for reasons in found
    )


def name_networks(judge: Judge) -> str:
    """Return short hashes of the networks that judge."""
    return "+".join(each.hash[:12] for each in (judge.network, judge.critic, judge.reader))
