"""Audit: what a piece of code reaches for while it should reach for nothing on this machine.

Python tells a hook of every file that is opened, module that is imported and process that is
started. A hook can't be taken away again, so there is one, which is switched on and off.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

EVENTS = frozenset(
    [
        *("open", "import", "exec", "compile", "marshal.loads", "pickle.find_class"),
        *("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn"),
        *("os.listdir", "os.scandir", "os.chdir", "os.mkdir", "os.remove", "os.rename", "os.link"),
        *("ctypes.dlopen", "sqlite3.connect", "glob.glob", "shutil.copyfile", "shutil.rmtree"),
    ]
)

# The tests' own HTTP client looks for it again and again, and Python then lists every folder that
# has changed meanwhile; so it is not there, and need not be looked for.
ABSENT = {"sniffio": None}


class Refused(Exception):
    """What whoever reaches for something gets instead of it."""


class Audit:
    """What was reached for while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.allowed: tuple[str, ...] = ()
        self.touched: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and event in EVENTS:
            self._check(event, arguments[0] if arguments else None)

    def _check(self, event: str, what: object) -> None:
        if isinstance(what, str | bytes | os.PathLike):
            path = os.path.normpath(os.fsdecode(what))
            if any(f"{path}/".startswith(f"{allowed}/") for allowed in self.allowed):
                return
            if event == "os.lstat" and any(one.startswith(path) for one in self.allowed):
                return  # a folder on the way to what is allowed
        self.touched.append(f"{event} {what!r:.200}")
        raise Refused(self.touched[-1])  # so that nothing comes of it, whatever it is

    def look(self, event: str, function: Any) -> Any:
        """Listen to a function of ``os`` that Python tells no hook of."""

        def listening(path: object, *args: Any, **options: Any) -> Any:
            if self.on:
                self._check(event, path)
            return function(path, *args, **options)

        return listening


_AUDIT: list[Audit] = []


@contextmanager
def untouched(*allowed: Path) -> Iterator[None]:
    """Fail if anything is imported, run or started, or a file looked at or opened.

    Allowed are these files, and what is in these folders.
    """
    if not _AUDIT:
        _AUDIT.append(Audit())
    audit = _AUDIT[0]
    audit.allowed, audit.touched = (*ABSENT, *map(str, allowed)), []
    stat, lstat = audit.look("os.stat", os.stat), audit.look("os.lstat", os.lstat)
    absent = patch.dict(sys.modules, ABSENT)
    with absent, patch.object(os, "stat", stat), patch.object(os, "lstat", lstat):
        audit.on = True
        try:
            yield
        finally:
            audit.on = False
    if audit.touched:
        raise AssertionError(f"this was reached for: {audit.touched}")
