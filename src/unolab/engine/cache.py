"""Where compiled code is kept: a folder of the user's, which survives updates and reboots."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from unolab.folders import find_cache_folder

CORE: Final = "cards.py", "moves.py", "rules/*.py", "engine/*.py", "bots/**/*.py"
ENVS: Final = ("envs/*.py",)


def cache_folder(*versions: str) -> Path:
    """Make the folder for code compiled from our present sources by these versions of the tools.

    Numba looks only at the file of a function when it decides whether its compiled form still
    holds, not at the files of the functions compiled into it. So the key is all of them, but for
    those of ``name_part``.
    """
    name = f"compiled-{_digest(CORE, *versions)}"
    chosen = find_cache_folder()
    if chosen is not None:
        folder = _make_folder(chosen / name)
        if folder and os.access(folder, os.W_OK):
            return folder
    try:  # good until a restart
        temporary = _temporary_folder() / name
        temporary.mkdir(exist_ok=True)
    except OSError:
        if chosen is not None and (chosen / name).is_dir():
            return chosen / name  # nothing can be written, but what is there can be read
        raise
    return temporary


def name_part(file: str) -> str:
    """Name the part of the folder for code of a file; the engine and the bots have no name.

    Nothing in these is made of the learning environments (imports point downward), so they stay
    when those change. Any other file may call any of ours.
    """
    package = _package()
    if any(package / part in Path(file).parents for part in ("engine", "bots")):
        return ""
    return f"envs-{_digest(ENVS)}"


def _digest(places: tuple[str, ...], *versions: str) -> str:
    """Return a key for the sources at some places of the package, and for versions."""
    key = hashlib.sha256(" ".join(versions).encode())
    package = _package()
    for source in sorted(file for place in places for file in package.glob(place)):
        key.update(source.read_bytes())
    return key.hexdigest()[:16]


def _package() -> Path:
    return Path(__file__).parent.parent


def _make_folder(folder: Path) -> Path | None:
    """Make a folder unless it is there, another process may do so too; None if it can't be had."""
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old(folder.parent)
    except OSError:
        return None
    return folder


def _forget_old(home: Path) -> None:
    """Remove what was compiled from sources that nobody has used for a month."""
    for folder in home.glob("compiled-*"):
        with suppress(OSError):  # another process was quicker
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
