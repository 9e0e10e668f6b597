"""The shuffle by a long seed: pinned, even, and with a fixed order down to the last card."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab import Game, State
from unolab.cards import DECK
from unolab.errors import NotationError
from unolab.shuffle import choose_swaps, stream, swap_places

SEED = 0x8F0C_0000_0000_0000_0000_0000_0000_0001 << 128 | 42
LONG = st.integers(2**128, 2**256 - 1)


def test_the_stream_is_sha_256_of_a_text() -> None:
    words = stream(2**128, 0, 0)
    assert [f"{next(words):08x}" for _ in range(3)] == ["97886ddc", "fdf109bf", "a8e61a6f"]


def test_a_long_seed_deals_these_cards_for_ever() -> None:
    state = State.deal("official", 3, SEED)
    assert str(state.view(None)) == "G4 0> 7/7/7 - 86"
    assert "".join(map(str, state.hands[0])) == "R0Y1Y7G4B0B6BS"


def test_every_game_of_a_series_and_every_shuffle_is_another() -> None:
    orders = [choose_swaps(SEED, number, shuffle) for number in (0, 1) for shuffle in (0, 1)]
    assert len({*map(tuple, orders)}) == 4


@given(LONG, st.integers(0, 2**48 - 1), st.integers(0, 99))
def test_a_shuffle_keeps_all_cards(seed: int, number: int, shuffle: int) -> None:
    swaps = choose_swaps(seed, number, shuffle)
    assert all(0 <= other <= place for place, other in enumerate(swaps))
    assert Counter(swap_places(DECK, swaps)) == Counter(DECK)


@pytest.mark.slow
def test_every_card_comes_to_every_place() -> None:
    """Each of 108 cards is expected at each of 108 places in 30 of 3,240 shuffles."""
    at = Counter[tuple[int, int]]()
    for number in range(3_240):
        order = swap_places(range(108), choose_swaps(SEED, number, 0))
        at.update(enumerate(order))
    chi_squared = sum(
        (at[place, card] - 30) ** 2 / 30 for place in range(108) for card in range(108)
    )
    freedom = 107 * 107
    assert abs(chi_squared - freedom) < 5 * (2 * freedom) ** 0.5


def test_words_that_would_favour_a_place_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    unfair = 2**32 - 2**32 % 108  # the first that is passed over by the last place
    words = iter([unfair, 2**32 - 1, 5, *range(200)])
    monkeypatch.setattr("unolab.shuffle.stream", lambda *_: words)
    assert choose_swaps(SEED, 0, 0)[107] == 5


def test_a_game_with_a_long_seed_is_its_text() -> None:
    game = Game("official+hand_size=10", 10, SEED, 3, dealer=0)
    shuffled = []
    for _ in range(300):  # until the discards have been shuffled, several times
        if game.over:
            break
        game = game.play(game.state.legal[0])
        shuffled += [event.count for event in game.state.events if event.kind == "reshuffled"]
    assert len(shuffled) > 2
    assert max(shuffled) > 2
    text = str(game)
    assert text.startswith(f"official+hand_size=10/10/x{SEED:064x}.3@0: ")
    again = Game.parse(text)
    assert (str(again), str(again.state)) == (text, str(game.state))


def test_the_whole_order_is_known_to_the_state_and_nothing_of_it_to_a_view() -> None:
    state = State.deal("official", 4, SEED)
    other = State.deal("official", 4, SEED + 1)
    assert len(str(state).split()[-1]) == 2 * state.stock
    assert str(state.view(0)).endswith(str(state.stock))
    assert state != other


@given(LONG)
def test_cards_that_may_not_open_go_to_the_bottom(seed: int) -> None:
    order = swap_places(DECK, choose_swaps(seed, 0, 0))
    skipped = []
    deck = order[: len(order) - 14]
    while str(deck[-1]) in ("*F", "*W"):
        skipped.append(deck.pop())
    state = State.deal("official+opening=no_wilds", 2, seed)
    assert state.top == deck.pop()
    left = [*reversed(skipped), *deck]
    drawn = 2 if str(state.top)[1] == "D" else 0
    assert state._record["deck"]["cards"][0, : state.stock].tolist() == left[: len(left) - drawn]


def test_first_cards_and_positions_work_with_long_seeds() -> None:
    state = State.deal("official", 2, SEED, cards=["R7"] * 2)
    assert str(state.hands[0][0]) == "R7"
    assert state.stock == 108 - 15
    placed = State.parse("R5 0> R7G3*W/B2B2/Y9", seed=SEED)
    assert len(str(placed).split()[-1]) == 2 * placed.stock
    assert placed.play("+") == State.parse("R5 0> R7G3*W/B2B2/Y9", seed=SEED).play("+")


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (str(2**128), "a seed of 2**128 or more is written x and 64 hexadecimal digits"),
        ("x" + "0" * 63 + "1", "a seed below 2**128 is written as a decimal number"),
        ("x12", "rules/players/seed is expected"),
        ("x" + "F" * 64, "rules/players/seed is expected"),
    ],
)
def test_a_seed_is_written_in_one_way(seed: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        Game.parse(f"official/3/{seed}")
    assert sentence in str(caught.value)


def test_seeds_end_at_256_bits() -> None:
    with pytest.raises(ValueError, match=r"from 0 to 2\*\*256 - 1"):
        State.deal("official", 2, 2**256)
