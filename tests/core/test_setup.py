"""Positions and deals that cannot be, and what is said about them."""

import re
from typing import Any

import pytest

from tests.kit import at, filled, legal, on
from unolab import Card, NotationError, State, View
from unolab.cards import cards

SEVENS = "official+seven_zero=true"


def says(text: str) -> str:
    return "^" + re.escape(text)


# ── a position ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("R5 0> R7/2", "this is a view, with cards counted instead of named: use View.parse"),
        ("R5 0> R7/B2 - 105", "this is a view, with cards counted instead of named"),
        ("R5 2> R7/B2", "it cannot be the turn of seat 2 of 2 players"),
        ("R5 0> R7R7/R7B2", "the deck has 2 R7, not 3"),
        ("R0 0> R7/R0B2", "the deck has 1 R0, not 2"),
        ("R5 0> *W*W*W/B2*W _GW", "the deck has 4 *W, not 5"),
        ("R5 0> R7/B2 - R0R0", "R0 cannot be drawn: it is no card of the stock"),
        ("R5 0> R7/B2 - GW", "GW cannot be drawn: it is no card of the stock"),
        ("R5 0> R7/B2GW", "GW in a hand wears a colour: *W is expected"),
        ("R5 0> R7/BFB2", "BF in a hand wears a colour: *F is expected"),
        ("*F 0> R7/B2", "*F on the pile has no colour: RF, YF, GF or BF is expected"),
        ("R5 0> R7/B2 _G1*F", "*F on the pile has no colour"),
        ("R5 0> R7/B2 _G1*W", "*W on the pile has no colour"),
        ("*W 0> R7/B2 _G1", "*W on the pile has no colour"),
        ("*W 0> R7/B2 _*W", "*W on the pile has no colour"),
        ("-- 0> R7/B2 _G1", "there are discards, so there is a top card too"),
        ("R5 0> /B2/", "an empty hand has won: there can be only one, it is that seat's turn, and"),
        ("R5 1> /B2", "an empty hand has won: there can be only one, it is that seat's turn, and"),
        ("R5 0> R7/B2 =", "the card just drawn must be named, and be in the hand of its seat"),
        ("R5 0> R7/B2 =R8", "the card just drawn must be named, and be in the hand of its seat"),
        ("R5 1> R7/B2 =R7", "the card just drawn must be named, and be in the hand of its seat"),
        ("R5 0> R7/B2 =R7 +2", "only one of the marks void, >, = and +2 or ?4 can be there"),
        ("R5 0> R7/B2 void >", "only one of the marks"),
        ("R5 0> R7/B2 +2", "cards are due only when a draw card is on top"),
        ("-- 0> R7/B2 +2", "cards are due only when a draw card is on top"),
        ("RD 0> R7/B2 +3", "3 cards cannot be due on RD"),
        ("RD 0> R7/B2 +4", "4 cards cannot be due on RD"),
        ("GF 0> R7/B2 +4", "a draw four that may be challenged is written ?4, or ??4 for a bluff"),
        ("RD 0> R7/B2 ?2", "?4 needs a wild draw four on top and rules with wd4=challenge"),
        ("R7 0> R7/B2 >", "a swap is due only after a seven, with seven_zero=true"),
        ("R5 0> R7/B2 %2", "a table where everyone is blocked is void"),
        ("R5 0> R7B1/B2 !0", "seat 0 cannot owe a call: one card and a penalty are needed"),
        ("R5 0> R7/B2 !2", "seat 2 cannot owe a call"),
        ("R5 0> R7G3/B2 =R7 !1", "seat 1 cannot owe a call now: something was done since"),
        ("R5 0> R7/B2 $1,2,3", "2 totals are expected, not 3"),
    ],
)
def test_a_position_that_cannot_be(position: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=says(sentence)):
        State.parse(position)


