"""Result: what a search has found, for people, for programs, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unolab.bots import Bot
from unolab.tune.confirm import Verdict
from unolab.tune.run import Run, games_of, settings_of, value_of, was_given_up


@dataclass(frozen=True)
class Result:
    """The trials of a search and, if it came to its end, the verdict on the best of them."""

    run: Run
    verdict: Verdict | None
    interrupted: bool = False

    @property
    def best(self) -> Bot:
        """Return the settings to use: the best found, or those given where none is better."""
        if self.verdict is not None:
            return self.verdict.best if self.verdict.is_better else self.verdict.start
        completed = self.run.completed
        return self.run.search.space.bot_at(completed[0].params) if completed else self.start

    @property
    def start(self) -> Bot:
        """Return the bot as it was given."""
        return self.run.search.bot

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program; differences are from the bot as it was given."""
        verdict, sign = self.verdict, self.run.search.sign
        return {
            "search": self.run.search.to_dict(),
            "best": str(self.best),
            "interrupted": self.interrupted,
            "confirmed": None
            if verdict is None
            else {
                "settings": str(verdict.best),
                "games": verdict.games,
                "mean": (sign * verdict.best_mean).to_dict(),
                "start": (sign * verdict.start_mean).to_dict(),
                "difference": (sign * verdict.difference).to_dict(),
                "better": verdict.is_better,
            },
            "trials": [
                {
                    "settings": settings_of(trial),
                    "games": games_of(self.run, trial),
                    "difference": sign * value_of(trial),
                    "given_up": was_given_up(trial),
                }
                for trial in self.run.tried.values()
            ],
        }

    def plot(self, path: Path | str) -> None:
        """Draw the search."""
        from unolab.tune.plot import draw

        draw(self.run, path)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Say it to a person."""
        tried, completed = len(self.run.tried), len(self.run.completed)
        yield (
            f"{tried:,} settings tried: {completed:,} played all {self.run.search.games:,} games, "
            f"{tried - completed:,} were given up early"
        )
        if self.verdict is not None:
            yield from self._compared(self.verdict)
            return
        best = self.run.completed[:1]
        if self.interrupted and best and settings_of(best[0]) != str(self.start):
            yield f"Best so far: {self.best}"
            yield (
                f"In the search it was better by {self._amount(value_of(best[0]))}; that is not "
                "confirmed on fresh deals."
            )
        else:
            yield f"Nothing found was better than {self.start} in the search."

    def _compared(self, verdict: Verdict) -> Iterator[str]:
        sign = self.run.search.sign
        yield ""
        yield f"{'':12}{'win rate %' if self._wins else 'points':>10}   95 % interval"
        for name, estimate, mark in (
            ("found", sign * verdict.best_mean, ""),
            ("as given", sign * verdict.start_mean, ""),
            ("difference", sign * verdict.difference, "+"),
        ):
            value, low, high = (
                self._number(number, mark)
                for number in (estimate.value, estimate.low, estimate.high)
            )
            yield f"{name:12}{value:>10}   {low} to {high}"
        yield ""
        yield f"found     {verdict.best}"
        yield f"as given  {verdict.start}"
        yield ""
        yield self.words(verdict)

    def words(self, verdict: Verdict) -> str:
        """Put the verdict into a sentence."""
        difference = verdict.difference
        on = f"on {verdict.games:,} fresh deals"
        between = f"{self._number(difference.low)} to {self._number(difference.high)}"
        if verdict.is_better:
            return f"Better by {self._amount(difference.value)} ({between}) {on}."
        if verdict.is_worse:
            return (
                f"Worse by {self._amount(-difference.value)} {on}: "
                f"{verdict.start} is still the best."
            )
        return f"No better than noise: the difference is {between} {on}."

    def _number(self, value: float, sign: str = "") -> str:
        return f"{value * 100:{sign}.3f}" if self._wins else f"{value:{sign}.3f}"

    def _amount(self, value: float) -> str:
        unit = "percentage points" if self._wins else "points a game"
        return f"{self._number(value)} {unit}"

    @property
    def _wins(self) -> bool:
        return self.run.search.objective == "win"
