"""Event: what happened, for whoever shows a game.

The engine writes a public log; here it becomes words and the cards that only some may see.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from unolab.cards import Card, Color
from unolab.engine import log
from unolab.table import CARDS, Record, hand_cards, hand_part, table_part

KINDS: Final = {
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
    flag: bool = False
    """said: late. reversed, rotated: clockwise now. challenged: guilty. over: void."""
    scores: tuple[int, ...] = ()
    """over: what everyone gets. match: the totals."""
    winners: tuple[int, ...] = ()
    """match: who has won."""

    def for_seat(self, seat: int | None) -> Event:
        """Return the event as a seat sees it, or a spectator."""
        return self if self.cards is None or self.seat == seat else replace(self, cards=None)

    def tell(self, names: tuple[str, ...] | None = None) -> str:
        """Say it in a sentence, with the names of the players or their seats."""

        def name(seat: int | None) -> str:
            return f"seat {seat}" if names is None or seat is None else names[seat]

        who, other, some = name(self.seat), name(self.other), _some(self.count)
        cards = "" if not self.cards else ": " + " ".join(map(str, self.cards))
        way = "clockwise" if self.flag else "counter-clockwise"
        match self.kind:
            case "played":
                return f"{who} plays {self.card}"
            case "drew":
                return f"{who} draws {some}{cards}"
            case "took":
                return f"{who} takes {some}{cards}"
            case "kept":
                return f"{who} keeps the card"
            case "skipped":
                return f"{who} is skipped"
            case "reversed":
                return f"play goes {way}"
            case "named":
                return f"{who} names {self.color}"
            case "said":
                return f"{who} says Uno{', late' if self.flag else '!'}"
            case "caught":
                return f"{other} catches {who}, who did not say Uno"
            case "challenged":
                verdict = "it was a bluff" if self.flag else "it was honest"
                return f"{who} challenges {other}: {verdict}{cards}"
            case "swapped":
                return f"{who} swaps hands with {other}"
            case "rotated":
                return f"all hands move on {way}"
            case "reshuffled":
                return f"the discards are shuffled: {some} to draw"
            case "match":
                return f"{' and '.join(map(name, self.winners)) or 'nobody'} won the match"
        if self.flag:
            return "the round is void: nobody wins"
        return f"{who} wins the round, {self.count} points"

    def __str__(self) -> str:
        return self.tell()


def _some(count: int) -> str:
    return {0: "nothing", 1: "a card"}.get(count, f"{count} cards")


def events_between(before: Record, after: Record) -> tuple[Event, ...]:
    """List what happened in one move, with all cards shown."""
    table = table_part(after)[0]
    logged = range(int(before["table"]["logged"][0]), int(table["logged"]))
    return tuple(_event(before, after, int(table["log"][i % log.LOG_SIZE])) for i in logged)


def _event(before: Record, after: Record, entry: int) -> Event:
    number, seat, value = log.kind_of(entry), log.seat_of(entry), log.value_of(entry)
    event = Event(KINDS[number], seat)
    match number:
        case log.PLAYED:
            return replace(event, card=CARDS[value])
        case log.DREW | log.TOOK:
            new = Counter(_hand(after, seat)) - Counter(_hand(before, seat))
            return replace(event, count=value, cards=tuple(sorted(new.elements())))
        case log.NAMED:
            return replace(event, color=Color(value))
        case log.CAUGHT | log.SWAPPED:
            return replace(event, other=value)
        case log.CHALLENGED:
            table = before["table"][0]
            other = int(seat - table["step"]) % int(table["players"])
            return replace(event, other=other, flag=value == 1, cards=_hand(before, other))
        case log.RESHUFFLED:
            return replace(event, count=value)
        case log.FINISHED | log.VOID:
            table = after["table"][0]
            scores = tuple(table["gains"][: table["players"]].tolist())
            return replace(
                event, count=int(table["points"]), flag=number == log.VOID, scores=scores
            )
    return replace(event, flag=value == 1 or number == log.SAID_LATE)


def _hand(record: Record, seat: int) -> tuple[Card, ...]:
    return hand_cards(hand_part(record, seat))
