"""I. Running out of cards."""

import pytest

from tests.kit import after, at, complete, everywhere, hand, legal, on, show, with_draw
from unolab import State
from unolab.cards import cards

KEPT = {"swing": ()}  # the move after drawing a card that fits: none where it is kept anyway


@everywhere
@pytest.mark.parametrize("seed", range(6))
def test_c150_the_discards_become_the_stock(rules: str, seed: int) -> None:
    position = "R5 0> B1/@/Y1Y2/G1G2 _R1GWBF"
    assert legal(at(position, rules)) == "+"
    state = after(position, "+", rules=rules, seed=seed)
    (drawn,) = set(state.hands[0]) - set(cards("B1"))
    assert drawn in cards("R1*W*F")
    assert len(state.hands[0]) == 2
    assert str(state.top) == "R5"
    assert (state.stock, state.discards) == (2, ())
    assert complete(state)
    if rules == "swing":
        assert (state.turn, state.phase) == (1, "turn")
    else:
        assert (state.turn, state.phase) == (0, "drawn")
        assert legal(state) == f"{drawn} -"


def test_c150_in_any_order() -> None:
    position = "R5 0> B1/@/Y1Y2/G1G2 _R1GWBF"
    drawn = {hand(after(position, "+", seed=seed), 0) for seed in range(20)}
    assert drawn == {"R1B1", "B1*W", "B1*F"}


@on("official", "unoai", "nifty")
@pytest.mark.parametrize("seed", range(4))
def test_c151_in_the_middle_of_a_penalty(rules: str, seed: int) -> None:
    position = "G5 0> GDB1B2/Y2Y3/@/Y4Y6 _R1R2 - Y1"
    state = after(position, "GD", rules=rules, seed=seed)
    assert hand(state, 1) in ("R1Y1Y2Y3", "R2Y1Y2Y3", "Y1Y2Y3G5")
    assert str(state.top) == "GD"
    assert (state.stock, state.discards) == (2, ())
    assert state.turn == 2


@pytest.mark.parametrize(
    ("rules", "moves"), [("official", ("BF", "+")), ("unoai", ("BF",)), ("nifty", ("BF",))]
)
def test_c152_fewer_cards_than_due(rules: str, moves: tuple[str, ...]) -> None:
    state = after("R1 0> B1B2*F/Y3Y4/@/G1G2 - Y1Y2", *moves, rules=rules)
    assert hand(state, 1) == "R1Y1Y2Y3Y4"
    assert str(state.top) == "BF"
    assert (state.stock, state.discards) == (0, ())
    assert (state.turn, state.phase, state.due) == (2, "turn", 0)


@everywhere
def test_c153_nothing_to_draw(rules: str) -> None:
    position = "R5 0> B1/@/Y1Y2/G1G2"
    assert legal(at(position, rules)) == "+"
    state = after(position, "+", rules=rules)
    assert (state.turn, state.phase) == (1, "turn")
    assert hand(state, 0) == "B1"
    assert " %1" in show(state)


@everywhere
def test_c153_no_draw_offered_to_who_can_play(rules: str) -> None:
    """Nothing could come of it."""
    assert legal(at("R5 0> R1B1/@/Y1Y2/G1G2", rules)) == "R1"
    assert legal(at("R5 0> R1B1/@/Y1Y2/G1G2 _R2", rules)) == with_draw(rules, "R1")


@everywhere
def test_c154_a_blocked_table(rules: str) -> None:
    """Nobody in a whole round could play or draw: no winner, no points.

    The last seat, which has all other cards, was blocked before.
    """
    state = after("R5 0> B1/Y1/G1/@ %1", "+", "+", rules=rules)
    assert not state.over
    assert " %3" in show(state)
    state = state.play("+")
    assert state.over
    assert state.phase == "over"
    assert state.winner is None
    assert state.points == 0
    assert state.scores == (0, 0, 0, 0)
    assert state.legal == ()
    assert " void" in show(state)


@everywhere
@pytest.mark.parametrize(("players", "hands"), [(2, "B1/@"), (3, "B1/Y1/@"), (4, "B1/Y1/G1/@")])
def test_c154_as_many_turns_as_players(rules: str, players: int, hands: str) -> None:
    assert after(f"R5 0> {hands} %{players - 1}", "+", rules=rules).over
    if players > 2:
        assert not after(f"R5 0> {hands} %{players - 2}", "+", rules=rules).over


