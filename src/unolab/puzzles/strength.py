"""Strength: how hard a puzzle is, by which bots get it wrong."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from unolab.bots import Bot
from unolab.bots.search.judge import is_same
from unolab.moves import Move
from unolab.state import View

SOLVERS: Final = ("random", "greedy", "medium", "hard", "expert")
"""From the weakest to the strongest; the last one does what the network alone holds for best."""


SENSIBLE: Final = SOLVERS[2:]
GOOD: Final = SOLVERS[3:]


def find_misled(view: View, best: Move) -> tuple[str, ...]:
    """Return the bots that do something else."""
    return tuple(name for name in SOLVERS if not is_same(best, Bot.parse(name)(view)))


def is_tempting(view: View, best: Move, misled: Collection[str]) -> bool:
    """Whether there is a mistake to make: somebody gets it wrong who plays sensibly.

    Where only one coloured card fits, all know that it comes before a wild; then it has to be
    somebody who plays well.
    """
    fitting = {move.card for move in view.legal if move.card is not None and not move.is_wild}
    sensible = GOOD if fitting == {best.card} else SENSIBLE
    return any(name in sensible for name in misled)
