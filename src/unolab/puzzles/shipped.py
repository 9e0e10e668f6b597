"""The puzzles that come with unolab."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from unolab.puzzles.puzzle import Puzzle, read_puzzles


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Load them all."""
    text = (files("unolab.puzzles") / "puzzles.jsonl").read_text("utf-8")
    return read_puzzles(text.splitlines())


@cache
def puzzles_by_id() -> dict[str, tuple[int, Puzzle]]:
    """Return every puzzle and its number, from 1 on."""
    return {puzzle.id: (number, puzzle) for number, puzzle in enumerate(load_puzzles(), 1)}
