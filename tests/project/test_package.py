"""What is packed: the page is in the wheel, however the wheel was made."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import webpage

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

STATIC = "unolab/server/static"


def pack(root: Path, target: str, into: Path) -> Path:
    """Build a wheel or a source archive with hatchling, where no program can be found."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    environment = os.environ | {"PATH": "", "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (packed,) = into.iterdir()
    return packed


def check_page(wheel: Path) -> None:
    """Everything that index.html names is in the wheel too, and nothing that only builds it."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        index = packed.read(f"{STATIC}/index.html").decode()
    assets = re.findall(r'(?:src|href)="/([^"]+)"', index)
    suffixes = {Path(asset).suffix for asset in assets}
    assert suffixes == {".js", ".css", ".svg", ".png", ".webmanifest"}
    assert {f"{STATIC}/{asset}" for asset in assets} <= names
    shipped = {Path(name).name for name in names}
    assert {"sw.js", "poster.png", "inter-licence.txt"} <= shipped
    assert any(name.startswith("inter-") and name.endswith(".woff2") for name in shipped)
    assert "unolab/tui/style.tcss" in names
    assert "unolab/bots/neural/weights/neural.npz" in names
    assert [name for name in names if "node_modules" in name or name.endswith(".svelte")] == []


@pytest.fixture(autouse=True)
def _built() -> None:
    assert not webpage.is_due(), "the page is out of date: python webpage.py build"


def test_wheel_has_the_page(tmp_path: Path) -> None:
    check_page(pack(webpage.ROOT, "wheel", tmp_path))


def test_wheel_from_an_archive_has_the_page_and_needs_no_node(tmp_path: Path) -> None:
    archive = pack(webpage.ROOT, "sdist", tmp_path / "archive")
    with tarfile.open(archive) as packed:
        names = packed.getnames()
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # not in 3.11.2
        packed.extractall(tmp_path / "source")
    assert [name for name in names if "/node_modules/" in name] == []
    (root,) = (tmp_path / "source").iterdir()
    assert (root / "web/package-lock.json").is_file()
    check_page(pack(root, "wheel", tmp_path / "wheel"))


def test_page_is_due_when_a_source_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    before = webpage.sources()
    monkeypatch.setattr(webpage, "sources", lambda: before[1:])
    assert webpage.is_due()
    monkeypatch.setenv("UNOLAB_SKIP_PAGE", "1")
    assert not webpage.is_due()


def test_lock_file_names_no_registry() -> None:
    lock = (webpage.WEB / "package-lock.json").read_text("utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock
