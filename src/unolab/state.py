"""State (everything about a round) and View (what one seat knows of it)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

import numpy as np

from unolab.cards import DECK, Card
from unolab.cards import cards as read_cards
from unolab.engine import calls
from unolab.engine.layout import DRAWN, HAND, NOBODY, NOTHING, STATE
from unolab.engine.record import (
    MOVES,
    Record,
    copy_record,
    hand_of,
    list_cards,
    make_record,
    mark_legal,
    table_of,
)
from unolab.engine.setup import choose_next_shuffle, deal_hands, set_up, set_up_view
from unolab.errors import IllegalMove, show
from unolab.event import Event, events_between, list_history
from unolab.moves import CALL, SEAT_UNIT, Move
from unolab.position import Position
from unolab.public import PublicState
from unolab.reason import deed_of, refuse
from unolab.rules import Rules
from unolab.shuffle import is_long

GUESSES = 1_000  # at a drawn card that fits; every third or fourth does


class Random(Protocol):
    """Where chance comes from outside the engine: ``random.Random`` or NumPy's ``Generator``."""

    def random(self) -> float:
        """Return a number from 0 to 1."""


class Value(PublicState):
    """A table that is its text: equal when rules and text are."""

    __slots__ = ()

    @property
    def _in_drawn_phase(self) -> bool:
        return bool(self._table["phase"][0] == DRAWN)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r}, {str(self.rules)!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.rules, str(self)) == (other.rules, str(other))

    def __hash__(self) -> int:
        return hash((self.rules, str(self)))


