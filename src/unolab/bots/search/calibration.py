"""Calibration: chances that are as large as they say.

The networks learned from games in which everyone now and then tries another move than the best. Who
is ahead wins more often where nobody does.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

SHARPER: Final = 1.25
"""How much further a chance is from an equal share, as logits, than the critic holds it to be.

It was fitted to games of their own by ``docs/review_figures.py --fit``.
"""
LEAST: Final = 1e-9


def sharpen(chances: Any, whole: float, factor: float = SHARPER) -> Any:
    """Return chances further away from an equal share; the last axis is the seats.

    They add up to ``whole`` again: 1, or 2 where partners win together. An equal share, a win and a
    loss stay what they are.
    """
    share = whole / chances.shape[-1]
    odds = np.clip(chances, LEAST, 1 - LEAST)
    odds = (odds / (1 - odds)) ** factor * (share / (1 - share)) ** (1 - factor)
    sharper = np.where((chances <= 0) | (chances >= 1), chances, odds / (1 + odds))
    return sharper * (whole / sharper.sum(-1, keepdims=True))
