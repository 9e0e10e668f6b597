"""Chronicle: the events of a log's entries, for clients and for the highlights."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from unolab.event import Event
from unolab.server.room.entries import Dealt, LogEntry, Moved, TakenBack
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
    _dealt: MatchStory = field(default_factory=MatchStory)  # as it was when the round began
    _returns: list[tuple[int, int]] = field(default_factory=list)
    """For every take-back of the round: the length of the log after it, and the last step left."""

    def tell(self, number: int, entry: LogEntry, after: Sitting) -> None:
        """Add the events of an entry; a deal starts over."""
        match = after.match
        if isinstance(entry, Dealt):
            assert match is not None
            state = match.state
            events = (deal_of(state), *state.events)
            people = [chair.owner or chair.name for chair in after.chairs]
            self.story.deal(len(match.games), people, after.rules.hand_size)
            self._dealt = deepcopy(self.story)
            self._returns.clear()
            self.steps.clear()
        elif isinstance(entry, Moved):
            assert match is not None
            events = match.events
        elif isinstance(entry, TakenBack):
            self._return_to(number, entry.moves)
            return
        else:
            return
        self.steps.append(LogStep(number, events, match.state.turn))
        self.story.add(events)

    def _return_to(self, number: int, moves: int) -> None:
        """Forget the steps after the first moves of the round, and tell its story again."""
        del self.steps[1 + moves :]  # the first is the deal
        self._returns.append((number, self.steps[-1].number))
        self.story = deepcopy(self._dealt)
        for step in self.steps:
            self.story.add(step.events)

    def taken_back_since(self, seen: int) -> int | None:
        """Return the last step left of those seen up to here, if some of them were taken back."""
        left = min((step for number, step in self._returns if number > seen), default=seen)
        return left if left < seen else None
