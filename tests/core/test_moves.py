"""Moves: a number, a text, and what is done."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab.cards import Card, Color
from unolab.errors import NotationError
from unolab.moves import ACTIONS, SAYS_UNO, SEAT_UNIT, Move

LOUD = {*range(60), *range(67, 77)}  # plays and swaps, with which "Uno" may be said
NUMBERS = [
    action + flag + seat * SEAT_UNIT
    for seat in range(11)
    for flag in (0, SAYS_UNO)
    for action in range(ACTIONS)
    if not flag or action in LOUD
]
KINDS = ("play", "draw", "keep", "challenge", "swap", "call", "catch")


def test_text_and_moves_are_inverse() -> None:
    moves = [Move(number) for number in NUMBERS]
    assert len({str(move) for move in moves}) == len(NUMBERS) == 11 * (88 + 70)
    for move in moves:
        assert Move.parse(str(move)) == eval(repr(move)) == Move.of(str(move)) == move
        assert Move.of(int(move)) == Move.of(move) == move


def test_every_other_number_is_no_move() -> None:
    for number in {*range(-300, 4000)} - {*NUMBERS}:
        with pytest.raises(ValueError, match=f"^no move has the number {number}"):
            Move(number)
    with pytest.raises(ValueError, match="188: only a play or a swap says Uno"):
        Move(60 + SAYS_UNO)


@given(st.text(max_size=5) | st.text("0123456789:RYGB*SVDWF+-?>x!", max_size=5))
def test_any_text_is_a_move_that_prints_it_or_an_error(text: str) -> None:
    try:
        move = Move.parse(text)
    except NotationError:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    ["", "R", "r7", "R7 ", "R10", ">10", "x", "10:R7", ":R7", "0:", "!!!", "x0x"],
)
def test_unknown_text(text: str) -> None:
    says = re.escape(f"unknown move {text!r}: a card to play (R7, GW), + (draw), - (keep), ?")
    with pytest.raises(NotationError, match=says):
        Move.parse(text)


@pytest.mark.parametrize("text", ["+!", "-!", "?!", "*R!", "!!", "x3!", "1:x0!", "0:!!"])
def test_uno_is_said_with_a_play_or_a_swap(text: str) -> None:
    with pytest.raises(NotationError, match="only a play or a swap can say Uno") as error:
        Move.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("thing", [None, 7, b"R7", ["R7"]])
def test_what_is_not_text_is_refused(thing: Any) -> None:
    with pytest.raises(NotationError, match="unknown move "):
        Move.parse(thing)


@pytest.mark.parametrize(
    ("text", "number", "kind", "seat", "card", "color", "target"),
    [
        ("R7", 7, "play", None, "R7", Color.RED, None),
        ("GW!", 43 + 128, "play", None, "GW", Color.GREEN, None),
        ("2:BF", 59 + 768, "play", 2, "BF", Color.BLUE, None),
        ("+", 60, "draw", None, None, None, None),
        ("3:-", 61 + 1024, "keep", 3, None, None, None),
        ("?", 62, "challenge", None, None, None, None),
        ("*B", 66, "", None, None, Color.BLUE, None),
        (">9!", 76 + 128, "swap", None, None, None, 9),
        ("0:!", 77 + 256, "call", 0, None, None, None),
        ("9:x0", 78 + 2560, "catch", 9, None, None, 0),
    ],
)
def test_what_a_move_is(
    text: str,
    number: int,
    kind: str,
    seat: int | None,
    card: str | None,
    color: Color | None,
    target: int | None,
) -> None:
    move = Move.parse(text)
    assert move == number
    assert move.action == number % 128
    assert [name for name in KINDS if getattr(move, f"is_{name}")] == [kind] * bool(kind)
    assert move.names_color == (not kind)
    assert (move.seat, move.color, move.target) == (seat, color, target)
    assert move.card == (None if card is None else Card.parse(card))
    assert move.is_wild == (card is not None and card[1] in "WF")
    assert move.says_uno == ("!" in text and kind != "call")


def test_naming_a_seat() -> None:
    move = Move.parse("R7!")
    assert str(move.by(3)) == "3:R7!"
    assert move.by(3).by(None) == move
    assert str(move.by(3).by(0)) == "0:R7!"
    with pytest.raises(ValueError, match="no move has the number"):
        move.by(10)


def test_a_move_may_be_given_as_its_card() -> None:
    assert Move.of(Card.parse("R0")) == Move.parse("R0")
    assert Move.of(Card.parse("GW")) == Move.parse("GW")
    with pytest.raises(NotationError, match="names its colour: one of RW, YW, GW, BW, not"):
        Move.of(Card.parse("*W"))  # its number is that of a draw


@pytest.mark.parametrize("wrong", [Color.GREEN, True, None, 1.0, ("R7",)])
def test_what_is_no_move(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a move is a Move, its text or its number"):
        Move.of(wrong)


def test_the_red_0_is_something() -> None:
    assert Move.parse("R0")
    assert Card.parse("R0")
