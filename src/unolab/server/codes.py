"""Room codes: eight letters and digits that are hard to guess and easy to read aloud."""

from __future__ import annotations

from secrets import choice
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no lookalikes
CODE_LENGTH: Final = 8
SHORT: Final = 5
"""The length of codes from earlier versions; their rooms still work."""

_IGNORED: Final = str.maketrans("", "", " -")


def new_code() -> str:
    """Return a random code, one of 31 to the power of 8."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Normalize a code: people write it in lower case, with a space or a dash."""
    return text.translate(_IGNORED).upper()


def show_code(code: str) -> str:
    """Format a code in two groups of four."""
    half = CODE_LENGTH // 2
    return f"{code[:half]} {code[half:]}" if len(code) == CODE_LENGTH else code


def is_code(code: str) -> bool:
    """Whether a room may have this code."""
    return len(code) in (SHORT, CODE_LENGTH) and all(letter in CODE_LETTERS for letter in code)
