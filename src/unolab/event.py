"""Event: what happened, for whoever shows a game.

The engine writes a public log; here it becomes words and the cards that only some may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from unolab.cards import Card, Color
from unolab.engine import calls, log
from unolab.engine.record import CARDS, Record, hand_of, list_cards, table_of

EVENT_KINDS: Final = {
    log.PLAYED: "played",
    log.DREW: "drew",
    log.TOOK: "took",
    log.KEPT: "kept",
    log.SKIPPED: "skipped",
    log.REVERSED: "reversed",
    log.NAMED: "named",
    log.SAID: "said",
    log.SAID_LATE: "said",
    log.CAUGHT: "caught",
    log.CHALLENGED: "challenged",
    log.SWAPPED: "swapped",
    log.ROTATED: "rotated",
    log.RESHUFFLED: "reshuffled",
    log.FINISHED: "over",
    log.VOID: "over",
}
"""What can happen, by the engine's numbers. A match ends outside it, with the kind "match"."""


_DEEDS: Final = {
    "played": "{plays} {event.card}",
    "drew": "draws {some}{cards}",
    "took": "takes {some}{cards}",
    "kept": "keeps the card",
    "skipped": "is skipped",
    "reversed": "turns play round, {way} now",
    "named": "names {event.color}",
    "said": "says Uno{verdict}",
    "caught": "is caught by {other} without Uno",
    "challenged": "challenges {other}: {verdict}{cards}",
    "swapped": "swaps hands with {other}",
    "rotated": "moves all hands on, {way}",
    "reshuffled": "shuffles the discards, {some}",
    "over": "wins the round, which is worth {event.count} points",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; only the fields that belong to its kind are set."""

    kind: str
    seat: int
    """Who did it, or whom it befell."""
    card: Card | None = None
    """played: the card, a wild with its colour."""
    count: int = 0
    """drew, took, reshuffled: how many cards. over: the points."""
    cards: tuple[Card, ...] | None = None
    """drew, took: the cards, for that seat only. challenged: the hand shown, for the challenger."""
    color: Color | None = None
    """named: the colour."""
    other: int | None = None
    """caught: by whom. challenged: who played the draw four. swapped: with whom."""
    jumped: bool = False
    """played: out of turn."""
    late: bool = False
    """said: too late to be with the card."""
    clockwise: bool = False
    """reversed, rotated: the direction of play from then on."""
    guilty: bool = False
    """challenged: whether it was a bluff."""
    void: bool = False
    """over: whether nobody won."""
    scores: tuple[int, ...] = ()
    """over: what everyone gets. match: the totals."""
    winners: tuple[int, ...] = ()
    """match: who has won."""

    def for_seat(self, seat: int | None) -> Event:
        """Return the event as a seat sees it, or a spectator."""
        return self if self.cards is None or self.seat == seat else replace(self, cards=None)

    def tell(self, names: Sequence[str] | None = None) -> str:
        """Say it in a sentence, with the names of the players or their seats."""
        names = [f"seat {seat}" for seat in range(10)] if names is None else names
        if self.kind == "match":
            return f"{' and '.join(names[seat] for seat in self.winners) or 'nobody'} won the match"
        if self.kind == "over" and self.void:
            return "the round is void: nobody wins"
        return f"{names[self.seat]} {self.deed(names)}"

    def deed(self, names: Sequence[str]) -> str:
        """Say what the seat did or what befell it, beginning with the verb."""
        if self.kind == "challenged":
            verdict = "a bluff" if self.guilty else "no bluff"
        else:
            verdict = ", late" if self.late else ""
        return _DEEDS.get(self.kind, _DEEDS["over"]).format(
            event=self,
            plays="jumps in with" if self.jumped else "plays",
            some=_some(self.count),
            cards="" if not self.cards else ": " + " ".join(map(str, self.cards)),
            way="clockwise" if self.clockwise else "counter-clockwise",
            other="" if self.other is None else names[self.other],
            verdict=verdict,
        )

    def __str__(self) -> str:
        return self.tell()


def _some(count: int) -> str:
    return {0: "nothing", 1: "a card"}.get(count, f"{count} cards")


def events_between(before: Record, after: Record) -> tuple[Event, ...]:
    """List what happened in one move, with all cards shown."""
    table = table_of(after)[0]
    logged = range(int(before["table"]["logged"][0]), int(table["logged"]))
    return tuple(_event(before, after, int(table["log"][i % log.LOG_SIZE])) for i in logged)


def list_history(table: Record) -> tuple[Event, ...]:
    """List what has happened in a round as its public log tells it: the last 256 events.

    The log is short: who was challenged, whether somebody jumped in and what a round was worth are
    not in it.
    """
    record = table[0]
    logged = int(record["logged"])
    entries = record["log"]
    since = max(0, logged - log.LOG_SIZE)
    return tuple(_logged(int(entries[i % log.LOG_SIZE])) for i in range(since, logged))


@cache  # there are few, and histories are read again and again
def _logged(entry: int) -> Event:
    """Return an event as the public log tells it."""
    number, seat, value = log.unpack(entry)
    event = Event(EVENT_KINDS[number], seat)
    match number:
        case log.PLAYED:
            return replace(event, card=CARDS[value])
        case log.DREW | log.TOOK | log.RESHUFFLED:
            return replace(event, count=value)
        case log.NAMED:
            return replace(event, color=Color(value))
        case log.CAUGHT | log.SWAPPED:
            return replace(event, other=value)
        case log.CHALLENGED:
            return replace(event, guilty=value == 1)
        case log.VOID:
            return replace(event, void=True)
        case log.SAID_LATE:
            return replace(event, late=True)
        case log.REVERSED | log.ROTATED:
            return replace(event, clockwise=value == 1)
    return event


def _event(before: Record, after: Record, entry: int) -> Event:
    """Return an event with all that belongs to it."""
    event = _logged(entry)
    seat = event.seat
    match event.kind:
        case "played":
            return replace(event, jumped=bool(seat != before["table"]["turn"][0]))
        case "drew" | "took":
            new = Counter(_hand(after, seat)) - Counter(_hand(before, seat))
            return replace(event, cards=tuple(sorted(new.elements())))
        case "challenged":
            other = int(calls.find_accused(table_of(before)))
            return replace(event, other=other, cards=_hand(before, other))
        case "over":
            table = after["table"][0]
            scores = tuple(table["gains"][: table["players"]].tolist())
            return replace(event, count=int(table["points"]), scores=scores)
    return event


def _hand(record: Record, seat: int) -> tuple[Card, ...]:
    return list_cards(hand_of(record, seat))
