"""C. Which cards fit. Seat 0 acts."""

import pytest

from tests.kit import after, at, everywhere, hand, legal, on, refuses, show, with_draw
from unolab import Card, IllegalMove, Move

MIXED = "R5 0> R9B5G7YS*W*F/Y1Y2/Y3Y4/G1G2"


@everywhere
def test_c033_colour_number_or_wild(rules: str) -> None:
    assert legal(at(MIXED, rules)) == with_draw(rules, "R9 B5 *W *F")


def test_c033_in_ascending_order() -> None:
    moves = at(MIXED).legal
    assert " ".join(map(str, moves)) == "R9 RW RF YW YF GW GF B5 BW BF +"
    assert list(moves) == sorted(moves)


def test_c034_strict_draw_four() -> None:
    """It is no play at all while a card of the colour in force is held."""
    assert legal(at(MIXED, "official+wd4=strict")) == "R9 B5 *W +"
    assert legal(at("R5 0> B5G7*W*F/Y1Y2", "official+wd4=strict")) == "B5 *W *F +"


@on("official", "unoai", "duel")
def test_c036_symbols(rules: str) -> None:
    """Skip fits on skip; it does not fit on a reverse just because neither has a number."""
    assert legal(at("RS 0> R2BSB2BV/Y1Y2/Y3Y4/G1G2", rules)) == "R2 BS +"


@on("official", "unoai", "duel")
def test_c039_on_a_served_draw_four(rules: str) -> None:
    assert legal(at("BF 0> RDB0*F/Y1Y2/Y3Y4/G1G2", rules)) == "B0 *F +"


@everywhere
def test_c042_wild_in_the_same_colour(rules: str) -> None:
    position = "R5 0> G1G2*W/Y1Y2/Y3Y4/G3G4"
    assert Move.parse("RW") in at(position, rules).legal
    assert show(after(position, "RW", rules=rules)) == "RW 1> G1G2/Y1Y2/Y3Y4/G3G4 _R5"


@everywhere
def test_c043_rejected(rules: str) -> None:
    state = at("R5 0> R9G1*W/R1R2/Y3Y4/G3G4", rules)
    refuses(state, "R8", "G1", "RF")  # not in the hand, or not fitting
    refuses(state, "1:R1", "2:+", "3:R9", "1:R9")  # not their turn
    refuses(state, "-", "?", ">1", "*R")  # nothing drawn, due, to swap or to name
    refuses(state, "0:!", "1:x0")  # nobody owes a call


@everywhere
@pytest.mark.parametrize("text", ["*W", "W", "R9:G", "PW", "XW", "r9", "", "R9 ", "0:", "10:R9"])
def test_c043_no_move_at_all(rules: str, text: str) -> None:
    """A wild without a colour, a card with one too many, an unknown colour."""
    state = at("R5 0> R9G1*W/R1R2/Y3Y4/G3G4", rules)
    before = str(state)
    with pytest.raises(ValueError, match="move"):
        state.play(text)
    assert str(state) == before


@everywhere
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_c043_not_to_act(rules: str, seat: int) -> None:
    state = at("R5 0> R9G1*W/R1R2/Y3Y4/G3G4", rules)
    for move in ("R9", "R1", "+"):
        with pytest.raises(IllegalMove):
            state.play(move, seat=seat)
    assert show(state) == "R5 0> R9G1*W/R1R2/Y3Y4/G3G4"


@on("swing", "kata", "nifty")
def test_c043_nothing_to_take(rules: str) -> None:
    refuses(at("R5 0> R9G1*W/R1R2/Y3Y4/G3G4", rules), "+")


@everywhere
def test_c044_one_card_a_turn(rules: str) -> None:
    state = after("R5 0> R1R2R3/Y1Y2/Y3Y4/G3G4", "R1", rules=rules)
    assert state.turn == 1
    refuses(state, "0:R2", "R2")


@everywhere
def test_c045_one_of_two_equal_cards(rules: str) -> None:
    assert hand(after("R5 0> R1R1B2/Y1Y2/Y3Y4/G3G4", "R1", rules=rules), 0) == "R1B2"


@everywhere
def test_c046_the_colour_changes_with_the_card(rules: str) -> None:
    state = after("R5 0> G1G2B5/R1B1/Y3Y4/G3G4", "B5", rules=rules)
    assert state.turn == 1
    assert legal(state) == with_draw(rules, "B1")
    refuses(state, "R1")


@everywhere
def test_c047_the_named_colour_is_forgotten(rules: str) -> None:
    state = after("GW 0> Y1Y2G3/R3R4G4/Y3Y4/G5G6", "G3", rules=rules)
    assert show(state) == "G3 1> Y1Y2/R3R4G4/Y3Y4/G5G6 _GW"
    assert legal(state) == with_draw(rules, "R3 G4")
    assert state.play("R3").top == Card.parse("R3")
