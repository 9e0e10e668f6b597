"""A real PostgreSQL, started when the first test asks for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


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
