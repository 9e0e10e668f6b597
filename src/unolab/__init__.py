"""Uno: a rules engine, bots, simulation and a game to play.

What it has is imported on first use, so that the command line answers at once, Ctrl-C too.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unolab.bots import Bot, compiled
    from unolab.cards import DECK, Card, Color, Face
    from unolab.errors import (
        BadBot,
        BadOption,
        BotFailed,
        BotSettings,
        IllegalMove,
        NotationError,
        ResourceError,
        UnolabError,
    )
    from unolab.event import Event
    from unolab.game import Game
    from unolab.gameloop import play, play_match
    from unolab.match import Match
    from unolab.moves import Move
    from unolab.rules import PRESETS, Rules
    from unolab.simulation import Report, simulate
    from unolab.state import State, View

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "PRESETS",
    "BadBot",
    "BadOption",
    "Bot",
    "BotFailed",
    "BotSettings",
    "Card",
    "Color",
    "Event",
    "Face",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "Report",
    "ResourceError",
    "Rules",
    "State",
    "UnolabError",
    "View",
    "compiled",
    "play",
    "play_match",
    "simulate",
]

_ON_FIRST_USE = {
    "BadBot": "errors",
    "BadOption": "errors",
    "Bot": "bots",
    "BotFailed": "errors",
    "BotSettings": "errors",
    "Card": "cards",
    "Color": "cards",
    "DECK": "cards",
    "Event": "event",
    "Face": "cards",
    "Game": "game",
    "IllegalMove": "errors",
    "Match": "match",
    "Move": "moves",
    "NotationError": "errors",
    "PRESETS": "rules",
    "Report": "simulation",
    "ResourceError": "errors",
    "Rules": "rules",
    "State": "state",
    "UnolabError": "errors",
    "View": "state",
    "compiled": "bots",
    "play": "gameloop",
    "play_match": "gameloop",
    "simulate": "simulation",
}


def __getattr__(name: str) -> object:
    """Import a name of this package when it is asked for."""
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'unolab' has no attribute {name!r}")
    value = getattr(import_module(f"unolab.{_ON_FIRST_USE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the names of this package, also those not yet imported."""
    return sorted({*globals(), *__all__})
