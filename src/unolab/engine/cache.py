"""Where compiled code is kept: a folder of the user's, which survives updates and reboots."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
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
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home, or one that can't be written: good until a restart
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
