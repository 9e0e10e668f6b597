"""Take rights away from this process, then become a program: ``launcher.py MEGABYTES PROGRAM ...``.

It runs before anything foreign does, and alone: nothing of unolab is imported here. What a process
has given up by these means it can't get back, nor can a program that it becomes.

Limits hold everywhere. The rest is Linux: a filter on system calls (seccomp) lets a program
compute, read files and start threads, but no processes; it opens no network and reaches no other
process. Landlock lets it write nothing but what it was given to write to, its answers.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOSYS, EPERM
from struct import pack
from typing import Final

FILES: Final = 256  # open at a time
RESERVED: Final = 640 << 20  # bytes that a language may set aside and never use: Node does

# ── prctl, by number ──────────────────────────────────────────────────────────────────────────────

PR_SET_PDEATHSIG: Final = 1
PR_GET_SECCOMP: Final = 21
PR_SET_SECCOMP: Final = 22
PR_SET_NO_NEW_PRIVS: Final = 38
SECCOMP_MODE_FILTER: Final = 2

# ── system calls, by their number on x86-64 and on 64-bit ARM; 0 where there is none ──────────────

MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
CLONE, CLONE3 = (56, 220), (435, 435)
KILL, TGKILL = (62, 129), (234, 131)
PRLIMIT, PRCTL, MMAP, CAPSET = (302, 261), (157, 167), (9, 222), (126, 91)
REFUSED: Final = {
    # new processes
    "fork": (57, 0),
    "vfork": (58, 0),
    # other processes
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    # the network; a pair of sockets within the process is fine
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    # memory that the limit does not count
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # what Landlock does not cover; and where there is none, at least to remove files
    "chmod": (90, 0),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, 0),
    "fchown": (93, 55),
    "lchown": (94, 0),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "utime": (132, 0),
    "utimes": (235, 0),
    "futimesat": (261, 0),
    "utimensat": (280, 88),
    "unlink": (87, 0),
    "unlinkat": (263, 35),
    "rmdir": (84, 0),
    "rename": (82, 0),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "truncate": (76, 45),
    # limits, and ways round all this
    "setrlimit": (160, 164),
    "io_uring_setup": (425, 425),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "move_mount": (429, 429),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
X32: Final = 0x40000000  # a second set of numbers on x86-64

# ── the filter: a program for the kernel ──────────────────────────────────────────────────────────

LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER, MACHINE = 0, 4  # where things are in what a filter sees
ALLOW: Final = 0x7FFF0000
REFUSE: Final = 0x00050000 | EPERM
UNKNOWN: Final = 0x00050000 | ENOSYS
CLONE_THREAD: Final = 0x00010000
SHARED_MEMORY: Final = 0x21  # MAP_SHARED | MAP_ANONYMOUS


def argument(number: int, high: bool = False) -> int:
    """Return where one half of an argument of the system call is."""
    return 16 + 8 * number + 4 * high


def instruction(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Write an instruction; ``yes`` and ``no`` say how many a comparison skips."""
    return pack("=HBBI", code, yes, no, value)


def instructions(column: int, machine: int, process: int) -> Iterator[bytes]:
    """Write the filter for a machine and this process, which may send signals to itself."""

    def when(call: tuple[int, int], *then: bytes) -> Iterator[bytes]:
        yield instruction(EQUAL, call[column], 0, len(then))
        yield from then

    def give(what: int) -> bytes:
        return instruction(RETURN, what)

    yield instruction(LOAD, MACHINE)
    yield instruction(EQUAL, machine, 1, 0)
    yield give(UNKNOWN)
    yield instruction(LOAD, NUMBER)
    yield instruction(AT_LEAST, X32, 0, 1)
    yield give(UNKNOWN)
    for call in REFUSED.values():
        if call[column]:
            yield from when(call, give(REFUSE))
    yield from when(CLONE3, give(UNKNOWN))  # its flags can't be seen; libraries then use clone
    yield from when(
        CLONE,
        instruction(LOAD, argument(0)),
        instruction(ANY_BIT, CLONE_THREAD, 0, 1),
        give(ALLOW),
        give(REFUSE),
    )
    for call in (KILL, TGKILL):
        yield from when(
            call,
            instruction(LOAD, argument(0)),
            instruction(EQUAL, process, 0, 1),
            give(ALLOW),
            give(REFUSE),
        )
    yield from when(
        PRLIMIT,  # to read a limit is fine: then there is no new one
        instruction(LOAD, argument(2)),
        instruction(EQUAL, 0, 0, 3),
        instruction(LOAD, argument(2, high=True)),
        instruction(EQUAL, 0, 0, 1),
        give(ALLOW),
        give(REFUSE),
    )
    yield from when(
        PRCTL,  # it must not outlive us
        instruction(LOAD, argument(0)),
        instruction(EQUAL, PR_SET_PDEATHSIG, 0, 1),
        give(REFUSE),
        give(ALLOW),
    )
    yield from when(
        MMAP,
        instruction(LOAD, argument(3)),
        instruction(AND, SHARED_MEMORY),
        instruction(EQUAL, SHARED_MEMORY, 0, 1),
        give(REFUSE),
        give(ALLOW),
    )
    yield give(ALLOW)