@pytest.mark.parametrize(
    ("position", "rules", "sentence"),
    [
        ("RF 0> R7/B2 ?4", "unoai", "?4 needs a wild draw four on top and rules with wd4=challen"),
        ("RD 0> R7/B2 +3", "stacking", "3 cards cannot be due on RD"),
        ("GF 0> R7/B2 +2", "stacking", "2 cards cannot be due on GF"),
        ("R8 0> R7/B2 >", SEVENS, "a swap is due only after a seven, with seven_zero=true"),
        ("R5 0> R7/B2 !0", "kata", "seat 0 cannot owe a call: one card and a penalty are needed"),
        ("R5 0> R7/B2 =R7", "swing", "with drawn_card=keep nobody has a choice after drawing"),
        ("R5 0> R7G3/B2 =G3", "party", ""),  # it must be played and cannot be
        ("R5 0> R7/B2 ~4", "official+turn_limit=3", ""),  # the round would never end
    ],
)
def test_a_position_that_cannot_be_by_its_rules(position: str, rules: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=says(sentence)):
        State.parse(position, rules)


@pytest.mark.parametrize("hands", ["R7", "R1/R2/R3/R4/R6/Y1/Y2/Y3/Y4/Y5/Y6"])
def test_two_to_ten_hands(hands: str) -> None:
    with pytest.raises(NotationError, match="2 to 10 players"):
        State.parse(f"R5 0> {hands}")


@pytest.mark.parametrize("mark", ["void", "+2", ">", "!1", "=R7"])
def test_nothing_is_open_when_a_hand_is_empty(mark: str) -> None:
    with pytest.raises(NotationError):
        State.parse(f"RD 0> /R7 {mark}", SEVENS)


def test_a_drawn_card_that_does_not_fit_can_only_be_kept() -> None:
    assert legal(State.parse("R5 0> R7G3/B2 =G3")) == "-"


def test_a_wild_without_colour_can_lie_at_the_bottom() -> None:
    assert str(State.parse("R5 0> R7/B2 _*WG5", "unoai").discards[0]) == "*W"


def test_a_table_where_ten_are_blocked() -> None:
    hands = "B1/Y1/G1/B1/Y1/G1/B2/Y2/G2/@"
    state = at(f"R5 0> {hands} %9").play("+")
    assert str(state) == filled(f"R5 0> {hands} void %10")
    assert State.parse(str(state)) == state


@pytest.mark.parametrize("seed", [-1, 2**256, 1.0, "7", None, True])
def test_a_seed_is_a_number_of_256_bits(seed: Any) -> None:
    sentence = says("a seed is a whole number from 0 to 2**256 - 1, not " + repr(seed)[:60])
    with pytest.raises(ValueError, match=sentence):
        State.parse("R5 0> R7/B2", seed=seed)
    with pytest.raises(ValueError, match=sentence):
        State.deal(seed=seed)


def test_the_seed_shuffles_what_is_not_listed() -> None:
    drawn = {str(State.parse("R5 0> B7/B2", seed=seed).play("+").hands[0]) for seed in range(20)}
    assert len(drawn) > 5
    assert State.parse("R5 0> R7/B2", seed=2**128 - 1).play("+").sizes == (2, 1)


# ── a deal ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("number", [-1, 2**48, 1.0, "7", None, True])
def test_a_number_has_48_bits(number: Any) -> None:
    sentence = says(f"the number of a game is from 0 to 2**48 - 1, not {number!r}")
    with pytest.raises(ValueError, match=sentence):
        State.deal(number=number)


@pytest.mark.parametrize("dealer", [-1, 3, 1.0, "1", True])
def test_the_dealer_sits_at_the_table(dealer: Any) -> None:
    sentence = says(f"the dealer is one of the seats 0 to 2, not {dealer!r}")
    with pytest.raises(ValueError, match=sentence):
        State.deal(players=3, dealer=dealer)


@pytest.mark.parametrize("players", [1, 11, 2.0, True])
def test_two_to_ten_players(players: Any) -> None:
    with pytest.raises(ValueError, match=f"^Uno is for 2 to 10 players, not {players}$"):
        State.deal(players=players)


@pytest.mark.parametrize("fixed", ["R0R0", "GW", "R7" * 3, "*F" * 5])
def test_only_cards_of_the_deck_are_dealt(fixed: str) -> None:
    sentence = says(f"{fixed[-2:]} cannot be drawn: it is no card of the stock")
    with pytest.raises(NotationError, match=sentence):
        State.deal(cards=fixed)
    with pytest.raises(NotationError, match=sentence):
        State.deal(cards=cards(fixed))


