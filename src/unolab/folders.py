"""The user's folders: for what has to be kept, and for what can be made again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from unolab.errors import ResourceError

if TYPE_CHECKING:
    from platformdirs import PlatformDirs


def find_data_folder() -> Path:
    """Return where rooms and seats are kept; ``UNOLAB_DATA_DIR`` names another place."""
    if chosen := os.environ.get("UNOLAB_DATA_DIR"):
        return Path(chosen).absolute()
    try:
        return _folders().user_data_path
    except RuntimeError:
        raise ResourceError("there is no home folder: set UNOLAB_DATA_DIR to a folder") from None


def find_cache_folder() -> Path | None:
    """Return where compiled code is kept, or None without a home.

    ``UNOLAB_CACHE_DIR`` names another place. A relative path in it is made absolute: programs of a
    tournament are told of it, and run elsewhere.
    """
    if chosen := os.environ.get("UNOLAB_CACHE_DIR"):
        return Path(chosen).absolute()
    try:
        return _folders().user_cache_path
    except RuntimeError:
        return None


def _folders() -> PlatformDirs:
    import platformdirs

    # with an "opinion", compiled code would be in unolab/Cache on Windows
    return platformdirs.PlatformDirs("unolab", appauthor=False, opinion=False)
