"""Theme: what a puzzle is about; and danger: what the solver is warned of."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from unolab.cards import Face
from unolab.moves import Move
from unolab.position import Position
from unolab.puzzles.themes import Theme
from unolab.review.reasons import FEW, Reason, hits, others_sizes, seat_after
from unolab.state import View

WILDS: Final = frozenset({Face.WILD, Face.WILD_DRAW_FOUR})
LATE: Final = 3
"""Own cards with which the end of a round has begun."""


def list_themes(view: View) -> frozenset[Theme]:
    """List what a position can be about at all, before anything is weighed."""
    if view.accused is not None:
        return frozenset({"challenge"})
    if view.due:
        return frozenset({"stack"})
    if view.phase == "swap":
        return frozenset({"swap"})
    faces = {move.card.face for move in view.legal if move.card is not None}
    themes: set[Theme] = {"endgame", "color", "tell", "attack", "draw"}
    if not faces.isdisjoint(WILDS):
        themes.add("hold")
    if Face.WILD_DRAW_FOUR in faces:
        themes.add("bluff")
    return frozenset(themes)


def find_theme(view: View, best: Move, rival: Move, reasons: Collection[Reason]) -> Theme | None:
    """Say what a position is about, from what the seat sees; None if it is nothing in particular.

    ``rival`` is the next best move.
    """
    only, *more = list_themes(view)
    if not more:
        return only
    if is_bluff(view, best) or is_bluff(view, rival):
        return "bluff"
    keys = {reason.key for reason in reasons}
    if "in_one_go" in keys:
        return "endgame"
    if has_same_card(best, rival):
        return "color"
    if rival.is_wild and not best.is_wild:
        return "hold"
    if "drew_on" in keys:
        return "tell"
    if best.is_draw or best.is_keep:
        return "draw"
    if is_late(view):
        return "endgame"
    if hits(best) or hits(rival):
        return "attack"
    return "color" if best.color != rival.color and not rival.is_draw else None


def is_late(view: View) -> bool:
    """Whether somebody is about to go out."""
    return min(others_sizes(view)) <= FEW or len(view.hand) <= LATE


def has_same_card(move: Move, other: Move) -> bool:
    """Whether two moves differ in nothing but the colour that is chosen."""
    if move.names_color:
        return other.names_color
    cards = move.card, other.card
    return all(card is not None and card.is_wild for card in cards) and (
        cards[0] is not None and cards[1] is not None and cards[0].face == cards[1].face
    )


def is_bluff(view: View, move: Move) -> bool:
    """Whether a move is a wild draw four that the seat could be challenged for with success."""
    if move.card is None or move.card.face != Face.WILD_DRAW_FOUR:
        return False
    # the engine knows, whatever the others hold
    after = view.sample(random.Random(0)).play(move)
    return Position.parse(str(after)).bluff


@dataclass(frozen=True)
class Danger:
    """What makes a position difficult, for the question that is asked."""

    key: str
    """few: somebody has few cards. nearly_out: the solver has. draw_four: a challenge. due: cards
    to take. color: one to name. swap: hands. drawn: a card that may be kept. none."""
    seat: int | None = None
    cards: int | None = None


def find_danger(view: View) -> Danger:
    """Say what is dangerous for whoever is to act, without giving the answer away."""
    if view.accused is not None:
        return Danger("draw_four", view.accused, view.due)
    if view.due:
        return Danger("due", cards=view.due)
    if view.phase in ("color", "swap", "drawn"):
        return Danger(view.phase)
    after = seat_after(view)
    seats = sorted(
        (seat for seat in range(view.players) if seat != view.seat),
        key=lambda seat: (view.sizes[seat], seat != after),
    )
    if view.sizes[seats[0]] <= FEW:
        return Danger("few", seats[0], view.sizes[seats[0]])
    if len(view.hand) <= LATE:
        return Danger("nearly_out", cards=len(view.hand))
    return Danger("none")
