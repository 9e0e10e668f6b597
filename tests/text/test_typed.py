"""What a person types, read forgivingly."""

import pytest

from unolab import Color, Move, NotationError, View
from unolab.text.typed import read

TURN = View.parse("R5 0> R7G3*W*F/2/1 - 100")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        *((text, "R7") for text in ("1", "r7", "R7", " r 7 ", "red 7", "RED7")),
        *((text, "R7!") for text in ("1!", "1 u", "1u", "u 1", "r7!", "R7 uno", "red 7 !")),
        *((text, "GW") for text in ("3g", "3 green", "g w", "GW", "wild green", "green wild")),
        *((text, "BF") for text in ("4b", "bf", "b wild draw four", "wd4 blue", "+4 b")),
        ("gw!", "GW!"),
        ("g s", "GS"),
        ("yellow draw two", "YD"),
        ("blue reverse", "BV"),
        *((text, "+") for text in ("d", "draw", "t", "take", "+")),
        *((text, "-") for text in ("k", "keep", "-")),
        *((text, "?") for text in ("c", "challenge", "?")),
        (">2", ">2"),
        (">2!", ">2!"),
    ],
)
def test_what_is_typed_is_read_forgivingly(typed: str, move: str) -> None:
    assert read(typed, TURN) == (Move.parse(move), False)


@pytest.mark.parametrize("typed", ["3", "w", "*w", "wild", "W"])
def test_a_wild_may_wait_for_its_colour(typed: str) -> None:
    found = read(typed, TURN)
    assert found.colorless
    assert " ".join(str(found.with_color(color)) for color in Color) == "RW YW GW BW"


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "nothing typed"),
        ("!", "Uno is said with a card"),
        ("u", "Uno is said with a card"),
        ("d!", "only with a card or a swap"),
        ("0", "your cards are 1 to 4"),
        ("5", "your cards are 1 to 4"),
        ("0001", "your cards are 1 to 4"),
        ("9" * 5000, "your cards are 1 to 4"),
        ("1g", "only a wild gets one"),
        ("3x", "only a wild gets one"),
        (">", "no seat"),
        (">12", "no seat"),
        ("hello", "neither a card nor a command"),
        ("r", "neither a card nor a command"),
        ("p", "neither a card nor a command"),
        ("x" * 5000, "neither a card nor a command"),
        ("\x1b[A", "neither a card nor a command"),
        ("²", "neither a card nor a command"),
    ],
)
def test_what_cannot_be_read_is_said(typed: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as error:
        read(typed, TURN)
    assert len(str(error.value)) < 200
    assert str(error.value).isprintable()


def test_other_questions_have_other_answers() -> None:
    opening = View.parse("*W 0> R7G3/2 - 103")
    assert [str(read(text, opening).move) for text in ("b", "Blue", "*b")] == ["*B"] * 3
    drawn = View.parse("R5 0> R7G3/2 =R7 - 103")
    assert [str(read(text, drawn).move) for text in ("p", "play!", "k")] == ["R7", "R7!", "-"]
    swap = View.parse("R7 0> R7G3/2/1 > - 102", "party")
    assert [str(read(text, swap).move) for text in ("2", ">2", "1!")] == [">2", ">2", ">1!"]
    owing = View.parse("R7 1> R7/2/1 !0 - 103")
    assert [str(read(text, owing).move) for text in ("u", "uno", "!")] == ["!"] * 3
