"""Job: what is to be simulated. Its result is a function of these fields alone."""

from __future__ import annotations

from dataclasses import dataclass

from unolab.bots import Bot
from unolab.rules import Rules


@dataclass(frozen=True)
class Job:
    """A series of games: who plays, by which rules, from which seed, how many.

    With ``rotations`` every deal is played so many times, the bots moving on by one seat; then the
    number of games is a multiple of it. ``closely`` notes how far behind the winners were.
    """

    bots: tuple[Bot, ...]
    rules: Rules
    seed: int
    games: int
    rotations: int = 1
    closely: bool = False
