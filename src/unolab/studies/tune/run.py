"""Tuning: a search at work, trial by trial, every trial on the same deals.

The value of a trial is how much more it wins than the bot as it was given, on the same deals: such
a difference is known far more exactly than either win rate. The games come in rungs, each four
times as long as the last, and after each rung only the best quarter goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from unolab.bots import Bot
from unolab.studies.tune.samplers import SAMPLERS, ready
from unolab.studies.tune.search import FACTOR, Search
from unolab.studies.tune.space import Point

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.pruners import BasePruner
    from optuna.trial import FrozenTrial

    from unolab.simulation import Executor
    from unolab.studies.tune.studyfile import StudyFile

MOST_STEPS: Final = 1000  # steps from settings that were tried already to some that were not


@dataclass(frozen=True)
class Status:
    """How far a search has come."""

    done: int  # settings that were tried
    trials: int
    given_up: int
    best: str  # the best settings of those that played all games
    gain: float  # how much better they are than the bot as it was given
    games: int  # played since the start
    seconds: float
    left: float | None  # seconds, if that can be said
    confirmed: float  # the share of the last part, after all trials


class Tuning:
    """A search at work. Trials that are finished are in ``tried`` and, to stay, in ``file``."""

    def __init__(
        self,
        search: Search,
        file: StudyFile | None = None,
        threads: int | None = None,
        on: str = "cpu",
        progress: Callable[[Status], None] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> None:
        """Take up the search where the file ends."""
        ready()
        self.search = search
        self.file = file
        self.place = "" if file is None else str(file.path)  # where the trials are kept
        self.threads = threads
        self.on = on
        self.executor = executor
        self.progress = progress
        self.goal = 0  # settings to try
        self.games = 0  # played
        self.began = perf_counter()
        self.tried: dict[str, FrozenTrial] = {}  # by settings; the first is the bot as it was given
        for trial in file.trials() if file else []:
            self.tried[settings_of(trial)] = trial
        self.found = len(self.tried)  # before this run
        self.study = self._new_study()

    @property
    def completed(self) -> list[FrozenTrial]:
        """Return those that have played all games, the best first."""
        return [trial for trial in self.ranking if not was_given_up(trial)]

    @property
    def ranking(self) -> list[FrozenTrial]:
        """Return those that went furthest first, the best of them at the head."""

        def place(trial: FrozenTrial) -> tuple[float, ...]:
            return -len(trial.user_attrs["means"]), -value_of(trial), trial.number

        return sorted(self.tried.values(), key=place)

    def run(self, trials: int) -> None:
        """Go on until so many settings are tried, or there are no others."""
        self.goal = trials
        self.tell()
        while len(self.tried) < trials:
            trial = self._propose()
            if trial is None:
                break
            finished = self._play_rungs(trial)
            if self.file is not None:
                self.file.keep(finished)
            self.tried[settings_of(finished)] = finished
            self.tell()

    def _new_study(self) -> Study:
        """Tell Optuna of the trials that are finished, and of nothing else."""
        import optuna

        study = optuna.create_study(direction="maximize", pruner=self._pruner())
        study.add_trials(self.tried.values())
        return study

    def _pruner(self) -> BasePruner:
        from optuna.pruners import SuccessiveHalvingPruner

        return SuccessiveHalvingPruner(min_resource=1, reduction_factor=FACTOR)

    def _propose(self) -> Trial | None:
        """Begin a trial with new settings; None if there are none.

        They depend on the trials before alone, so that a search can be taken up again.
        """
        space, number = self.search.space, len(self.tried)
        seed = self.search.seed_for(f"trial {number}") >> 33  # NumPy's have 31 bits
        self.study.sampler = SAMPLERS[self.search.sampler](space, seed)
        if number == 0:
            return self._ask_for(space.start)
        trial = self.study.ask(fixed_distributions=space.distributions())
        if str(space.bot_at(trial.params)) not in self.tried:
            return trial
        self.study = self._new_study()  # as if it had not been asked
        point: Point = trial.params
        rng = Random(seed)
        for _ in range(MOST_STEPS):
            point = space.near(point, rng)
            if str(space.bot_at(point)) not in self.tried:
                return self._ask_for(point)
        return None

    def _ask_for(self, point: Point) -> Trial:
        """Begin a trial at a point that is not the sampler's idea."""
        from optuna.samplers import RandomSampler

        self.study.sampler = RandomSampler(seed=0)  # which is not asked
        self.study.enqueue_trial(dict(point))
        return self.study.ask(fixed_distributions=self.search.space.distributions())

    def _play_rungs(self, trial: Trial) -> FrozenTrial:
        """Play rung by rung until a trial falls behind or has played all games."""
        from optuna.trial import TrialState

        bot = self.search.space.bot_at(trial.params)
        trial.set_user_attr("settings", str(bot))
        means: list[float] = []
        state = TrialState.COMPLETE
        for rung, length in enumerate(self.search.rungs):
            before = self.search.rungs[rung - 1] if rung else 0
            mean = self.play(bot, length - before, self.search.seed_for(f"rung {rung}"))
            earlier = means[-1] * before if rung else 0.0
            means.append((earlier + mean * (length - before)) / length)
            given = self._means_given(bot) or means
            trial.report(means[rung] - given[rung], FACTOR**rung)
            self.tell()
            if length < self.search.games and trial.should_prune() and bot != self.search.bot:
                state = TrialState.PRUNED
                break
        trial.set_user_attr("means", means)
        value = means[-1] - given[rung] if state == TrialState.COMPLETE else None
        return self.study.tell(trial, value, state)

    def _means_given(self, bot: Bot) -> Sequence[float]:
        """Return what the bot as it was given has won up to each rung; nothing if it plays now."""
        return next((trial.user_attrs["means"] for trial in self.tried.values()), ())

    def play(self, bot: Bot, games: int, seed: int) -> float:
        """Return what a bot wins a game: a share of it, or points, negative where they hurt."""
        return next(self.play_each(bot, games, [seed]))

    def play_each(self, bot: Bot, games: int, seeds: Sequence[int]) -> Iterator[float]:
        """Yield what a bot wins a game from each of some seeds."""
        from unolab.simulation import run_all
        from unolab.simulation.job import job_of

        search = self.search
        table = [bot, *search.opponents]
        jobs = [job_of(table, games, search.rules, seed) for seed in seeds]
        for report in run_all(jobs, self.threads, self.on, self.executor):
            if report.interrupted:
                raise KeyboardInterrupt
            self.games += report.games
            if search.objective == "win":
                yield float(report.win_rate[0])
            else:
                yield search.sign * float(report.points_per_game[0])

    def tell(self, confirmed: float = 0.0) -> None:
        """Tell whoever listens how far it is."""
        if self.progress is None:
            return
        done, completed = len(self.tried), self.completed
        seconds = perf_counter() - self.began
        fresh = done - self.found
        left = seconds / fresh * (self.goal - done) if fresh and not confirmed else None
        self.progress(
            Status(
                done,
                self.goal,
                done - len(completed),
                settings_of(completed[0]) if completed else str(self.search.bot),
                value_of(completed[0]) if completed else 0.0,
                self.games,
                seconds,
                left,
                confirmed,
            )
        )


def settings_of(trial: FrozenTrial) -> str:
    """Return the bot of a trial, as text."""
    return str(trial.user_attrs["settings"])


def games_of(run: Tuning, trial: FrozenTrial) -> int:
    """Return how many games a trial has played."""
    return run.search.rungs[len(trial.user_attrs["means"]) - 1]


def value_of(trial: FrozenTrial) -> float:
    """Return the last value of a trial: how much more it won than the bot as it was given."""
    return trial.intermediate_values[max(trial.intermediate_values)]


def was_given_up(trial: FrozenTrial) -> bool:
    """Whether a trial ended before its last rung."""
    return trial.state.name == "PRUNED"
