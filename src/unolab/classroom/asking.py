"""Classic: asks a strategy for its move, as the classroom tournament did.

It takes the questions of docs/bot-protocol.md, so it works on either side of a pipe.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from inspect import isclass
from operator import index
from typing import Any

from unolab.classroom.cards import CARDS_BY_TEXT, COLORS_BY_LETTER, Card, Color, Held
from unolab.classroom.gamestate import Asked


class Wrong(ValueError):
    """An answer that is not a move."""


class Classic:
    """Ask ``play`` and ``call_color`` as the classroom tournament did."""

    hello: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, bot: Any) -> None:
        """Store the class, or the object."""
        self._fresh: Callable[[], Any] = bot if isclass(bot) else lambda: deepcopy(bot)

    def begin(self, game: dict[str, Any]) -> None:
        """Make a new player: nothing is remembered from one game to the next."""
        bot = self._fresh()
        self._play = bot.play
        self._call_color = getattr(bot, "call_color", None) or bot.callColor
        self._totals = game["totals"]
        seat, players = game["seat"], game["players"]
        self._orders = {
            step: [(seat + step * n) % players for n in range(1, players + 1)] for step in (1, -1)
        }

    def answer(self, question: dict[str, Any]) -> str:
        """Return what the bot wants as a move."""
        texts = question["hand"]
        top = question["top"]
        up_card = None if top is None else CARDS_BY_TEXT[top]
        called = COLORS_BY_LETTER[question["color"] if top is not None and top[1] in "WF" else None]
        legal = {
            CARDS_BY_TEXT.get(move) for move in question["legal"]
        }  # a wild, whatever its colour
        hand = [
            Held(CARDS_BY_TEXT[text], up_card, called, CARDS_BY_TEXT[text] in legal)
            for text in texts
        ]
        state = Asked(question, self._totals, self._orders[question["direction"]])
        said = self._play(hand, up_card, called, state)
        if said == -1:
            return "-" if question["phase"] == "drawn" else "+"
        place = read_place(said, len(texts))
        text: str = texts[place]
        if text[0] != "*":
            return text
        rest = texts[:place] + texts[place + 1 :]
        return self._letter([CARDS_BY_TEXT[other] for other in rest]) + text[1]

    def _letter(self, rest: list[Card]) -> str:
        """Ask for the colour of a wild, and return its letter."""
        color = self._call_color(rest)
        try:
            letter = Color(color).name[0]
        except ValueError:
            letter = "N"
        if letter == "N":
            raise Wrong(f"call_color returned {color!r:.40}, expected RED, YELLOW, GREEN or BLUE")
        return letter


def read_place(said: Any, cards: int) -> int:
    """Take what ``play`` returned as the place of a card in the hand."""
    try:
        place = index(said)
    except TypeError:
        raise Wrong(f"play returned {said!r:.40}, which is not an index") from None
    if not 0 <= place < cards:
        raise Wrong(f"play returned {place}, but there are {cards} cards, numbered from 0")
    return place


def has_play(bot: object) -> bool:
    """Whether something has the method that chooses a card."""
    return callable(getattr(bot, "play", None))


def has_call_color(bot: object) -> bool:
    """Whether something has the method that names a colour, in Python's spelling or Java's."""
    return any(callable(getattr(bot, name, None)) for name in ("call_color", "callColor"))
