"""The protocol has a word for everything that the engine can say, and no other."""

from typing import get_args

import pytest

from tests.kit import at
from unolab import event
from unolab.engine.layout import PHASES
from unolab.server.protocol import Challenge, Choice, ChoiceKind, EventKind, Phase
from unolab.server.room.shown import hand_of

pytestmark = pytest.mark.slow  # the core is tested elsewhere


def choices(position: str, rules: str = "official", seat: int = 0) -> list[Choice]:
    return hand_of(at(position, rules), seat).choices


def test_every_event_has_a_kind() -> None:
    assert set(get_args(EventKind)) == {*event.EVENT_KINDS.values(), "dealt", "match"}


def test_every_phase_has_a_word() -> None:
    assert get_args(Phase) == PHASES


def test_every_choice_has_a_kind() -> None:
    asked = [
        choices("R5 0> R7G3/B2B3/Y9Y8"),  # play, draw
        choices("R5 0> R7G3/B2B3/Y9Y8 =R7"),  # keep
        choices("RF 0> R7G3/B2B3/Y9Y8 ?4"),  # challenge
        choices("*W 0> R7G3/B2B3/Y9Y8"),  # name
        choices("R7 0> R1G3/B2B3/Y9Y8 >", "party"),  # swap
        choices("R5 1> R7/B2B3/Y9Y8 !0"),  # call
        choices("R5 1> R7/B2B3/Y9Y8 !0", seat=2),  # catch
        choices("R5 1> R5G3/B2B3/Y9Y8", "party"),  # jump
    ]
    assert {choice.kind for found in asked for choice in found} == set(get_args(ChoiceKind))


@pytest.mark.parametrize(
    ("under", "color"), [("G6", "G"), ("R5GW", "G"), ("", None), ("G6RS", "R")]
)
@pytest.mark.parametrize(("bluff", "way", "seat"), [("?4", ">", 2), ("??4", "<", 1)])
def test_challenge_says_what_it_is_about(
    under: str, color: str | None, bluff: str, way: str, seat: int
) -> None:
    """And nothing of whether it was a bluff."""
    position = f"BF 0{way} R7G3/B2B3/Y9Y8 {bluff}" + (f" _{under}" if under else "")
    told = {
        "seat": seat,
        "color": color,
        "test": "color",
        "guilty": 4,
        "innocent": 6,
    }
    found = {choice.kind: choice.challenge for choice in choices(position)}
    assert found == {"draw": None, "challenge": Challenge.model_validate(told)}


def test_challenge_says_which_test_the_rules_have() -> None:
    found = choices("BF 0> R7G3/B2B3/Y9Y8 ?4", "official+wd4_test=playable")
    assert [choice.challenge.test for choice in found if choice.challenge] == ["playable"]
