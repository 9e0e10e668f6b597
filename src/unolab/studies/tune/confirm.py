"""Whether what a search has found is really better: on fresh deals, many of them.

The best of many trials is partly the luckiest. So the best few play again on deals that no trial
has seen, and the best of those plays a third lot of deals against the bot as it was given: both
play the same deals in the same company. The deals are cut into batches, and how much the difference
varies from batch to batch tells how exactly it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from statistics import fmean
from typing import Final

from unolab.bots import Bot
from unolab.simulation.statistics import Estimate
from unolab.studies.tune.run import Tuning, settings_of

CANDIDATES: Final = 4
BATCHES: Final = 64


@dataclass(frozen=True)
class Confirmation:
    """How the best settings did against those given, on the same fresh deals."""

    best: Bot
    start: Bot
    games: int
    best_mean: Estimate
    start_mean: Estimate
    difference: Estimate

    @property
    def is_better(self) -> bool:
        """Whether it is better by more than the noise."""
        return self.difference.low > 0

    @property
    def is_worse(self) -> bool:
        """Whether it is worse by more than the noise."""
        return self.difference.high < 0


def candidates(run: Tuning) -> list[Bot]:
    """Return the best few that a search has found, the bot as it was given not among them."""
    start = str(run.search.bot)
    others = [trial for trial in run.ranking if settings_of(trial) != start]
    return [run.search.space.bot_at(trial.params) for trial in others[:CANDIDATES]]


def confirm(run: Tuning, games: int, progress: Callable[[float], None]) -> Confirmation | None:
    """Let the best few play on fresh deals, and the best of those once more; None if there is none.

    ``progress`` is told the share that is done.
    """
    few, start = candidates(run), run.search.bot
    if not few:
        return None
    size = -(-games // BATCHES)
    done = count(1)

    def batches(bot: Bot, lot: str, size: int) -> list[float]:
        means = []
        seeds = [run.search.seed_for(f"{lot} {batch}") for batch in range(BATCHES)]
        for mean in run.play_each(bot, size, seeds):
            means.append(mean)
            progress(next(done) / (BATCHES * (len(few) + 2)))
        return means

    share = max(size // len(few), 1)  # to choose takes as many games as to confirm
    best = max(few, key=lambda bot: fmean(batches(bot, "choose", share)))
    found, given = batches(best, "confirm", size), batches(start, "confirm", size)
    differences = [one - other for one, other in zip(found, given, strict=True)]
    means = (Estimate.of(batch) for batch in (found, given, differences))
    return Confirmation(best, start, size * BATCHES, *means)
