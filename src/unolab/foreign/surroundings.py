"""What a program needs to read outside its folder: interpreters, libraries, and our own code."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from unolab.engine.jit import CACHE
from unolab.foreign.program import Program

PACKAGES: Final = Path(__file__).parents[2]
ABSENT: Final = (FileNotFoundError, NotADirectoryError, PermissionError)
INSTALLATION_PARTS: Final = (
    "bin",
    "lib",
    "lib64",
    "pyvenv.cfg",
)  # of an installation in a shared folder


def surroundings(program: Program) -> frozenset[Path]:
    """Return the installation folders of a program and of what it may execute."""
    installations = {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
    installations.update(on_path(os.environ.get("PATH", os.defpath)))
    first = Path(os.path.abspath(program.words[0]))
    own = {installation(first).resolve(), installation(first.resolve())}
    if first.is_relative_to(program.folder):  # it came with the bot, and links may lead anywhere
        own = {folder for folder in own if folder.is_relative_to(program.folder)}
    packages = (PACKAGES, CACHE, *map(Path, site.getsitepackages()))
    personal = (Path(os.path.expanduser("~/.local")).resolve(), program.folder)
    return frozenset(
        {path.resolve() for path in packages}.union(
            *(parts(folder, personal) for folder in installations | own)
        )
    )


def installation(program: Path) -> Path:
    """Return the installation folder of a program: if it is in a bin, the parent."""
    folder = program.parent
    return folder.parent if folder.name == "bin" else folder


def parts(folder: Path, personal: tuple[Path, ...]) -> Iterator[Path]:
    """Yield an installation; of a shared folder, only the parts that belong to it."""
    if any(path.is_relative_to(folder) for path in personal):
        yield from (folder / part for part in INSTALLATION_PARTS)
    else:
        yield folder


@cache
def on_path(path: str) -> frozenset[Path]:
    """Return the installation folders of the programs on the PATH."""
    found = set()
    for folder in filter(os.path.isabs, path.split(os.pathsep)):
        with suppress(*ABSENT), os.scandir(folder) as entries:
            found.add(installation(Path(folder, "program")).resolve())
            targets = (Path(os.path.realpath(entry)) for entry in entries if entry.is_symlink())
            found.update(installation(target) for target in targets if target.parent.name == "bin")
    return frozenset(found)
