"""A search that several processes share through a storage of Optuna's."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import unolab as uno
from tests.command import refused, run
from unolab.errors import BadOption
from unolab.studies.tune import Search, TuningResult, shared, tune
from unolab.studies.tune.shared import SharedTuning, hide_password

pytestmark = pytest.mark.slow  # the bots want to be compiled

QUICK: dict[str, Any] = {"players": 2, "rules": "unoai", "games": 500, "fresh": 640, "threads": 1}
COMMAND = (
    *("tune", "cardranking", "--players", "2", "--rules", "unoai", "--trials", "4"),
    *("--games", "500", "--fresh", "640"),
)


every_storage = pytest.mark.parametrize(
    "storage", ["journal", pytest.param("sqlite", marks=pytest.mark.thorough)], indirect=True
)


@pytest.fixture(params=["journal", "sqlite"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "journal":
        return str(tmp_path / "study.journal")
    return f"sqlite:///{tmp_path / 'study.db'}"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(shared, "BEAT_SECONDS", 0.05)


def tried(result: TuningResult) -> list[str]:
    return list(result.run.tried)


def test_one_process_alone(storage: str) -> None:
    result = tune("cardranking", trials=6, storage=storage, **QUICK)
    assert len(tried(result)) == 6
    assert tried(result)[0] == "cardranking"
    assert result.verdict is not None
    again = tune("cardranking", trials=6, storage=storage, **QUICK)
    assert (tried(again), str(again)) == (tried(result), str(result))
    assert again.run.found == 6
    more = tune("cardranking", trials=8, storage=storage, **QUICK)
    assert tried(more)[:6] == tried(result)
    assert len(tried(more)) == 8


@every_storage
def test_several_at_once(storage: str) -> None:
    results: list[TuningResult] = []

    def search() -> None:
        results.append(tune("cardranking", trials=6, storage=storage, **QUICK))

    threads = [Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3
    assert len({str(result) for result in results}) == 1
    assert len({tuple(tried(result)) for result in results}) == 1
    assert len(tried(results[0])) == 6
    values = {t.user_attrs["settings"]: t.user_attrs["means"] for t in results[0].run.ranking}
    (given,) = tune("cardranking", trials=1, **QUICK).run.tried.values()
    assert values["cardranking"] == given.user_attrs["means"]  # whoever played it


@pytest.mark.thorough
def test_processes_on_one_journal(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "unolab", *COMMAND, "--storage", "study.journal"]
    here = os.environ | {"PYTHONPATH": str(Path(uno.__file__).parent.parent)}
    begun = [
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=here)
        for _ in range(2)
    ]
    said = {process.communicate(timeout=120)[0] for process in begun}
    assert [process.returncode for process in begun] == [0, 0]
    assert len(said) == 1
    assert said.pop().startswith("4 settings tried: ")


@every_storage
def test_a_trial_of_a_dead_process_is_replaced(
    storage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search.of("cardranking", **{k: v for k, v in QUICK.items() if k in SEARCHED})
    with SharedTuning(search, storage, 1) as dead:
        dead.goal = 6
        assert dead._propose() is not None  # and then it dies
        assert dead._propose() is not None
    monkeypatch.setattr(shared, "STALE_SECONDS", 0.3)
    result = tune("cardranking", trials=6, storage=storage, **QUICK)
    assert len(tried(result)) == 6
    assert "cardranking" in tried(result)


SEARCHED = ("players", "rules", "games")


@every_storage
def test_nobody_waits_for_who_was_interrupted(
    storage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = SharedTuning.play_each
    asked = iter(range(4))

    def cut(self: SharedTuning, *rest: Any) -> Iterator[float]:
        if next(asked, None) is None:
            raise KeyboardInterrupt
        return play(self, *rest)

    monkeypatch.setattr(SharedTuning, "play_each", cut)
    stopped = tune("cardranking", trials=6, storage=storage, **QUICK)
    assert stopped.interrupted
    assert "the same command continues" in str(stopped)
    monkeypatch.setattr(SharedTuning, "play_each", play)
    result = tune("cardranking", trials=6, storage=storage, **QUICK)
    assert len(tried(result)) == 6
    assert result.verdict is not None


@every_storage
def test_two_searches_in_one_storage(storage: str) -> None:
    one = tune("cardranking", trials=3, storage=storage, **QUICK)
    other = tune("cardranking", trials=2, storage=storage, **QUICK | {"players": 3})
    assert len(tried(one)) == 3
    assert len(tried(other)) == 2


@every_storage
def test_a_space_may_be_smaller_than_the_number_of_trials(storage: str) -> None:
    result = tune("mixbot2", trials=40, storage=storage, parameters=["slack"], **QUICK)
    assert 1 < len(tried(result)) < 40


@pytest.mark.parametrize(
    "storage",
    ["nothing://here", "sqlite:////no/such/folder/study.db", "/no/such/folder/study.journal"],
)
def test_a_storage_that_can_not_be_used(storage: str) -> None:
    refused(run(*COMMAND, "--storage", storage), "can't be used")


def test_what_is_no_storage(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("# unolab\n")
    refused(run(*COMMAND, "--storage", str(page)), "can't be used: it is no journal")
    driver = "postgresql+asyncpg://uno@localhost/uno"
    refused(run(*COMMAND, "--storage", driver), "postgresql+psycopg://user@host/name")


def test_a_database_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    done = run(*COMMAND, "--storage", "postgresql+psycopg://ada:secret@localhost/tuning")
    refused(done, "postgresql+psycopg://ada:***@localhost/tuning", "pip install 'psycopg[binary]'")


def test_a_password_is_not_shown() -> None:
    assert hide_password("postgresql://ada:a:b@host/x") == "postgresql://ada:***@host/x"
    assert hide_password("postgresql://ada@host/x") == "postgresql://ada@host/x"
    assert hide_password("study.journal") == "study.journal"


def test_a_file_and_a_storage_exclude_each_other(tmp_path: Path) -> None:
    refused(run(*COMMAND, "--storage", "x", "--study", "y"), "--study cannot be combined with")
    with pytest.raises(BadOption, match="not both"):
        tune("cardranking", trials=1, storage="x", study=tmp_path / "y", **QUICK)
