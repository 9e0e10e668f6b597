"""A game turn by turn: who holds what, plays what on what, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from unolab.cards import Card
from unolab.event import Event
from unolab.game import Game
from unolab.moves import Move
from unolab.reason import likeness
from unolab.state import State, View
from unolab.text.show import (
    block,
    blocks,
    column,
    deed_of,
    told,
    whom,
    without_the_obvious,
)
from unolab.text.style import BOLD, DIM, concat, fill, pad, paint, trim

if TYPE_CHECKING:
    from rich.text import Text

CARD: Final = 3  # the columns of a card in a hand, with the blank or the bracket before it
FEWEST: Final = 5  # the cards of a hand that stand side by side however narrow it is
UNO: Final = "UNO!"
HEADING: Final = ("player", "hand, [card] played", "what happens, and why")


@dataclass
class Turn:
    """What one player does, and what that does to others."""

    seat: int
    number: str = ""
    """Which turn of the round it is; empty where it is none: a call, a catch, the first colour."""
    hand: tuple[Card, ...] = ()
    """The cards before it."""
    played: Card | None = None
    """The one of them that is played."""
    deeds: list[Text] = field(default_factory=list)
    others: list[tuple[int, Text]] = field(default_factory=list)

    @property
    def text(self) -> Text:
        """Say it all; the call of "Uno" stands at the end of what it goes with."""
        said = concat(*self.deeds[:1])
        for deed in self.deeds[1:]:
            said = concat(said, " " if deed.plain == UNO else "; ", deed)
        return said


def turns(game: Game, names: Sequence[str], width: int) -> Iterator[Text]:
    """Write a game, a line for every turn: the player, the hand before it, the deed, the reason."""
    played = [*_turns(game, names)]
    number = max(3, len(str(game.state.turns)))
    label = column(names)
    rest = width - number - 2 - label
    longest = max(len(HEADING[1]) // CARD, *(len(turn.hand) for turn in played))
    cards = min(longest, max(FEWEST, rest * 2 // 5 // CARD))
    room = cards * CARD + 3
    head = pad("", number + 2) + pad(HEADING[0], label) + pad(f" {HEADING[1]}", room) + HEADING[2]
    yield paint(head[:width], DIM)
    for turn in played:
        left = f"{turn.number:>{number}}  {names[turn.seat]:{label}}"
        hand = _rows(turn.hand, turn.played, cards)
        texts = fill(turn.text, max(rest - room, 20))
        for row, text in zip_longest(hand, texts, fillvalue=concat()):
            yield trim(concat(left, pad(row, room), text))
            left = " " * len(left)
        for seat, text in turn.others:
            left = f"{'':{number}}  {names[seat]:{label}}"
            for line in fill(text, max(rest - room, 20)):
                yield concat(left, " " * room, line)
                left = " " * len(left)


def _rows(hand: Sequence[Card], played: Card | None, size: int) -> Iterator[Text]:
    """Write a hand in rows of some cards, with the card that is played in brackets."""
    marked = hand.index(played) if played is not None else len(hand)
    for start in range(0, len(hand), size):
        row = concat()
        for place, card in enumerate(hand[start : start + size], start):
            row.append("[" if place == marked else "]" if row and place == marked + 1 else " ")
            row.append(block(card))
        yield row + ("]" if start <= marked == place else "")


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────


def _turns(game: Game, names: Sequence[str]) -> Iterator[Turn]:
    """Put the moves of a game together to turns: who draws a card and plays it has had but one."""
    before = game.start
    shown = "no card" if before.top is None else block(before.top)
    deals = concat("deals; ", shown, " is turned up")
    turn = Turn(before.dealer, deeds=[deals], others=[*told(before.events, names)])
    for move, after in game.steps():
        seat = after.events[0].seat  # who is caught, and not who catches
        goes_on = before.phase in ("drawn", "swap") and turn.seat == seat and not turn.others
        if not goes_on:
            yield turn
            no_turn = move.is_call or move.is_catch or move.names_color
            number = "" if no_turn else str(before.turns)
            card = None if move.card is None else move.card.plain
            turn = Turn(seat, number, before.hands[seat], card)
        own = [event for event in after.events if event.seat == seat or event.kind == "over"]
        turn.deeds += [_deed(event, move, before, names) for event in without_the_obvious(own)]
        turn.others += told([event for event in after.events if event.seat != seat], names)
        before = after
    yield turn


def _deed(event: Event, move: Move, before: State, names: Sequence[str]) -> Text:
    """Say what the player did and, where there is a choice or a rule behind it, why."""
    view = before.view(event.seat)
    match event.kind:
        case "played":
            assert event.card is not None
            return _play(event, event.card, view)
        case "drew":
            return concat("draws ", _some(event), _why_draw(view))
        case "took" if move.is_draw:
            return concat("takes ", _some(event), _why_take(view, names))
        case "kept":
            assert view.drawn is not None
            return concat("keeps ", block(view.drawn), ", though it fits")
        case "said" if not event.late:
            return paint(UNO, BOLD)
        case "over":
            return concat("the round is void" if event.void else "goes out")
    return deed_of(event, names)


def _play(event: Event, card: Card, view: View) -> Text:
    why = likeness(card, view.top)
    if view.phase == "penalty":
        why = f"answers the {view.due} due"
    if card.is_wild:
        why += f", calls {card.color}"
    if event.jumped:
        return concat("jumps in with ", block(card), f": {why}")
    if view.phase == "drawn" or view.top is None:
        return concat("plays ", block(card), f": {why}")
    return concat(block(card), " on ", block(view.top), f": {why}")


def _why_draw(view: View) -> Text:
    if fitting := _playable(view):
        return concat(", though ", blocks(fitting), " would fit")
    assert view.top is not None  # on an empty table everything fits
    return concat(": nothing fits ", block(view.top))


def _why_take(view: View, names: Sequence[str]) -> Text:
    if answers := _playable(view):
        return concat(", though ", blocks(answers), " would answer")
    if view.accused is not None:
        return concat(f": does not challenge {whom(names[view.accused])}")
    assert view.top is not None
    return concat(": nothing answers ", block(view.top))


def _playable(view: View) -> list[Card]:
    """List the cards that could have been played instead, each once."""
    return sorted({move.card.plain for move in view.legal if move.card is not None})


def _some(event: Event) -> Text:
    """Name the cards drawn, and count them where they are many."""
    cards = event.cards or ()
    if len(cards) < 2:
        return blocks(cards) if cards else concat("nothing")
    return concat(f"{len(cards)} (", blocks(cards), ")")
