"""Lets the tests run against any game, stage by stage; there is nothing to change in here."""

import importlib
import re
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the kit."""
    parser.addoption("--game", default="my_game", help="the file to test, without .py")
    parser.addoption("--stage", type=int, default=None, help="only this stage, 1 to 8")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the stage that was asked for."""
    stage = config.getoption("--stage")
    if stage is not None:
        items[:] = [item for item in items if stage_of(item.path) == stage]


def stage_of(path: Path) -> int:
    """Read the stage from the name of a file."""
    found = re.match(r"test_(\d)_", path.name)
    return int(found[1]) if found else 0


@pytest.fixture(scope="session")
def game(request: pytest.FixtureRequest) -> Any:
    """Import the game that is tested."""
    sys.path.insert(0, str(FOLDER))
    return importlib.import_module(request.config.getoption("--game"))


@pytest.fixture
def dealt(game: Any) -> Callable[[int], Any]:
    """Deal until a number is turned up: the exercise does not say what other cards do then."""

    def dealt(players: int) -> Any:
        for _ in range(1000):
            start = game.Round.deal(players)
            if start.top.split()[-1].isdigit():
                return start
        pytest.fail("no number was turned up in 1000 deals")

    return dealt


@pytest.fixture
def refuses() -> Callable[..., None]:
    """Expect an error, whichever it is; but not that something is still to be written."""

    def refuses(action: Callable[..., None], *arguments: str) -> None:
        try:
            action(*arguments)
        except NotImplementedError:
            raise
        except Exception:
            return
        pytest.fail(f"{action.__name__}{arguments} should not be allowed")

    return refuses


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Leave out what is not built yet; but not when its stage was asked for."""
    try:
        return (yield)
    except NotImplementedError as missing:
        if item.config.getoption("--stage") is None:
            pytest.skip(f"stage {stage_of(item.path)} needs {missing} in my_game.py")
        raise
