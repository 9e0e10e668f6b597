"""Seen: what this client was told: the latest update, and the story of the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from unolab import event as told
from unolab.cards import Card, Color
from unolab.server.protocol import (
    Event,
    Hand,
    Mood,
    Reacted,
    Room,
    Said,
    Seat,
    Table,
    Update,
)
from unolab.text.show import YOU, count_points, name_card
from unolab.text.show import tell_events as deeds_of
from unolab.text.style import BOLD, concat, paint

STORY_LINES: Final = 400  # of the story that are kept
MOODS: Final[dict[Mood, str]] = {
    "ha": "Ha!",
    "wow": "Wow!",
    "ouch": "Ouch!",
    "gotcha": "Gotcha!",
    "hurry": "Hurry up!",
    "nice": "Nice one!",
}


class Seen:
    """A memory of the room. It has no rules: everything in it was said by the server."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.update: Update | None = None
        self.story: list[Text] = []
        """What happened, the latest last."""
        self.lines_told = 0
        """How many lines the story ever had; the oldest are forgotten."""
        self.returns = 0
        """How often moves were taken back, so that lines of the story are gone."""
        self._told = 0
        self._steps: list[int] = []  # of the lines of the story; 0 where it is not a move

    def take(self, update: Update) -> bool:
        """Accept an update unless it is older than the last; return whether it was accepted."""
        if self.update is not None and update.number < self.update.number:
            return False
        self.update = update
        if update.number < self._told:
            self._told = 0  # the server has lost something, and tells the round again
        if update.taken_back is not None and update.taken_back < self._told:
            self._return_to(update.taken_back)
        for step in update.steps:
            if step.number > self._told:
                self._told = step.number
                self._tell(self._lines(step.events), step.number)
        return True

    def _return_to(self, number: int) -> None:
        """Forget what happened after a step: it was taken back."""
        self._told = number
        self.returns += 1
        kept = [place for place, step in enumerate(self._steps) if step <= number]
        self.story = [self.story[place] for place in kept]
        self._steps = [self._steps[place] for place in kept]

    def hear(self, heard: Said | Reacted) -> None:
        """Add what somebody says or shows to the story."""
        words = f"“{heard.text}”" if isinstance(heard, Said) else MOODS[heard.mood]
        self._tell([concat(paint(self.name(heard.seat), BOLD), f": {words}")])

    def note(self, text: str) -> None:
        """Add a sentence of the server to the story."""
        self._tell([paint(text, BOLD)])

    def forget(self) -> None:
        """Accept whatever the server sends next: after a restart it may know less."""
        if self.update is not None:
            self.update = self.update.model_copy(update={"number": 0})

    # ── what is known ─────────────────────────────────────────────────────────────────────────────

    @property
    def room(self) -> Room | None:
        """The room, as everyone sees it."""
        return None if self.update is None else self.update.room

    @property
    def table(self) -> Table | None:
        """The open cards, if there are any."""
        return None if self.update is None else self.update.table

    @property
    def hand(self) -> Hand | None:
        """Your cards, if you have any."""
        return None if self.update is None else self.update.hand

    @property
    def seat(self) -> int | None:
        """Your seat."""
        return self.update.seats[0] if self.update is not None and self.update.seats else None

    @property
    def seats(self) -> list[Seat]:
        """Who sits where."""
        return [] if self.update is None else self.update.room.seats

    @property
    def is_playing(self) -> bool:
        """Whether a round is being played."""
        return self.room is not None and self.room.stage == "playing"

    @property
    def is_own_turn(self) -> bool:
        """Whether it is your turn."""
        table = self.table
        return self.is_playing and table is not None and table.turn == self.seat

    def name(self, seat: int) -> str:
        """Return a player's name; the one who plays here is ``You``."""
        if seat == self.seat:
            return YOU
        name = self.seats[seat].name if seat < len(self.seats) else f"seat {seat}"
        return name if name != YOU else f"“{name}”"

    def says(self, seat: int, verb: str) -> str:
        """Say who does something: ``You draw``, ``Bolt draws``."""
        name = self.name(seat)
        return f"{name} {verb}" if name == YOU else f"{name} {verb}s"

    # ── the story ─────────────────────────────────────────────────────────────────────────────────

    def _tell(self, lines: Iterable[Text], step: int = 0) -> None:
        new = [*lines]
        self.lines_told += len(new)
        self.story = [*self.story, *new][-STORY_LINES:]
        self._steps = [*self._steps, *[step] * len(new)][-STORY_LINES:]

    def _lines(self, events: list[Event]) -> Iterator[Text]:
        names = [self.name(seat) for seat in range(len(self.seats))]
        for event in events:
            if event.kind == "dealt":
                number = 1 if self.room is None else self.room.round
                deals = paint(f"Round {number}. {self.says(event.seat, 'deal')}", BOLD)
                if event.card is not None:
                    deals = concat(deals, ": ", name_card(Card.parse(event.card)), " lies open")
                yield deals
        for seat, deed in deeds_of(_read_events(e for e in events if e.kind != "dealt"), names):
            yield concat(paint(names[seat], BOLD), " ", deed)
        for event in events:
            if end := self._describe_end(event):
                yield paint(end, BOLD)

    def _describe_end(self, event: Event) -> str:
        """Say that a round or a match is over, if this is what happened."""
        if event.kind == "over" and event.void:
            return "The round is void: nobody wins it."
        if event.kind == "over":
            return f"{self.says(event.seat, 'win')} the round: {count_points(event.count)}"
        if event.kind == "match" and event.winners:
            who = " and ".join(self.name(seat) for seat in event.winners)
            verb = "wins" if len(event.winners) == 1 and who != YOU else "win"
            return f"{who} {verb} the match"
        return ""


def _read_events(events: Iterable[Event]) -> Iterator[told.Event]:
    """Turn events of the protocol back into the engine's, which have words."""
    for event in events:
        yield told.Event(
            event.kind,
            event.seat,
            card=None if event.card is None else Card.parse(event.card),
            count=event.count,
            cards=None if event.cards is None else tuple(map(Card.parse, event.cards)),
            color=None if event.color is None else Color.parse(event.color),
            other=event.other,
            jumped=event.jumped,
            late=event.late,
            clockwise=event.clockwise is True,
            guilty=event.guilty is True,
            void=event.void,
            scores=tuple(event.scores),
            winners=tuple(event.winners),
        )
