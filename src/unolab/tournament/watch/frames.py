"""Frames: a game move by move, as a page shows it that knows nothing of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from unolab.state import State
from unolab.text.show import tell_events

if TYPE_CHECKING:
    from unolab.tournament.run import PlayedGame


def frames_of(look: PlayedGame) -> dict[str, Any]:
    """Write a game in numbers, texts, lists and dictionaries: the deal, then every move."""
    game, names = look.game, look.names
    states = [game.start, *(state for _, state in game.steps())]
    return {
        "deal": game.deal,
        "names": list(names),
        "winner": game.winner,
        "scores": list(game.state.scores),
        "frames": [write_frame(state, names) for state in states],
    }


def write_frame(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Write all that lies on the table, all hands, and what has just happened."""
    return {
        "hands": [[str(card) for card in hand] for hand in state.hands],
        "top": None if state.top is None else str(state.top),
        "turn": None if state.over else state.turn,
        "direction": state.direction,
        "stock": state.stock,
        "due": state.due,
        "told": [[seat, deed.plain] for seat, deed in tell_events(state.events, names)],
    }
