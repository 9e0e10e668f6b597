"""Ctrl-C: the command ends in time and quietly, whatever runs or is imported at the moment."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

from tests.command import without_notice
from unolab.engine.jit import COMPILED
from unolab.interrupt import INTERRUPT_GRACE, is_interrupt
from unolab.simulation import cpu, pool
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.job import job_of

# Where the tests run in the background, Ctrl-C may be ignored, and by all that they start.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from unolab.__main__ import main
main()
"""
COMMAND = (sys.executable, "-u", "-c", START)
IMPATIENT = f"""
from unolab import interrupt
from unolab.simulation import pool
interrupt.INTERRUPT_GRACE = pool.THREAD_GRACE = 0.2
{START}
"""
ENOUGH = 100  # seconds: nobody waits so long, unless something hangs

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")

# ── a compiled bot that never returns ─────────────────────────────────────────────────────────────

LOOPS = """
import unolab as uno
from unolab.bots.tools import DRAW, NONE, any_of, count_in, playable, played

@uno.compiled
def loops(table, hand, memory, rng):
    if count_in(hand, ~0) >= 22:
        print("looping")
        n = 1
        while n >= 0:
            n = (n * 5 + 1) % 1000
    cards = playable(table, hand)
    return DRAW if cards == NONE else played(any_of(cards, rng), hand, rng)

@uno.compiled(everything=True)  # which takes less time to compile
def loops_at_once(table, hand, memory, rng):
    n = 1
    print("looping")
    while n >= 0:
        n = (n * 5 + 1) % 1000
    return n
"""


def stopped_while_it_loops(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Press Ctrl-C when a bot has begun to loop."""
    (folder / "my.py").write_text(LOOPS)
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", IMPATIENT, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert any("looping" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    return process


@posix
@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    "words",
    [
        (),  # in threads of ours
        # in the main thread
        pytest.param(("--seed", "1", "--game", "1"), marks=pytest.mark.thorough),
    ],
)
def test_a_bot_that_never_returns_is_left(tmp_path: Path, words: tuple[str, ...]) -> None:
    words = ("simulate", "my.py:loops_at_once", "random", *words)
    with stopped_while_it_loops(tmp_path, *words) as process:
        try:
            err = process.communicate(timeout=ENOUGH)[1]
        finally:
            process.kill()
    assert process.returncode == 130
    assert without_notice(err) == "unolab: stopped before the first game was over\n"


@posix
@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_what_was_played_before_a_bot_looped_is_shown(tmp_path: Path) -> None:
    words = ("simulate", "my.py:loops", "random", "--games", "100M", "--seed", "1")
    with stopped_while_it_loops(tmp_path, *words, "--threads", "1") as process:
        try:
            out, err = process.communicate(timeout=ENOUGH)
        finally:
            process.kill()
    assert process.returncode == 130
    assert without_notice(err) == ""
    assert re.search(r"stopped after [0-9,]+ of", out)


def test_threads_that_never_end_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "THREAD_GRACE", 0.01)
    real, free, asked = ChunkPlayer.__call__, Event(), Event()

    def play(self: ChunkPlayer, first: int, games: int) -> Any:
        if first:
            asked.set()
            free.wait()
        return real(self, first, games)

    monkeypatch.setattr(ChunkPlayer, "__call__", play)
    rescue = Timer(ENOUGH, free.set)  # so that it fails instead of hanging
    rescue.start()
    try:
        jobs = [job_of(["random"] * 2, 10**6)]
        with closing(cpu.parts(jobs, pool.Pool(threads=2))) as parts:  # type: ignore[type-var]
            next(parts)
            asked.wait()
        assert not free.is_set()
    finally:
        rescue.cancel()
        free.set()


# ── Ctrl-C while modules are imported ─────────────────────────────────────────────────────────────

STUB = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
for _ in range(10**6):  # the next instruction, or one soon after
    pass
raise RuntimeError("nobody heard")
"""
HIDING = """
class Field:
    def __set_name__(self, owner, name):
        raise KeyboardInterrupt

try:
    class Owner:
        field = Field()
except BaseException as error:
    raise ImportError("a module that hides what happened") from error
"""


def begun_with(folder: Path, module: str, source: str) -> subprocess.CompletedProcess[str]:
    """Start a command that imports this instead of a module."""
    (folder / f"{module}.py").write_text(source)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    words = [*COMMAND, "simulate", "random", "random", "--games", "10"]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=ENOUGH)


@posix
@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("typer", STUB),
        ("numba", HIDING),
        ("llvmlite", STUB),
        pytest.param("typer", HIDING, marks=pytest.mark.thorough),
        pytest.param("numba", STUB, marks=pytest.mark.thorough),
        pytest.param("llvmlite", HIDING, marks=pytest.mark.thorough),
        pytest.param("numpy", STUB, marks=pytest.mark.thorough),
        pytest.param("numpy", HIDING, marks=pytest.mark.thorough),
        pytest.param("shlex", STUB, marks=pytest.mark.thorough),
        ("shlex", HIDING),
    ],
    ids=lambda given: {STUB: "stub", HIDING: "hiding"}.get(given, given),
)
def test_an_import_that_is_interrupted_is_quiet(tmp_path: Path, module: str, source: str) -> None:
    done = begun_with(tmp_path, module, source)
    assert done.returncode == 130
    assert re.fullmatch("unolab: stopped[a-z ]*\n", done.stderr)
    assert done.stdout == ""


def test_other_errors_are_seen(tmp_path: Path) -> None:
    done = begun_with(tmp_path, "typer", "raise ZeroDivisionError('broken')")
    assert done.returncode == 1
    assert "ZeroDivisionError: broken" in done.stderr


@posix
@pytest.mark.slow
def test_early_moments(tmp_path: Path, thorough: bool) -> None:
    """As soon as the command line is imported, and wherever the interpreter is later."""
    hook = """
        import os, signal, sys
        left = int(os.environ["AFTER"])

        def see(event, args):
            global left
            if event == "import" and args[0] == "unolab.cli":
                see.begun = True
            if event in ("open", "import") and see.begun:
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGINT)

        see.begun = False
        sys.addaudithook(see)
    """
    lines = hook.splitlines()
    (tmp_path / "sitecustomize.py").write_text("\n".join(line[8:] for line in lines))
    for after in moments(thorough):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "AFTER": str(after)}
        words = [*COMMAND, "simulate", "random", "random", "--games", "10"]
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        assert "Traceback" not in done.stderr, (after, done.stderr)
        assert done.returncode == 130, (after, done.stderr)


def moments(thorough: bool) -> Iterator[int]:
    """Some hundred things are opened before there is a result."""
    yield from (1, 5, 20, 80, 160, 320, 640) if thorough else (1, 20, 320)


def test_what_is_an_interrupt() -> None:
    assert is_interrupt(KeyboardInterrupt())
    assert not is_interrupt(ValueError())
    hidden = ImportError()
    hidden.__context__ = KeyboardInterrupt()
    assert is_interrupt(hidden)
    assert INTERRUPT_GRACE > 0
