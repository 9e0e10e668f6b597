"""Bots of one's own: compiled by ``@uno.compiled``, in plain Python, or found in a file."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, overload

from unolab.bots.choice import common_color
from unolab.bots.manners import lay, manners, may_choose
from unolab.bots.settings import OWN_SLOTS, Parameter
from unolab.engine.jit import address_of, checked
from unolab.engine.layout import HAND, MEMORY, RNG, TABLE, Hand, Memory, Rng, Table, number
from unolab.engine.run import ASKS
from unolab.errors import BotSettings, NotationError, show, suggestion
from unolab.moves import DRAW

Strategy = Callable[[Any, Any, Any, Any], int]

BROKEN: Final = number(126)  # no move: what a bot that raised an error is said to want


@dataclass(frozen=True, eq=False)
class Compiled:
    """A function ``(table, hand, memory, rng) -> move`` that is machine code when it plays."""

    function: Strategy
    parameters: tuple[Parameter, ...] = ()
    everything: bool = False  # whether it is asked for more than which card to play
    shipped: bool = False

    @property
    def __name__(self) -> str:
        return self.function.__name__

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return self.function.__doc__

    def __call__(self, table: Any, hand: Any, memory: Any, rng: Any) -> int:
        """Run it as it stands, for the debugger."""
        return self.function(table, hand, memory, rng)


@overload
def compiled(function: Strategy) -> Compiled: ...


@overload
def compiled(
    *, everything: bool = False, **parameters: tuple[float, float, float]
) -> Callable[[Strategy], Compiled]: ...


def compiled(
    function: Strategy | None = None,
    *,
    everything: bool = False,
    **parameters: tuple[float, float, float],
) -> Compiled | Callable[[Strategy], Compiled]:
    """Make a bot of a function ``(table, hand, memory, rng) -> move`` that Numba can compile.

    It is asked which card to play, or whether to play one just drawn; "Uno" is said for it, and
    the rest is done as all bots do it, unless ``everything=True``. Parameters are given as
    ``name=(default, lowest, highest)``; the first is ``memory.settings[0]``, and so on.
    """

    def make(function: Strategy) -> Compiled:
        check_signature(function)
        check_writes(function)
        return Compiled(function, tuple(numbered(function.__name__, parameters)), everything)

    return make if function is None else make(function)


def numbered(bot: str, parameters: dict[str, tuple[float, float, float]]) -> list[Parameter]:
    """Give every parameter its place."""
    made = []
    for slot, (name, values) in enumerate(parameters.items()):
        try:
            default, low, high = map(float, values)
        except (TypeError, ValueError):
            raise BotSettings(
                f"{bot}: {name}=(default, lowest, highest) is expected, not {show(values)}"
            ) from None
        whole = all(isinstance(value, int) for value in values)
        parameter = Parameter(name, slot, default, low, high, "its own", whole)
        parameter.check(bot, default)
        made.append(parameter)
    if len(made) > OWN_SLOTS:
        raise BotSettings(f"{bot} has {len(made)} parameters, and there is room for {OWN_SLOTS}")
    return made


def check_signature(function: Strategy) -> None:
    """Refuse a function of other than four arguments."""
    if not inspect.isfunction(function):
        raise NotationError(f"@compiled goes above a function, not {show(function)}")
    if len(inspect.signature(function).parameters) != 4:
        raise NotationError(
            f"{function.__name__} must take (table, hand, memory, rng) to be compiled; a function "
            "of a View needs no decorator"
        )


def check_writes(function: Strategy) -> None:
    """Refuse a function that writes to the table or the hand: it is not the bot's to change."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return  # typed in at a prompt: there is no source to look at
    shared = list(inspect.signature(function).parameters)[:2]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            root: ast.expr = node
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            if isinstance(root, ast.Name) and root.id in shared:
                raise NotationError(
                    f"{function.__name__} writes to {ast.unparse(node)} (line {node.lineno}): a bot "
                    "may write to memory only"
                )


# ── how they are called ───────────────────────────────────────────────────────────────────────────


def guarded(strategy: Compiled) -> Strategy:
    """Put the manners before a strategy, and a net below it."""
    function = checked(strategy.function)
    everything = strategy.everything

    def ask(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
        if not everything and not may_choose(table, hand):
            return manners(table, hand, memory, rng, common_color(hand, rng))
        try:
            move = number(function(table, hand, memory, rng))
        except Exception:
            return BROKEN
        if 0 <= move < DRAW and not everything:
            return lay(table, hand, memory, rng, move)
        return move

    ask.__name__ = ask.__qualname__ = strategy.__name__
    return ask


def asks(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Stand in for a bot in plain Python that wants to be asked for everything."""
    return ASKS


def asks_for_a_card(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Stand in for a bot in plain Python: it is asked which card to play, the rest is manners."""
    if may_choose(table, hand):
        return ASKS
    return manners(table, hand, memory, rng, common_color(hand, rng))


_ADDRESSES: Final[dict[object, int]] = {}


def address(strategy: object) -> int:
    """Compile a strategy, or what stands in for it, on its first use; return where it is."""
    if isinstance(strategy, Compiled):
        key: object = strategy
    else:
        key = asks if getattr(strategy, "everything", False) else asks_for_a_card
    if key not in _ADDRESSES:
        if isinstance(key, Compiled) and not key.shipped:
            made = address_of(guarded(key), TABLE, HAND, MEMORY, RNG, keep=False)
        else:
            function: Any = key.function if isinstance(key, Compiled) else key
            made = address_of(function, TABLE, HAND, MEMORY, RNG)
        _ADDRESSES[key] = made
    return _ADDRESSES[key]


# ── where they are found ──────────────────────────────────────────────────────────────────────────


def loaded(file: str, name: str) -> object:
    """Find a bot in a Python file: a function, a compiled one, an object, or a class of them."""
    module = module_of(Path(file).resolve())
    known = [key for key, value in vars(module).items() if callable(value) and key[0] != "_"]
    if not hasattr(module, name):
        hint = suggestion(name, known)
        raise NotationError(f"there is no {name} in {show(file)[1:-1]}{hint}")
    found = getattr(module, name)
    if inspect.isclass(found):
        try:
            found = found()
        except Exception as error:
            raise NotationError(f"{file}: {name}() raised {wording(error)}") from error
    if not callable(found):
        raise NotationError(f"{name} in {file} is no bot: it can't be called")
    return found


@cache
def module_of(path: Path) -> ModuleType:
    """Run a Python file once."""
    if not path.is_file():
        raise NotationError(f"there is no file {show(str(path))[1:-1]}")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise NotationError(f"{path.name} is no Python file")
    module = module_from_spec(spec)
    folder = str(path.parent)
    sys.path.insert(0, folder)  # it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise NotationError(f"{path.name} can't be run: {wording(error)}") from error
    finally:
        sys.path.remove(folder)
    return module


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
