"""What a foreign bot can't do, and what it can: the kernel sees to it before its first line."""

from __future__ import annotations

import os
import subprocess
import sys
from errno import EPERM
from pathlib import Path

import pytest

from tests.foreign.table import VIEW, begin, confined, in_play, seated
from unolab.foreign import process
from unolab.foreign.confinement import seccomp
from unolab.foreign.confinement.launcher import FILES, RESERVED

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

SEVEN = "[card.number for card in hand].index(7)"


DEEDS = [
    "while True: os.fork()",
    "__import__('subprocess').run(['true'])",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "os.kill(os.getppid(), 9)",
    "os.kill(-1, 9)",
    "os.setpriority(os.PRIO_USER, 0, 19)",
    "os.sched_setaffinity(os.getppid(), {0})",
    "os.pidfd_open(os.getppid())",
    "__import__('socket').socket()",
    "open('mine.txt', 'w')",
    "open('bot.py', 'a')",
    "os.remove('bot.py')",
    "os.rename('bot.py', 'other.py')",
    "os.truncate('bot.py', 0)",
    "os.chmod('bot.py', 0)",
    "os.mkdir('folder')",
    "open(f'/proc/{os.getppid()}/environ').read()",
    "open(f'/proc/{os.getppid()}/mem', 'rb')",
    "__import__('mmap').mmap(-1, 4096)",
    "os.memfd_create('memory')",
]


@confined
def test_rights_are_taken_away(tmp_path: Path) -> None:
    body = f"self.deeds = getattr(self, 'deeds', {DEEDS!r})\nexec(self.deeds.pop(0))"
    program = in_play(tmp_path, body)
    before = (tmp_path / "bot.py").read_text()
    with seated(program) as player:
        for deed in DEEDS:
            assert str(player(VIEW)) == "R7"
            (fault,) = player.faults
            assert fault.kind == "exception", deed
            assert fault.text.startswith("PermissionError"), deed
            player.faults.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["bot.py"]
    assert (tmp_path / "bot.py").read_text() == before


@confined
@pytest.mark.parametrize(
    ("sabotage", "text"),
    [
        ("landlock.RESTRICT_SELF = -1", "the kernel would not restrict what it can read"),
        ("landlock.WRITING = 1 << 60", "the kernel would not restrict what it can read"),
        ("privileges.CAPSET = dict.fromkeys(privileges.CAPSET, -1)", "the kernel would not make root like everybody else"),
        ("seccomp.SECCOMP_MODE_FILTER = 9", "the kernel would not filter its system calls"),
    ],
)
def test_nothing_runs_unconfined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: str, text: str
) -> None:
    imports, main = process.LAUNCHER.rsplit("; ", 1)
    broken_one = f"{imports}; from confinement import landlock, privileges, seccomp; {sabotage}; {main}"
    monkeypatch.setattr(process, "LAUNCHER", broken_one)
    with seated(in_play(tmp_path, "return 0")) as player:
        assert str(player(VIEW)) == "R7"
        (fault,) = player.faults
        assert (fault.kind, fault.text) == ("start", f"ended with exit code 1: {text}")


@confined
def test_threads_are_fine(tmp_path: Path) -> None:
    body = f"""
        import asyncio, threading
        thread = threading.Thread(target=print)
        thread.start()
        thread.join()
        return asyncio.run(asyncio.sleep(0, {SEVEN}))
    """
    with seated(in_play(tmp_path, body)) as player:
        player(VIEW)
        assert player.faults == []


def test_secrets_stay_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    with seated(in_play(tmp_path, "raise ValueError(' '.join(sorted(os.environ)))")) as player:
        player(VIEW)
        (fault,) = player.faults
    assert "HOME" in fault.text
    assert "SECRET" not in fault.text


# ── system calls and limits ───────────────────────────────────────────────────────────────────────

OTHERS = (  # what reaches other processes, and limits
    *("tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal"),
    *("pidfd_getfd", "ptrace", "process_vm_readv", "process_vm_writev", "setpriority"),
    *("ioprio_set", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr"),
    "setrlimit",
)
NOBODY = 65534
CALLING = """
import ctypes, os, resource, sys  # while it can be read
user, *calls = sys.argv[-1].split()
nonsense = [ctypes.c_long(-1)] * 5

def call(*words):
    libc = ctypes.CDLL(None, use_errno=True)
    for name, number in zip(calls[::2], calls[1::2]):
        libc.syscall(int(number), *nonsense)
        print(name, ctypes.get_errno())
        if hasattr(libc, name):  # then the library knows the right number
            getattr(libc, name)(*nonsense)
            print(name, ctypes.get_errno())

os.setuid(int(user))
os.execv = call  # in place of a program, which somebody else may not be allowed to run
main()
"""


@confined
@pytest.mark.parametrize("user", [os.getuid(), NOBODY])
def test_calls_are_refused_whoever_runs_it(tmp_path: Path, user: int) -> None:
    """Arguments that make no sense get another answer, unless it is the filter that refuses."""
    if os.getuid() not in (0, user):
        pytest.skip("only root can be somebody else")
    column = seccomp.MACHINES[os.uname().machine][0]
    calls = {"prlimit": seccomp.PRLIMIT, **{name: seccomp.REFUSED[name] for name in OTHERS}}
    numbers = " ".join(f"{name} {call[column]}" for name, call in calls.items())
    code = process.LAUNCHER.removesuffix("; main()") + CALLING
    package = str(Path(process.__file__).parent)
    words = [sys.executable, "-I", "-S", "-c", code, package, "512", "--", f"{user} {numbers}"]
    said = subprocess.check_output(words, cwd=tmp_path, text=True)
    assert {*said.splitlines()} == {f"{name} {EPERM}" for name in calls}


@confined
def test_limits(tmp_path: Path) -> None:
    names = ("DATA", "CORE", "FSIZE", "NOFILE")
    limits = ", ".join(f"resource.getrlimit(resource.RLIMIT_{name})" for name in names)
    with seated(in_play(tmp_path, f"import resource; raise ValueError([{limits}])")) as player:
        player(VIEW)
        most = (512 << 20) + RESERVED
        wanted = [(most, most), (0, 0), (0, 0), (FILES, FILES)]
        assert player.faults[0].text.startswith(f"ValueError: {wanted}")


def test_sets_come_in_the_same_order_every_time(tmp_path: Path) -> None:
    with seated(in_play(tmp_path, "raise ValueError([*map(hash, 'abcdefgh')])")) as player:
        player(VIEW)
        player.close()
        begin(player)
        player(VIEW)
        first, second = player.faults
        assert first.kind == "exception"
        assert first == second


def test_what_a_program_started_dies_with_it() -> None:
    """Where nothing keeps it from starting others; they hold the pipe open."""
    command = ["sh", "-c", "sleep 60 & echo; wait"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"\n"
        process.kill(program)
        assert program.communicate(timeout=20)[0] == b""
