"""Checks of what callers give, each with one sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from operator import index
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np

from unolab.bots.observation.question import DECISIONS
from unolab.errors import BadOption, show, suggestion

SEEDS: Final = 1 << 128
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def explain_options(
    function: Callable[Parameters, Result],
) -> Callable[Parameters, Result]:
    """Let a function say which options it has when it gets another; Python suggests none."""
    known = [
        name
        for name, parameter in signature(function).parameters.items()
        if name != "self" and parameter.kind != Parameter.VAR_POSITIONAL
    ]

    @wraps(function)
    def call(*args: Parameters.args, **options: Parameters.kwargs) -> Result:
        check_names(options, known)
        return function(*args, **options)

    return call


def check_names(options: Iterable[str], known: Collection[str]) -> None:
    """Raise an error unless all options are known."""
    for name in options:
        if name not in known:
            hint = suggestion(name, known)
            raise BadOption(f"unknown option {show(name)}: one of {', '.join(known)}{hint}")


def choose(name: str, value: object, values: Sequence[str]) -> str:
    """Return a value that is one of these."""
    if not isinstance(value, str) or value not in values:
        hint = suggestion(value, values)
        raise BadOption(f"{name} must be one of {', '.join(values)}, not {show(value)}{hint}")
    return value


def decision_bits(decides: Iterable[str]) -> int:
    """Write which decisions a learner takes itself as bits."""
    if isinstance(decides, str) or not isinstance(decides, Iterable):
        raise BadOption(f"decides must be a list of {', '.join(DECISIONS)}, not {show(decides)}")
    names = tuple(DECISIONS)
    places = {names.index(choose("decides", name, names)) for name in decides}
    return sum(1 << place for place in places)


def as_whole(value: Any) -> int | None:
    """Return a whole number of any kind as Python's own, and None for anything else."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def check_number(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number that is in range."""
    whole = as_whole(value)
    if whole is None or not least <= whole <= most:
        said = show(value if whole is None else whole)  # and not np.int64(89)
        raise BadOption(f"{name} must be a whole number from {least:,} to {most:,}, not {said}")
    return whole


def check_numbers(name: str, values: Any, least: int, most: int) -> None:
    """Raise an error unless all numbers of an array are whole and in range."""
    if values.size:
        check_number(name, values.min(), least, most)
        check_number(name, values.max(), least, most)


def check_seed(seed: object) -> int:
    """Return a seed that is one."""
    whole = as_whole(seed)
    if whole is None or not 0 <= whole < SEEDS:
        raise BadOption(f"a seed is a whole number from 0 to 2**128 - 1, not {show(seed)}")
    return whole


def check_array(name: str, array: Any, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    """Raise an error unless compiled code can write into an array of the caller."""
    fits = (
        isinstance(array, np.ndarray)
        and array.shape == shape
        and array.dtype == kind
        and array.flags["C_CONTIGUOUS"]
        and array.flags["WRITEABLE"]
    )
    if not fits:
        raise BadOption(
            f"{name} must be a writable C-contiguous array of {kind} of shape {shape}; "
            "make_buffers, make_actions and make_hidden make such ones"
        )


def check_values(name: str, values: Any, count: int, kind: type) -> Any:
    """Return what the caller gives as an array of this kind, one for each game."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    whole = array.dtype.kind in ("b" if kind is np.bool_ else "iu")
    if array.shape != (count,) or not whole:
        what = "bool" if kind is np.bool_ else "whole number"
        raise BadOption(
            f"{name} must be an array with one {what} for each of {count} games, not "
            f"{array.dtype} of shape {array.shape}"
        )
    return np.ascontiguousarray(array, kind)
