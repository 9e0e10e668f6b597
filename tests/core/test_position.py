"""The text of a position, taken apart and put together. Whether it makes sense: test_setup.py."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab.cards import CARD_NUMBERS, Card, cards
from unolab.errors import NotationError
from unolab.position import Position

some_cards = st.lists(st.integers(0, CARD_NUMBERS - 1).map(Card), min_size=1, max_size=4).map(tuple)
hands = some_cards | st.just(()) | st.integers(0, 999)
numbers = st.integers(1, 9)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any fields that the text can tell apart."""
    due, drawn, swap = draw(st.integers(0, 99)), draw(st.none() | some_cards), draw(st.booleans())
    challenge = due > 0 and draw(st.booleans())
    return Position(
        top=draw(st.none() | st.integers(0, CARD_NUMBERS - 1).map(Card)),
        turn=draw(st.integers(0, 9)),
        step=draw(st.sampled_from([1, -1])),
        hands=draw(st.lists(hands, min_size=1, max_size=10)),
        due=due,
        challenge=challenge,
        bluff=challenge and draw(st.booleans()),
        drawn=None if drawn is None else drawn[0],
        drawn_hidden=drawn is None and draw(st.booleans()),
        swap=swap,
        said=swap and draw(st.booleans()),
        uno=draw(st.none() | st.integers(0, 9)),
        void=draw(st.booleans()),
        blocked=draw(st.just(0) | numbers),
        turns=draw(st.none() | st.integers(0, 1_000_000)),
        totals=draw(st.just(()) | st.tuples(numbers, st.integers(0, 10**9))),
        discards=draw(st.just(()) | some_cards),
        draws=draw(hands),
    )


@given(positions())
def test_text_and_positions_are_inverse(position: Position) -> None:
    assert Position.parse(str(position)) == position


@given(st.text() | st.lists(st.text("R5G3*WF0>/<+?=!%~$_-12v", max_size=6)).map(" ".join))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    """And what was read is what is printed."""
    try:
        position = Position.parse(text)
    except NotationError:
        return
    assert Position.parse(str(position)) == position


def test_every_mark() -> None:
    text = "R7 1< R1/2/*W ??4 =R1 >! !0 void %2 ~12 $480,0,7 _R1GW - Y1Y2"
    position = Position.parse(text)
    assert str(position) == text
    assert position == Position(
        top=Card.parse("R7"),
        turn=1,
        step=-1,
        hands=[cards("R1"), 2, cards("*W")],
        due=4,
        challenge=True,
        bluff=True,
        drawn=Card.parse("R1"),
        swap=True,
        said=True,
        uno=0,
        void=True,
        blocked=2,
        turns=12,
        totals=(480, 0, 7),
        discards=cards("R1GW"),
        draws=cards("Y1Y2"),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is no position: top, turn and hands are expected, as in R5 0> R7G3*W/B2B2/Y9"),
        ("R5 0>", "is no position"),
        ("x" * 100, "'" + "x" * 36 + "... is no position"),
        ("R10 0> R7/B2", "unknown card 'R10'"),
        ("- 0> R7/B2", "unknown card '-'"),
        ("R5 0 R7/B2", "'0' does not say whose turn it is: 0> (seat 0, clockwise) or 0<"),
        ("R5 10> R7/B2", "'10>' does not say whose turn it is"),
        ("R5 0> R7/X2", "unknown card 'X2'"),
        ("R5 0> R7/B", "unknown card 'B'"),
        ("R5 0> R7/007", "unknown card '00'"),
        ("R5 0> R7/1000", "unknown card '10'"),
        ("R5 0> R7/B2 -", "after ' - ' one word is expected: the next cards of the stock"),
        ("R5 0> R7/B2 - Y1 Y2", "after ' - ' one word is expected"),
        ("R5 0> R7/B2 - Y1 - Y2", "after ' - ' one word is expected"),
        ("R5 0> R7/B2 - Y", "unknown card 'Y'"),
        ("R5 0> R7/B2  +2", "unknown mark '' in a position; known: +2 ?4 ??4 =G3 > !0 void %2 ~12"),
        ("R5 0> R7/B2 >>", "unknown mark '>>'"),
        ("R5 0> R7/B2 voided", "unknown mark 'voided'"),
        ("R5 0> R7/B2 ?4 +4", "'+4' says a second time what is said already"),
        ("R5 0> R7/B2 > >!", "'>!' says a second time"),
        ("R5 0> R7/B2 =G3 =", "'=' says a second time"),
        ("R5 0> R7/B2 +", "'+' needs a number from 1 to 99"),
        ("R5 0> R7/B2 +0", "'+0' needs a number from 1 to 99"),
        ("R5 0> R7/B2 ???4", "'???4' needs a number from 1 to 99"),
        ("R5 0> R7/B2 ?100", "'?100' needs a number from 1 to 99"),
        ("R5 0> R7/B2 !10", "'!10' needs a number from 0 to 9"),
        ("R5 0> R7/B2 !-1", "'!-1' needs a number from 0 to 9"),
        ("R5 0> R7/B2 ~1000001", "'~1000001' needs a number from 0 to 1000000"),
        ("R5 0> R7/B2 ~012", "'~012' needs a number"),
        ("R5 0> R7/B2 ~\u0663", "needs a number from 0 to 1000000"),
        ("R5 0> R7/B2 $1,", "'$1,' needs a number from 0 to 1000000000"),
        ("R5 0> R7/B2 $" + "9" * 50, "$" + "9" * 35 + "... needs a number"),
        ("R5 0> R7/B2 =G", "unknown card 'G'"),
        ("R5 0> R7/B2 _R", "unknown card 'R'"),
    ],
)
def test_wrong_text_names_the_wrong_part(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)) as error:
        Position.parse(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("thing", [None, 5, b"R5 0> R7/B2", ["R5", "0>", "R7/B2"]])
def test_what_is_not_text_is_refused(thing: Any) -> None:
    says = f"^a position is written as text, not as {type(thing).__name__}$"
    with pytest.raises(NotationError, match=says):
        Position.parse(thing)
