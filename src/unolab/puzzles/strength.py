"""Strength: how hard a puzzle is, by which bots get it wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from unolab.bots import Bot
from unolab.bots.search.judge import is_same
from unolab.moves import Move
from unolab.state import View

SOLVERS: Final = ("random", "greedy", "medium", "hard", "expert")
"""From the weakest to the strongest."""
SENSIBLE: Final = SOLVERS[2:]
GOOD: Final = SOLVERS[3:]


def ask_quick(view: View) -> Iterator[Move | None]:
    """Ask the sensible bots that answer at once, without looking ahead."""
    return (Bot.parse(name)(view) for name in SENSIBLE[:-1])


def chooses_card(view: View) -> bool:
    """Whether the question is which card to play, if any, and not what to do about others."""
    return not view.due and view.phase in ("turn", "drawn")


def find_misled(view: View, best: Move) -> tuple[str, ...]:
    """Return the bots that do something else."""
    return tuple(name for name in SOLVERS if not is_same(best, Bot.parse(name)(view)))


def is_tempting(view: View, best: Move, misled: Collection[str]) -> bool:
    """Whether there is a mistake to make: somebody gets it wrong who plays sensibly.

    Where only one coloured card fits, all know that it comes before a wild; then it has to be
    somebody who plays well. Where no card is chosen, anybody will do.
    """
    if not chooses_card(view):
        return bool(misled)
    fitting = {move.card for move in view.legal if move.card is not None and not move.is_wild}
    sensible = GOOD if fitting == {best.card} else SENSIBLE
    return any(name in sensible for name in misled)
