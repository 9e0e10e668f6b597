"""Results without luck: what two players are compared by when there are only a few games.

Each time cards come, the luck is the chance to win after them, less the mean of that chance over
other cards drawn from the same stock. Its mean is zero whatever the chances are worth: the cards
that came are as good as any others that could have come. So taking it away never favours anyone,
and the better the critic foresees who wins, the less is left to chance. (It is what AIVAT does in
poker, for chance alone.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from unolab.bots.search.judge import NOBODY_KNOWN, Judge, know
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
    own: tuple[float, ...]
    """The part of it that is due to cards which came to the seat itself."""

    @property
    def total(self) -> tuple[float, ...]:
        """All of it."""
        return tuple(deal + drawn for deal, drawn in zip(self.deal, self.draws, strict=True))


@cache
def make_quick_judge() -> Judge:
    """Make a judge that is quick enough for thousands of games.

    It leaves the critic's chances as they are: sharper ones foresee better, and are noisier.
    """
    return Judge(draws=12, depth=24, sharper=1.0)


def adjust(
    game: Game, judge: Judge | None = None, bots: Sequence[str | None] = ()
) -> tuple[float, ...]:
    """Return everyone's result without the luck of the cards: 1 for a win, 0 for a loss.

    It may be below 0 or above 1; in the mean it is the result.
    """
    luck = measure_luck(game, judge, bots).total
    return tuple(result - one for result, one in zip(list_results(game), luck, strict=True))


def list_results(game: Game) -> tuple[float, ...]:
    """Return everyone's result: 1 for a win, 0 for a loss, an equal share of a void round."""
    state = game.state
    if not state.over:
        raise BadOption(f"there is no result yet: {game.deal} is still being played")
    if not state.winners:
        return (share_of(game),) * game.players
    return tuple(float(seat in state.winners) for seat in range(game.players))


def share_of(game: Game) -> float:
    """Return what everyone wins in the mean."""
    return (2 if game.rules.partners else 1) / game.players


def measure_luck(game: Game, judge: Judge | None = None, bots: Sequence[str | None] = ()) -> Luck:
    """Measure the luck of the deal and of all draws in a finished round.

    Seats of which the ``bots`` are named (None for the others) are expected to play on like these,
    others like ``neural``. That changes no mean, and foresees better who wins.
    """
    results = list_results(game)
    judge = make_quick_judge() if judge is None else judge
    known = know(bots) if bots else NOBODY_KNOWN
    # a better player has a better chance than its share before any card is dealt: so the deal is
    # judged as if all played alike
    deal = judge.chances(game.start) - share_of(game)
    draws, own = np.zeros(len(results)), np.zeros(len(results))
    state = game.start
    for move, after in game.steps():
        if not after.over and (drawn := find_drawn(after)):
            seat = state.turn if move.seat is None else move.seat
            came = judge.chances(after, known) - judge.chances_after(state, seat, move, known)
            draws += came
            own[drawn[0].seat] += came[drawn[0].seat]
        state = after
    return Luck(*(tuple(map(float, part)) for part in (deal, draws, own)))


def find_drawn(after: State) -> list[Event]:
    """Return the events of the last move by which cards came to somebody."""
    return [event for event in after.events if event.kind in ("drew", "took") and event.count]
