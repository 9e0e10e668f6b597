"""Chronicle: the events of a log's entries, for clients and for the highlights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from unolab.event import Event
from unolab.server.room.entries import Dealt, LogEntry, Moved
from unolab.server.room.shown import deal_of
from unolab.server.room.sitting import Sitting
from unolab.server.room.story import MatchStory


class LogStep(NamedTuple):
    """The events of one entry."""

    number: int
    """The length of the log after it."""
    events: tuple[Event, ...]
    turn: int
    """The seat to act then."""


@dataclass(slots=True)
class Chronicle:
    """What happened in a room, as far as clients may still need it."""

    steps: list[LogStep] = field(default_factory=list)
    """The steps of the current round, or the one that has just ended."""
    story: MatchStory = field(default_factory=MatchStory)

    def tell(self, number: int, entry: LogEntry, after: Sitting) -> None:
        """Add the events of an entry; a deal starts over."""
        match = after.match
        if isinstance(entry, Dealt):
            assert match is not None
            state = match.state
            events = (deal_of(state), *state.events)
            people = [chair.owner or chair.name for chair in after.chairs]
            self.story.deal(len(match.games), people, after.rules.hand_size)
            self.steps.clear()
        elif isinstance(entry, Moved):
            assert match is not None
            events = match.events
        else:
            return
        self.steps.append(LogStep(number, events, match.state.turn))
        self.story.add(events)
