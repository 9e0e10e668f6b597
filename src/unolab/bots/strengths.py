"""Opponents by strength, for people who want a good game and not a name.

Medium and hard judge which draw fours to challenge; the same bots by name play as they were
published, and do not. Expert is a bot of that name, the trained network that looks ahead.
"""

from typing import Final

STRENGTHS: Final = {
    "easy": "random(forget=0.4,challenge=0.25)",
    "medium": "diversity(forget=0.1,judge=1,bluff=0.5)",
    "hard": "mixbot2(judge=1)",
    "expert": "expert",
}
"""The bot that stands for each; a forgotten "Uno" makes it human."""
