"""Seccomp: a filter for system calls.

It lets a program compute, open files and start threads, but not start processes, use the network or
reach another process.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from errno import ENOSYS, EPERM
from struct import pack
from typing import Final

# ── prctl, by number ──────────────────────────────────────────────────────────────────────────────

PR_SET_PDEATHSIG: Final = 1
PR_GET_SECCOMP: Final = 21
PR_SET_SECCOMP: Final = 22
SECCOMP_MODE_FILTER: Final = 2

# ── system calls, by their number on x86-64 and on 64-bit ARM; 0 where there is none ──────────────

MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
CLONE, CLONE3 = (56, 220), (435, 435)
KILL, TGKILL = (62, 129), (234, 131)
PRLIMIT, PRCTL, MMAP = (302, 261), (157, 167), (9, 222)
SOCKETPAIR, FCNTL, IOCTL = (53, 199), (72, 25), (16, 29)
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
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "kcmp": (312, 272),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # what other programs would notice: locks, file watches, System V queues and shared memory
    "flock": (73, 32),
    "inotify_init": (253, 0),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    # the network; a pair of connected sockets within the process is fine, see below
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    # memory that the limit does not count
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # what Landlock does not cover, and removing files, in case there is no Landlock
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
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
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
    # limits, and ways around all this
    "setrlimit": (160, 164),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "syslog": (103, 116),
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
# The commands of these two that stay within the process: no locks, no leases, no signals to others,
# no file attributes.
FCNTL_COMMANDS: Final = (
    *(0, 1, 2, 3, 4),  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL
    *(1030, 1032, 1034),  # F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_GET_SEALS
)
IOCTL_REQUESTS: Final = (
    *(0x5401, 0x802C542A, 0x5413, 0x540F),  # TCGETS, TCGETS2, TIOCGWINSZ, TIOCGPGRP
    *(0x541B, 0x5421, 0x5450, 0x5451),  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
)
X32: Final = 0x40000000  # the x32 numbers on x86-64

# ── the filter: a program for the kernel ──────────────────────────────────────────────────────────

LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER_OFFSET, MACHINE_OFFSET = 0, 4  # offsets in the data that a filter sees
ALLOW: Final = 0x7FFF0000
REFUSE: Final = 0x00050000 | EPERM
NO_SUCH_CALL: Final = 0x00050000 | ENOSYS
CLONE_THREAD: Final = 0x00010000
SHARED_MEMORY: Final = 0x21  # MAP_SHARED | MAP_ANONYMOUS
AF_UNIX, SOCK_STREAM, SOCK_KINDS = 1, 1, 0xF


def argument(number: int, high: bool = False) -> int:
    """Return the offset of one half of a system call argument."""
    return 16 + 8 * number + 4 * high


def instruction(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Encode an instruction; ``yes`` and ``no`` are how many a comparison skips."""
    return pack("=HBBI", code, yes, no, value)


def instructions(column: int, machine: int, process: int) -> Iterator[bytes]:
    """Yield the filter for a machine and this process, which may signal itself."""

    def when(call: tuple[int, int], *then: bytes) -> Iterator[bytes]:
        yield instruction(EQUAL, call[column], 0, len(then))
        yield from then

    def give(what: int) -> bytes:
        return instruction(RETURN, what)

    yield instruction(LOAD, MACHINE_OFFSET)
    yield instruction(EQUAL, machine, 1, 0)
    yield give(NO_SUCH_CALL)
    yield instruction(LOAD, NUMBER_OFFSET)
    yield instruction(AT_LEAST, X32, 0, 1)
    yield give(NO_SUCH_CALL)
    for call in REFUSED.values():
        if call[column]:
            yield from when(call, give(REFUSE))
    yield from when(CLONE3, give(NO_SUCH_CALL))  # a filter can't see its flags; libraries use clone
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
        PRLIMIT,  # reading a limit is fine: then there is no new one
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
    yield from when(
        SOCKETPAIR,  # other kinds, such as datagram sockets, can get an address
        instruction(LOAD, argument(0)),
        instruction(EQUAL, AF_UNIX, 0, 4),
        instruction(LOAD, argument(1)),
        instruction(AND, SOCK_KINDS),
        instruction(EQUAL, SOCK_STREAM, 0, 1),
        give(ALLOW),
        give(REFUSE),
    )
    for call, allowed in ((FCNTL, FCNTL_COMMANDS), (IOCTL, IOCTL_REQUESTS)):
        yield from when(
            call,
            instruction(LOAD, argument(1)),
            *(instruction(EQUAL, each, left) for left, each in count_down(allowed)),
            give(REFUSE),
            give(ALLOW),
        )
    yield give(ALLOW)


def count_down(values: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield each value with how many instructions to skip to get past the rest and a refusal."""
    return ((len(values) - place, value) for place, value in enumerate(values))


class Filter(ctypes.Structure):
    """A BPF program, as prctl takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("start", ctypes.c_char_p))


def can_filter(libc: ctypes.CDLL) -> bool:
    """Whether the kernel has filters and we know its system call numbers."""
    known = os.uname().machine in MACHINES and sys.maxsize >= 2**32
    return known and libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def filter_calls(libc: ctypes.CDLL) -> None:
    """Install the filter."""
    if not can_filter(libc):
        return
    column, machine = MACHINES[os.uname().machine]
    program = list(instructions(column, machine, os.getpid()))
    whole = Filter(len(program), b"".join(program))
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(whole), 0, 0):
        sys.exit("the kernel refused to filter system calls")
