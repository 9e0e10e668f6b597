"""Where compiled code is kept, and what is said while it is compiled."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core.caching import FunctionCache
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from unolab.engine import cache, jit
from unolab.engine.cache import cache_folder, name_part
from unolab.engine.jit import _Forgiving, _Notice


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home and no settings."""
    for name in ("UNOLAB_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    return tmp_path


@pytest.mark.parametrize(
    ("system", "folder"),
    [(Unix, ".cache/unolab"), (MacOS, "Library/Caches/unolab")],
)
def test_every_system_has_its_place(
    home: Path, monkeypatch: pytest.MonkeyPatch, system: type, folder: str
) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", system)
    assert cache_folder("1.0").parent == home / folder
    assert cache_folder("1.0").is_dir()


@pytest.mark.parametrize(
    ("name", "folder"),
    [("UNOLAB_CACHE_DIR", "chosen"), ("XDG_CACHE_HOME", "chosen/unolab")],
)
def test_the_user_chooses(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: str
) -> None:
    monkeypatch.setenv(name, str(home / "chosen"))
    assert cache_folder("1.0").parent == home / folder


def test_a_relative_path_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be a folder in whatever the working directory is."""
    work = home / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder("1.0").parent == home / ".cache/unolab"
    assert not [*work.iterdir()]


def test_a_relative_choice_does_not_move(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of a tournament are told of it, and run elsewhere."""
    monkeypatch.chdir(home)
    monkeypatch.setenv("UNOLAB_CACHE_DIR", "relative")
    assert cache_folder("1.0").parent == home / "relative"


@pytest.mark.skipif(os.name == "nt", reason="Windows knows everyone's home")
@pytest.mark.parametrize("home_is", ["relative", "missing"])
def test_without_a_home_it_is_a_temporary_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch, home_is: str
) -> None:
    def nobody(user: int) -> None:
        raise KeyError(user)

    work, temporary = home / "work", home / "temporary"
    for folder in (work, temporary):
        folder.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    if home_is == "missing":
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", "relative")
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert cache_folder("1.0").parent.parent == temporary
    assert not [*work.iterdir()]


def test_two_start_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is not there, and then somebody else has made it."""
    made, is_dir = cache_folder("1.0"), Path.is_dir
    looked: list[Path] = []

    def look(path: Path) -> bool:
        looked.append(path)
        return is_dir(path) and not (path == made and looked.count(made) == 1)

    monkeypatch.setattr(Path, "is_dir", look)
    assert cache_folder("1.0") == made


def test_what_can_only_be_read_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a program of a tournament, which can't write anywhere."""
    made = cache_folder("1.0")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr("tempfile.tempdir", str(home / "missing"))
    assert cache_folder("1.0") == made