@everywhere
def test_c155_a_card_played_sets_the_count_back(rules: str) -> None:
    state = after("R5 0> B1/Y1/G1/@", "+", "+", "+", rules=rules)
    assert " %3" in show(state)
    state = state.play("R9")
    assert not state.over
    assert "%" not in show(state)
    for move in ("+", *KEPT.get(rules, ("-",))):  # seat 0 draws the R5, which fits
        state = state.play(move)
    assert hand(state, 0) == "R5B1"
    assert "%" not in show(state)
    state = state.play("+")
    assert " %1" in show(state)
    assert not state.over


@everywhere
def test_c155_so_does_a_card_drawn(rules: str) -> None:
    state = after("R5 0> B1/Y1/G1/@ %3 - Y9", "+", rules=rules)
    assert hand(state, 0) == "Y9B1"
    assert "%" not in show(state)
    assert not state.over


@everywhere
def test_c157_a_wild_on_top_keeps_its_colour(rules: str) -> None:
    state = after("GW 0> B1/@/Y1Y2/R3R4 _R1R2", "+", rules=rules)
    assert str(state.top) == "GW"
    assert hand(state, 0) in ("R1B1", "R2B1")
    assert (state.stock, state.discards) == (1, ())
    assert state.turn == 1
    assert legal(state).startswith("G0 G1 G2")


@everywhere
def test_c158_a_recycled_wild_has_no_colour(rules: str) -> None:
    state = after("R5 0> B1B2/@ _GW", "+", rules=rules)
    assert hand(state, 0) == "B1B2*W"
    if rules != "swing":
        assert legal(state) == "*W -"
    for move in (*KEPT.get(rules, ("-",)), "R9"):
        state = state.play(move)
    assert legal(state) == with_draw(rules, "*W")
    assert str(state.play("YW").top) == "YW"


@everywhere
def test_c159_reshuffled_only_when_a_card_is_needed(rules: str) -> None:
    state = after("R5 0> B1/Y1Y2/G1G2/@ _R1 - Y9", "+", rules=rules)
    assert hand(state, 0) == "Y9B1"
    assert (state.stock, state.discards) == (0, cards("R1"))
    state = state.play("+")
    assert hand(state, 1) == "R1Y1Y2"
    assert (state.stock, state.discards) == (0, ())


@pytest.mark.parametrize("seed", range(10))
def test_c160_the_top_card_stays(seed: int) -> None:
    state = after("R5 0> B1/Y1Y2/G1G2/@ _R1R2", "+", rules="swing", seed=seed)
    assert str(state.top) == "R5"
    assert hand(state, 0) in ("R1B1", "R2B1")
    assert state.stock == 1


def test_c161_turn_1000_is_the_last() -> None:
    hands = "B1B2/Y1Y2/Y3Y4/G1G2"
    assert not after(f"R5 0> {hands} ~999 - G8G9", "+", rules="unoai").over
    state = after(f"R5 0> {hands} ~1000 - G8G9", "+", rules="unoai")
    assert state.over
    assert state.winner is None
    assert state.scores == (0, 0, 0, 0)


@pytest.mark.slow
def test_c161_one_thousand_turns() -> None:
    """Two players who draw and keep whenever they may come to the end of the turns."""
    state = State.deal("unoai", 2, seed=1)
    turns = 0
    while not state.over:
        turns += state.phase == "turn"
        state = state.play(state.legal[-1])
    assert state.winner is None
    assert turns == 1000


def test_c161_the_limit_is_an_option() -> None:
    position = "R5 0> B1B2/Y1Y2/Y3Y4/G1G2 - G8G9R9G7"
    rules = "official+turn_limit=3"
    state = after(position, "+", "+", "+", rules=rules)
    assert not state.over  # seat 2 has not decided about the R9 yet
    state = state.play("-")
    assert state.over
    assert state.winner is None
    assert state.points == 0


def test_c161_a_win_in_the_last_turn_counts() -> None:
    state = after("R5 0> R1/Y1Y2 ~3", "R1", rules="official+turn_limit=3")
    assert state.winner == 0
    assert state.points == 3
