"""MatchStory: the highlights of a round and of a match, collected event by event.

At most three moments: the bad luck, the blow, the end. The page puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from unolab.cards import Card
from unolab.event import Event
from unolab.server.protocol import MomentKind

MANY_CARDS: Final = 4  # cards at which a hit, a swap or a long draw becomes a highlight
KEPT_PER_KIND: Final = 2  # moments kept per kind: the second may be needed instead of the first
BLOWS: Final = ("bluff", "hit", "swapped")  # done to somebody; everything else is bad luck


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something that happened to somebody; the protocol documents the fields."""

    kind: MomentKind
    round: int
    seat: int
    other: int | None = None
    card: Card | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class _Noted:
    weight: int
    at: int
    """The number of the event: one event may be the bad luck of one and the blow of another."""
    moment: Highlight


@dataclass(slots=True)
class _Telling:
    """The moments of a round, or of a match."""

    luck: list[_Noted] = field(default_factory=list)
    blows: list[_Noted] = field(default_factory=list)
    end: _Noted | None = None

    def keep(self, noted: _Noted) -> None:
        """Keep a moment, if few of its kind weigh more."""
        kept = self.blows if noted.moment.kind in BLOWS else self.luck
        kept.append(noted)
        kept.sort(key=lambda one: -one.weight)
        del kept[KEPT_PER_KIND:]

    def lines(self) -> list[Highlight]:
        """Choose the highlights, in chronological order."""
        luck = self.luck[:1]
        used = {noted.at for noted in luck}
        blow = [noted for noted in self.blows if noted.at not in used][:1]
        end = [] if self.end is None else [self.end]
        return [noted.moment for noted in sorted([*luck, *blow, *end], key=lambda one: one.at)]

    def forget(self, seats: set[int]) -> None:
        """Drop moments of people who no longer sit there."""
        self.luck = [noted for noted in self.luck if not _involves(noted.moment, seats)]
        self.blows = [noted for noted in self.blows if not _involves(noted.moment, seats)]


class MatchStory:
    """Follows the rounds of a match, and gives the highlights at the end of each."""

    def __init__(self) -> None:
        """Start without moments."""
        self._match = _Telling()
        self._round = _Telling()
        self._number = 0
        self._at = 0
        self._people: tuple[str, ...] = ()
        self.sizes: list[int] = []
        """The number of cards in each hand, according to the events."""
        self._played: tuple[int, Card] | None = None  # the last card, and who played it
        self._top: Card | None = None
        self._why: Event | None = (
            None  # why the next cards are taken, if not because of the last card
        )

    def deal(self, number: int, people: Sequence[str], hand_size: int) -> None:
        """Begin a round; the first of a match resets everything."""
        if number == 1:
            self._match = _Telling()
        else:
            pairs = enumerate(zip(self._people, people, strict=False))
            self._match.forget({seat for seat, (before, now) in pairs if before != now})
        self._round = _Telling()
        self._number = number
        self._people = tuple(people)
        self.sizes = [hand_size] * len(people)
        self._played = self._why = None

    def add(self, events: Iterable[Event]) -> None:
        """Follow events; a round that was not followed from its deal has no highlights."""
        for event in events if self.sizes else ():
            self._at += 1
            self._follow(event)

    def of_round(self) -> list[Highlight]:
        """Return the highlights of the finished round."""
        return self._round.lines()

    def of_match(self) -> list[Highlight]:
        """Return the highlights of the finished match."""
        return self._match.lines()

    def _follow(self, event: Event) -> None:
        seat, sizes = event.seat, self.sizes
        match event.kind:
            case "dealt":
                self._top = event.card
            case "played":
                assert event.card is not None
                sizes[seat] -= 1
                self._played, self._top = (seat, event.card), event.card
            case "drew":
                if event.count >= MANY_CARDS:
                    self._note("drew", event.count, seat, None, event.count)
                sizes[seat] += event.count
            case "caught" | "challenged":
                self._why = event
            case "took":
                self._take(event)
                sizes[seat] += event.count
                self._why = None
            case "swapped":
                self._swap(event)
            case "rotated":
                step = 1 if event.clockwise else -1
                self.sizes = [sizes[(at - step) % len(sizes)] for at in range(len(sizes))]
            case "over" if not event.void and self._played is not None:
                self._note_end(seat, event.count)

    def _take(self, event: Event) -> None:
        """Note who had to take cards, and why."""
        seat, count, why = event.seat, event.count, self._why
        if why is not None and why.kind == "caught":
            self._note("caught", 5, why.seat, why.other, count)
        elif why is not None and why.guilty:
            self._note("bluff", 5, why.seat, why.other, count)
        elif why is not None:
            self._note("doubted", count, why.seat, why.other, count)
        elif self._played is not None and self.sizes[self._played[0]] > 0:
            author = self._played[0]  # who did not go out with it
            left = self.sizes[seat]
            if left == 1:
                self._note("struck", count + 3, seat, author, count)
            if count >= MANY_CARDS:
                self._note("hit", count + 2 * (left <= 2), author, seat, count)

    def _swap(self, event: Event) -> None:
        assert event.other is not None
        sizes, seat, other = self.sizes, event.seat, event.other
        gained = sizes[seat] - sizes[other]
        if gained >= MANY_CARDS:
            self._note("swapped", gained + 1, seat, other, gained)
        sizes[seat], sizes[other] = sizes[other], sizes[seat]

    def _note(
        self, kind: MomentKind, weight: int, seat: int, other: int | None, count: int
    ) -> None:
        noted = self._make_note(kind, weight, seat, other, count)
        self._round.keep(noted)
        self._match.keep(noted)

    def _note_end(self, seat: int, points: int) -> None:
        self._round.end = self._match.end = self._make_note("out", 0, seat, None, points)

    def _make_note(
        self, kind: MomentKind, weight: int, seat: int, other: int | None, count: int
    ) -> _Noted:
        moment = Highlight(kind, self._number, seat, other, self._top, count)
        return _Noted(weight, self._at, moment)


def _involves(moment: Highlight, seats: set[int]) -> bool:
    return moment.seat in seats or moment.other in seats
