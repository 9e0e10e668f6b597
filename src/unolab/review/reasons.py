"""Reasons: why a move is better than another, from a fixed list that is filled in.

They are found in what the seat could know, and never in the hidden cards. Words are made of them
where they are shown: in the terminal by ``text/coach.py``, on the page in its languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from unolab.bots.search.judge import Weighed
from unolab.cards import Card, Color, Face
from unolab.event import Event
from unolab.moves import Move
from unolab.state import State, View

MOST: Final = 3
FEW: Final = 2
"""Cards with which the next player is a danger."""
MANY_POINTS: Final = 20

KEYS: Final = {
    "wins": (),
    "in_one_go": (),
    "next_has_few": ("seat", "cards"),
    "holds_up": ("seat",),
    "makes_draw": ("seat", "cards"),
    "drew_on": ("seat", "color"),
    "named": ("seat", "color"),
    "own_color": ("color", "cards"),
    "keeps_wild": (),
    "spends_wild": (),
    "keeps_action": (),
    "sheds": ("color",),
    "honest": ("percent",),
    "bluff": ("percent",),
    "passes_on": ("cards",),
    "takes_fewest": ("seat", "cards"),
    "sooner": ("seat",),
    "draws_choice": (),
    "saves_points": ("points",),
    "all_alike": (),
}
"""Every reason, and what is filled in."""


@dataclass(frozen=True)
class Reason:
    """Why a move is better than another; only the fields of its key are set."""

    key: str
    seat: int | None = None
    cards: int | None = None
    color: str | None = None
    percent: int | None = None
    points: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the key and its fields."""
        return {"key": self.key} | {name: getattr(self, name) for name in KEYS[self.key]}


def explain(view: View, weighed: Weighed, place: int, other: int | None) -> tuple[Reason, ...]:
    """Say why a move is better than another, or good where there is no other worth a word."""
    move = weighed.moves[place]
    rival = None if other is None else weighed.moves[other]
    found: dict[Reason, None] = {}
    for reason in find_reasons(view, weighed, move, rival):
        found.setdefault(reason)
    return tuple(found)[:MOST] or (Reason("all_alike"),)


def find_reasons(
    view: View, weighed: Weighed, move: Move | None, rival: Move | None
) -> Iterator[Reason]:
    """Yield the reasons that apply, the weightiest first."""
    card = None if move is None else move.card
    if card is not None and len(view.hand) == 1:
        yield Reason("wins")
        return
    if goes_out(view, move) and not goes_out(view, rival):
        yield Reason("in_one_go")
    after = seat_after(view)
    danger = view.sizes[after] <= FEW
    if view.accused is not None:
        yield from judge_draw_four(view, weighed, move)
    if view.due and card is not None:
        yield Reason("passes_on", cards=view.due + cards_due(card))
    if danger and differ(hits(move), hits(rival)):
        yield Reason("next_has_few", seat=after, cards=view.sizes[after])
    if card is not None and differ(hits(move), hits(rival)):
        cards = cards_due(card)
        if cards and not view.due:
            yield Reason("makes_draw", seat=after, cards=cards)
        elif not cards:
            yield Reason("holds_up", seat=after)
    yield from judge_color(view, move, rival, after)
    yield from judge_wilds(view, move, rival, danger)
    if move is not None and move.is_swap:
        yield from judge_swap(view, move, rival)
    if move is not None and (move.is_draw or move.is_keep) and not view.due:
        yield Reason("draws_choice")
    if card is not None and rival is not None and rival.card is not None:
        saved = card.points - rival.card.points
        if danger and saved >= MANY_POINTS and not card.is_wild:
            yield Reason("saves_points", points=card.points)
        if color := follow_up(view, card, rival.card):
            yield Reason("sheds", color=color)


def judge_draw_four(view: View, weighed: Weighed, move: Move | None) -> Iterator[Reason]:
    """Say how likely the draw four is a bluff; the worlds know."""
    percent = round(100 * weighed.bluffs)
    yield Reason("bluff" if move is not None and move.is_challenge else "honest", percent=percent)


def judge_color(view: View, move: Move | None, rival: Move | None, after: int) -> Iterator[Reason]:
    """Say what the colour that a move leaves in force has for it."""
    color = None if move is None else move.color
    other = None if rival is None else rival.color
    waits = move is not None and (move.is_draw or move.is_keep)
    if waits and view.top is not None and other is not None:
        color = view.top.color
    if color is None or color == other:
        return
    told = colors_drawn_for(view).get(after, ())
    if color in told:
        yield Reason("drew_on", seat=after, color=name_color(color))
    if waits:
        return
    held = sum(1 for card in view.hand if card.color == color) - int(
        move is not None and move.card is not None and not move.is_wild
    )
    rest = 0 if other is None else sum(1 for card in view.hand if card.color == other)
    if held >= 2 and held > rest:
        yield Reason("own_color", color=name_color(color), cards=held)
    if other is not None and is_in_force(view, other) and who_named(view) == (after, other):
        yield Reason("named", seat=after, color=name_color(other))


