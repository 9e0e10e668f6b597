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
    hidden: tuple[Path, ...] = ()  # paths in its folder that it must not read
    prints: Path | None = None  # log file for what it prints, for its author

    @classmethod
    def of_file(cls, file: Path, name: str, settings: str = "") -> Self:
        """Run a bot from a Python file; its name is looked up without running the file.

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
            raise BadBot(f"{file.name} is not valid Python: {message}{where}") from error
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
            raise BadBot(f"{show(text)} is not a command: {error}") from error
        if not words:
            raise BadBot("the command is empty: name a program, as in node bot.js")
        if not folder.is_dir():
            raise BadBot(f"there is no folder {folder}")
        beside = folder / words[0]
        if beside.is_file():
            if not os.access(beside, os.X_OK):
                raise BadBot(
                    f"{words[0]} is not executable: run chmod +x on it, or name the interpreter "
                    "first, as in python3 bot.py"
                )
            return cls((str(beside), *words[1:]), folder)
        found = None if "/" in words[0] else shutil.which(words[0])
        if found is None:
            raise BadBot(f"there is no program {words[0]}, neither in {folder} nor on the PATH")
        return cls((found, *words[1:]), folder)


def is_classic(tree: ast.Module, name: str) -> bool:
    """Whether a name is that of a class whose source has a method ``play``."""
    return any(
        isinstance(node, ast.ClassDef) and node.name == name and "play" in list_names(node)
        for node in tree.body
    )


def list_names(tree: ast.AST) -> Iterator[str]:
    """List the names that a file defines; a star for an ``import *``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name  # names inside it are local
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        yield from list_names(node)
