"""Verdict: how a seat played and how lucky it was, in one of a few keys; the page has the same."""

from __future__ import annotations

from typing import Final

from unolab.review.parts import SeatReview

GOOD: Final = 0.006
WEAK: Final = 0.015
"""Chance lost per decision: below the first is good play, above the second weak."""
LUCK: Final = 0.1
"""Luck beyond this, either way, is worth a word."""


def judge_seat(seat: SeatReview) -> str:
    """Return the key of the verdict; ``forced`` if there was nothing to decide."""
    if seat.loss is None:
        return "forced"
    lucky, unlucky = seat.parts.luck > LUCK, seat.parts.luck < -LUCK
    if seat.loss < GOOD:
        return "goodLucky" if lucky else "goodUnlucky" if unlucky else "good"
    if seat.loss > WEAK:
        return "needed" if lucky else "neither" if unlucky else "plain"
    return "lucky" if lucky else "unlucky" if unlucky else "plain"
