"""Play: a round with chance made explicit, as an immutable value. OpenSpiel is not needed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import DECIDED
from unolab.cards import Card
from unolab.envs.decision import Decision
from unolab.envs.openspiel.chance import KINDS, Stock, deal, make
from unolab.envs.sight import see
from unolab.errors import BadOption
from unolab.event import EVENT_KINDS, Event
from unolab.moves import Move
from unolab.rules import Rules
from unolab.state import State

FORM: Final = "plain"
ENTRY: Final = 3  # numbers in an entry of the log: what, who, and which card, seat or number
GUESSES: Final = 1000  # of hands with which the seat that is asked has a choice
_KINDS: Final = tuple(dict.fromkeys(EVENT_KINDS.values()))
SEES_CARD, HOLDS_CARD, LETS_PASS, OPENS = (len(_KINDS) + 1 + place for place in range(4))


class Note(NamedTuple):
    """Something that a player has seen or done, in words and as entries of its log."""

    text: str
    entries: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Play:
    """A round, or what there is of it while it is dealt."""

    rules: Rules
    players: int
    state: State | None = None
    """The position; None until all is dealt."""
    chosen: tuple[Card, ...] = ()
    """The cards that chance has chosen so far for the deal or the pending move."""
    stock: Stock = field(default_factory=Counter)
    """What chance chooses the next card from; empty if somebody is asked, or all is over."""
    pending: tuple[int, Move] | None = None
    """A seat and its move, which wait for cards to be chosen."""
    seat: int = 0
    """Who is asked."""
    legal: tuple[int, ...] = ()
    """What that seat may do (unolab.envs.actions)."""
    row: npt.NDArray[np.uint8] | None = None
    """What that seat sees."""
    notes: tuple[tuple[Note, ...], ...] = ()
    """By seat: everything it has seen and done."""

    @classmethod
    def begin(cls, rules: Rules, players: int) -> Self:
        """Begin a round with nothing dealt."""
        return cls(rules, players)._deal()

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state is not None and self.state.over

    def choose(self, kind: int) -> Self:
        """Let chance choose a kind of card."""
        play = replace(self, chosen=(*self.chosen, KINDS[kind]), stock=Counter())
        return play._deal() if self.state is None else play._make()

    def act(self, action: int) -> Self:
        """Let the seat that is asked do something."""
        assert self.state is not None
        move = Decision(self.state.view(self.seat), FORM, DECIDED).move(action)
        if move is not None:
            return replace(self, pending=(self.seat, move), legal=())._make()
        passed = Note("you let it pass", ((LETS_PASS, self.seat + 1, 0),))
        notes = list(self.notes)
        notes[self.seat] += (passed,)
        seats = self.state.asked
        following = seats[seats.index(self.seat) + 1]
        return replace(self, notes=tuple(notes), seat=following)._ask()

    def observe(self, seat: int) -> npt.NDArray[np.uint8]:
        """Return what a seat sees; nothing before all is dealt."""
        if self.state is None:
            return np.zeros(SIZE, np.uint8)
        if seat == self.seat and self.row is not None and self.legal:
            return self.row
        return see(self.state.view(seat), FORM)

    def describe(self, seat: int) -> str:
        """Write what a seat sees; before all is dealt, the own cards."""
        if self.state is not None:
            return str(self.state.view(seat))
        size = self.rules.hand_size
        own = self.chosen[: self.players * size][seat * size : (seat + 1) * size]
        return f"dealing: {''.join(map(str, sorted(own)))}"

    def recall(self, seat: int) -> str:
        """Write all that a seat has seen and done, and what it sees now."""
        notes = self.notes[seat] if self.notes else ()
        return "\n".join([*(note.text for note in notes), self.describe(seat)])

    def resample(self, seat: int, rng: Random) -> Self:
        """Deal what a seat does not see by chance: a round that looks the same to it.

        What others have noted would tell of cards that they don't hold here. So they only know what
        they hold, and what lies open.
        """
        if self.over:
            return self
        if self.state is None or self.pending:
            raise BadOption("a card is being dealt or drawn: only a player's choice is resampled")
        view = self.state.view(seat)
        for _ in range(GUESSES):
            state = view.sample(rng)
            notes: list[tuple[Note, ...]] = [
                (_hold(hand, other),) for other, hand in enumerate(state.hands)
            ]
            notes[seat] = self.notes[seat]
            play = replace(self, state=state, notes=tuple(notes))
            if seat == self.seat:
                return play  # what it may do it sees itself
            decision = Decision(state.view(self.seat), FORM, DECIDED)
            if self.seat in state.asked and decision.forced is None:
                legal = tuple(decision.mask.nonzero()[0].tolist())
                return replace(play, legal=legal, row=decision.observation)
        raise BadOption(f"no hand was found with which seat {self.seat} has a choice")

    def __str__(self) -> str:
        cards = "".join(map(str, self.chosen))
        if self.state is None:
            return f"dealing: {cards}"
        asked = "" if self.over else f" asks {self.seat}"
        waiting = f" {self.pending[1].by(self.pending[0])}: {cards}" if self.pending else asked
        return f"{self.state}{waiting}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # it never changes

    # ── going on ──────────────────────────────────────────────────────────────────────────────────

    def _deal(self) -> Self:
        result = deal(self.rules, self.players, self.chosen)
        if isinstance(result, Counter):
            return replace(self, stock=result)
        top = result.top
        opens = Note(
            f"{top or 'nothing'} is turned up", ((OPENS, 0, 0 if top is None else top + 1),)
        )
        size = self.rules.hand_size
        notes = tuple(
            (_hold(self.chosen[seat * size : (seat + 1) * size], seat), opens)
            for seat in range(self.players)
        )
        return replace(self, notes=notes, chosen=())._follow(result)

    def _make(self) -> Self:
        """Make the pending move if it has all the cards it takes."""
        assert self.state is not None
        assert self.pending is not None
        result = make(self.state, *self.pending, self.chosen)
        if isinstance(result, Counter):
            return replace(self, stock=result, row=None)
        return replace(self, pending=None, chosen=())._follow(result)

    def _follow(self, state: State) -> Self:
        """Take in what happened, and ask whoever is next."""
        events = state.events
        notes = tuple((*seen, *_note(state, events, seat)) for seat, seen in enumerate(self.notes))
        seat = state.turn if state.over else state.asked[0]
        return replace(self, state=state, notes=notes, seat=seat, legal=(), row=None)._ask()

    def _ask(self) -> Self:
        """Ask the seat, or make its move if it has no choice."""
        assert self.state is not None
        if self.over:
            return self
        decision = Decision(self.state.view(self.seat), FORM, DECIDED)
        if decision.forced is not None:
            return replace(self, pending=(self.seat, decision.forced))._make()
        legal = tuple(decision.mask.nonzero()[0].tolist())
        return replace(self, legal=legal, row=decision.observation)


def _note(state: State, events: tuple[Event, ...], seat: int) -> list[Note]:
    """Note what a seat has seen of a move."""
    notes = []
    for event in events:
        seen = event.for_seat(seat)
        cards = [(SEES_CARD, seen.seat + 1, card + 1) for card in seen.cards or ()]
        notes.append(Note(str(seen), ((*_encode(seen),), *cards)))
    if any(event.kind in ("swapped", "rotated") for event in events):
        notes.append(_hold(state.view(seat).hand, seat))
    return notes


def _hold(cards: Sequence[Card], seat: int) -> Note:
    """Note which cards a seat holds, in no order but that of their numbers."""
    hand = sorted(cards)
    entries = tuple((HOLDS_CARD, seat + 1, card + 1) for card in hand)
    return Note(f"you hold {''.join(map(str, hand))}", entries)


def _encode(event: Event) -> tuple[int, int, int]:
    """Write an event as numbers: what, who, and what belongs to it."""
    values = (event.card, event.color, event.other)
    value = next((int(one) + 1 for one in values if one is not None), event.count)
    if event.kind in ("challenged", "reversed", "rotated", "said"):
        value = 1 + int(event.guilty or event.clockwise or event.late)
    return _KINDS.index(event.kind) + 1, event.seat + 1, value
