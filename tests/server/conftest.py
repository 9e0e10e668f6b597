"""The loop of a test, and a real PostgreSQL, started when the first test asks for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.lapse import Lapse
from tests.server.postgres import Postgres


@pytest.fixture
def anyio_backend(request: pytest.FixtureRequest) -> object:
    """asyncio; where a test has the mark "lapse", with a loop in which time passes at once."""
    if request.node.get_closest_marker("lapse") is None:
        return "asyncio"
    return "asyncio", {"loop_factory": Lapse}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, on each of those that a store can use."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/rooms.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()
