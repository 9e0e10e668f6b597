"""Uno: a rules engine, bots, simulation and a game to play.

What it has is imported on first use, so that the command line answers at once, Ctrl-C too.
"""

from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

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


__getattr__ = import_on_use(globals(), _ON_FIRST_USE)


def __dir__() -> list[str]:
    """List the names of this package, also those not yet imported."""
    return sorted({*globals(), *__all__})
