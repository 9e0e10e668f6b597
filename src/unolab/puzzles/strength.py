"""Strength: how hard a puzzle is, by which bots get it wrong."""

from __future__ import annotations

from typing import Final

from unolab.bots import Bot
from unolab.bots.search.judge import is_same
from unolab.moves import Move
from unolab.state import View

SOLVERS: Final = ("random", "greedy", "medium", "hard", "expert")
"""From the weakest to the strongest; the last one does what the network alone holds for best."""


def find_misled(view: View, best: Move) -> tuple[str, ...]:
    """Return the bots that do something else."""
    return tuple(name for name in SOLVERS if not is_same(best, Bot.parse(name)(view)))


def is_tempting(misled: tuple[str, ...]) -> bool:
    """Whether there is a mistake to make: somebody gets it wrong who thinks at all."""
    return any(name != "random" for name in misled)
