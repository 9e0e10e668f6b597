"""A. The deck and the deal."""

from collections import Counter

import pytest

from tests.kit import after, at, complete, count, everywhere, legal, on, walk
from unolab import DECK, Face, Rules, State


def test_c001_the_deck() -> None:
    """108 cards: one zero and two of everything else in each colour, four wilds of each kind."""
    assert len(DECK) == 108
    assert Counter(str(card)[1] for card in DECK) == (
        {"0": 4, "W": 4, "F": 4} | dict.fromkeys("123456789SVD", 8)
    )
    assert Counter(str(card)[0] for card in DECK) == {"R": 25, "Y": 25, "G": 25, "B": 25, "*": 8}
    assert sum(card.face <= Face.NINE for card in DECK) == 76
    assert sum(Face.SKIP <= card.face <= Face.DRAW_TWO for card in DECK) == 24
    assert sum(card.is_wild for card in DECK) == 8
    assert Counter(DECK).most_common()[0][1] == 4


@everywhere
@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_c001_all_of_it_is_dealt(rules: str, players: int) -> None:
    state = State.deal(rules, players)
    assert count(state) == 108
    assert complete(state)


def test_c002_points_of_the_deck() -> None:
    assert sum(card.points for card in DECK if card.face <= Face.NINE) == 360
    assert sum(card.points for card in DECK if Face.SKIP <= card.face <= Face.DRAW_TWO) == 480
    assert sum(card.points for card in DECK if card.is_wild) == 400


@everywhere
def test_c002_a_hand_with_nearly_all_points(rules: str) -> None:
    """The loser holds every card but R5 and R1."""
    assert after("R5 0> R1/@", "R1", rules=rules).points == 1240 - 5 - 1


@on("official", "kata", "unoai", "nifty", "duel")
def test_c003_four_hands(rules: str) -> None:
    """Seven cards each, one turned up, 79 left, when the first card is a number."""
    deals = [State.deal(rules, 4, seed=seed) for seed in range(20)]
    plain = [state for state in deals if state.top is not None and state.top.face <= Face.NINE]
    assert len(plain) > 5
    for state in plain:
        assert state.sizes == (7, 7, 7, 7)
        assert state.discards == ()
        assert state.stock == 79
        assert state.turn == 0


def test_c004_no_first_card() -> None:
    state = State.deal("swing", 4)
    assert state.sizes == (7, 7, 7, 7)
    assert state.top is None
    assert state.discards == ()
    assert state.stock == 80
    assert state.turn == 0


@pytest.mark.parametrize(("players", "stock"), [(2, 93), (10, 37)])
def test_c005_what_is_left(players: int, stock: int) -> None:
    deals = [State.deal("official", players, seed=seed) for seed in range(20)]
    plain = [state for state in deals if state.top is not None and state.top.face <= Face.NINE]
    assert {state.stock for state in plain} == {stock}


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_c005_two_to_ten_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 10"):
        State.deal("official", players)


def test_c005_a_hand_has_cards() -> None:
    with pytest.raises(ValueError, match="hand_size"):
        Rules(hand_size=0)


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("players", [2, 4, 10])
def test_c006_no_card_is_lost(rules: str, players: int) -> None:
    """All 108 cards are somewhere after every move, and wilds in hands have no colour."""
    for seed in range(3):
        start = State.deal(rules, players, seed=seed)
        assert all(complete(state) for state in walk(start, seed))


@pytest.mark.slow
@everywhere
def test_c006_no_card_is_lost_when_all_are_in_sight(rules: str) -> None:
    """With an empty stock every single card can be checked."""
    start = at("R5 0> R1B1/@/Y1Y2/G1G2 _R2GWBF", rules)
    assert start.stock == 0
    for seed in range(5):
        assert all(complete(state) for state in walk(start, seed, moves=60))


@pytest.mark.slow
@everywhere
def test_c007_same_seed_same_game(rules: str) -> None:
    """The seed and the moves decide everything, events included."""
    first, second = (list(walk(State.deal(rules, 4, seed=5), seed=6)) for _ in range(2))
    assert first == second
    assert [state.events for state in first] == [state.events for state in second]
    assert any(state.events for state in first)
    assert [legal(state) for state in first] == [legal(state) for state in second]


def test_c007_another_seed_another_game() -> None:
    assert len({str(State.deal("official", 4, seed=seed)) for seed in range(20)}) == 20
    assert len({str(State.deal("official", 4, number=number)) for number in range(20)}) == 20
