"""The source of a bot of one's own: what it must not do, and what went wrong in which line."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import re
import sysconfig
import textwrap
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from unolab.errors import BadBot, suggestion

SHARED: Final = 2  # the table and the hand, which are not the bot's to change
NOT_THEIRS: Final = (
    "<",
    str(Path(__file__).parents[1]),
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
)
WHOLE: Final = re.compile(r"u?int\d+|Literal\[int\]\(-?\d+\)|IntEnum.*")
TYPES: Final = (  # what the compiler calls things, and what we do
    (r"Record\(\[.*\], \d+, True\)", "a record"),
    (r".*\bgenerator\(.*", "a generator"),
    (r"Literal\[str\]\(.*?\)|\bunicode_type\b", "a text"),
    (r"Literal\[bool\]\(\w+\)|\bbool(ean)?\b", "True or False"),
    (r"Literal\[int\]\(-?\d+\)|\bu?int\d+\b", "a whole number"),
    (r"\bfloat\d+\b", "a fraction"),
    (r"\b(Uni)?Tuple\(.*\)", "several things"),
    (r"\bDictType\[.*", "a dictionary"),
    (r"(\breflected )?\b[lL]ist(Type)?[(\[].*[)\]](<.*>)?", "a list"),
    (r"\barray\(.*\)", "an array"),
    (r"\bOptionalType\((.*)\)", r"\1 or nothing"),
    (r"\bnone\b", "nothing"),
)


def check_source(function: Callable[..., Any], *records: type) -> None:
    """Refuse a function that writes to what is not its own, or asks for what does not exist."""
    tree = tree_of(function)
    arguments = list(inspect.signature(function).parameters)
    owners = dict(zip(arguments, records, strict=True))
    shared = others_of(tree, set(arguments[:SHARED]))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Subscript):
            continue
        if not isinstance(node.ctx, ast.Load) and root_of(node) in shared:
            raise BadBot(
                f"{function.__name__} writes to {ast.unparse(node)} (line {node.lineno}): a bot "
                "may write to its memory only"
            )
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = owners.get(node.value.id)
            fields = {} if owner is None else owner.__annotations__
            if owner is not None and node.attr not in fields:
                hint = suggestion(node.attr, fields)
                raise BadBot(
                    f"{function.__name__}: there is no {ast.unparse(node)}{hint} "
                    f"(line {node.lineno})"
                )


def tree_of(function: Callable[..., Any]) -> ast.AST:
    """Read the source of a function; what was typed in at a prompt has none."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, TypeError):
        return ast.Module([], [])
    return ast.increment_lineno(tree, first - 1)


def others_of(tree: ast.AST, names: set[str]) -> set[str]:
    """Add the other names that a function has for the same things, or for parts of them."""
    names = set(names)
    while True:
        new = {name for name, value in list_assigned(tree) if root_of(value) in names}
        if new <= names:
            return names
        names |= new


def list_assigned(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """List what a function assigns to names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from unpack(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            yield from unpack(node.target, node.value)


def unpack(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Pair names with values, one by one where both are listed."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from unpack(one, other)


def root_of(node: ast.expr) -> str:
    """Return the name at which a chain of fields and places begins."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


# ── what went wrong ───────────────────────────────────────────────────────────────────────────────


def describe_error(error: BaseException) -> str:
    """Say what an error is, and in which line of which file it happened."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno} of {Path(error.filename or '').name})"
    place = place_of(error)
    where = "" if place is None else f" (line {place.lineno} of {Path(place.filename).name})"
    return f"{type(error).__name__}: {error}"[:200] + where


def sentence(error: BaseException) -> str:
    """Say what an error of ours says, with the line that it came from."""
    place = place_of(error)
    known = place is None or "(line " in str(error)
    return f"{error}" if known or place is None else f"{error} (line {place.lineno})"


def place_of(error: BaseException) -> traceback.FrameSummary | None:
    """Find the innermost line that somebody wrote for a bot, or else the innermost of all."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(NOT_THEIRS)]
    return next(reversed(theirs or frames), None)


def gist(error: Exception, function: Callable[..., Any]) -> str:
    """Pick what helps from an error of the compiler's: what is wrong, and in which line."""
    text = str(error)
    if name := re.search(r"NameError: name '(\w+)' is not defined", text):
        return unknown_name(name[1], function)
    what = reword(error, text)
    file = function.__code__.co_filename
    found = re.findall(r'File "(.*?)", line (\d+)|(?:Raised from|\bat) (\S*?) \((\d+)\)', text)
    places = [(a or c, int(b or d)) for a, b, c, d in found]
    if (loc := getattr(error, "loc", None)) is not None:
        places.insert(0, (loc.filename, loc.line))
    inside = [line for path, line in places if Path(path).name == Path(file).name]
    if not inside:
        return what
    source = linecache.getline(file, inside[-1]).strip()
    return f"{what} (line {inside[-1]}{': ' if source else ''}{source[:80]})"


def unknown_name(name: str, function: Callable[..., Any]) -> str:
    """Say that there is no such name, in which line, and what may have been meant."""
    used = [node for node in ast.walk(tree_of(function)) if isinstance(node, ast.Name)]
    line = next((f" (line {node.lineno})" for node in used if node.id == name), "")
    known = {*function.__globals__, *function.__code__.co_varnames, *vars(builtins)} - {name}
    return f"there is no {name}{suggestion(name, known)}{line}"


COMPLAINTS: Final = (
    (
        r".*Untyped global name '(\w+)'.*function",
        "{} is plain Python and needs @jit of unolab.bots.tools above it",
    ),
    (r"Unknown attribute '(\w+)' of type (.*)", "{1} has no {0}"),
    (
        r"Can't unify return type from the following types: (.*)",
        "it returns different things: {}",
    ),
    (r"Cannot unify (.*) and (.*) for '(\w+)", "{2} is {0} here and {1} there"),
    (r"Cannot bind", "a function is called with the wrong arguments"),
    (r".*@overload", "a function can't take what it is given"),
)
"""What the compiler says, and what it means."""


def reword(error: Exception, text: str) -> str:
    """Put what the compiler says into plain words, where they are known."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    noise = ("Failed in", "During:", "-", "File", "Rejected as", "Overload", "[")
    told = [line for line in lines if not line.startswith(noise)]
    what = told[0] if told else type(error).__name__
    wanted = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
    if isinstance(error, KeyError):
        return f"there is no field {error}"
    if what.startswith("No implementation of function") and wanted:
        return f"there is no {in_words(wanted[0])[:150]} for the compiler"
    for pattern, sentence in COMPLAINTS:
        if found := re.match(pattern, what):
            return sentence.format(*map(in_words, found.groups()))
    return what.partition(" Raised from ")[0].rstrip(".")[:200]


def in_words(types: str) -> str:
    """Say in plain words what the compiler calls things."""
    for pattern, words in TYPES:
        types = re.sub(pattern, words, types)
    return types


def check_result(function: Callable[..., Any], result: str) -> None:
    """Refuse a function that returns anything else than a whole number."""
    if WHOLE.fullmatch(result):
        return
    said = in_words(result)[:60]
    if said.endswith("nothing"):
        said = "nothing: " + ("it" if said == "nothing" else "one path") + " ends without return"
    returns = [n for n in ast.walk(tree_of(function)) if isinstance(n, ast.Return) and n.value]
    line = f" (line {returns[0].lineno})" if len(returns) == 1 and "nothing" not in said else ""
    raise BadBot(f"{function.__name__} must return an int on every path, not {said}{line}")
