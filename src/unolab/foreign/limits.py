"""Limits: how much time and memory a foreign bot gets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Wall-clock seconds, and megabytes."""

    move: float = 1.0  # per answer
    game: float = 10.0  # for all answers in a game
    start: float = 10.0  # to start and say hello
    memory: int = 512