class Filter(ctypes.Structure):
    """A program for the kernel, as prctl takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("start", ctypes.c_char_p))


def filter_calls(libc: ctypes.CDLL) -> None:
    """Let the kernel refuse what a bot has no use for."""
    if os.uname().machine not in MACHINES or sys.maxsize < 2**32:
        return
    column, machine = MACHINES[os.uname().machine]
    libc.syscall(CAPSET[column], pack("=Ii", 0x20080522, 0), bytes(24))  # root is nobody special
    program = list(instructions(column, machine, os.getpid()))
    whole = Filter(len(program), b"".join(program))
    libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(whole), 0, 0)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
WRITE_FILE, TRUNCATE = 1 << 1, 1 << 14
# to write, remove and make files, since the first version; and what later ones added
WRITING: Final = WRITE_FILE | sum(1 << bit for bit in range(4, 13))
ADDED: Final = {2: 1 << 13, 3: TRUNCATE}


def landlock_version(libc: ctypes.CDLL) -> int:
    """Return what the kernel knows of Landlock; 0 is nothing."""
    return max(0, int(libc.syscall(CREATE_RULESET, None, 0, 1)))


def forbid_writing(libc: ctypes.CDLL) -> None:
    """Let nothing be written any more, but to what is open already and to the bottomless pit."""
    version = landlock_version(libc)
    if not version:
        return
    rights = WRITING | sum(bit for since, bit in ADDED.items() if version >= since)
    network = 0b11 if version >= 4 else 0
    signals = 0b11 if version >= 6 else 0
    whole = pack("=QQQ", rights, network, signals)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc.syscall(CREATE_RULESET, whole, size, 0)
    pit = os.open(os.devnull, os.O_PATH)
    libc.syscall(ADD_RULE, rules, 1, pack("=Qi", rights & (WRITE_FILE | TRUNCATE), pit), 0)
    libc.syscall(RESTRICT_SELF, rules, 0)
    os.close(pit)
    os.close(rules)


# ── all of it ─────────────────────────────────────────────────────────────────────────────────────


def gaps() -> tuple[str, ...]:
    """Say in sentences what this machine can't keep a bot from, and others can."""
    if not sys.platform.startswith("linux"):
        return (
            "Only Linux can keep a bot from starting processes, using the network and writing "
            "files: run none here that you do not trust.",
        )
    libc = ctypes.CDLL(None)
    found = []
    if os.uname().machine not in MACHINES or libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0:
        found.append("This machine can't keep a bot from starting processes or using the network.")
    if not landlock_version(libc):
        found.append("This kernel has no Landlock: a bot can make files, and empty yours.")
    return tuple(found)


def limit(memory: int) -> None:
    """Set limits that hold for whatever this process becomes."""
    import resource  # there is none on Windows

    for what, most in (
        (resource.RLIMIT_DATA, memory + RESERVED),  # what is really used, the host looks at
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, FILES),
    ):
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        with suppress(OSError, ValueError):  # not every system has all of them
            resource.setrlimit(what, (most, most))


def main() -> None:
    """Give up what a bot has no use for, and become it."""
    words = sys.argv[2:]
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # if memory runs out all the same, this is who has it
        limit(int(sys.argv[1]) << 20)
        forbid_writing(libc)
        filter_calls(libc)
    else:
        limit(int(sys.argv[1]) << 20)
    try:
        os.execv(words[0], words)
    except OSError as error:
        sys.exit(f"{words[0]} can't be run: {error.strerror}")


if __name__ == "__main__":
    main()
