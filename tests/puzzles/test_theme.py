"""What puzzles are about, in positions in which it is plain."""

import pytest

from unolab import State
from unolab.moves import Move
from unolab.puzzles.strength import find_misled, is_tempting
from unolab.puzzles.theme import find_danger, find_theme, list_themes
from unolab.review.reasons import Reason
from unolab.state import View

STACKING = "official+stacking=same+wd4=strict"


def see(text: str, rules: str = "official") -> View:
    state = State.parse(text, rules)
    return state.view(state.turn)


@pytest.mark.parametrize(
    ("text", "best", "rival", "theme"),
    [
        ("GF 0> R7G3B2/B3B3B5 ?4", "?", "+", "challenge"),
        ("R5 0> R7*WB2Y1/B3B3B5Y9", "R7", "GW", "hold"),
        ("R5 0> B7*WB2Y1/B3B3B5Y9", "BW", "YW", "color"),
        ("R5 0> B7*FR2Y1/B3B3B5Y9", "R2", "BF", "bluff"),
        ("R5 0> B7R5R2Y1/B3B3B5Y9", "+", "R2", "draw"),
        ("R5 0> B7RSR2Y1/B3B3B5Y9", "RS", "R2", "attack"),
        ("R5 0> B7RSR2Y1/B2", "R2", "RS", "endgame"),
        ("R5 0> B7RSR2Y1/B3B3B5Y9", "R2", "RS", "attack"),
        ("R5 0> B7B5R2Y1/B3B3B5Y9", "R2", "B5", "color"),
        ("R5 0> B7R5R2Y1/B3B3B5Y9", "R2", "R5", None),
    ],
)
def test_theme_is_what_is_decided(text: str, best: str, rival: str, theme: str | None) -> None:
    assert find_theme(see(text), Move.parse(best), Move.parse(rival), ()) == theme


def test_stacking_is_a_theme_of_its_own() -> None:
    view = see("RD 0> R7GDB2/B3B3B5 +2", STACKING)
    assert find_theme(view, Move.parse("GD"), Move.parse("+"), ()) == "stack"


def test_position_says_what_it_cannot_be_about() -> None:
    assert list_themes(see("GF 0> R7G3B2/B3B3B5 ?4")) == {"challenge"}
    assert list_themes(see("RD 0> R7GDB2/B3B3B5 +2", STACKING)) == {"stack"}
    assert not {"hold", "bluff", "stack"} & list_themes(see("R5 0> B7R5R2Y1/B3B3B5Y9"))
    assert {"hold", "bluff"} < list_themes(see("R5 0> B7*FR2Y1/B3B3B5Y9"))


def test_winning_in_one_go_is_the_end_of_a_round_however_many_cards_it_takes() -> None:
    view = see("BS 0> YSG6GSBSRS/B3B3B5Y1")
    why = [Reason("in_one_go")]
    assert find_theme(view, Move.parse("BS"), Move.parse("+"), why) == "endgame"


def test_draw_that_tells_is_what_it_is_about() -> None:
    told = [Reason("drew_on", seat=1, color="red")]
    view = see("R5 0> B7R5R2Y1/B3B3B5Y9")
    assert find_theme(view, Move.parse("R2"), Move.parse("R5"), told) == "tell"


@pytest.mark.parametrize(
    ("text", "key", "seat", "cards"),
    [
        ("GF 0> R7G3B2/B3B3B5 ?4", "draw_four", 1, 4),
        ("R5 0> R7G3B2B9/B3B3B5/Y1", "few", 2, 1),
        ("R5 0< R7G3B2B9/B3B5/Y1Y2", "few", 2, 2),
        ("R5 0> R7G3/B3B3B5/Y1Y2Y3", "nearly_out", None, 2),
        ("R5 0> R7G3B2B9/B3B3B5/Y1Y2Y3", "none", None, None),
    ],
)
def test_danger_is_named(text: str, key: str, seat: int | None, cards: int | None) -> None:
    danger = find_danger(see(text))
    assert (danger.key, danger.seat, danger.cards) == (key, seat, cards)


@pytest.mark.slow
def test_bots_that_do_something_else_are_misled() -> None:
    view = see("R5 0> R9R2B7Y1/B3B3B5Y9")
    misled = find_misled(view, Move.parse("R9"))
    assert "greedy" not in misled  # it plays what costs most
    assert "greedy" in find_misled(view, Move.parse("R2"))


def test_only_card_that_fits_is_no_riddle_unless_good_bots_miss_it() -> None:
    one, two = see("R5 0> R9*WB7Y1/B3B3B5Y9"), see("R5 0> R9*WR7Y1/B3B3B5Y9")
    best = Move.parse("R9")
    assert not is_tempting(one, best, ["medium"])
    assert is_tempting(one, best, ["hard"])
    assert is_tempting(two, best, ["medium"])
    assert not is_tempting(two, best, ["random", "greedy"])
