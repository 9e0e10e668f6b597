"""Why a move is legal or not: for every reason a sentence or two words."""

import pytest

from tests.kit import at
from unolab import Card, IllegalMove
from unolab.engine import legal
from unolab.reason import likeness

SEVENS = "party"
STRICT = "official+wd4=strict"
BROAD = "official+wd4=strict+wd4_test=playable"
HANDS = "R7G3*F/B2B3/Y9Y8"

REASONS = [
    (legal.ROUND_OVER, "R5 0> /B2", "official", "+", "the round is over"),
    (legal.ROUND_OVER, "R5 0> R7/B2 void", "official", "R7", "the round is over"),
    (legal.NOT_YOUR_TURN, f"R5 0> {HANDS}", "official", "1:+", "seat 0 is to act"),
    (legal.NOT_YOUR_TURN, f"R5 0> {HANDS}", "official", "1:?", "seat 0 is to act"),
    (legal.NOT_IN_HAND, f"R5 0> {HANDS}", "official", "R1", "not in hand"),
    (legal.NOT_IN_HAND, f"R5 0> {HANDS}", "official", "GW", "not in hand"),
    (legal.DOES_NOT_FIT, f"R5 0> {HANDS}", "official", "G3", "needs red or a 5"),
    (legal.DOES_NOT_FIT, f"R8 0> {HANDS}", "official", "G3", "needs red or an 8"),
    (legal.DOES_NOT_FIT, f"BS 0> {HANDS}", "official", "G3", "needs blue or a skip"),
    (legal.DOES_NOT_FIT, f"YW 0> {HANDS}", "official", "G3", "needs yellow or a wild"),
    (
        legal.DRAW_FOUR_FORBIDDEN,
        f"R5 0> {HANDS}",
        STRICT,
        "GF",
        "a draw four is not allowed with a card of that colour in hand",
    ),
    (
        legal.DRAW_FOUR_FORBIDDEN,
        f"B3 0> {HANDS}",
        BROAD,
        "GF",
        "a draw four is not allowed with another playable card in hand",
    ),
    (
        legal.ONLY_DRAWN_CARD,
        "R5 0> R7R8/B2 =R8",
        "official",
        "R7",
        "after drawing only the drawn card can be played",
    ),
    (
        legal.MUST_ANSWER_DRAW,
        "RD 0> R7/B2 +4",
        "stacking",
        "R7",
        "4 cards are due, which this card does not answer",
    ),
    (
        legal.MUST_NAME_COLOR,
        "*W 0> R7/B2",
        "official",
        "R7",
        "the colour of the first card must be named before",
    ),
    (
        legal.MUST_NAME_COLOR,
        "*W 0> R7/B2",
        "official",
        "+",
        "the colour of the first card must be named before",
    ),
    (legal.MUST_SWAP, "R7 0> R7/B2 >", SEVENS, "R7", "hands must be swapped before"),
    (legal.MUST_SWAP, "R7 0> R7/B2 >", SEVENS, "+", "hands must be swapped before"),
    (legal.MUST_PLAY, "R5 0> R7/B2", "kata", "+", "a card can be played, so one must be"),
    (legal.MUST_PLAY, "RD 0> YD/B2 +2", "swing", "+", "a card can be played, so one must be"),
    (
        legal.NOTHING_TO_DRAW,
        "R5 0> R7/@",
        "official",
        "+",
        "no card is left to draw, and a card can be played",
    ),
    (
        legal.MUST_DECIDE_DRAWN,
        "R5 0> R7R8/B2 =R8",
        "official",
        "+",
        "a card was drawn already: play it or keep it",
    ),
    (
        legal.NOTHING_DRAWN,
        "R5 0> R7/B2",
        "official",
        "-",
        "no card was drawn that could be played",
    ),
    (
        legal.MUST_PLAY_DRAWN,
        "R5 0> R7R8/B2 =R8",
        "party",
        "-",
        "a drawn card that fits must be played",
    ),
    (
        legal.NOTHING_TO_CHALLENGE,
        "RD 0> R7/B2 +2",
        "stacking",
        "?",
        "there is no wild draw four to challenge",
    ),
    (
        legal.NOTHING_TO_CHALLENGE,
        "RF 0> R7/B2",
        "official",
        "?",
        "there is no wild draw four to challenge",
    ),
    (legal.COLOR_NOT_OPEN, "R5 0> R7/B2", "official", "*G", "the colour is not open"),
    (
        legal.NOTHING_TO_SWAP,
        "R7 0> R7/B2",
        SEVENS,
        ">1",
        "no seven was played, so no hands are swapped",
    ),
    (
        legal.NO_SUCH_SEAT,
        "R7 0> R7/B2 >",
        SEVENS,
        ">0",
        "hands are swapped with another seat from 0 to 1",
    ),
    (
        legal.NO_SUCH_SEAT,
        "R7 0> R7/B2 >",
        SEVENS,
        ">2",
        "hands are swapped with another seat from 0 to 1",
    ),
    (legal.NO_CALL_OWED, "R5 0> R7/B2", "official", "1:!", "no call of Uno is owed"),
    (legal.NO_CALL_OWED, "R5 0> R7/B2 !1", "official", "0:!", "no call of Uno is owed"),
    (legal.CANNOT_CATCH, "R5 0> R7/B2 !1", "official", "1:x1", "nobody catches themselves"),
    (legal.CANNOT_CATCH, "R5 0> R7/B2 !1", "official", "1:x0", "seat 0 owes no call of Uno now"),
    (legal.CANNOT_CATCH, "R5 0> R7/B2 !1", "official", "0:x9", "seat 9 owes no call of Uno now"),
    (legal.NO_JUMP_IN, "R5 0> R7/R5", "official", "1:R5", "these rules have no jumping in"),
    (legal.NO_JUMP_NOW, "R5 0> R7R8/R5 =R8", "party", "1:R5", "nobody can jump in now"),
    (
        legal.NOT_IDENTICAL,
        "R5 0> R7/R6",
        "party",
        "1:R6",
        "only a card identical to the top one can jump in",
    ),
    (legal.NOT_IN_HAND, "R5 0> R7/R6", "party", "1:R5", "not in hand"),
]


@pytest.mark.parametrize(("code", "position", "rules", "move", "reason"), REASONS)
def test_a_reason(code: int, position: str, rules: str, move: str, reason: str) -> None:
    state = at(position, rules)
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert error.value.reason == reason
    assert getattr(legal, error.value.code.upper()) == code
    assert (error.value.seat, str(error.value.move)) == (int(move[0]) if ":" in move else 0, move)
    assert error.value.position == str(state.view(error.value.seat))


def test_every_reason_is_tested() -> None:
    """All but the last one, which only a compiled bot can meet, by answering nonsense."""
    assert {code for code, *_ in REASONS} == {*range(legal.FINE + 1, legal.NO_SUCH_MOVE)}


@pytest.mark.parametrize(
    ("card", "top", "why"),
    [
        ("R7", "R5", "same colour"),
        ("R7", "RW", "same colour"),
        ("R7", "B7", "same number"),
        ("RS", "BS", "same symbol"),
        ("RS", "RS", "same card"),
        ("RW", "R5", "wild"),
        ("BF", None, "wild"),
        ("R7", "*F", "anything goes"),
        ("R0", None, "anything goes"),
    ],
)
def test_why_a_card_fits(card: str, top: str | None, why: str) -> None:
    assert likeness(Card.parse(card), None if top is None else Card.parse(top)) == why
