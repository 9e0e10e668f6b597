"""Themes: what puzzles are about; ``theme.py`` tells which one is."""

from __future__ import annotations

from typing import Final, Literal, get_args

Theme = Literal[
    "endgame",
    "color",
    "hold",
    "bluff",
    "challenge",
    "tell",
    "attack",
    "draw",
    "stack",
    "swap",
]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
