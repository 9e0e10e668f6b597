"""The text of a position, taken apart and put together: ``R5 0> R7G3*W/B2B2/Y9 +2``.

Nothing here knows the rules. State and View read a ``Position`` and say whether it makes sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from unolab.cards import Card, cards
from unolab.errors import NotationError, show

MOST_POINTS = 1_000_000_000  # points that anyone can have
_MARKS = "+2 ?4 ??4 =G3 > !0 void %2 ~12 $480,0 _R1GW - Y1Y2"
_TURN = re.compile(r"([0-9])([<>])")
_HIDDEN = re.compile(r"[0-9]|[1-9][0-9]{1,2}")  # how many cards; no card is only digits


@dataclass(slots=True)
class Position:
    """What a position text says, field by field."""

    top: Card | None
    turn: int
    step: int
    hands: list[tuple[Card, ...] | int]
    """The cards of every seat, or how many there are where they are hidden."""
    due: int = 0
    challenge: bool = False
    bluff: bool = False
    drawn: Card | None = None
    drawn_hidden: bool = False
    swap: bool = False
    said: bool = False
    uno: int | None = None
    void: bool = False
    blocked: int = 0
    turns: int | None = None
    totals: tuple[int, ...] = ()
    discards: tuple[Card, ...] = ()
    draws: tuple[Card, ...] | int = field(default=())
    """The next cards of the stock in order, or how many cards it has."""

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position."""
        if not isinstance(text, str):
            raise NotationError(f"a position is written as text, not as {type(text).__name__}")
        words = text.split(" ")
        if len(words) < 3:
            raise NotationError(
                f"{show(text)} is no position: top, turn and hands are expected, "
                "as in R5 0> R7G3*W/B2B2/Y9"
            )
        top = None if words[0] == "--" else Card.parse(words[0])
        turn = _TURN.fullmatch(words[1])
        if turn is None:
            raise NotationError(
                f"{show(words[1])} does not say whose turn it is: 0> (seat 0, clockwise) "
                "or 0< is expected"
            )
        hands = [int(h) if _HIDDEN.fullmatch(h) else cards(h) for h in words[2].split("/")]
        position = cls(top, int(turn[1]), 1 if turn[2] == ">" else -1, hands)
        if "-" in words[3:]:
            dash = words.index("-", 3)
            if dash != len(words) - 2:
                raise NotationError("after ' - ' one word is expected: the next cards of the stock")
            last = words[-1]
            position.draws = int(last) if _HIDDEN.fullmatch(last) else cards(last)
            words = words[:dash]
        seen: set[str] = set()
        for word in words[3:]:
            name = position._mark(word)
            if name in seen:
                raise NotationError(f"{show(word)} says a second time what is said already")
            seen.add(name)
        return position

    def _mark(self, word: str) -> str:
        """Read one of the marks behind the hands and return what it is about."""
        sign, rest = word[:1], word[1:]
        if sign == "+":
            self.due = _number(word, rest, 1, 99)
        elif sign == "?":
            self.challenge = True
            self.bluff = rest.startswith("?")
            self.due = _number(word, rest.removeprefix("?"), 1, 99)
        elif sign == "=":
            self.drawn_hidden = not rest
            self.drawn = Card.parse(rest) if rest else None
        elif word in (">", ">!"):
            self.swap, self.said = True, bool(rest)
        elif sign == "!":
            self.uno = _number(word, rest, 0, 9)
        elif word == "void":
            self.void = True
        elif sign == "%":
            self.blocked = _number(word, rest, 1, 10)
        elif sign == "~":
            self.turns = _number(word, rest, 0, 1_000_000)
        elif sign == "$":
            self.totals = tuple(_number(word, t, 0, MOST_POINTS) for t in rest.split(","))
        elif sign == "_":
            self.discards = cards(rest)
        else:
            raise NotationError(f"unknown mark {show(word)} in a position; known: {_MARKS}")
        return "+" if sign == "?" else sign

    def __str__(self) -> str:
        words = [
            "--" if self.top is None else str(self.top),
            f"{self.turn}{'>' if self.step > 0 else '<'}",
            "/".join(_join(hand) for hand in self.hands),
        ]
        words += [mark for mark, shown in self._marks() if shown]
        if self.draws != ():
            words += ["-", _join(self.draws)]
        return " ".join(words)

    def _marks(self) -> Iterator[tuple[str, bool]]:
        """Yield every mark in its order, and whether it is there."""
        due = "??" if self.bluff else "?" if self.challenge else "+"
        yield f"{due}{self.due}", self.due > 0
        drawn = "" if self.drawn is None else str(self.drawn)
        yield f"={drawn}", bool(drawn) or self.drawn_hidden
        yield ">!" if self.said else ">", self.swap
        yield f"!{self.uno}", self.uno is not None
        yield "void", self.void
        yield f"%{self.blocked}", self.blocked > 0
        yield f"~{self.turns}", self.turns is not None
        yield "$" + ",".join(map(str, self.totals)), any(self.totals)
        yield "_" + _join(self.discards), bool(self.discards)


def _join(hand: tuple[Card, ...] | int) -> str:
    return str(hand) if isinstance(hand, int) else "".join(map(str, hand))


def _number(word: str, digits: str, least: int, most: int) -> int:
    if digits.isascii() and digits.isdigit() and len(digits) < 11 and str(int(digits)) == digits:
        number = int(digits)
        if least <= number <= most:
            return number
    raise NotationError(f"{show(word)} needs a number from {least} to {most}")
