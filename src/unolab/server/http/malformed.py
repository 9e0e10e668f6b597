"""What is wrong with text that a client sent, in a line and at little cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

LONGEST_LINE: Final = 200  # characters
MOST_VALUES: Final = 100
"""Of a message or a body, at any depth: twice what ten chairs need."""


def first_error(errors: Sequence[Mapping[str, Any]]) -> str:
    """Say in a line what is wrong with a message; pydantic's list of errors is never empty.

    It builds an entry for each of them: ``has_too_many`` first sees to it that there are few.
    """
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    said = f"{where}: {first['msg']}" if where else str(first["msg"])
    return "".join(letter if letter.isprintable() else "?" for letter in said[:LONGEST_LINE])


def has_too_many(value: object, most: int) -> bool:
    """Whether parsed JSON has more than so many values, at any depth; stops as soon as it has."""
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
