"""SharedTuning: a search on which several processes work at once, through a storage of Optuna's.

Every process proposes settings from all that the others have found so far, plays them, and tells
the storage. A process that dies leaves a trial unfinished; the others see that its heart has
stopped, give it up, and try other settings instead. At the end all of them know the same trials, so
all come to the same result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from json import JSONDecodeError
from random import Random
from secrets import randbits
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, Self

from unolab.bots import Bot
from unolab.errors import BadOption, ResourceError
from unolab.studies.tune.run import MOST_STEPS, Status, Tuning, settings_of
from unolab.studies.tune.samplers import SAMPLERS, at_point, ready
from unolab.studies.tune.space import Point
from unolab.studies.tune.studyfile import SEARCH, reason

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.storages import BaseStorage
    from optuna.trial import FrozenTrial

    from unolab.simulation import Executor
    from unolab.studies.tune.search import Search

HEARTBEAT: Final = "heartbeat"
BEAT_SECONDS: Final = 5.0  # from one heartbeat of a trial to the next
STALE_SECONDS: Final = 60.0  # without one, until its process is taken for dead
OPENINGS: Final = 4  # attempts to open a database
LOOK_SECONDS: Final = 0.5  # how often those who wait for others look


class SharedTuning(Tuning):
    """A search at work in a storage; ``tried`` has the trials that all processes have finished."""

    def __init__(
        self,
        search: Search,
        storage: str,
        threads: int | None = None,
        on: str = "cpu",
        progress: Callable[[Status], None] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> None:
        """Join the search, or begin it."""
        ready()
        self._name = name_of(search)
        self._given: list[float] = []
        self._beats: dict[int, tuple[object, float]] = {}  # the last one of a trial, and when
        place = hide_password(storage)
        with refusing(place):
            self._storage = open_storage(storage)
            super().__init__(search, None, threads, on, progress, executor)
            self.place = place
            self.study.set_user_attr(SEARCH, search.to_dict())
            self._refresh()
        self.found = len(self.tried)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Let go of the storage."""
        with suppress(Exception):
            self._storage.remove_session()

    def run(self, trials: int) -> None:
        """Go on until all processes together have tried so many settings, or no others exist."""
        self.goal = trials
        with refusing(self.place):
            self.tell()
            while len(self.tried) < trials:
                before = len(self.tried)
                trial = self._propose() if self._count_begun() < trials else None
                running = self._running()
                if trial is not None:
                    self._finish(trial)
                elif running:
                    self._wait_for(running)
                self._refresh()
                self.tell()
                if trial is None and not running and len(self.tried) == before:
                    break  # nobody is at work, and nothing is left to try

    def _finish(self, trial: Trial) -> None:
        """Play a trial; if that is cut short, nobody has to wait for it."""
        from optuna.exceptions import UpdateFinishedTrialError

        try:
            with beating(trial):
                self._play_rungs(trial)
        except UpdateFinishedTrialError:
            return  # it was taken for dead, and something else is tried instead
        except BaseException:
            self._give_up(trial.number)
            raise

    def _new_study(self) -> Study:
        import optuna

        return optuna.create_study(
            storage=self._storage,
            study_name=self._name,
            direction="maximize",
            pruner=self._pruner(),
            load_if_exists=True,
        )

    def _refresh(self) -> None:
        """Look what all have finished; the first to try some settings counts."""
        self.tried = {}
        for trial in self._trials("COMPLETE", "PRUNED"):
            self.tried.setdefault(settings_of(trial), trial)

    def _trials(self, *states: str) -> list[FrozenTrial]:
        """Return the trials in some states, in their order."""
        from optuna.trial import TrialState

        wanted = tuple(TrialState[state] for state in states)
        return self.study.get_trials(deepcopy=False, states=wanted)

    def _running(self) -> list[FrozenTrial]:
        return self._trials("RUNNING")

    def _begun(self, before: int | None = None) -> dict[str, FrozenTrial]:
        """Return what is being tried or was, by settings, or by number where none are chosen."""
        begun: dict[str, FrozenTrial] = {}
        for trial in self._trials("RUNNING", "COMPLETE", "PRUNED"):
            if before is None or trial.number < before:
                known = set(trial.params) >= set(self.search.space.start)
                settings = str(self.search.space.bot_at(trial.params)) if known else ""
                begun.setdefault(settings or f"trial {trial.number}", trial)
        return begun

    def _count_begun(self) -> int:
        return len(self._begun())

    def _propose(self) -> Trial | None:
        """Begin a trial with settings that nobody else tries; None if there are none."""
        space, begun = self.search.space, self._begun()
        seed = randbits(31)  # not the search's own: all processes would propose the same
        if str(self.search.bot) not in begun:
            return self._claim(space.start)
        self.study.sampler = SAMPLERS[self.search.sampler](space, seed, shared=True)
        trial = self.study.ask(fixed_distributions=space.distributions())
        point: Point = dict(trial.params)
        if self._is_ours(trial):
            return trial
        self._give_up(trial.number)
        rng = Random(seed)
        for _ in range(MOST_STEPS):
            if str(space.bot_at(point)) not in begun:
                return self._claim(point)
            point = space.near(point, rng)
        return None

    def _claim(self, point: Point) -> Trial | None:
        """Begin a trial at a point, unless somebody else was quicker."""
        self.study.sampler = at_point(point)
        trial = self.study.ask(fixed_distributions=self.search.space.distributions())
        if self._is_ours(trial):
            return trial
        self._give_up(trial.number)
        return None

    def _is_ours(self, trial: Trial) -> bool:
        """Whether a trial that was begun is to be played: it is new, and not one too many."""
        earlier = self._begun(trial.number)
        settings = str(self.search.space.bot_at(trial.params))
        return settings not in earlier and len(earlier) < self.goal

    def _give_up(self, number: int) -> None:
        """Note that a trial will not be finished."""
        from optuna.trial import TrialState

        with suppress(Exception):  # it was finished after all, or the storage is gone
            self.study.tell(number, state=TrialState.FAIL)

    def _wait_for(self, running: Sequence[FrozenTrial]) -> None:
        """Wait a moment for others, and give up trials whose heart has stopped."""
        now = monotonic()
        for trial in running:
            beat = trial.user_attrs.get(HEARTBEAT)
            last, since = self._beats.get(trial.number, (None, now))
            self._beats[trial.number] = (beat, since if beat == last else now)
            if now - self._beats[trial.number][1] > STALE_SECONDS:
                self._give_up(trial.number)
        sleep(LOOK_SECONDS)

    def _means_given(self, bot: Bot) -> Sequence[float]:
        """Return what the bot as it was given wins: everybody can work that out."""
        if bot == self.search.bot:
            return ()
        if not self._given:
            found = self.tried.get(str(self.search.bot))
            means = found.user_attrs["means"] if found else ()
            if len(means) == len(self.search.rungs):
                self._given = list(means)
            else:
                self._given = list(self._play_given())
        return self._given

    def _play_given(self) -> Iterator[float]:
        total = before = 0.0
        for rung, length in enumerate(self.search.rungs):
            seed = self.search.seed_for(f"rung {rung}")
            mean = self.play(self.search.bot, length - int(before), seed)
            total = (total * before + mean * (length - before)) / length
            before = length
            yield total


