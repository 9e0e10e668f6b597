"""Briefing: what a foreign bot is told during one game, as lines of JSON."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from random import Random
from struct import Struct
from typing import Any, Final

import numpy as np

from unolab.cards import COLOR_LETTERS, Face
from unolab.engine.layout import HAND, NOBODY, NOTHING, PHASES, TABLE
from unolab.engine.log import LOG_SIZE, NAMED, PLAYED, unpack
from unolab.engine.record import CARDS, MOVES
from unolab.rules import OPTIONS, Rules
from unolab.state import State, View

BOT_PROTOCOL: Final = 1
STRUCT_CODES: Final = {"i8": "q", "u8": "Q", "i4": "i"}
FIELDS: Final = (
    *("turn", "step", "phase", "top", "due", "stock", "discarded", "uno", "logged"),
    *("sizes", "discards", "log"),
)


def layout(dtype: np.dtype[Any], names: Iterable[str]) -> Struct:
    """Describe some fields of a record: one call reads them all, ten times faster than NumPy."""
    assert dtype.fields is not None
    text, end = "=", 0
    for name in names:
        field, offset = dtype.fields[name][:2]
        text += f"{offset - end}x"
        if field.subdtype is None:
            text += STRUCT_CODES[field.str[1:]]
        elif field.base.itemsize == 4:
            text += f"{field.shape[0]}{STRUCT_CODES[field.base.str[1:]]}"
        else:
            text += f"{field.itemsize}s"
        end = offset + field.itemsize
    return Struct(text)


READ_TABLE: Final = layout(TABLE, FIELDS).unpack_from
READ_HAND: Final = layout(HAND, ("drawn", "one", "two", "three", "four")).unpack_from

CARD_TEXTS: Final = tuple(f'"{card}"' for card in CARDS)
MOVE_TEXTS: Final = tuple(f'"{move}"' for move in MOVES)
COLOR_TEXTS: Final = tuple(f'"{letter}"' for letter in COLOR_LETTERS)
TOPS: Final = (*CARD_TEXTS, "null")  # NOTHING comes after the cards
TOP_COLORS: Final = (
    *("null" if card.color is None else COLOR_TEXTS[card.color] for card in CARDS),
    "null",
)
CALLED: Final = tuple(
    "" if card.color is None or card.face < Face.WILD else COLOR_TEXTS[card.color] for card in CARDS
)


def line(**fields: object) -> bytes:
    """Write a message."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def hello(name: str, rules: Rules) -> bytes:
    """Greet a bot, and tell it the rules."""
    options = {option: getattr(rules, option) for option in OPTIONS}
    return line(type="hello", protocol=BOT_PROTOCOL, name=name, rules=str(rules), options=options)


class Briefing:
    """The messages for one seat. It tracks what the record of the game does not contain.

    That is the order in which cards came into the hand, and the colours that were called.
    """

    def __init__(self, seat: int, players: int, seed: int, totals: Sequence[int]) -> None:
        """Begin a game."""
        self._players = players
        self.opening = line(type="game", seat=seat, players=players, seed=seed, totals=[*totals])
        self._chance = Random(seed)
        self._hand: list[int] = []
        self._words: tuple[int, ...] = (0, 0, 0, 0)
        self._called = ["null"] * players
        self._read = 0

    def question(self, view: View, number: int, legal: Sequence[int]) -> bytes:
        """Ask for a move."""
        table = view._table.tobytes()
        turn, step, phase, top, due, stock, lying, uno, logged, *rest = READ_TABLE(table)
        drawn, *words = READ_HAND(view._hand.tobytes())
        self._arrange(tuple(words), drawn)
        self._listen(rest[-1], logged)
        sizes = ",".join(map(str, rest[: self._players]))
        hand = ",".join([CARD_TEXTS[card] for card in self._hand])
        moves = ",".join([MOVE_TEXTS[action] for action in legal])
        under = ",".join([CARD_TEXTS[card] for card in rest[-2][:lying]])
        mine = turn == view.seat and drawn != NOTHING and PHASES[phase] == "drawn"
        return (
            f'{{"type":"move","id":{number},"hand":[{hand}],"legal":[{moves}],'
            f'"phase":"{PHASES[phase]}","top":{TOPS[top]},"color":{TOP_COLORS[top]},'
            f'"drawn":{CARD_TEXTS[drawn] if mine else "null"},"due":{due},"turn":{turn},'
            f'"direction":{step},"sizes":[{sizes}],"called":[{",".join(self._called)}],'
            f'"discards":[{under}],"stock":{stock},"uno":{"null" if uno == NOBODY else uno}}}\n'
        ).encode()

    @staticmethod
    def record(view: View, number: int) -> bytes:
        """Ask for a move with the raw View, for a bot that runs unolab itself."""
        parts = b64encode(view._table.tobytes() + view._hand.tobytes()).decode()
        return f'{{"type":"move","id":{number},"seat":{view.seat},"record":"{parts}"}}\n'.encode()

    def conclude(self, state: State) -> bytes:
        """Tell how the game ended, with all hands."""
        hands = [[str(card) for card in hand] for hand in state.hands]
        return line(type="over", winner=state.winner, scores=state.scores, hands=hands)

    def _arrange(self, words: tuple[int, ...], drawn: int) -> None:
        """Put the newest cards last; several new ones come in random order."""
        if words == self._words:
            return
        counts: dict[int, int] = {}
        for word in words:
            while word:
                card = (word & -word).bit_length() - 1
                counts[card] = counts.get(card, 0) + 1
                word &= word - 1
        kept = []
        for card in reversed(self._hand):  # of equal cards, the oldest was played
            if counts.get(card, 0):
                counts[card] -= 1
                kept.append(card)
        kept.reverse()
        came = [card for card, count in counts.items() for _ in range(count)]
        if len(came) > 1:
            came.sort()
            self._chance.shuffle(came)
            if drawn in came:
                came.remove(drawn)
                came.append(drawn)
        self._hand = kept + came
        self._words = words

    def _listen(self, log: bytes, logged: int) -> None:
        """Note which colours were called since the last question."""
        entries = memoryview(log).cast("H")
        for place in range(max(self._read, logged - LOG_SIZE), logged):
            entry = entries[place & (LOG_SIZE - 1)]
            kind, seat, value = unpack(entry)
            if kind == PLAYED and CALLED[value]:
                self._called[seat] = CALLED[value]
            elif kind == NAMED:
                self._called[seat] = COLOR_TEXTS[value]
        self._read = logged
