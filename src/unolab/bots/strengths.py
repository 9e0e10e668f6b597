"""Opponents by strength, for people who want a good game and not a name."""

from typing import Final

STRENGTHS: Final = {
    "easy": "random(forget=0.4)",
    "medium": "diversity(forget=0.1)",
    "hard": "mixbot2",
}
"""The bot that stands for each; a forgotten "Uno" makes it human."""
