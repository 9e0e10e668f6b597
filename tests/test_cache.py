"""Where compiled code is kept, and what is said while it is compiled."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from unolab.engine.cache import cache_folder
from unolab.engine.jit import _Notice


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home and no settings."""
    for name in ("UNOLAB_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", ".cache/unolab"),
        ("darwin", "Library/Caches/unolab"),
        ("win32", "AppData/Local/unolab"),
    ],
)
def test_every_system_has_its_place(
    home: Path, monkeypatch: pytest.MonkeyPatch, platform: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder("1.0").parent == home / folder
    assert cache_folder("1.0").is_dir()


@pytest.mark.parametrize(
    ("platform", "name", "folder"),
    [
        ("linux", "UNOLAB_CACHE_DIR", "chosen"),
        ("linux", "XDG_CACHE_HOME", "chosen/unolab"),
        ("win32", "LOCALAPPDATA", "chosen/unolab"),
    ],
)
def test_the_user_chooses(
    home: Path, monkeypatch: pytest.MonkeyPatch, platform: str, name: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(name, str(home / "chosen"))
    assert cache_folder("1.0").parent == home / folder


def test_other_tools_other_code(home: Path) -> None:
    assert cache_folder("1.0", "2.0") == cache_folder("1.0", "2.0")
    assert cache_folder("1.0", "2.0") != cache_folder("1.0", "2.1")


def test_a_home_that_cannot_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Then it is a folder that is good until a restart."""
    (home / "file").write_text("")
    monkeypatch.setenv("UNOLAB_CACHE_DIR", str(home / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache_folder("1.0").parent == tmp_path
    assert cache_folder("1.0").is_dir()


def test_a_first_compilation_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    def compiling(module: str) -> SimpleNamespace:
        function = SimpleNamespace(__module__=module)
        return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})

    notice = _Notice()
    notice.on_start(compiling("numba.np.arrayobj"))
    notice.on_end(compiling("numba.np.arrayobj"))
    assert capsys.readouterr().err == ""
    for _ in range(2):
        notice.on_start(compiling("unolab.engine.step"))
    assert capsys.readouterr().err == (
        "unolab: compiling the engine for this machine, which takes some 20 seconds once\n"
    )
