"""Describe malformed input in one line, at little cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

LONGEST_LINE: Final = 200  # characters
MOST_VALUES: Final = 100
"""Values in a message or a body, at any depth: twice what ten chairs need."""


def first_error(errors: Sequence[Mapping[str, Any]]) -> str:
    """Describe the first error of a message in one line; pydantic's list is never empty.

    Pydantic builds an entry per error: check ``has_too_many`` first to bound their number.
    """
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    said = f"{where}: {first['msg']}" if where else str(first["msg"])
    return "".join(letter if letter.isprintable() else "?" for letter in said[:LONGEST_LINE])


def has_too_many(value: object, most: int) -> bool:
    """Whether parsed JSON has more than this many values, at any depth; stops there."""
    left = [value]
    seen = 1
    while left:
        inside = left.pop()
        if not isinstance(inside, dict | list):
            continue
        seen += len(inside)
        if seen > most:
            return True
        left += inside.values() if isinstance(inside, dict) else inside
    return False