def test_a_machine_without_any_place_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr("unolab.engine.cache._make_folder", lambda folder: None)
    monkeypatch.setattr("tempfile.tempdir", str(home / "missing"))
    with pytest.raises(OSError, match="missing"):
        cache_folder("2.0")


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled, so nothing is kept")
def test_numbas_own_setting_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may change it at any moment; Numba then took the working directory."""
    work, kept = tmp_path / "work", tmp_path / "kept"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr(jit, "CACHE", kept)
    places: Any = FunctionCache._impl_class
    named = places._locator_classes[0]
    name = named.get_suitable_cache_subpath

    def meanwhile(file: str) -> str:
        monkeypatch.setattr(numba.config, "CACHE_DIR", "")
        return str(name(file))

    monkeypatch.setattr(named, "get_suitable_cache_subpath", staticmethod(meanwhile))
    compiled: Any = jit.jit(double)
    assert compiled(21) == 42
    assert not [*work.iterdir()]
    assert [*kept.glob("*/*/*.nbc")]


def double(number: int) -> int:
    return 2 * number


def test_other_tools_other_code(home: Path) -> None:
    assert cache_folder("1.0", "2.0") == cache_folder("1.0", "2.0")
    assert cache_folder("1.0", "2.0") != cache_folder("1.0", "2.1")


def test_every_source_of_what_is_compiled_counts(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "unolab"
    sources = ("cards.py", "moves.py", "engine/cache.py", "bots/own.py", "bots/kit/manners.py")
    for source in sources:
        (package / source).parent.mkdir(parents=True, exist_ok=True)
        (package / source).write_text("")
    monkeypatch.setattr(cache, "__file__", str(package / "engine/cache.py"))
    folders = {cache_folder("1.0")}
    for source in sources:
        (package / source).write_text("changed = True")
        folders.add(cache_folder("1.0"))
    assert len(folders) == 1 + len(sources)


def test_environments_leave_the_engine_alone(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "unolab"
    files = [package / name for name in ("engine/cache.py", "bots/kit/order.py", "envs/slot.py")]
    files.append(tmp_path / "my_bot.py")
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    monkeypatch.setattr(cache, "__file__", str(files[0]))
    folder, parts = cache_folder("1.0"), [name_part(str(file)) for file in files]
    files[2].write_text("changed = True")
    assert cache_folder("1.0") == folder
    again = [name_part(str(file)) for file in files]
    assert [old == new for old, new in zip(parts, again, strict=True)] == [True, True, False, False]
    assert parts[0] == parts[1] != parts[2] == parts[3]


def test_a_home_that_cannot_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Then it is a temporary folder of this user's, the same at every start."""
    (home / "file").write_text("")
    monkeypatch.setenv("UNOLAB_CACHE_DIR", str(home / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = cache_folder("1.0")
    assert folder.parent.parent == tmp_path
    assert folder.is_dir()
    assert cache_folder("1.0") == folder
    monkeypatch.setattr("os.getuid", lambda: -1, raising=False)  # somebody else has made it
    assert cache_folder("1.0").parent not in (folder.parent, tmp_path)


def test_what_is_old_is_removed(home: Path) -> None:
    old, new = cache_folder("1.0"), cache_folder("2.0")
    os.utime(old, (0, 0))
    assert cache_folder("3.0").is_dir()
    assert new.is_dir()
    assert not old.exists()


def test_a_damaged_cache_is_no_cache() -> None:
    class Damaged:
        path = "somewhere"
        flushed = 0

        def load_overload(self, *_: object) -> None:
            raise EOFError

        def save_overload(self, *_: object) -> None:
            raise OSError("no space left")

        def flush(self) -> None:
            self.flushed += 1

    damaged = Damaged()
    cache = _Forgiving(damaged)
    assert cache.load_overload("signature", "context") is None
    assert damaged.flushed == 1
    cache.save_overload("signature", "code")
    assert cache.path == "somewhere"


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
        "unolab: compiling for this machine, which takes some seconds; kept for next time\n"
    )


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (True, "compiling mixbot2 for this machine, which takes some seconds; kept for next time"),
        (False, "compiling mixbot2 for this machine, which takes some seconds"),
    ],
)
def test_what_is_compiled_is_named(
    kept: bool, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = _Notice()
    monkeypatch.setattr(jit, "_NOTICE", notice)
    with jit.compiling("mixbot2", kept):
        function = SimpleNamespace(__module__="unolab.bots.strategies.mixbot2")
        notice.on_start(SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)}))
    assert capsys.readouterr().err == f"unolab: {words}\n"
    assert (notice.what, notice.kept) == ("", True)


GAME = "import unolab; game = unolab.play(['random'] * 2, 'unoai', seed=1); game.state.events"
LOT = """
from unolab.engine import calls, layout, record
calls.pick_dealer(record.make_record(layout.STATE), 2, 1, 2, 3)
"""


def start(code: str, **environment: str) -> str:
    """Run a program in a process of its own; return what it says."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.slow
def test_nothing_of_a_game_is_compiled_twice() -> None:
    """In the cache of this user: to compile a whole game anew takes long."""
    start(GAME)
    assert start(GAME) == ""


@pytest.mark.slow
def test_damage_is_mended(tmp_path: Path) -> None:
    """A damaged cache costs the time to compile, and no more; the next start is silent again."""
    folder = str(tmp_path)
    assert "compiling" in start(LOT, UNOLAB_CACHE_DIR=folder)
    files = [*tmp_path.glob("**/*.nbc")]
    assert len(files) > 1
    for file in files:
        file.write_bytes(file.read_bytes()[:300])
    assert "compiling" in start(LOT, UNOLAB_CACHE_DIR=folder)
    assert start(LOT, UNOLAB_CACHE_DIR=folder) == ""


def test_a_function_travels_with_its_code(tmp_path: Path) -> None:
    """Another process can run a function that it could not import."""
    packed = tmp_path / "function"
    factor = 3
    packed.write_bytes(jit.to_bytes(lambda number: factor * number))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb'))(14))"
    done = subprocess.run([sys.executable, "-c", code, packed], capture_output=True, text=True)
    assert done.stdout == "42\n", done.stderr