def judge_wilds(
    view: View, move: Move | None, rival: Move | None, danger: bool
) -> Iterator[Reason]:
    """Say what is kept or spent with a move."""
    mine = move is not None and move.is_wild
    theirs = rival is not None and rival.is_wild
    if theirs and not mine:
        yield Reason("keeps_wild")
    if mine and not theirs and danger:
        yield Reason("spends_wild")
    if hits(rival) and not hits(move) and not theirs and not danger:
        yield Reason("keeps_action")


def judge_swap(view: View, move: Move, rival: Move | None) -> Iterator[Reason]:
    """Say what is good about the hand that is taken."""
    seat, other = move.target, None if rival is None else rival.target
    assert seat is not None
    cards = view.sizes[seat]
    fewer = other is None or cards < view.sizes[other]
    if fewer and cards == min(others_sizes(view)):
        yield Reason("takes_fewest", seat=seat, cards=cards)
    if other is not None and cards == view.sizes[other] and is_sooner(view, seat, other):
        yield Reason("sooner", seat=seat)


def follow_up(view: View, card: Card, rival: Card) -> str | None:
    """Return the colour in which the hand could go on, if it could not after the other card."""

    def count(played: Card) -> int:
        rest = list(view.hand)
        rest.remove(played.plain)
        return sum(1 for held in rest if held.color == played.color)

    if card.color is None or count(card) <= count(rival) or card.color == rival.color:
        return None
    return name_color(card.color)


# ── what can be read off the table ────────────────────────────────────────────────────────────────


def seat_after(view: View) -> int:
    """Return the player after the own seat, in the direction of play."""
    assert view.seat is not None
    return (view.seat + view.direction) % view.players


def is_sooner(view: View, seat: int, other: int) -> bool:
    """Whether a player comes before another."""
    assert view.seat is not None
    here, there = ((one - view.seat) * view.direction % view.players for one in (seat, other))
    return here < there


def others_sizes(view: View) -> list[int]:
    """List how many cards the others hold."""
    return [size for seat, size in enumerate(view.sizes) if seat != view.seat]


def cards_due(card: Card) -> int:
    """Return how many cards a card makes the next player draw."""
    return {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}.get(card.face, 0)


def hits(move: Move | None) -> bool:
    """Whether a move is at somebody's expense: a skip, a reverse or a draw card."""
    card = None if move is None else move.card
    return card is not None and card.face in (
        Face.SKIP,
        Face.REVERSE,
        Face.DRAW_TWO,
        Face.WILD_DRAW_FOUR,
    )


def goes_out(view: View, move: Move | None) -> bool:
    """Whether the seat can go out before anybody else plays, whatever the others hold."""
    if not hits(move) or view.rules.jump_in:
        return False
    # the hidden cards don't matter: the turn comes back before any of them is played
    return move is not None and comes_back(view.sample(Random(0)), move)


def comes_back(state: State, move: Move) -> bool:
    """Whether the turn comes back after a move, and after others, until no card is left."""
    after = state.play(move)
    if after.over or after.turn != state.turn or after.phase != "turn":
        return bool(after.over)
    last = after.sizes[after.turn] == 1
    follow_ups = (one for one in after.legal if hits(one) or (last and one.is_play))
    return any(comes_back(after, one) for one in follow_ups)


def differ(here: bool, there: bool) -> bool:
    """Whether only the first is so."""
    return here and not there


def colors_drawn_for(view: View) -> dict[int, set[Color]]:
    """Return the colours that seats drew for, as far as nothing has come to them since."""
    told: dict[int, set[Color]] = {}
    color: Color | None = None
    for event in view.history:
        if event.kind == "played" and event.card is not None:
            color = event.card.color
        elif event.kind == "named":
            color = event.color
        elif event.kind in ("swapped", "rotated"):
            told.clear()
        elif event.kind == "took":
            told.pop(event.seat, None)
        elif event.kind == "drew":
            told.pop(event.seat, None)
            if color is not None:
                told[event.seat] = {color}
    return told


def is_in_force(view: View, color: Color) -> bool:
    """Whether a colour has to be followed now."""
    return view.top is not None and view.top.color == color


def who_named(view: View) -> tuple[int, Color] | None:
    """Return who gave the last wild its colour, and which."""
    last: Event | None = None
    for event in view.history:
        if event.kind == "played" and event.card is not None and event.card.is_wild:
            last = event
    if last is None or last.card is None or last.card.color is None:
        return None
    return last.seat, last.card.color


def name_color(color: Color) -> str:
    """Return the name of a colour: red, yellow, green, blue."""
    return color.name.lower()