@contextmanager
def beating(trial: Trial) -> Iterator[None]:
    """Show the other processes that a trial is being played."""
    ended = Event()

    def beat() -> None:
        number = 0
        while not ended.wait(BEAT_SECONDS):
            number += 1
            with suppress(Exception):  # the trial itself will say what is wrong
                trial.set_user_attr(HEARTBEAT, number)

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def name_of(search: Search) -> str:
    """Name a study after its search, so that a storage can have many."""
    content = repr(search.to_dict() | {"code": search.fingerprints()})
    return f"unolab {search.bot.name} {blake2b(content.encode(), digest_size=6).hexdigest()}"


def open_storage(address: str) -> BaseStorage:
    """Open a database by its address, or else a journal file by its path."""
    from optuna.storages import JournalStorage, RDBStorage
    from optuna.storages.journal import JournalFileBackend
    from sqlalchemy.exc import SQLAlchemyError

    if "://" not in address:
        return JournalStorage(JournalFileBackend(address))
    if address.partition("://")[0].endswith("+asyncpg"):
        raise BadOption("a search is stored through psycopg: postgresql+psycopg://user@host/name")
    for attempt in range(OPENINGS):
        try:
            return RDBStorage(address, engine_kwargs={"pool_pre_ping": True})
        except SQLAlchemyError:  # perhaps another process is making the same tables
            if attempt == OPENINGS - 1:
                raise
            sleep(LOOK_SECONDS)
    raise AssertionError


@contextmanager
def refusing(place: str) -> Iterator[None]:
    """Say in one sentence what is wrong with a storage."""
    from optuna.exceptions import OptunaError
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except ImportError as error:
        driver = "psycopg[binary]" if place.startswith("postgres") else "a driver for it"
        raise ResourceError(f"{place} can't be used: pip install '{driver}'") from error
    except JSONDecodeError:
        raise ResourceError(f"{place} can't be used: it is no journal of a search") from None
    except (SQLAlchemyError, OptunaError, OSError) as error:
        cause: Any = error.__cause__ if isinstance(error.__cause__, SQLAlchemyError) else error
        raise ResourceError(f"{place} can't be used: {reason(cause)}") from error


def hide_password(address: str) -> str:
    """Return an address that may be shown."""
    return re.sub(r"(?<=://)([^/@:]*):[^@/]*@", r"\1:***@", address)
