"""Privileges: switch from root to an unused user before executing a foreign program.

Every program gets a user ID of its own, so that the kernel isolates programs and counts their
threads separately. Such a user owns nothing and is in no group. If the interpreter or the bot is in
a folder that is closed to others, such as root's home, the program keeps one capability: to read
such folders. By then, Landlock has restricted what can be read.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Collection
from struct import pack
from typing import Final

STRANGERS: Final = 0x70000000  # first of the unused user IDs; the process ID is added
NOBODY_ID: Final = 65534  # where a container has fewer users

PR_CAPBSET_DROP: Final = 24
PR_SET_KEEPCAPS: Final = 8
PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 47, 2
CAP_DAC_READ_SEARCH, CAP_SETGID, CAP_SETUID = 2, 6, 7
SWITCHING: Final = 1 << CAP_SETGID | 1 << CAP_SETUID
CAPABILITIES: Final = 64  # as many as the kernel has room for
OWN_PROC: Final = "/proc/self"
CAPSET: Final = {"x86_64": 126, "aarch64": 91}


def drop(libc: ctypes.CDLL, needed: Collection[str], may_keep: bool) -> None:
    """Drop root and every capability; ``needed`` must stay readable.

    Without ``may_keep`` no capability is kept, even if the program then can't be read.
    """
    kept = 0
    if can_drop():
        for capability in {*range(CAPABILITIES)} - {CAP_DAC_READ_SEARCH}:
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
        libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)  # not effective until selected below
        if not any(map(become, (STRANGERS + os.getpid(), NOBODY_ID))):
            sys.exit("the kernel refused to change the user")
        if may_keep and not all(map(is_open, needed)):
            kept = 1 << CAP_DAC_READ_SEARCH
    number = CAPSET.get(os.uname().machine)
    if number is None:
        return  # exec clears them for everyone but root
    header, sets = pack("=Ii", 0x20080522, 0), pack("=6I", kept, kept, kept, 0, 0, 0)
    if libc.syscall(number, header, sets):
        sys.exit("the kernel refused to drop capabilities")
    if kept and libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0):
        sys.exit("the kernel refused to let it read its own folder")


def is_stuck() -> bool:
    """Whether we have to stay root, as in a container without other users."""
    return os.geteuid() == 0 and not can_drop()


def can_drop() -> bool:
    """Whether we are root and can switch to another user."""
    if os.geteuid() != 0:
        return False
    with open(f"{OWN_PROC}/status") as file:
        (effective,) = (int(line.split()[1], 16) for line in file if line.startswith("CapEff:"))
    with open(f"{OWN_PROC}/uid_map") as file:
        users = sum(int(line.split()[2]) for line in file)
    return users > 1 and effective & SWITCHING == SWITCHING


def become(user: int) -> bool:
    """Switch to another user, with no other groups, if this machine has it."""
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except (OSError, OverflowError):
        return False
    return True


def is_open(path: str) -> bool:
    """Whether this user can read a file or list a folder; a missing path counts as readable."""
    rights = os.R_OK | os.X_OK if os.path.isdir(path) else os.R_OK
    try:
        os.stat(path)
    except PermissionError:
        return False
    except OSError:
        return True
    return os.access(path, rights)
