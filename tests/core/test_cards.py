"""Cards: two characters each, and nothing else is one."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab.cards import CARD_NUMBERS, DECK, Card, Color, Face, cards
from unolab.errors import NotationError

CARDS = [Card(number) for number in range(CARD_NUMBERS)]
TEXTS = [color + face for color in "RYGB" for face in "0123456789SVDWF"] + ["*W", "*F"]


def test_text_and_cards_are_inverse() -> None:
    assert [str(card) for card in CARDS] == TEXTS
    assert [Card.parse(text) for text in TEXTS] == CARDS
    assert [eval(repr(card)) for card in CARDS] == CARDS
    assert cards("".join(TEXTS)) == tuple(CARDS)
    assert cards("") == ()


@given(st.text(max_size=3) | st.text("RYGB*0123456789SVDWF", max_size=3))
def test_any_other_text_is_no_card(text: str) -> None:
    if text not in TEXTS:
        with pytest.raises(NotationError, match=r"^unknown card .* are expected, as in R7, GS, "):
            Card.parse(text)


@pytest.mark.parametrize("thing", [None, 7, ["R7"], b"R7"])
def test_what_is_not_text_is_no_card(thing: Any) -> None:
    with pytest.raises(NotationError, match=re.escape(f"unknown card {thing!r}: ")):
        Card.parse(thing)


@pytest.mark.parametrize("number", [-1, CARD_NUMBERS, 1000])
def test_a_number_out_of_range_is_no_card(number: int) -> None:
    with pytest.raises(ValueError, match=f"^no card has the number {number}: 0 to 61 is expected"):
        Card(number)


def test_half_a_card_is_refused() -> None:
    with pytest.raises(NotationError, match="unknown card 'G'"):
        cards("R7G")


@pytest.mark.parametrize(
    ("text", "color", "face", "points", "plain"),
    [
        ("R0", Color.RED, Face.ZERO, 0, "R0"),
        ("B9", Color.BLUE, Face.NINE, 9, "B9"),
        ("YS", Color.YELLOW, Face.SKIP, 20, "YS"),
        ("GV", Color.GREEN, Face.REVERSE, 20, "GV"),
        ("RD", Color.RED, Face.DRAW_TWO, 20, "RD"),
        ("GW", Color.GREEN, Face.WILD, 50, "*W"),
        ("BF", Color.BLUE, Face.WILD_DRAW_FOUR, 50, "*F"),
        ("*W", None, Face.WILD, 50, "*W"),
        ("*F", None, Face.WILD_DRAW_FOUR, 50, "*F"),
    ],
)
def test_what_a_card_is(
    text: str, color: Color | None, face: Face, points: int, plain: str
) -> None:
    card = Card.parse(text)
    assert (card.color, card.face, card.points, str(card.plain)) == (color, face, points, plain)
    assert card.is_wild == (points == 50)


def test_the_deck() -> None:
    """One zero and two of all else in each colour, four wilds of both kinds: 1240 points."""
    count = Counter(map(str, DECK))
    assert len(DECK) == 108
    assert list(DECK) == sorted(DECK)
    for text in TEXTS:
        wild = text[1] in "WF"
        copies = 1 if text[1] == "0" else 0 if wild and text[0] != "*" else 4 if wild else 2
        assert count[text] == copies
    assert sum(card.points for card in DECK) == 1240


def test_colours_have_a_letter_and_a_name() -> None:
    assert [color.letter for color in Color] == list("RYGB")
    assert [str(color) for color in Color] == ["red", "yellow", "green", "blue"]
    for color in Color:
        assert Color.parse(color.letter) is Color.parse(str(color)) is color
    for text in ("", "r", "Red", "purple", "*"):
        with pytest.raises(NotationError, match=f"^unknown colour '{re.escape(text)}': one of R, "):
            Color.parse(text)


def test_faces_have_a_letter_and_a_name() -> None:
    assert "".join(face.letter for face in Face) == "0123456789SVDWF"
    assert " ".join(map(str, Face)) == (
        "0 1 2 3 4 5 6 7 8 9 skip reverse draw two wild wild draw four"
    )


@pytest.mark.parametrize("wrong", ["R7", 1.5, None])
def test_a_card_is_made_of_its_number(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"Card\.parse reads its text"):
        Card(wrong)
