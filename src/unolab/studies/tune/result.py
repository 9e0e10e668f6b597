"""TuningResult: what a search has found, for people, for programs, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unolab.bots import Bot
from unolab.simulation.machine import provenance
from unolab.simulation.statistics import Estimate
from unolab.studies.tune.confirm import Confirmation
from unolab.studies.tune.run import Tuning, games_of, settings_of, value_of, was_given_up
from unolab.text.csvtable import to_csv


@dataclass(frozen=True)
class TuningResult:
    """The trials of a search and, if it came to its end, the verdict on the best of them."""

    run: Tuning
    verdict: Confirmation | None
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
            **provenance(),
            **self.run.search.to_dict(),
            "complete": not self.interrupted,
            "best": str(self.best),
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
            "trials": self._trials(),
        }

    def _trials(self) -> list[dict[str, Any]]:
        return [
            {
                "settings": settings_of(trial),
                "games": games_of(self.run, trial),
                "difference": self.run.search.sign * value_of(trial),
                "given_up": was_given_up(trial),
            }
            for trial in self.run.tried.values()
        ]

    def to_csv(self) -> str:
        """Write a line for every trial, with a line of headings."""
        return to_csv(self._trials())

    def plot(self, path: Path | str) -> None:
        """Draw the search."""
        from unolab.studies.tune.plot import draw

        draw(self.run, path)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Say it to a person."""
        tried, completed = len(self.run.tried), len(self.run.completed)
        if self.interrupted and not tried:
            yield "Stopped before the first settings had played."
            return
        yield (
            f"{tried:,} settings tried: {completed:,} played all {self.run.search.games:,} games, "
            f"{tried - completed:,} were given up early"
        )
        if self.interrupted:
            yield from self._so_far()
            return
        if self.verdict is not None:
            yield from self._compare(self.verdict)
        else:
            yield f"Nothing else was found than {self.start}."
        yield f"best: {self.best}"

    def _so_far(self) -> Iterator[str]:
        best = self.run.completed[:1]
        if best and settings_of(best[0]) != str(self.start):
            yield f"Best so far: {self.best}"
            yield (
                f"In the search it was better by {self._amount(value_of(best[0]))}; that is not "
                "confirmed on fresh deals."
            )
        else:
            yield f"Nothing found was better than {self.start} so far."
        if self.run.place:
            yield f"The trials are in {self.run.place}: the same command continues from there."

    def _compare(self, verdict: Confirmation) -> Iterator[str]:
        sign = self.run.search.sign
        yield ""
        yield f"{'':12}{'win rate %' if self._wins else 'points':>10}   95 % interval"
        for name, estimate, mark in (
            ("found", sign * verdict.best_mean, ""),
            ("as given", sign * verdict.start_mean, ""),
            ("difference", sign * verdict.difference, "+"),
        ):
            value = self._number(estimate.value, mark)
            yield f"{name:12}{value:>10}   {self._interval(estimate, mark)}"
        yield ""
        yield f"found     {verdict.best}"
        yield f"as given  {verdict.start}"
        yield ""
        yield self.words(verdict)

    def words(self, verdict: Confirmation) -> str:
        """Put the verdict into a sentence."""
        difference = verdict.difference
        on = f"on {verdict.games:,} fresh deals"
        between = self._interval(self.run.search.sign * difference, "+")
        if verdict.is_better:
            return f"Better by {self._amount(difference.value)} ({between}) {on}."
        if verdict.is_worse:
            return f"What was found is worse by {self._amount(-difference.value)} ({between}) {on}."
        return f"What was found is no better than noise: the difference is {between} {on}."

    def _interval(self, estimate: Estimate, sign: str = "") -> str:
        return f"{self._number(estimate.low, sign)} to {self._number(estimate.high, sign)}"

    def _number(self, value: float, sign: str = "") -> str:
        return f"{value * 100 if self._wins else value:{sign}z.3f}"

    def _amount(self, value: float) -> str:
        unit = "percentage points" if self._wins else "points a game"
        return f"{self._number(value)} {unit}"

    @property
    def _wins(self) -> bool:
        return self.run.search.objective == "win"
