"""What a foreign bot can read: what it needs, and nothing that tells it the cards to come."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.foreign.table import VIEW, confined, in_play, seated, written
from unolab.foreign import Program
from unolab.foreign.confinement import landlock, launcher
from unolab.foreign.confinement.landlock import READ_DIR, READING, inside, visible
from unolab.foreign.surroundings import on_path, surroundings

pytestmark = pytest.mark.slow  # nothing here depends on the compiler


def made(path: Path) -> Path:
    """Make a file, with its folder."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    return path


@confined
def test_seed_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where it lay before the start, nor where it is written later."""
    home, folder = tmp_path / "home", tmp_path / "bots"
    monkeypatch.setenv("HOME", str(home))
    made(home / "notes.txt")
    for name in ("data/model.json", "results/journal.jsonl", "all/results/journal.jsonl"):
        (folder / name).parent.mkdir(parents=True)
        made(folder / name)
    made(folder / "games.uno")
    made(folder / "all/other.json")
    made(folder / ".history")
    made(tmp_path / "elsewhere.txt")
    (folder / "link").symlink_to(tmp_path)
    (folder / "processes").symlink_to("/proc")
    allowed = ["bot.py", "data/model.json", "all/other.json", "/proc/self/cmdline", os.devnull]
    refused = [
        *("results/journal.jsonl", "all/results/journal.jsonl", "games.uno", ".history"),
        *("later.json", "results/later.json", "folder/journal.jsonl"),
        *("link/elsewhere.txt", str(tmp_path / "elsewhere.txt"), str(home / "notes.txt")),
        *(f"/proc/{os.getpid()}/{name}" for name in ("cmdline", "environ", "stat", "fd/0")),
        *(f"/proc/self/root/proc/{os.getpid()}/cmdline", f"processes/{os.getpid()}/cmdline"),
    ]
    unlisted = ["/proc", "/tmp", tempfile.gettempdir(), str(home), str(tmp_path)]
    body = f"""
        def trying(do, path):
            try:
                do(path)
            except PermissionError:
                return True
            return False

        def read(path):
            with open(path) as file:
                file.read()

        wrong = [path for path in {allowed!r} if trying(read, path)]
        wrong += [path for path in {refused!r} if not trying(read, path)]
        wrong += [path for path in {unlisted!r} if not trying(os.listdir, path)]
        raise ValueError(wrong)
    """
    names = ("results", "all/results", "games.uno", "folder")
    program = replace(in_play(folder, body), hidden=tuple(folder / name for name in names))
    with seated(program) as player:
        assert not player.everything  # so it has started
        for name in ("later.json", "results/later.json", "folder/journal.jsonl"):
            made(folder / name)
        player(VIEW)
        assert [fault.text for fault in player.faults] == ["ValueError: [] (line 19 of bot.py)"]


def test_kernel_without_landlock_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda libc: 0)
    assert any("a bot can read the seed" in sentence for sentence in launcher.gaps())


# ── what it needs ─────────────────────────────────────────────────────────────────────────────────

TALK = """
import json, sys
from beside import PROTOCOL
sys.stdin.readline()
print(json.dumps({"type": "hello", "protocol": PROTOCOL}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        print(json.dumps({"id": message["id"], "move": "RW"}), flush=True)
"""
IN_C = r"""
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[65536];
    int asked = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"hello\"")) puts("{\"type\": \"hello\", \"protocol\": 1}");
        if (strstr(line, "\"legal\"")) printf("{\"id\": %d, \"move\": \"RW\"}\n", ++asked);
        fflush(stdout);
    }
}
"""


def script(folder: Path) -> None:
    """Write a script that says itself by what it is run."""
    written(folder, "#!/usr/bin/env python3\n" + TALK, "bot")


def wrapper(folder: Path) -> None:
    """Write a script that becomes another program."""
    written(folder, TALK, "talk.py")
    written(folder, "#!/bin/sh\nexec python3 talk.py\n", "bot")


def in_c(folder: Path) -> None:
    """Compile a program."""
    compiler = shutil.which("cc") or pytest.skip("there is no C compiler")
    source = written(folder, IN_C, "bot.c")
    subprocess.run([compiler, str(source), "-o", str(folder / "bot")], check=True)


@pytest.mark.parametrize("write", [script, wrapper, in_c])
def test_program_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    written(tmp_path, "PROTOCOL = 1", "beside.py")
    write(tmp_path)
    (tmp_path / "bot").chmod(0o755)
    with seated(Program.of_command("./bot", tmp_path)) as player:
        assert [str(player(VIEW)) for _ in range(2)] == ["RW", "RW"]
        assert player.faults == []


def test_installations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter in the home folder opens its own folder, and not the home."""
    home = tmp_path.resolve() / "home"
    monkeypatch.setenv("HOME", str(home))
    real = made_program(home / "versions/3/bin/language")
    (home / "bin").mkdir()
    (home / "bin/language").symlink_to(real)
    made_program(home / ".local/bin/tool")
    bots = home / "bots"
    bots.mkdir()
    monkeypatch.setenv("PATH", str(home / "bin"))
    needed = surroundings(Program.of_command("language bot.txt", bots))
    assert {home / "versions/3", home / "bin", home / "lib"} <= needed
    assert not {home, home.parent, bots} & needed
    assert on_path(f"relative{os.pathsep}{home / 'missing'}") == frozenset()
    tool = surroundings(Program.of_command(f"{home / '.local/bin/tool'} x", bots))
    assert home / ".local/bin" in tool
    assert home / ".local" not in tool


def made_program(path: Path) -> Path:
    """Make a file that could be run."""
    path.parent.mkdir(parents=True)
    path.touch(0o755)
    return path


def test_links_of_others_open_nothing(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "bots"
    folder.mkdir()
    secret = made_program(tmp_path.resolve() / "secret/bin/program")
    (folder / "bot").symlink_to(secret)
    needed = surroundings(Program.of_command("./bot", folder))
    assert not any(path.is_relative_to(tmp_path.resolve() / "secret") for path in needed)


def test_hidden_splits_what_is_around_it(tmp_path: Path) -> None:
    for name in ("a/b/results/journal", "a/b/bot.py", "a/data", "c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    folder = str(tmp_path)
    assert dict(visible(folder, [])) == {folder: READING}
    assert dict(inside(folder, [f"{folder}/a/b/results"])) == {
        folder: READ_DIR,
        f"{folder}/a": READ_DIR,
        f"{folder}/a/b": READ_DIR,
        f"{folder}/a/b/bot.py": READING,
        f"{folder}/a/data": READING,
        f"{folder}/c": READING,
    }
