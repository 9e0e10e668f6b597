"""Hint: what a strong bot would do with what this seat sees."""

from __future__ import annotations

from typing import Final

from unolab.bots import Bot
from unolab.moves import Move
from unolab.reason import describe_move
from unolab.state import View
from unolab.text.show import describe_card
from unolab.tui.seen import Seen

ADVISER: Final = "expert"


def give_hint(seen: Seen) -> str:
    """Say what the adviser would do now."""
    view = read_view(seen)
    if view is None:
        return "There is nothing to decide now."
    move = ask_adviser(view)
    if move is None:
        return "Wait: it is not your turn."
    names = [seen.name(seat) for seat in range(view.players)]
    deed = f"take the {view.due} cards" if move.is_draw and view.due else ""
    deed = deed or describe_move(move, names, describe_card)
    said = ' and say "Uno"' if move.says_uno else ""
    return f"{deed[:1].upper()}{deed[1:]}{said}: {ADVISER} would."


def ask_adviser(view: View) -> Move | None:
    """Ask the adviser, who sees nothing but the view."""
    return Bot.parse(ADVISER)(view)


def read_view(seen: Seen) -> View | None:
    """Return what this seat sees; None between rounds."""
    if seen.room is None or seen.update is None or seen.update.view is None or not seen.is_playing:
        return None
    return View.parse(seen.update.view, seen.room.rules)
