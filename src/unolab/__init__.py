"""Uno: a rules engine, bots, simulation and a game to play."""

from unolab.cards import DECK, Card, Color, Face, cards
from unolab.errors import IllegalMove, NotationError
from unolab.event import Event
from unolab.game import Game
from unolab.match import Match
from unolab.moves import Move
from unolab.play import play
from unolab.rules import PRESETS, Rules
from unolab.state import State, View

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "PRESETS",
    "Card",
    "Color",
    "Event",
    "Face",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "Rules",
    "State",
    "View",
    "cards",
    "play",
]
