"""Results without luck: what two players are compared by when there are only a few games.

Each time cards come, the luck is the chance to win after them, less the mean of that chance over
other cards drawn from the same stock. Its mean is zero whatever the chances are worth: the cards
that came are as good as any others that could have come. So taking it away never favours anyone,
and the better the critic foresees who wins, the less is left to chance. (It is what AIVAT does in
poker, for chance alone.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from unolab.bots.search.judge import Judge
from unolab.errors import BadOption
from unolab.event import Event
from unolab.game import Game
from unolab.state import State


@dataclass(frozen=True)
class Luck:
    """What the cards did to everyone's chance to win, by seat."""

    deal: tuple[float, ...]
    """The chance after the deal less an equal share: zero in the mean if seats are drawn by lot."""
    draws: tuple[float, ...]
    """All cards that were drawn: zero in the mean from every seat."""

    @property
    def total(self) -> tuple[float, ...]:
        """Both."""
        return tuple(deal + drawn for deal, drawn in zip(self.deal, self.draws, strict=True))


@cache
def make_quick_judge() -> Judge:
    """Make a judge that is quick enough for thousands of games."""
    return Judge(draws=8, depth=4)


def adjust(game: Game, judge: Judge | None = None) -> tuple[float, ...]:
    """Return everyone's result without the luck of the cards: 1 for a win, 0 for a loss.

    It may be below 0 or above 1; in the mean it is the result.
    """
    luck = measure_luck(game, judge).total
    results = (judge or make_quick_judge()).chances(game.state)
    return tuple(float(result) - one for result, one in zip(results, luck, strict=True))


def measure_luck(game: Game, judge: Judge | None = None) -> Luck:
    """Measure the luck of the deal and of all draws in a finished round."""
    if not game.over:
        raise BadOption(f"there is no result yet: {game.deal} is still being played")
    judge = make_quick_judge() if judge is None else judge
    share = (2 if game.rules.partners else 1) / game.players
    deal = judge.chances(game.start) - share
    draws = np.zeros(game.players)
    state = game.start
    for move, after in game.steps():
        if not after.over and find_drawn(after):
            seat = state.turn if move.seat is None else move.seat
            draws += judge.chances(after) - judge.chances_after(state, seat, move)
        state = after
    return Luck(tuple(map(float, deal)), tuple(map(float, draws)))


def find_drawn(after: State) -> list[Event]:
    """Return the events of the last move by which cards came to somebody."""
    return [event for event in after.events if event.kind in ("drew", "took") and event.count]
