"""Launcher: drop privileges, then execute a program.

Its arguments are ``FOLDER MEGABYTES +PATH ... -PATH ... -- PROGRAM ...``: the folder of this
package, the memory limit, what the program may read outside its own folder, and what is hidden
inside it.

It runs before any foreign code, and exits if the kernel refuses something that ``gaps`` did not
announce. What was dropped can't be regained, neither by this process nor by the program. Resource
limits work on every system; the rest needs Linux.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from typing import Final

from . import landlock, privileges, seccomp

FILES: Final = 256  # open at a time
RESERVED: Final = 640 << 20  # bytes that a runtime may reserve and never use, as Node does
PR_SET_NO_NEW_PRIVS: Final = 38


def gaps() -> tuple[str, ...]:
    """List the protections that this machine lacks, as sentences."""
    if not sys.platform.startswith("linux"):
        return (
            "Only Linux can keep a bot from reading the seed of the cards, writing files, starting "
            "processes and using the network: run none here that you do not trust.",
        )
    libc = ctypes.CDLL(None)
    found = []
    if not seccomp.can_filter(libc):
        found.append("This machine can't keep a bot from starting processes or using the network.")
    if not landlock.version(libc):
        found.append(
            "This kernel has no Landlock: a bot can read the seed and so know all cards; it can "
            "make files, and empty yours."
        )
    if privileges.is_stuck():
        found.append("Root can't become another user here: a bot runs as root, though confined.")
    return tuple(found)


def limit(memory: int) -> None:
    """Set resource limits, which outlive exec."""
    import resource  # there is none on Windows

    for what, most in (
        (resource.RLIMIT_DATA, memory + RESERVED),  # the host checks what is really used
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
    """Drop what a bot does not need, and execute it."""
    memory, *rest = sys.argv[2:]
    end = rest.index("--")
    paths, words = rest[:end], rest[end + 1 :]
    limit(int(memory) << 20)
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # if memory runs out, kill this process first
        given, hidden = ({path[1:] for path in paths if path[0] == sign} for sign in "+-")
        landlock.confine(libc, given, hidden)
        may_keep = landlock.version(libc) > 0 and seccomp.can_filter(libc)
        privileges.drop(libc, {*given, *words, os.getcwd()}, may_keep)
        libc.prctl(seccomp.PR_SET_PDEATHSIG, signal.SIGKILL)  # changing the user clears it
        seccomp.filter_calls(libc)
    try:
        os.execv(words[0], words)
    except OSError as error:
        sys.exit(f"{words[0]} can't be run: {error.strerror}")
