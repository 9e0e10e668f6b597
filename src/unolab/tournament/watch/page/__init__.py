"""The pages of a tournament: their parts are files here, and each becomes one text."""

from __future__ import annotations

import base64
from hashlib import sha256
from importlib.resources import files


def part(name: str) -> str:
    """Read a part of a page."""
    return (files(__package__) / name).read_text("utf-8")


def hash_of(text: str) -> str:
    """Return what a security policy calls a script or a style that is in the page."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
