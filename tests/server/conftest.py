"""A real PostgreSQL, started when the first test asks for it."""

from collections.abc import Iterator

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
