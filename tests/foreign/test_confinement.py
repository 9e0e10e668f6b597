"""What a foreign bot can't do, and what it can: the kernel sees to it before its first line."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
from errno import EPERM
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.foreign.table import AMPLE, NIFTY, VIEW, begin, confined, in_play, seated, written
from unolab.foreign import Player, gaps, process
from unolab.foreign.confinement import privileges, seccomp
from unolab.foreign.confinement.launcher import FILES, RESERVED

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

NOBODY = 65534
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
    # whatever another program could notice
    "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)",
    "import socket; socket.socketpair(30, socket.SOCK_STREAM)",  # TIPC, which has addresses
    "import fcntl; fcntl.flock(open('bot.py'), fcntl.LOCK_SH)",
    "import fcntl; fcntl.lockf(open('bot.py'), fcntl.LOCK_SH)",
    "import fcntl; fcntl.fcntl(open('bot.py'), fcntl.F_OFD_SETLK, bytes(32))",
    "import fcntl; fcntl.fcntl(open('bot.py'), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "import fcntl; fcntl.fcntl(os.open('.', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
    "import fcntl; fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid())",
    "import fcntl; fcntl.ioctl(1, 0x8901, os.getppid().to_bytes(4, 'little'))",  # FIOSETOWN
    "import fcntl; fcntl.ioctl(open('bot.py'), 0x40086602, bytes(8))",  # chattr
    "open('/proc/self/net/unix')",
    "open('/proc/self/task/' + os.listdir('/proc/self/task')[0] + '/net/unix')",
    "open('/proc/locks')",
    "open('/proc/sys/fs/file-nr')",
    "open('/dev/shm/board', 'w')",
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
        ("landlock.RESTRICT_SELF = -1", "the kernel refused to restrict file access"),
        ("landlock.WRITING = 1 << 60", "the kernel refused to restrict file access"),
        (
            "privileges.CAPSET = dict.fromkeys(privileges.CAPSET, -1)",
            "the kernel refused to drop capabilities",
        ),
        ("seccomp.SECCOMP_MODE_FILTER = 9", "the kernel refused to filter system calls"),
    ],
)
def test_nothing_runs_unconfined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: str, text: str
) -> None:
    imports, main = process.LAUNCHER.rsplit("; ", 1)
    broken_one = (
        f"{imports}; from confinement import landlock, privileges, seccomp; {sabotage}; {main}"
    )
    monkeypatch.setattr(process, "LAUNCHER", broken_one)
    with seated(in_play(tmp_path, "return 0")) as player:
        assert str(player(VIEW)) == "R7"
        (fault,) = player.faults
        assert (fault.kind, fault.text) == ("start", f"ended with exit code 1: {text}")


LETTERBOX = """
import errno, fcntl, socket

def datagrams():
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)  # then it gets a name when it sends
    ours.send(b"hello")
    raise ValueError(ours.getsockname())

def lock():
    fcntl.flock(open("shared.txt"), fcntl.LOCK_EX | fcntl.LOCK_NB)
    raise ValueError("it is mine")

def area():
    fcntl.lockf(open("shared.txt"), fcntl.LOCK_SH | fcntl.LOCK_NB)
    raise ValueError("it is mine")
"""


@confined
@pytest.mark.parametrize("way", ["datagrams", "lock", "area"])
def test_two_programs_can_not_talk(tmp_path: Path, way: str) -> None:
    written(tmp_path, LETTERBOX, "letterbox.py")
    written(tmp_path, "", "shared.txt")
    program = in_play(tmp_path, f"import letterbox; letterbox.{way}()")
    players = [Player(program, name, NIFTY, AMPLE) for name in ("Ada", "Ben")]
    try:
        for player in players:  # the first is still there when the second comes
            begin(player)
            player(VIEW)
        for player in players:
            (fault,) = player.faults
            assert (fault.kind, fault.text[:16]) == ("exception", "PermissionError:")
    finally:
        for player in players:
            player.close()


# ── root ──────────────────────────────────────────────────────────────────────────────────────────

as_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root has something to give up"
)
WHO = """
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    names = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    capabilities = {int(status[name], 16) for name in names}
    raise ValueError([*os.getresuid(), *os.getresgid(), *os.getgroups(), sorted(capabilities)])
