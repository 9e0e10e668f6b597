"""Program: how a foreign bot is started."""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from unolab.errors import BadBot, show, suggestion

RUNNER: Final = Path(__file__).with_name("runner.py")


@dataclass(frozen=True)
class Program:
    """The words of a command, and the folder in which it runs."""

    words: tuple[str, ...]
    folder: Path
    may_want_views: bool = False  # whether it may be a bot of our own interface
    hidden: tuple[Path, ...] = ()  # what it must not read, though it lies in its folder
    prints: Path | None = None  # where what it prints is written, for its author

    @classmethod
    def of_file(cls, file: Path, name: str, settings: str = "") -> Self:
        """Run a bot of a Python file; whether the name is there is seen without running it.

        ``settings`` are those of a compiled bot, as in ``limit=3``; its process reads them.
        """
        file = Path(file).resolve()
        if not file.is_file():
            raise BadBot(f"there is no file {file}")
        try:
            tree = ast.parse(file.read_bytes(), file.name)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            where = f" (line {line})" if line else ""
            message = getattr(error, "msg", error)
            raise BadBot(f"{file.name} is no Python: {message}{where}") from error
        known = set(list_names(tree))
        if name not in known and "*" not in known:
            hint = suggestion(name, known)
            raise BadBot(f"there is no {name} in {file.name}{hint}")
        # -s and -P: only what is installed, and what lies beside the file, can be imported
        words = (sys.executable, "-s", "-P", "-B", str(RUNNER), str(file), name, settings)
        return cls(words, file.parent, not is_classic(tree, name))

    @classmethod
    def of_command(cls, text: str, folder: Path) -> Self:
        """Run any program that speaks the protocol: ``./mybot --fast``, ``node bot.js``."""
        folder = Path(folder).resolve()
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadBot(f"{show(text)} is no command: {error}") from error
        if not words:
            raise BadBot("the command is empty: a program is expected, as in node bot.js")
        if not folder.is_dir():
            raise BadBot(f"there is no folder {folder}")
        beside = folder / words[0]
        if beside.is_file():
            if not os.access(beside, os.X_OK):
                raise BadBot(
                    f"{words[0]} is no program that can be run: chmod +x makes it one, or name "
                    "the interpreter first, as in python3 bot.py"
                )
            return cls((str(beside), *words[1:]), folder)
        found = None if "/" in words[0] else shutil.which(words[0])
        if found is None:
            raise BadBot(
                f"there is no program {words[0]}, neither in {folder} nor among those installed"
            )
        return cls((found, *words[1:]), folder)


def is_classic(tree: ast.Module, name: str) -> bool:
    """Whether a name is that of a class which has, for all to see, a method ``play``."""
    return any(
        isinstance(node, ast.ClassDef) and node.name == name and "play" in list_names(node)
        for node in tree.body
    )


def list_names(tree: ast.AST) -> Iterator[str]:
    """List the names that a file gives to something; a star if it takes all of another's."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name  # and what is inside has names for itself
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        yield from list_names(node)
