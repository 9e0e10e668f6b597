"""Landlock: restrict which files a process may read, execute and write.

It may read what programs need from the system, the paths it was given, and what is in its own
folder at the start. Files created there later, dotfiles and links can't be read. It can write only
to what is already open: its answers.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from struct import pack
from typing import Final

# ── what the kernel calls things ──────────────────────────────────────────────────────────────────

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
READING: Final = EXECUTE | READ_FILE | READ_DIR
# writing, removing and creating files: in version 1, and what later versions added
WRITING: Final = WRITE_FILE | sum(1 << bit for bit in range(4, 13))
ADDED: Final = {2: 1 << 13, 3: TRUNCATE}

# ── what all programs need ────────────────────────────────────────────────────────────────────────

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/gnu/store"),
)
SETTINGS: Final = (  # what interpreters read from /etc at startup
    *("/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone"),
    *("/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/dotnet"),
    "/etc/crypto-policies/back-ends/opensslcnf.config",
)
LANGUAGES: Final = ("python3", "java-", "perl")  # prefixes of their folders in /etc
MACHINE_FILES: Final = (  # CPU and memory, but no counters that others can influence
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version"),
    *("/proc/sys/vm/overcommit_memory", "/proc/sys/vm/max_map_count"),
    *("/proc/sys/kernel/osrelease", "/proc/sys/kernel/pid_max", "/proc/sys/kernel/threads-max"),
    *("/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm"),
    *("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"),
)
OWN_PROC_FILES: Final = (  # in /proc/self; "net" and "task" would show everyone's sockets
    *("auxv", "cgroup", "cmdline", "comm", "environ", "fdinfo", "io", "limits", "maps"),
    *("mountinfo", "mounts", "smaps", "smaps_rollup", "stat", "statm", "status", "uid_map"),
)
PROCESSES: Final = "/proc"
PRIVATE_FOLDERS: Final = ("/usr/local/etc",)  # the owner's settings, next to programs


def version(libc: ctypes.CDLL) -> int:
    """Return the kernel's Landlock version; 0 if it has none."""
    return max(0, int(libc.syscall(CREATE_RULESET, None, 0, 1)))


def confine(libc: ctypes.CDLL, given: Collection[str], hidden: Collection[str]) -> None:
    """Allow a program to read only what it needs, and to write nothing."""
    known = version(libc)
    if not known:
        return
    rights = READING | WRITING | sum(bit for since, bit in ADDED.items() if known >= since)
    network = 0b11 if known >= 4 else 0
    signals = 0b11 if known >= 6 else 0
    whole = pack("=QQQ", rights, network, signals)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = libc.syscall(CREATE_RULESET, whole, size, 0)
    if rules < 0:
        sys.exit("the kernel refused to restrict file access")
    for path, allowed in allowances(os.getcwd(), given, hidden):
        with suppress(OSError):  # not every system has all of it
            file = os.open(path, os.O_PATH | os.O_NOFOLLOW)
            if not os.path.isdir(path):
                allowed &= ~READ_DIR
            libc.syscall(ADD_RULE, rules, 1, pack("=Qi", allowed & rights, file), 0)
            os.close(file)
    if libc.syscall(RESTRICT_SELF, rules, 0):
        sys.exit("the kernel refused to restrict file access")
    os.close(rules)


def allowances(
    folder: str, given: Collection[str], hidden: Collection[str]
) -> Iterator[tuple[str, int]]:
    """Yield every path that a program in this folder may use, with its rights."""
    yield os.devnull, READ_FILE | WRITE_FILE | TRUNCATE
    for path in (*MACHINE_FILES, *settings()):
        yield os.path.realpath(path), READING
    itself = os.path.realpath("/proc/self")
    yield itself, READ_DIR
    for name in OWN_PROC_FILES:
        yield f"{itself}/{name}", READING
    secret = {PROCESSES, *PRIVATE_FOLDERS, *hidden}
    yield from inside(folder, secret)
    for path in {*map(os.path.realpath, SYSTEM), *given}:
        yield from visible(path, {folder, *secret})


def settings() -> Iterator[str]:
    """Yield the system configuration that interpreters read."""
    yield from SETTINGS
    with suppress(OSError), os.scandir("/etc") as entries:
        yield from (entry.path for entry in entries if entry.name.startswith(LANGUAGES))


def visible(path: str, hidden: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield a path with everything below it, except what is hidden."""
    if path in hidden:
        return
    if any(other.startswith(f"{path}/") for other in hidden):
        yield from inside(path, hidden)
    else:
        yield path, READING


def inside(folder: str, hidden: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the entries of a folder one by one, so that later ones can't be read.

    Links are skipped: they may have come with the bot, and may lead anywhere.
    """
    yield folder, READ_DIR  # names only: Python finds modules by them
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith(".") and not entry.is_symlink():
                yield from visible(entry.path, hidden)
