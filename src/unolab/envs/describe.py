"""What an observation says, in words: for debugging, and to see what a network sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from unolab.bots.observation.layout import (
    CLASSES,
    COLORS,
    EVENT_KINDS,
    EVENT_SEATS,
    EVENTS,
    FACES_HELD,
    MOST_TOLD,
    PARTS,
    QUESTIONS,
    RULE_BYTES,
    SIZE,
    is_large,
)
from unolab.cards import COLOR_LETTERS, FACE_LETTERS
from unolab.envs.actions import PLACE_LETTERS, check_form
from unolab.errors import BadOption

EVENT_WORDS = ("played", "drew", "took cards", "kept the card drawn")
SEAT_WORDS = ("you", "the next player", "the player before you", "another player")


def describe(observation: Any, form: str = "canonical") -> str:
    """Say in words what an observation holds; colours are letters, a for the colour in force."""
    row = np.asarray(observation)
    if row.shape != (SIZE,) or row.dtype.kind not in "iu":
        raise BadOption(
            f"an observation is a row of {SIZE} whole numbers, as the environments write it, not "
            f"{row.dtype} of shape {row.shape}"
        )
    letters = COLOR_LETTERS if check_form(form) == "plain" else PLACE_LETTERS
    return "\n".join(_Reader(row, letters).lines())


class _Reader:
    """Reads a row part by part."""

    def __init__(self, row: Any, letters: str) -> None:
        self._row = row
        self._letters = letters

    def lines(self) -> Iterator[str]:
        """Write a line for each thing that belongs together."""
        asked = self._part("question")
        question = QUESTIONS[int(asked.argmax())] if asked.any() else "nothing"
        yield f"asked: {question}"
        yield f"top: {self._top()}; under it: {self._color('under')}; {self._number('due')} due"
        yield (
            f"{self._number('stock')} cards in the stock, {self._number('discarded')} under the "
            f"top, turn {self._number('turns')}, "
            + ("clockwise" if self._number("clockwise") else "anticlockwise")
        )
        yield f"you hold {self._counts()[0]}: {self._cards('own')}"
        for ahead in range(1, self._players()):
            yield f"seat {ahead} ahead holds {self._counts()[ahead]}: {self._bounds(ahead)}"
        yield f"the next player seems to have at most: {self._symbols(self._part('next'))}"
        yield f"you seem to have at most: {self._shown()}"
        for back in range(EVENTS):
            event = self._event(back)
            if event:
                yield f"{back + 1} back: {event}"
        yield f"unseen: {self._cards('unseen')}"
        yield f"rules: {self._rules()}"
        totals = self._part("totals")[: self._players()]
        yield f"totals in percent of the target: {' '.join(map(str, totals))}"

    def _part(self, name: str) -> Any:
        part = PARTS[name]
        return self._row[part.start : part.stop]

    def _number(self, name: str) -> int:
        return int(self._part(name)[0])

    def _players(self) -> int:
        return int(self._part("players").argmax()) + 2

    def _counts(self) -> list[int]:
        return [int(count) for count in self._part("counts")]

    def _color(self, name: str) -> str:
        part = self._part(name)
        return self._letters[int(part.argmax())] if part.any() else "no colour"

    def _top(self) -> str:
        face = int(self._part("top").argmax())
        return f"{self._color('color')} {FACE_LETTERS[face]}" if face < 15 else "nothing"

    def _cards(self, name: str) -> str:
        kinds = [letter + face for letter in self._letters for face in FACE_LETTERS[:FACES_HELD]]
        names = [*kinds, "*W", "*F"]
        held = zip(names, self._part(name).tolist(), strict=True)
        return " ".join(f"{count}x{card}" if count > 1 else card for card, count in held if count)

    def _bounds(self, ahead: int) -> str:
        bounds = self._part("bounds")[(ahead - 1) * COLORS : ahead * COLORS]
        return f"seems to have at most {self._colors(bounds)}"

    def _colors(self, bounds: Any) -> str:
        colors = zip(self._letters, bounds, strict=True)
        return " ".join(f"{_at_most(count)}{letter}" for letter, count in colors)

    def _symbols(self, bounds: Any) -> str:
        names = [*FACE_LETTERS[:FACES_HELD], "wilds"]
        return " ".join(f"{_at_most(n)}x{name}" for name, n in zip(names, bounds, strict=True))

    def _shown(self) -> str:
        shown = self._part("shown")
        return f"{self._colors(shown[:COLORS])} {self._symbols(shown[COLORS:CLASSES])}"

    def _event(self, back: int) -> str:
        history = self._part("history")
        size = len(history) // EVENTS
        event = history[back * size : (back + 1) * size]
        if not event.any():
            return ""
        kind, seat, color, face = np.split(event, np.cumsum([EVENT_KINDS, EVENT_SEATS, COLORS]))
        who = f"{SEAT_WORDS[int(seat.argmax())]} {EVENT_WORDS[int(kind.argmax())]}"
        if not face.any():
            return who
        return f"{who} {self._letters[int(color.argmax())]}{FACE_LETTERS[int(face.argmax())]}"

    def _rules(self) -> str:
        said = []
        for (name, value), byte in zip(RULE_BYTES, self._part("rules").tolist(), strict=True):
            if value == "number":
                said.append(f"{name}={_number(name, byte)}")
            elif byte:
                said.append(f"{name}={value}")
        return " ".join(said)


def _at_most(count: int) -> str:
    return f"{count}+" if count == MOST_TOLD else str(count)


def _number(name: str, byte: int) -> str:
    """Write the number of an option, of which a large one is known by its bits alone."""
    if not is_large(name) or byte < 2:
        return str(byte)
    return f"{1 << byte - 1}..{(1 << byte) - 1}"
