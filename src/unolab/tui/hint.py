"""Hint: what a strong bot would do with what this seat sees."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from unolab.bots import Bot
from unolab.cards import Card, Color
from unolab.moves import Move
from unolab.position import Position
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
    """Put together what the own seat sees, from what it was told; None between rounds."""
    room, table, hand = seen.room, seen.table, seen.hand
    if room is None or table is None or hand is None or not seen.playing:
        return None
    hands: list[tuple[Card, ...] | int] = list(table.sizes)
    hands[hand.seat] = tuple(map(Card.parse, hand.cards))
    position = Position(
        top=None if table.top is None else Card.parse(table.top),
        turn=table.turn,
        step=1 if table.clockwise else -1,
        hands=hands,
        due=table.due,
        drawn=None if hand.drawn is None else Card.parse(hand.drawn),
        drawn_hidden=table.phase == "drawn" and table.turn != hand.seat,
        swap=table.phase == "swap",
        uno=table.uno,
        turns=table.turns,
        totals=tuple(room.totals),
        discards=tuple(map(Card.parse, seen.pile[:-1])),
        draws=table.stock,
    )
    for challenge in (False, True):  # the rules say which of the two it is
        with suppress(ValueError):
            return View.parse(str(replace(position, challenge=challenge)), room.rules)
    return None  # part of the story is missing: the cards do not add up


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
