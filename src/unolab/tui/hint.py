"""Hint: what a strong bot would do with what this seat sees."""

from __future__ import annotations

from typing import Final

from unolab.bots import Bot
from unolab.cards import Color
from unolab.moves import Move
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
    said = ' and say "Uno"' if move.says_uno else ""
    return f"{_deed(move, seen)}{said}: {ADVISER} would."


def advice(view: View) -> Move | None:
    """Ask the adviser, who sees nothing but the view."""
    return Bot.parse(ADVISER)(view)


def view_of(seen: Seen) -> View | None:
    """Return what the own seat sees; None between rounds."""
    if seen.room is None or seen.update is None or seen.update.view is None or not seen.playing:
        return None
    return View.parse(seen.update.view, seen.room.rules)


def _deed(move: Move, seen: Seen) -> str:
    if move.card is not None:
        return f"Play {words(move.card)}"
    if move.names_color:
        return f"Name {Color.parse(str(move)[1])}"
    if move.is_challenge:
        return "Challenge"
    if move.is_keep:
        return "Keep the card"
    if move.is_call:
        return 'Say "Uno"'
    if move.target is not None:
        name = seen.name(move.target)
        return f"Catch {name}" if move.is_catch else f"Swap hands with {name}"
    due = 0 if seen.table is None else seen.table.due
    return f"Take the {due} cards" if due else "Draw"
