"""Hint: what a strong bot would do with what this seat sees."""

from __future__ import annotations

from typing import Final

from unolab.bots import Bot
from unolab.moves import Move
from unolab.reason import describe_move
from unolab.state import View
from unolab.text.show import words
from unolab.tui.seen import Seen

ADVISER: Final = "hard"


def hint(seen: Seen) -> str:
    """Say in a sentence what the adviser would do now."""
    view = view_of(seen)
    if view is None:
        return "There is nothing to decide now."
    move = advice(view)
    if move is None:
        return "Wait: it is not your turn."
    names = [seen.name(seat) for seat in range(view.players)]
    deed = f"take the {view.due} cards" if move.is_draw and view.due else ""
    deed = deed or describe_move(move, names, words)
    said = ' and say "Uno"' if move.says_uno else ""
    return f"{deed[:1].upper()}{deed[1:]}{said}: {ADVISER} would."


def advice(view: View) -> Move | None:
    """Ask the adviser, who sees nothing but the view."""
    return Bot.parse(ADVISER)(view)


def view_of(seen: Seen) -> View | None:
    """Return what the own seat sees; None between rounds."""
    if seen.room is None or seen.update is None or seen.update.view is None or not seen.playing:
        return None
    return View.parse(seen.update.view, seen.room.rules)
