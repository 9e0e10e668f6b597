"""Rating play: the size of a loss in a word, and an accuracy from 0 to 100."""

from __future__ import annotations

from math import exp
from typing import Final

NEARLY: Final = 0.02
BLUNDER: Final = 0.06
"""Losses below the first are nearly nothing, above the second blunders; between them are slips."""
SURE: Final = 2.0
"""Standard errors that a loss has to exceed to be called one."""

# Accuracy is 100 exp(-(loss / SCALE) ** POWER), so that two bots sit where they should:
# random at 30 and mixbot2 at 70 (official, 2 and 4 players; docs/review_figures.py --fit).
SCALE: Final = 0.0138
POWER: Final = 1.29


def mark_loss(loss: float, error: float, is_best: bool) -> str:
    """Say how large a loss is: best, close (within the noise), nearly, slip or blunder."""
    if is_best:
        return "best"
    if loss <= SURE * error:
        return "close"
    if loss < NEARLY:
        return "nearly"
    return "slip" if loss <= BLUNDER else "blunder"


def rate_accuracy(loss: float) -> float:
    """Return the accuracy that a mean loss per decision stands for."""
    return 100 * exp(-((max(0.0, loss) / SCALE) ** POWER))
