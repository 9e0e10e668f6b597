"""Actions: one fixed list for all rules, and what each is called.

The number of an action is that of the move (unolab.moves) or PASS, with colours and seats as the
seat that decides counts them. In the plain form colours are themselves: ``R7``, ``*G``. In the
canonical form they are places, the colour in force first: ``a7``, ``*c``. ``>1`` swaps with the
seat one ahead, ``x2`` catches the seat two ahead, and ``.`` lets a chance go by.
"""

from __future__ import annotations

from typing import Final

from unolab.bots.observation.question import ACTIONS, PASS
from unolab.cards import COLOR_LETTERS, FACE_LETTERS, FACES, Color, Face
from unolab.envs.check import as_whole, choose
from unolab.errors import BadOption, NotationError, show
from unolab.moves import CALL, CATCH, CHALLENGE, DRAW, KEEP, NAME_COLOR, SWAP_WITH, Move

PLACE_LETTERS: Final = "abcd"
PLACES: Final = (
    "the colour in force",
    "the second colour",
    "the third colour",
    "the fourth colour",
)
FORMS: Final = ("canonical", "plain")


def _texts(colors: str) -> tuple[str, ...]:
    return (
        *(color + face for color in colors for face in FACE_LETTERS),
        *(str(Move(action)) for action in (DRAW, KEEP, CHALLENGE)),
        *(f"*{color}" for color in colors),
        *(str(Move(action)) for action in range(SWAP_WITH, PASS)),
        ".",
    )


_TEXTS: Final = {"canonical": _texts(PLACE_LETTERS), "plain": _texts(COLOR_LETTERS)}
_BY_TEXT: Final = {
    form: {text: action for action, text in enumerate(texts)} for form, texts in _TEXTS.items()
}


def action_text(action: int, form: str = "canonical") -> str:
    """Return the short text of an action: ``a7``, ``+``, ``>1``."""
    return _TEXTS[check_form(form)][check_action(action)]


def parse_action(text: str, form: str = "canonical") -> int:
    """Read the text of an action."""
    if text not in _BY_TEXT[check_form(form)]:
        raise NotationError(f"unknown action {show(text)}: a7, bW, +, -, ?, *c, >1, !, x1 or .")
    return _BY_TEXT[form][text]


def describe_action(action: int, form: str = "canonical") -> str:
    """Say in words what an action does."""
    action, form = check_action(action), check_form(form)
    if action < DRAW:
        return f"play {_describe_card(action, form)}"
    if NAME_COLOR <= action < SWAP_WITH:
        return f"name {_describe_color(action - NAME_COLOR, form)}"
    if SWAP_WITH <= action < CALL:
        return f"swap hands with the player {action - SWAP_WITH} ahead"
    if CATCH <= action < PASS:
        return f"catch the player {action - CATCH} ahead"
    others = {
        DRAW: "draw, or take what is due",
        KEEP: "keep the card just drawn",
        CHALLENGE: "challenge the wild draw four",
        CALL: "say Uno",
        PASS: "let it pass",
    }
    return others[action]


def _describe_color(color: int, form: str) -> str:
    return str(Color(color)) if form == "plain" else PLACES[color]


def _describe_card(card: int, form: str) -> str:
    face = Face(card % FACES)
    color = _describe_color(card // FACES, form)
    if face >= Face.WILD:
        return f"a {face} and name {color}"
    return f"{color} {face}" if form == "plain" else f"{face} of {color}"


def check_action(action: object) -> int:
    """Return an action if it is one."""
    whole = as_whole(action)
    if whole is None or not 0 <= whole < ACTIONS:
        raise BadOption(f"an action is a number from 0 to {ACTIONS - 1}, not {show(action)}")
    return whole


def check_form(form: str) -> str:
    """Return a form in which colours are counted, if it is one."""
    return choose("form", form, FORMS)
