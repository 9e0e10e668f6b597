"""PublicState: what lies open, which State and View have in common."""

from __future__ import annotations

from typing import Any

from unolab.cards import Card
from unolab.engine import calls
from unolab.engine.jit import plain
from unolab.engine.layout import NOBODY, NOTHING, OVER, PHASES
from unolab.engine.record import CARDS, Record
from unolab.engine.score import side_of
from unolab.engine.step import BLUFF
from unolab.rules import Rules


class PublicState:
    """What everyone at the table can see."""

    __slots__ = ("_table", "rules")

    rules: Rules
    _table: Record

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._table["players"][0])

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return int(self._table["dealer"][0])

    @property
    def next_dealer(self) -> int | None:
        """The seat that deals the next round; None where it is drawn by lot."""
        return None if self.rules.dealer == "random" else int(calls.pass_deal(self._table))

    @property
    def after_dealer(self) -> int:
        """The seat after the dealer, clockwise."""
        return int(calls.pass_deal_on(self._table))

    @property
    def turn(self) -> int:
        """The seat to act; when the round is over, the seat that won it or was to act last."""
        return int(self._table["turn"][0])

    @property
    def direction(self) -> int:
        """1 when play goes up the seats (clockwise), else -1."""
        return int(self._table["step"][0])

    @property
    def next(self) -> int:
        """The seat after the one to act, in the direction of play."""
        return int(calls.seat_after(self._table))

    @property
    def question(self) -> tuple[object, ...]:
        """What is asked, and of whom; calls and catches do not change it."""
        return (self.turn, self.phase, self.top, self.due, self.turns)

    @property
    def accused(self) -> int | None:
        """The seat whose wild draw four the seat to act may challenge."""
        if not calls.can_challenge(self._table):
            return None
        return int(calls.find_accused(self._table))

    @property
    def open_to_jumps(self) -> bool:
        """Whether whoever holds the card on top may jump in; nothing hidden is looked at."""
        return not self.over and bool(calls.can_jump_in(self._table))

    @property
    def stakes(self) -> tuple[int, int]:
        """What a challenge costs: cards for the accused if it was a bluff, else for who doubts."""
        return int(BLUFF), int(calls.price_doubt(self._table))

    @property
    def phase(self) -> str:
        """What the seat to act decides: color, turn, drawn, penalty, swap; or over."""
        return PHASES[self._table["phase"][0]]

    @property
    def top(self) -> Card | None:
        """The card on top, a wild with the colour it was given; None before the first card."""
        top = int(self._table["top"][0])
        return None if top == NOTHING else CARDS[top]

    @property
    def due(self) -> int:
        """How many cards the seat to act has to take, unless it can answer."""
        return int(self._table["due"][0])

    @property
    def stock(self) -> int:
        """How many cards are left to draw."""
        return int(self._table["stock"][0])

    @property
    def discards(self) -> tuple[Card, ...]:
        """What lies under the top, oldest first."""
        count = self._table["discarded"][0]
        return tuple(CARDS[card] for card in self._table["discards"][0, :count])

    @property
    def uno(self) -> int | None:
        """The seat that has one card, did not say "Uno", and may be caught."""
        seat = int(self._table["uno"][0])
        return None if seat == NOBODY else seat

    @property
    def blocked(self) -> int:
        """Turns in a row in which nothing could be played or drawn."""
        return int(self._table["blocked"][0])

    @property
    def turns(self) -> int:
        """Turns begun in this round."""
        return int(self._table["turns"][0])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards everyone holds."""
        return self._seats("sizes")

    @property
    def totals(self) -> tuple[int, ...]:
        """What everyone had before this round."""
        return self._seats("totals")

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return bool(self._table["phase"][0] == OVER)

    @property
    def winner(self) -> int | None:
        """The seat that went out; None before the end, and after a void round."""
        seat = int(self._table["winner"][0])
        return None if seat == NOBODY else seat

    @property
    def points(self) -> int:
        """What the round was worth."""
        return int(self._table["points"][0])

    @property
    def scores(self) -> tuple[int, ...]:
        """What everyone got from this round."""
        return self._seats("gains")

    def _seats(self, field: str) -> tuple[int, ...]:
        return tuple(self._table[field][0, : self.players].tolist())

    def _marks(self) -> dict[str, Any]:
        """Say for the text of the position what everyone can see, but for the hands."""
        table = self._table[0]
        phase = self.phase
        turns = self.turns if self.rules.turn_limit and self.turns > 1 else None
        return {
            "top": self.top,
            "turn": self.turn,
            "step": self.direction,
            "due": self.due,
            "challenge": bool(calls.can_challenge(self._table)),
            "swap": phase == "swap",
            "said": phase == "swap" and bool(table["said"]),
            "uno": self.uno,
            "void": self.over and self.winner is None,
            "blocked": self.blocked,
            "turns": turns,
            "totals": self.totals,
            "discards": self.discards,
        }


def team_of(seat: int, rules: Rules) -> int | None:
    """Return the side that a seat is on, 0 or 1; None where everyone plays alone."""
    return plain(side_of)(seat) if rules.partners else None
