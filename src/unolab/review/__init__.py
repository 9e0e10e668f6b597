"""Coach: what a finished round owes to luck and to skill, and what to do in one that goes on.

``review`` goes through a finished ``Game`` or ``Match``, and ``advise`` says what a seat should do,
from its ``View`` alone. ``adjust`` only takes the luck out of a result, which is much quicker, and
``compare`` does that for many games of a player. All ask a ``Judge``: three networks, and how
carefully they are asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

if TYPE_CHECKING:
    from unolab.bots.search.judge import Judge
    from unolab.review.advice import Advice, advise
    from unolab.review.comparison import Comparison, compare
    from unolab.review.luck import Luck, adjust, measure_luck
    from unolab.review.parts import MatchReview, Review, SeatReview, add_up
    from unolab.review.reasons import Reason
    from unolab.review.rounds import review

__all__ = [
    "Advice",
    "Comparison",
    "Judge",
    "Luck",
    "MatchReview",
    "Reason",
    "Review",
    "SeatReview",
    "add_up",
    "adjust",
    "advise",
    "compare",
    "measure_luck",
    "review",
]

__getattr__ = import_on_use(
    globals(),
    {
        "Advice": "advice",
        "Comparison": "comparison",
        "Judge": "unolab.bots.search.judge",
        "Luck": "luck",
        "MatchReview": "parts",
        "Reason": "reasons",
        "Review": "parts",
        "SeatReview": "parts",
        "add_up": "parts",
        "adjust": "luck",
        "advise": "advice",
        "compare": "comparison",
        "measure_luck": "luck",
        "review": "rounds",
    },
)
