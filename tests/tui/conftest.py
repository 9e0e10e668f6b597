"""Coroutines run on asyncio, which Textual needs; data go to a folder of the test."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNOLAB_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def calm_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the process of the coach only where a test asks it something."""
    monkeypatch.setattr("unolab.server.coach.coach.Coach.warm", lambda coach: None)
