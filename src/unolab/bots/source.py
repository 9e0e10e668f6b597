"""The source of a bot of one's own: what it must not do, and what went wrong in which line."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from unolab.errors import NotationError, suggestion

SHARED: Final = 2  # the table and the hand, which are not the bot's to change


def check_source(function: Callable[..., Any], *records: type) -> None:
    """Refuse a function that writes to what is not its own, or asks for what does not exist."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, TypeError):
        return  # typed in at a prompt: there is no source to look at
    ast.increment_lineno(tree, first - 1)
    arguments = list(inspect.signature(function).parameters)
    owners = dict(zip(arguments, records, strict=True))
    shared = others_of(tree, set(arguments[:SHARED]))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Subscript):
            continue
        if not isinstance(node.ctx, ast.Load) and root_of(node) in shared:
            raise NotationError(
                f"{function.__name__} writes to {ast.unparse(node)} (line {node.lineno}): a bot "
                "may write to its memory only"
            )
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = owners.get(node.value.id)
            fields = {} if owner is None else owner.__annotations__
            if owner is not None and node.attr not in fields:
                hint = suggestion(node.attr, fields)
                raise NotationError(
                    f"{function.__name__}: there is no {ast.unparse(node)}{hint} "
                    f"(line {node.lineno})"
                )


def others_of(tree: ast.AST, names: set[str]) -> set[str]:
    """Add the other names that a function has for the same things, or for parts of them."""
    names = set(names)
    while True:
        new = {name for name, value in assigned(tree) if root_of(value) in names}
        if new <= names:
            return names
        names |= new


def assigned(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """List what a function assigns to names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from unpacked(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            yield from unpacked(node.target, node.value)


def unpacked(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Pair names with values, one by one where both are listed."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from unpacked(one, other)


def root_of(node: ast.expr) -> str:
    """Return the name at which a chain of fields and places begins."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


# ── what went wrong ───────────────────────────────────────────────────────────────────────────────


def wording(error: BaseException) -> str:
    """Say what an error is, and in which line of which file it happened."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})"
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = (
        ""
        if where is None
        else f" (line {where.tb_lineno} of {Path(where.tb_frame.f_code.co_filename).name})"
    )
    return f"{type(error).__name__}: {error}"[:200] + place


def gist(error: Exception, function: Callable[..., Any]) -> str:
    """Pick what helps from an error of the compiler's: what is wrong, and in which line."""
    text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    noise = ("Failed in", "During:", "-", "File", "Rejected as", "Overload", "[")
    told = [line for line in lines if not line.startswith(noise)]
    what = told[0] if told else type(error).__name__
    wanted = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
    if what.startswith("No implementation of function") and wanted:
        what = f"there is no {wanted[0]} for the compiler"
    if plain := re.match(r".*Untyped global name '(\w+)'.*function", what):
        what = f"{plain[1]} is plain Python and needs @jit of unolab.bots.tools above it"
    if isinstance(error, KeyError):
        what = f"there is no field {error}"
    what = what.partition(" Raised from ")[0].rstrip(".")[:200]
    file = function.__code__.co_filename
    found = re.findall(r'File "(.*?)", line (\d+)|Raised from (.*?) \((\d+)\)', text)
    places = [(a or c, int(b or d)) for a, b, c, d in found]
    inside = [line for path, line in places if Path(path).name == Path(file).name]
    if not inside:
        return what
    source = linecache.getline(file, inside[-1]).strip()
    return f"{what} (line {inside[-1]}{': ' if source else ''}{source[:80]})"