"""


def told(player: Player) -> list[Any]:
    """Ask a player, and read the list that it raises."""
    player(VIEW)
    (fault,) = player.faults
    assert fault.text.startswith("ValueError: ["), fault.text
    found: list[Any] = ast.literal_eval(fault.text.removeprefix("ValueError: ").split(" (")[0])
    return found


@confined
@as_root
def test_root_is_a_stranger_of_its_own(tmp_path: Path) -> None:
    """In no group, and without any right but perhaps to read what Landlock leaves."""
    program = in_play(tmp_path, WHO)
    players = [Player(program, name, NIFTY, AMPLE) for name in ("Ada", "Ben")]
    users = set()
    try:
        for player in players:
            begin(player)
            *numbers, capabilities = told(player)
            (user,) = set(numbers)  # of groups it has none besides
            assert len(numbers) == 6
            assert capabilities in ([0], [0, 4], [4])  # CAP_DAC_READ_SEARCH is 1 << 2
            users.add(user)
    finally:
        for player in players:
            player.close()
    assert len(users) == 2
    assert all(user >= 65534 for user in users)


@confined
@as_root
@pytest.mark.parametrize("closed", [True, False])
def test_root_keeps_the_right_to_read_only_if_it_needs_it(closed: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o700 if closed else 0o755)
        code = """
            import sys
            with open("/proc/self/status") as file:
                print([line.split()[1] for line in file if line.startswith("CapEff")])
        """
        (folder / "bot.py").touch()
        said = launched(dedent(code), 0, folder)
        assert said.strip() == f"['{4 if closed else 0:016x}']"


@confined
@pytest.mark.parametrize("user", [os.getuid(), NOBODY])
def test_nobody_reads_what_is_private(user: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords, keys, files of other users, and the environment of who started it."""
    if os.getuid() not in (0, user):
        pytest.skip("only root can be somebody else")
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        folder = top / "bots"
        private = [top / "home/.ssh/id_ed25519", top / "home/notes.txt"]
        for path in (*private, folder / "bot.py"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("hush")
        for each in (top / "home", top / "home/.ssh", folder):
            each.chmod(0o755)
        private[1].chmod(0o644)
        real = ("/etc/passwd", "/etc/shadow", "/etc/group", "/etc/hostname", "/etc/resolv.conf")
        paths = [*map(str, private), *filter(os.path.exists, real), f"/proc/{os.getpid()}/environ"]
        assert len(paths) > 3
        code = f"""
            for path in {paths!r}:
                try:
                    with open(path) as file:
                        print(path, "was read:", file.read(9))
                except PermissionError:
                    print("refused")
        """
        assert launched(dedent(code), user, folder).split() == ["refused"] * len(paths)


def test_what_a_program_reads_is_not_reported(tmp_path: Path) -> None:
    if gaps():
        pytest.skip(" ".join(gaps()))
    with seated(in_play(tmp_path, "raise ValueError(open('/etc/passwd').read())")) as player:
        player(VIEW)
        (fault,) = player.faults
    assert fault.text.startswith("PermissionError")
    assert "root:" not in fault.text


@pytest.mark.parametrize("users", ["0 1000 1", "0 0 4294967295"])
def test_root_that_can_not_be_given_up_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, users: str
) -> None:
    (tmp_path / "uid_map").write_text(f"{users}\n")
    (tmp_path / "status").write_text("Name: python\nCapEff:\t00000000000000c0\n")
    monkeypatch.setattr(privileges, "OWN_PROC", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    named = any("Root can't become another user" in sentence for sentence in gaps())
    assert named == (users == "0 1000 1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert not privileges.is_stuck()


def launched(code: str, user: int, folder: Path) -> str:
    """Run code in place of a program, behind the launcher, as a user."""
    before = "; import os, resource; os.setgroups([]) if os.getuid() == 0 else 0"
    start = (
        process.LAUNCHER.removesuffix("; main()")
        + before
        + f"; os.setuid({user}); os.execv = lambda *words: exec({code!r}); main()"
    )
    package = str(Path(process.__file__).parent)
    words = [sys.executable, "-I", "-S", "-c", start, package, "512", "--", "bot.py"]
    return subprocess.check_output(words, cwd=folder, text=True)


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
    *("setrlimit", "kcmp", "process_madvise", "process_mrelease", "move_pages", "migrate_pages"),
    *("flock", "inotify_init1", "fanotify_init", "shmat", "shmctl", "semop", "semtimedop"),
    *("msgsnd", "msgrcv", "msgctl", "memfd_secret", "setxattrat", "removexattrat"),
    *("file_setattr", "open_by_handle_at", "name_to_handle_at"),
)
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
    some = {"prlimit": seccomp.PRLIMIT, "fcntl": seccomp.FCNTL, "ioctl": seccomp.IOCTL}
    calls = {
        **some,
        "socketpair": seccomp.SOCKETPAIR,
        **{name: seccomp.REFUSED[name] for name in OTHERS},
    }
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
