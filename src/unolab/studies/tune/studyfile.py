"""StudyFile: an Optuna study in a file of SQLite, with the trials that are finished.

A search runs in memory and writes down every trial when it is over. So however it ends, the file
has whole trials only, and a search that is taken up again goes on as if nothing had happened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from unolab.errors import show
from unolab.studies.tune.samplers import ready

if TYPE_CHECKING:
    from optuna.trial import FrozenTrial

    from unolab.studies.tune.search import Search

STUDY_NAME: Final = "unolab"  # of the study in the file
SEARCH: Final = "search"


class StudyFile:
    """A file for the trials of one search; other tools of Optuna can read it too."""

    def __init__(self, path: Path | str, search: Search) -> None:
        """Open a file, or make one; refuse it if it holds anything else than this search."""
        ready()
        import optuna

        self.path = Path(path)
        check_kind(self.path)
        with ExitStack() as undo:
            undo.callback(self.close)
            with self._refusing("used as a study"):
                self._storage = optuna.storages.RDBStorage(f"sqlite:///{self.path}")
                self._study = optuna.create_study(
                    storage=self._storage,
                    study_name=STUDY_NAME,
                    direction="maximize",
                    load_if_exists=True,
                )
                self.kept = len(self.trials())
            self._agree(search.to_dict() | {"code": search.fingerprints()})
            undo.pop_all()

    def trials(self) -> list[FrozenTrial]:
        """Return the trials that are there, the oldest first."""
        return self._study.get_trials(deepcopy=False)

    def keep(self, trial: FrozenTrial) -> None:
        """Add a trial that is finished."""
        with self._refusing("written to"):
            if len(self.trials()) == self.kept:
                self._study.add_trial(trial)
                self.kept += 1
                return
        raise ValueError(f"another search is writing to {self.path} at the same time")

    @contextmanager
    def _refusing(self, what: str) -> Iterator[None]:
        """Say in one sentence what is wrong with the file."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            yield
        except (SQLAlchemyError, RuntimeError, ValueError, LookupError) as error:
            raise ValueError(f"{self.path} can't be {what}: {reason(error)}") from error

    def close(self) -> None:
        """Let go of the file."""
        if hasattr(self, "_storage"):
            self._storage.remove_session()
            self._storage.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _agree(self, search: dict[str, Any]) -> None:
        """Note what is searched for, or refuse if something else was."""
        before = self._study.user_attrs.get(SEARCH)
        if before is None:
            if self.kept:
                raise ValueError(f"{self.path} is a study of something else than a bot")
            self._study.set_user_attr(SEARCH, search)
        elif before != search:
            raise ValueError(
                f"{self.path} holds another search, {difference(before, search)}: "
                "choose another file with --study"
            )
        for trial in self.trials():
            if not is_whole(trial):
                raise ValueError(f"{self.path} is damaged: trial {trial.number} is incomplete")


def check_kind(path: Path) -> None:
    """Refuse a file that no study can be in, before Optuna writes to it."""
    if not path.exists():
        if not path.parent.is_dir():
            raise ValueError(f"there is no folder {show(str(path.parent))[1:-1]} for the study")
        return
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a study")
    if path.stat().st_size == 0:
        return
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise ValueError(f"{path} is not a study: {error}") from error
    if not {"studies", "trials"} <= tables:
        raise ValueError(f"{path} is not a study but another database")


def is_whole(trial: FrozenTrial) -> bool:
    """Whether a trial is as it was when it was kept."""
    means, values = trial.user_attrs.get("means", ()), trial.intermediate_values
    known = "settings" in trial.user_attrs and 0 < len(means) == len(values)
    return known and (trial.state.name == "PRUNED" or trial.values is not None)


def difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Say in what a search differs from the one before."""
    for key in now:
        if before.get(key) != now[key]:
            if key == "code":
                return "of a bot whose file has changed since"
            there, here = describe_value(before.get(key)), describe_value(now[key])
            return f"with {key} {there} instead of {here}"
    return "made by another version of unolab"


def describe_value(value: object) -> str:
    """Write a value of a search in a sentence."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def reason(error: Exception) -> str:
    """Return the cause that a database gives, without the command that it was given."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