def test_cards_are_dealt_in_order() -> None:
    state = State.deal("official+hand_size=2", 3, cards="R1Y1R2Y2R3Y3R5G1G2G3")
    assert str(state) == "R5 0> R1Y1/R2Y2/R3Y3 - G1G2G3"
    assert state == State.deal("official+hand_size=2", 3, cards=iter(cards("R1Y1R2Y2R3Y3R5G1G2G3")))


@on("official+opening=no_wilds", "nifty")
def test_nothing_is_turned_up_when_only_wilds_are_left(rules: str) -> None:
    """Ten hands of ten cards can leave the eight wilds alone."""
    deck = [str(Card(number)) for number in range(60) if number % 15 < 13]
    first = deck + [card for card in deck if card[1] != "0"]
    state = State.deal(f"{rules}+hand_size=10", 10, cards="".join(first))
    assert (state.top, state.stock, state.phase, state.turn) == (None, 8, "turn", 0)
    assert legal(state) == " ".join(str(card) for card in state.hands[0]) + (
        "" if rules == "nifty" else " +"
    )


@pytest.mark.parametrize("totals", [(1, 2, 3), (1,), (-1, 0), (1.5, 0), (10**10, 0), ("1", "2")])
def test_totals_are_whole_numbers_one_for_each_seat(totals: Any) -> None:
    with pytest.raises(ValueError, match="total"):
        State.deal(players=2, totals=totals)


def test_totals_are_kept() -> None:
    state = State.deal(players=2, seed=1, totals=(480, 0))
    assert state.totals == (480, 0)
    assert " $480,0" in str(state)


# ── a view ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ("R5 0> R7/B2 - 105", "a view names one hand and counts the others: R5 0> R7G3/2 - 103"),
        ("R5 0> R7/2", "a view names one hand and counts the others"),
        ("R5 0> R7/2 - Y1", "a view names one hand and counts the others"),
        ("R5 0> R7/2 - 105", "the hands and the stock do not add up to the 108 cards"),
        ("R5 0> R7/2 _G1 - 104", "the hands and the stock do not add up to the 108 cards"),
        ("R5 2> R7/2 - 104", "it cannot be the turn of seat 2 of 2 players"),
        ("R5 0> R7R7R7/2 - 102", "the deck has 2 R7, not 3"),
        ("R5 0> *W*W*W*W*W/2 - 100", "the deck has 4 *W, not 5"),
        ("R5 0> GW/2 - 104", "GW in a hand wears a colour: *W is expected"),
        ("*F 0> R7/2 - 104", "*F on the pile has no colour"),
        ("R5 0> R7/2 =R7 void - 104", "only one of the marks"),
        ("R5 0> R7/2 $1 - 104", "2 totals are expected, not 1"),
        ("R5 0> R7/2 +2 - 104", "cards are due only when a draw card is on top"),
        ("R5 0> R7/2 > - 104", "a swap is due only after a seven, with seven_zero=true"),
        ("GF 0> R7/2 ??4 - 104", "nobody sees whether it is a bluff"),
        ("R5 0> R7/2 =G3 - 104", "the card just drawn must be named, and be in the hand of"),
        ("R5 1> R7/2 !1 - 104", "seat 1 cannot owe a call"),
        ("R5 0> R7/2 %2 - 104", "a table where everyone is blocked is void"),
    ],
)
def test_a_view_that_cannot_be(view: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=says(sentence)):
        View.parse(view)


@pytest.mark.parametrize("view", ["R5 0> R7 - 106", "R5 0> 7 - 100"])
def test_a_view_of_two_to_ten(view: str) -> None:
    with pytest.raises(NotationError, match="2 to 10 players"):
        View.parse(view)


def test_no_spectator_sees_what_was_drawn() -> None:
    view = View.parse("R5 0> 2/2 = - 103")
    assert (view.seat, view.phase, view.drawn, view.legal) == (None, "drawn", None, ())
    with pytest.raises(NotationError):
        View.parse("R5 0> 2/2 =R7 - 103")
