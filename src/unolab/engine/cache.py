"""Where compiled code is kept: a folder of the user's, which survives updates and reboots."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path


def cache_folder(*versions: str) -> Path:
    """Make the folder for code compiled from our present sources by these versions of the tools.

    Numba looks only at the file of a function when it decides whether its compiled form still
    holds, not at the files of the functions compiled into it. So the key is all of them.
    """
    package = Path(__file__).parent.parent
    key = hashlib.sha256(" ".join(versions).encode())
    compiled = (package / "cards.py", package / "moves.py", *package.glob("engine/*.py"))
    for source in sorted((*compiled, *package.glob("bots/*.py"))):
        key.update(source.read_bytes())
    name = f"compiled-{key.hexdigest()[:16]}"
    try:
        folder = _users_folder() / name
        if not folder.is_dir():
            folder.mkdir(parents=True)
            _forget_old(folder.parent)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):
        pass  # no home, or one that can't be written: a temporary folder is good until a restart
    folder = _temporary_folder() / name
    folder.mkdir(exist_ok=True)
    return folder


def _forget_old(home: Path) -> None:
    """Remove what was compiled from sources that nobody has used for a month."""
    for folder in home.glob("compiled-*"):
        if folder.stat().st_mtime < time.time() - 30 * 24 * 3600:
            shutil.rmtree(folder, ignore_errors=True)


def _temporary_folder() -> Path:
    """Return a folder for this user alone: code that others could write must not be run."""
    user = getattr(os, "getuid", lambda: 0)()  # Windows has a temporary folder for every user
    folder = Path(tempfile.gettempdir()) / f"unolab-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != user:
        folder = Path(tempfile.mkdtemp(prefix="unolab-"))
    return folder


def _users_folder() -> Path:
    if chosen := os.environ.get("UNOLAB_CACHE_DIR"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData/Local")) / "unolab"
    if sys.platform == "darwin":
        return home / "Library/Caches/unolab"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "unolab"
