"""The loop of a test, a page that was built, and a real PostgreSQL, started when asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.lapse import Lapse
from tests.server.postgres import Postgres
from unolab.server import app as app_module


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


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built, in a folder of its own."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "assets/app-1a2b.js").write_text("let page")
    monkeypatch.setattr(app_module, "STATIC", tmp_path)
    return tmp_path
