"""Uno: a rules engine, bots, simulation and a game to play."""

from typing import TYPE_CHECKING, Any

from unolab.cards import DECK, Card, Color, Face
from unolab.errors import IllegalMove, NotationError
from unolab.moves import Move
from unolab.rules import PRESETS, Rules

if TYPE_CHECKING:
    from unolab.event import Event
    from unolab.game import Game
    from unolab.match import Match
    from unolab.selfplay import play
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
    "play",
]


def __getattr__(name: str) -> Any:
    """Import what needs the engine when it is first asked for: Numba takes half a second."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from unolab.event import Event
    from unolab.game import Game
    from unolab.match import Match
    from unolab.selfplay import play
    from unolab.state import State, View

    lazy = (Event, Game, Match, State, View, play)
    globals().update({found.__name__: found for found in lazy})
    return globals()[name]
