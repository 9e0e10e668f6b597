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
    address_player,
    drop_obvious,
    measure_column,
    tell_event,
    tell_events,
    write_card,
    write_cards,
)
from unolab.text.style import BOLD, DIM, concat, fill, pad, paint, trim

if TYPE_CHECKING:
    from rich.text import Text

CARD_WIDTH: Final = 3  # the columns of a card in a hand, with the blank or the bracket before it
FEWEST_CARDS: Final = 5  # the cards of a hand that stand side by side however narrow it is
UNO: Final = "UNO!"
HEADING: Final = ("player", "hand, [card] played", "what happens, and why")


@dataclass
class TurnRow:
    """What one player does, and what that does to others."""

    seat: int
    number: str = ""
    """The number of the turn; empty for what is none: a call, a catch, the first colour."""
    hand: tuple[Card, ...] = ()
    """The cards before it."""
    played: Card | None = None
    """The one of them that is played."""
    deeds: list[Text] = field(default_factory=list)
    others: list[tuple[int, Text]] = field(default_factory=list)

    @property
    def text(self) -> Text:
        """Everything the player did; a call of "Uno" follows what it goes with."""
        said = concat(*self.deeds[:1])
        for deed in self.deeds[1:]:
            said = concat(said, " " if deed.plain == UNO else "; ", deed)
        return said


def write_turns(game: Game, names: Sequence[str], width: int) -> Iterator[Text]:
    """Write a game, a line for every turn: the player, the hand before it, the deed, the reason."""
    played = [*_split_turns(game, names)]
    number = max(3, len(str(game.state.turns)))
    label = measure_column(names)
    rest = width - number - 2 - label
    longest = max(len(HEADING[1]) // CARD_WIDTH, *(len(turn.hand) for turn in played))
    cards = min(longest, max(FEWEST_CARDS, rest * 2 // 5 // CARD_WIDTH))
    room = cards * CARD_WIDTH + 3
    head = pad("", number + 2) + pad(HEADING[0], label) + pad(f" {HEADING[1]}", room) + HEADING[2]
    yield paint(head[:width], DIM)
    for turn in played:
        left = f"{turn.number:>{number}}  {names[turn.seat]:{label}}"
        hand = _write_hand(turn.hand, turn.played, cards)
        texts = fill(turn.text, max(rest - room, 20))
        for row, text in zip_longest(hand, texts, fillvalue=concat()):
            yield trim(concat(left, pad(row, room), text))
            left = " " * len(left)
        for seat, text in turn.others:
            left = f"{'':{number}}  {names[seat]:{label}}"
            for line in fill(text, max(rest - room, 20)):
                yield concat(left, " " * room, line)
                left = " " * len(left)


def _write_hand(hand: Sequence[Card], played: Card | None, size: int) -> Iterator[Text]:
    """Write a hand in rows, with the card that is played in brackets."""
    marked = hand.index(played) if played is not None else len(hand)
    for start in range(0, len(hand), size):
        row = concat()
        for place, card in enumerate(hand[start : start + size], start):
            row.append("[" if place == marked else "]" if row and place == marked + 1 else " ")
            row.append(write_card(card))
        yield row + ("]" if start <= marked == place else "")


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────


def _split_turns(game: Game, names: Sequence[str]) -> Iterator[TurnRow]:
    """Group the moves of a game into turns: drawing a card and playing it is one turn."""
    before = game.start
    shown = "no card" if before.top is None else write_card(before.top)
    deals = concat("deals; ", shown, " is turned up")
    turn = TurnRow(before.dealer, deeds=[deals], others=[*tell_events(before.events, names)])
    for move, after in game.steps():
        seat = after.events[0].seat  # who is caught, and not who catches
        goes_on = before.phase in ("drawn", "swap") and turn.seat == seat and not turn.others
        if not goes_on:
            yield turn
            turn = _begin_turn(seat, move, before)
        own = [event for event in after.events if event.seat == seat or event.kind == "over"]
        turn.deeds += [_tell_deed(event, move, before, names) for event in drop_obvious(own)]
        turn.others += tell_events([event for event in after.events if event.seat != seat], names)
        before = after
    yield turn


def _begin_turn(seat: int, move: Move, before: State) -> TurnRow:
    """Begin with a move; calls, catches and the colour of the first card are no turn."""
    no_turn = move.is_call or move.is_catch or move.names_color
    card = None if move.card is None else move.card.plain
    return TurnRow(seat, "" if no_turn else str(before.turns), before.hands[seat], card)


def _tell_deed(event: Event, move: Move, before: State, names: Sequence[str]) -> Text:
    """Say what the player did and, where there was a choice, why."""
    view = before.view(event.seat)
    match event.kind:
        case "played":
            assert event.card is not None
            return _tell_play(event, event.card, view)
        case "drew":
            return concat("draws ", _write_drawn(event), _explain_draw(view))
        case "took" if move.is_draw:
            return concat("takes ", _write_drawn(event), _explain_take(view, names))
        case "kept":
            assert view.drawn is not None
            return concat("keeps ", write_card(view.drawn), ", though it fits")
        case "said" if not event.late:
            return paint(UNO, BOLD)
        case "over":
            return concat("the round is void" if event.void else "goes out")
    return tell_event(event, names)


def _tell_play(event: Event, card: Card, view: View) -> Text:
    why = likeness(card, view.top)
    if view.phase == "penalty":
        why = f"answers the {view.due} due"
    if card.is_wild:
        why += f", calls {card.color}"
    if event.jumped:
        return concat("jumps in with ", write_card(card), f": {why}")
    if view.phase == "drawn" or view.top is None:
        return concat("plays ", write_card(card), f": {why}")
    return concat(write_card(card), " on ", write_card(view.top), f": {why}")


def _explain_draw(view: View) -> Text:
    if fitting := _list_playable(view):
        return concat(", though ", write_cards(fitting), " would fit")
    assert view.top is not None  # on an empty table everything fits
    return concat(": nothing fits ", write_card(view.top))


def _explain_take(view: View, names: Sequence[str]) -> Text:
    if answers := _list_playable(view):
        return concat(", though ", write_cards(answers), " would answer")
    if view.accused is not None:
        return concat(f": does not challenge {address_player(names[view.accused])}")
    assert view.top is not None
    return concat(": nothing answers ", write_card(view.top))


def _list_playable(view: View) -> list[Card]:
    """List the cards that could have been played instead, each once."""
    return sorted({move.card.plain for move in view.legal if move.card is not None})


def _write_drawn(event: Event) -> Text:
    """Name the cards drawn; count them if there are several."""
    cards = event.cards or ()
    if len(cards) < 2:
        return write_cards(cards) if cards else concat("nothing")
    return concat(f"{len(cards)} (", write_cards(cards), ")")