class State(Value):
    """A round at one moment, with all hands. It never changes: ``play`` returns the next one."""

    __slots__ = ("_before", "_record", "_secret")

    _record: Record
    _before: Record
    _secret: tuple[int, int] | None

    @classmethod
    def from_record(
        cls,
        rules: Rules,
        record: Record,
        before: Record | None = None,
        secret: tuple[int, int] | None = None,
    ) -> Self:
        """Wrap a record of the engine; ``before`` is the one it came from.

        ``secret`` is what the deck is shuffled by: a long seed, and the number of the game.
        """
        state = cls.__new__(cls)
        state.rules = rules
        state._record = record
        state._table = table_of(record)
        state._before = record if before is None else before
        state._secret = secret
        return state

    @classmethod
    def parse(cls, text: str, rules: Rules | str = "official", seed: int = 0) -> Self:
        """Read a position: ``R5 0> R7G3*W/B2B2/Y9``. What it does not name is in the stock."""
        rules = Rules.of(rules)
        record = set_up(Position.parse(text), rules, seed)
        return cls.from_record(rules, record, secret=secret_of(seed, 0))

    @classmethod
    def deal(
        cls,
        rules: Rules | str = "official",
        players: int = 4,
        seed: int = 0,
        number: int = 0,
        dealer: int | None = None,
        cards: Iterable[Card | str] = (),
        totals: Sequence[int] = (),
    ) -> Self:
        """Deal game ``number`` of the series ``seed``; the dealer is the last seat unless named.

        ``cards`` fixes the first ones off the deck: seat 0's hand, seat 1's, ..., the one on top.
        """
        rules = Rules.of(rules)
        fixed = read_cards("".join(map(str, cards)))
        before = deal_hands(rules, players, seed, number, dealer, fixed, totals)
        record = copy_record(before)
        calls.open_round(record)
        return cls.from_record(rules, record, before, secret_of(seed, number))

    def to_record(self) -> Record:
        """Return a copy of the record, for compiled code to work on."""
        return copy_record(self._record)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of every seat in the order of their numbers."""
        return tuple(list_cards(hand_of(self._record, seat)) for seat in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the round: the seat that went out, with its partner; or nobody."""
        return tuple(seat for seat in range(self.players) if calls.won_round(self._record, seat))

    @property
    def left(self) -> tuple[int, ...]:
        """What the cards in every hand are worth."""
        return tuple(sum(card.points for card in hand) for hand in self.hands)

    @property
    def drawn(self) -> Card | None:
        """The card that the seat to act has just drawn and may play."""
        if not self._in_drawn_phase:
            return None
        return Card(int(self._record["hands"]["drawn"][0, self.turn]))

    @property
    def legal(self) -> tuple[Move, ...]:
        """What the seat to act may do. A play or a swap may also say "Uno": ``R7!``."""
        return self.view(self.turn).legal

    @property
    def out_of_turn(self) -> tuple[Move, ...]:
        """What anyone may do besides: jump in, say "Uno" late, catch."""
        return tuple(m for seat in range(self.players) for m in self.view(seat).out_of_turn)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats in the order in which they are asked: who can react, last the one to act."""
        if self.over:
            return ()
        seats = [int(calls.find_next_asked(self._record, NOBODY))]
        while seats[-1] != self.turn:
            seats.append(int(calls.find_next_asked(self._record, seats[-1])))
        return tuple(seats)

    def play(self, move: Move | int | str, seat: int | None = None) -> Self:
        """Make a move and return the next state; ``seat`` is who makes it, if not who is to act."""
        move = Move.of(move)
        if seat is None:
            seat = self.turn if move.seat is None else move.seat
        else:
            seat = self._whole(seat)
            if move.seat not in (None, seat):
                raise ValueError(f"{move} is no move of seat {show(seat)}")
        if not 0 <= seat < self.players:
            deed, reason = deed_of(move, self.top), f"there is no seat {show(seat)}"
            raise IllegalMove(seat, move, str(self.view(None)), deed, reason, "no_such_seat")
        record = copy_record(self._record)
        code = calls.attempt(record, seat, move % SEAT_UNIT)
        if code:
            raise refuse(code, self.view(seat), seat, move)
        if self._secret is not None and _shuffles(record) > _shuffles(self._record):
            choose_next_shuffle(record, *self._secret)
        return self.from_record(self.rules, record, self._record, self._secret)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the move (or the deal) that led here, with all cards shown."""
        return events_between(self._before, self._record)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat saw them, or a spectator."""
        self.view(seat)  # which refuses a seat that does not exist
        return tuple(event.for_seat(seat) for event in self.events)

    def view(self, seat: int | None) -> View:
        """Return what a seat knows; None is a spectator."""
        if seat is None:
            return View(self.rules, copy_record(self._table), nobodys_hand(), None)
        seat = self._whole(seat)
        if not 0 <= seat < self.players:
            raise self._no_seat(seat)
        hand = copy_record(hand_of(self._record, seat))
        return View(self.rules, copy_record(self._table), hand, seat)

    def _whole(self, seat: object) -> int:
        """Return the number of a seat as Python's own; True is none, nor is 1.0 or "1"."""
        if type(seat) is int or isinstance(seat, np.integer):
            return int(seat)
        raise self._no_seat(seat)

    def _no_seat(self, seat: object) -> ValueError:
        return ValueError(f"there is no seat {show(seat)}: 0 to {self.players - 1} are taken")

    def __str__(self) -> str:
        deck = self._record["deck"][0]
        stock = deck["cards"][: self.stock][::-1][: deck["ordered"]]
        marks = self._marks()
        return str(
            Position(
                **marks,
                hands=list(self.hands),
                bluff=marks["challenge"] and bool(deck["bluff"]),
                drawn=self.drawn,
                draws=tuple(map(Card, stock.tolist())),
            )
        )


