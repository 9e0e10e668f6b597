"""What a person types in the terminal, read forgivingly: ``3``, ``r7``, ``g w``, ``red 7!``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from unolab.cards import FACES, WILD_CARD, Card, Color, Face
from unolab.errors import NotationError
from unolab.moves import CALL, CHALLENGE, DRAW, KEEP, NAME_COLOR, SAYS_UNO, SWAP_WITH, Move
from unolab.state import View


class Typed(NamedTuple):
    """A move as it was typed."""

    move: Move
    colorless: bool = False
    """Whether it is a wild without a colour yet; red is a placeholder."""

    def with_color(self, color: Color) -> Move:
        """Return the wild with the colour named."""
        return Move(self.move + color * FACES)


COMMANDS: Final = {
    **dict.fromkeys(("d", "draw", "t", "take", "+"), DRAW),
    **dict.fromkeys(("k", "keep", "-"), KEEP),
    **dict.fromkeys(("c", "challenge", "?"), CHALLENGE),
}
COLORS_BY_WORD: Final = {
    text: color for color in Color for text in (color.letter.lower(), str(color))
}
_UNO: Final = ("u", "uno")
_SAYS_UNO: Final = re.compile(r"!|u\s*$")  # no card, colour or command ends in u
_NUMBER: Final = re.compile(r"([0-9]+)([a-z]*)")
_FACES: Final = {
    **{face.letter.lower(): face for face in Face},
    **{str(face).replace(" ", ""): face for face in Face},
    "+2": Face.DRAW_TWO,
    "draw2": Face.DRAW_TWO,
    "+4": Face.WILD_DRAW_FOUR,
    "draw4": Face.WILD_DRAW_FOUR,
    "wd4": Face.WILD_DRAW_FOUR,
    "wilddraw4": Face.WILD_DRAW_FOUR,
}


def read(text: str, view: View) -> Typed:
    """Read a move typed by the person with this view; it need not be legal."""
    parts = _SAYS_UNO.sub(" u ", text.lower()).split()
    word = "".join(part for part in parts if part not in _UNO)
    says_uno = SAYS_UNO if any(part in _UNO for part in parts) else 0
    if not word:
        if says_uno and view.uno == view.seat:
            return Typed(Move(CALL))
        raise NotationError(
            "Uno is said with a card: add ! to it, as in 3! or R7!" if says_uno else "nothing typed"
        )
    found = _read(word, view)
    if not says_uno:
        return found
    try:
        return Typed(Move(found.move + SAYS_UNO), found.colorless)
    except ValueError:
        raise NotationError("Uno is said only with a card or a swap") from None


def _read(word: str, view: View) -> Typed:
    if view.phase == "color" and word.lstrip("*") in COLORS_BY_WORD:
        return Typed(Move(NAME_COLOR + COLORS_BY_WORD[word.lstrip("*")]))
    if word.startswith(">") or (view.phase == "swap" and word.isdecimal()):
        return _read_swap(word.lstrip(">"), view)
    if word in COMMANDS:
        return Typed(Move(COMMANDS[word]))
    if word in ("p", "play") and view.drawn is not None:
        return _make_play(view.drawn)
    if number := _NUMBER.fullmatch(word):
        return _read_number(number[1], number[2], view)
    for card, color in _list_readings(word):
        return _make_play(card, color)
    raise NotationError(
        f"{word!r:.30} is neither a card nor a command: type the number of a card, "
        "or its letters (R7, GS), or h for help"
    )


def _read_swap(seat: str, view: View) -> Typed:
    if not (len(seat) == 1 and seat in "0123456789"):
        raise NotationError(f"there is no seat {seat!r:.12}: 1 to {view.players - 1} is expected")
    return Typed(Move(SWAP_WITH + int(seat)))


def _read_number(digits: str, color: str, view: View) -> Typed:
    count = len(view.hand)
    place = int(digits) if len(digits) <= 3 else 0
    if not 1 <= place <= count:
        raise NotationError(f"there is no card {digits:.9}: your cards are 1 to {count}")
    card = view.hand[place - 1]
    if color and (color not in COLORS_BY_WORD or not card.is_wild):
        raise NotationError(f"{digits}{color:.20} names a colour, but only a wild gets one")
    return _make_play(card, COLORS_BY_WORD.get(color))


def _list_readings(word: str) -> list[tuple[Card, Color | None]]:
    """List the cards that a word can mean: a face alone, after a colour or before one."""
    found: list[tuple[Card, Color | None]] = []
    if (face := _FACES.get(word.lstrip("*"))) and face >= Face.WILD:
        found.append((_make_wild(face), None))
    for text, color in COLORS_BY_WORD.items():
        if word.startswith(text) and (face := _FACES.get(word.removeprefix(text))) is not None:
            wild = face >= Face.WILD
            found.append((_make_wild(face), color) if wild else (Card(color * FACES + face), None))
        if word.endswith(text) and (face := _FACES.get(word.removesuffix(text))) is not None:
            found += [(_make_wild(face), color)] if face >= Face.WILD else []
    return found


def _make_wild(face: Face) -> Card:
    return Card(WILD_CARD + face - Face.WILD)


def _make_play(card: Card, color: Color | None = None) -> Typed:
    if not card.is_wild:
        return Typed(Move(card))
    return Typed(Move((color or Color.RED) * FACES + card.face), color is None)
