"""Why a move is legal or not, in words for players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unolab.cards import Card, Face
from unolab.engine import legal
from unolab.engine.hand import SAME_COLOR
from unolab.errors import IllegalMove
from unolab.moves import Move
from unolab.public import PublicState


def explain(code: int, table: PublicState, seat: int, move: Move) -> str:
    """Turn a reason of the engine into part of a sentence."""
    if code == legal.DOES_NOT_FIT:
        return f"needs {describe_needed(table.top)}"
    if code == legal.NOT_YOUR_TURN:
        return f"seat {table.turn} is to act"
    if code == legal.CANNOT_CATCH:
        if move.target == seat:
            return "nobody catches themselves"
        return f"seat {move.target} owes no call of Uno now"
    if code == legal.NO_SUCH_SEAT:
        return f"hands are swapped with another seat from 0 to {table.players - 1}"
    if code == legal.MUST_ANSWER_DRAW:
        return f"{table.due} cards are due, which this card does not answer"
    if code == legal.DRAW_FOUR_FORBIDDEN:
        rules = table.rules
        held = "a card of that colour" if rules.wd4_test == "color" else "another playable card"
        return f"a draw four is not allowed with {held} in hand"
    return _SENTENCES[code]


def refuse(code: int, table: PublicState, seat: int, move: Move) -> IllegalMove:
    """Make the error for a move that the engine refused; ``table`` is as the seat sees it."""
    reason = explain(code, table, seat, move)
    return IllegalMove(seat, move, str(table), deed_of(move, table.top), reason, _WORDS[code])


def deed_of(move: Move, top: Card | None) -> str:
    """Say what somebody tried: ``play G3 on R5``."""
    on = f" on {'an empty table' if top is None else top}" if move.is_play else ""
    return f"{describe_move(move)}{on}"


def describe_move(
    move: Move, names: Sequence[str] | None = None, write_card: Callable[[Card], str] = str
) -> str:
    """Put a move into words, beginning with the verb: ``play G3``, ``catch seat 2``."""
    if move.card is not None:
        return f"play {write_card(move.card)}"
    if move.is_draw:
        return "draw"
    if move.is_keep:
        return "keep the card"
    if move.is_challenge:
        return "challenge"
    if move.is_call:
        return "call Uno"
    if move.target is None:
        return f"name {move.color}"
    other = f"seat {move.target}" if names is None else names[move.target]
    return f"swap hands with {other}" if move.is_swap else f"catch {other}"


def describe_needed(top: Card | None) -> str:
    """Say what may be laid on a card: ``red or a 5``."""
    assert top is not None  # on an empty table everything fits
    assert top.color is not None  # on a wild without colour too
    if top.is_wild:
        return f"{top.color} or a wild"
    article = "an" if top.face == Face.EIGHT else "a"
    return f"{top.color} or {article} {top.face}"


def likeness(card: Card, top: Card | None) -> str:
    """Say what lets a card lie on another, where it may: ``same colour``."""
    if card.is_wild:
        return "wild"
    if top is None or top.color is None:
        return "anything goes"
    if card == top:
        return "same card"
    if int(SAME_COLOR[top]) >> card & 1:
        return "same colour"
    return "same number" if card.face <= Face.NINE else "same symbol"


_SENTENCES = {
    legal.ROUND_OVER: "the round is over",
    legal.NOT_IN_HAND: "not in hand",
    legal.ONLY_DRAWN_CARD: "after drawing only the drawn card can be played",
    legal.MUST_NAME_COLOR: "the colour of the first card must be named before",
    legal.MUST_SWAP: "hands must be swapped before",
    legal.MUST_PLAY: "a card can be played, so one must be",
    legal.NOTHING_TO_DRAW: "no card is left to draw, and a card can be played",
    legal.NOTHING_DRAWN: "no card was drawn that could be played",
    legal.MUST_PLAY_DRAWN: "a drawn card that fits must be played",
    legal.NOTHING_TO_CHALLENGE: "there is no wild draw four to challenge",
    legal.COLOR_NOT_OPEN: "the colour is not open",
    legal.NOTHING_TO_SWAP: "no seven was played, so no hands are swapped",
    legal.NO_CALL_OWED: "no call of Uno is owed",
    legal.NO_JUMP_IN: "these rules have no jumping in",
    legal.NO_JUMP_NOW: "nobody can jump in now",
    legal.NOT_IDENTICAL: "only a card identical to the top one can jump in",
    legal.MUST_DECIDE_DRAWN: "a card was drawn already: play it or keep it",
}

_WORDS = {
    getattr(legal, name): name.lower()
    for name in (
        *("ROUND_OVER", "NOT_YOUR_TURN", "NOT_IN_HAND", "DOES_NOT_FIT", "DRAW_FOUR_FORBIDDEN"),
        *("ONLY_DRAWN_CARD", "MUST_ANSWER_DRAW", "MUST_NAME_COLOR", "MUST_SWAP", "MUST_PLAY"),
        *("NOTHING_TO_DRAW", "NOTHING_DRAWN", "MUST_PLAY_DRAWN", "NOTHING_TO_CHALLENGE"),
        *("COLOR_NOT_OPEN", "NOTHING_TO_SWAP", "NO_SUCH_SEAT", "NO_CALL_OWED", "CANNOT_CATCH"),
        *("NO_JUMP_IN", "NOT_IDENTICAL", "NO_JUMP_NOW", "MUST_DECIDE_DRAWN", "NO_SUCH_MOVE"),
    )
}