class View(Value):
    """What a seat sees: the table and its own hand. For a spectator the seat is None.

    It holds copies of these two records and nothing else, so what it does not show it can't give
    away. A compiled bot gets the same two.
    """

    __slots__ = ("_hand", "seat")

    seat: int | None
    _hand: Record

    def __init__(self, rules: Rules, table: Record, hand: Record, seat: int | None) -> None:
        """Keep the open part of a state and one hand."""
        self.rules = rules
        self.seat = seat
        self._table = table
        self._hand = hand

    @classmethod
    def parse(cls, text: str, rules: Rules | str = "official") -> Self:
        """Read a view: ``R5 0> R7G3*W/2/1 - 101``."""
        rules = Rules.of(rules)
        return cls(rules, *set_up_view(Position.parse(text), rules))

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards in the order of their numbers."""
        return list_cards(self._hand)

    @property
    def drawn(self) -> Card | None:
        """The card just drawn, if it was this seat that drew it."""
        if not self._in_drawn_phase or self.seat != self.turn:
            return None
        return Card(int(self._hand["drawn"][0]))

    @property
    def legal(self) -> tuple[Move, ...]:
        """What the seat may do when it is to act; nothing when it is not."""
        if self.seat != self.turn:
            return ()
        marks = mark_legal(self._table, self._hand)
        return tuple(MOVES[action] for action in marks[:CALL].nonzero()[0])

    @property
    def out_of_turn(self) -> tuple[Move, ...]:
        """What the seat may do besides: jump in, say "Uno" late, catch."""
        if self.seat is None:
            return ()
        marks = mark_legal(self._table, self._hand)
        if self.seat == self.turn:
            marks[:CALL] = 0
        return tuple(MOVES[action].by(self.seat) for action in marks.nonzero()[0])

    @property
    def history(self) -> tuple[Event, ...]:
        """What has happened in this round, as far as the table still tells: the last 256 events.

        A View that was read from text has none.
        """
        return list_history(self._table)

    def sample(self, rng: Random) -> State:
        """Deal all that is hidden by chance: a State that looks the same from this seat."""
        if self.over:
            raise ValueError("the round is over: there is nothing left to guess for")
        record = self._guess(rng)
        if self._in_drawn_phase and self.seat != self.turn:
            # everyone knows that the card just drawn fits: guess until the last one dealt does
            for _ in range(GUESSES):
                part = hand_of(record, self.turn)
                if int(calls.list_fitting(self._table, part)) >> int(part["drawn"][0]) & 1:
                    break
                record = self._guess(rng)
            else:
                raise ValueError(f"no card that seat {self.turn} can have drawn fits {self.top}")
        if calls.can_challenge(self._table):
            record["deck"]["bluff"] = calls.judge(record)
        return State.from_record(self.rules, record)

    def _guess(self, rng: Random) -> Record:
        record = make_record(STATE)
        record["table"] = self._table
        hidden = list(DECK)
        for card in (*self.hand, *self.discards, *(() if self.top is None else (self.top,))):
            hidden.remove(card.plain)
        for i in range(len(hidden) - 1, 0, -1):
            j = int(rng.random() * (i + 1))
            hidden[i], hidden[j] = hidden[j], hidden[i]
        for seat, size in enumerate(self.sizes):
            part = hand_of(record, seat)
            part["seat"], part["drawn"] = seat, NOTHING
            if seat == self.seat:
                part[:] = self._hand
                continue
            for _ in range(size):
                card = hidden.pop()
                calls.hold(part, card)
                if self._in_drawn_phase and seat == self.turn:
                    part["drawn"] = card
        record["deck"]["cards"][0, : len(hidden)] = hidden
        for half in ("a", "b"):
            record["deck"]["rng"][half] = int(rng.random() * 2**53) * 2**11 + 1
        return record

    def __str__(self) -> str:
        hands: list[tuple[Card, ...] | int] = list(self.sizes)
        if self.seat is not None:
            hands[self.seat] = self.hand
        hidden = self._in_drawn_phase and self.seat != self.turn
        return str(
            Position(
                **self._marks(),
                hands=hands,
                drawn=self.drawn,
                drawn_hidden=hidden,
                draws=self.stock,
            )
        )


def secret_of(seed: int, number: int) -> tuple[int, int] | None:
    """Return what a deck is shuffled by; None where draws come from the engine's own stream."""
    return (seed, number) if is_long(seed) else None


def _shuffles(record: Record) -> int:
    return int(record["deck"]["shuffles"][0])


def nobodys_hand() -> Record:
    """Make the hand that a spectator has: none."""
    hand = make_record(HAND)
    hand["seat"], hand["drawn"] = NOBODY, NOTHING
    return hand
