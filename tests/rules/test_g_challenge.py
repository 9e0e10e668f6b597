"""G. The wild draw four and its challenge. Seat 0 plays it, seat 1 answers."""

import pytest

from tests.kit import after, hand, legal, on, refuses, show, walk
from unolab import IllegalMove, State
from unolab.cards import cards

PLAYABLE = "official+wd4_test=playable"
FOUR = "Y1Y2/Y3Y4/G1G2"
TWO = "Y1Y2"
DRAWS = "- Y6Y7Y8Y9B8B9"
tables = pytest.mark.parametrize(
    ("rules", "others"), [("official", FOUR), (PLAYABLE, FOUR), ("duel", FOUR), ("duel", TWO)]
)
broad = pytest.mark.parametrize(
    ("rules", "others"), [(PLAYABLE, FOUR), ("duel", FOUR), ("duel", TWO)]
)


def is_guilty(state: State) -> bool:
    """Challenge the draw four, check what follows, and return the verdict."""
    bluffer, challenger = state.sizes[:2]
    verdict = state.play("?")
    assert verdict.phase == "turn"
    assert verdict.due == 0
    assert verdict.sizes[2:] == state.sizes[2:]
    assert verdict.top == state.top
    if verdict.turn == 1:
        assert verdict.sizes[:2] == (bluffer + 4, challenger)
        return True
    assert verdict.turn == 2 % state.players
    assert verdict.sizes[:2] == (bluffer, challenger + 6)
    return False


@tables
def test_c110_take_or_challenge(rules: str, others: str) -> None:
    state = after(f"G5 0> B2B3*F/{others} {DRAWS}", "RF", rules=rules)
    assert (state.turn, state.phase, state.due) == (1, "penalty", 4)
    assert legal(state) == "+ ?"
    turn = "2" if others == FOUR else "0"
    served = others.replace(TWO, TWO + "Y6Y7Y8Y9")
    assert show(state.play("+")) == f"RF {turn}> B2B3/{served} _G5 - B8B9"


def test_c111_a_number_does_not_count() -> None:
    state = after(f"G5 0> Y5B2*F/{FOUR} {DRAWS}", "RF")
    assert not is_guilty(state)
    assert show(state.play("?")) == "RF 2> Y5B2/Y1Y2Y6Y7Y8Y9B8B9/Y3Y4/G1G2 _G5"


@broad
def test_c111_a_number_counts(rules: str, others: str) -> None:
    state = after(f"G5 0> Y5B2*F/{others} {DRAWS}", "RF", rules=rules)
    assert is_guilty(state)
    assert show(state.play("?")) == f"RF 1> Y5Y6Y7Y8Y9B2/{others} _G5 - B8B9"


def test_c113_a_wild_does_not_count() -> None:
    assert not is_guilty(after(f"G5 0> B2*W*F/{FOUR}", "RF"))


@broad
def test_c113_a_wild_counts(rules: str, others: str) -> None:
    assert is_guilty(after(f"G5 0> B2*W*F/{others}", "RF", rules=rules))


@tables
def test_c114_another_draw_four_never_counts(rules: str, others: str) -> None:
    assert not is_guilty(after(f"G5 0> B2*F*F/{others}", "RF", rules=rules))


@tables
def test_c116_the_colour_before_it_counts(rules: str, others: str) -> None:
    """Not the colour that it names."""
    assert is_guilty(after(f"YW 0> Y5B2*F/{others}", "RF", rules=rules))
    assert not is_guilty(after(f"YW 0> R1B2*F/{others}", "RF", rules=rules))


@on("official", PLAYABLE, "duel")
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_c117_only_the_victim_challenges(rules: str, seat: int) -> None:
    state = after(f"G5 0> B2B3*F/{FOUR}", "RF", rules=rules)
    with pytest.raises(IllegalMove):
        state.play("?", seat=seat)
    refuses(state, f"{seat}:?", f"{seat}:+")
    assert not is_guilty(state)


@on("official", PLAYABLE, "duel")
def test_c118_too_late(rules: str) -> None:
    state = after(f"G5 0> B2B3*F/{FOUR}", "RF", "+", rules=rules)
    refuses(state, "?", "1:?")


@tables
@pytest.mark.parametrize("held", ["B2B3", "G3B3"])
def test_c121_the_hand_is_shown_to_the_challenger_only(rules: str, others: str, held: str) -> None:
    """It is shown as it was when the draw four was played, before anybody draws."""
    state = after(f"G5 0> {held}*F/{others} {DRAWS}", "RF", "?", rules=rules)
    kinds = [event.kind for event in state.events]
    assert kinds.index("challenged") < kinds.index("took")
    for seat in (None, *range(state.players)):
        (shown,) = [event for event in state.events_for(seat) if event.kind == "challenged"]
        if seat == 1:
            assert shown.cards == cards(held)
        else:
            assert not shown.cards


@pytest.mark.parametrize(
    ("rules", "others", "served"),
    [("official", FOUR, 4), (PLAYABLE, FOUR, 4), ("duel", FOUR, 0), ("duel", TWO, 0)],
)
def test_c122_the_last_card_is_not_challenged(rules: str, others: str, served: int) -> None:
    state = after(f"G5 0> *F/{others} {DRAWS}", "RF", rules=rules)
    assert state.over
    assert state.winner == 0
    assert state.sizes[:2] == (0, 2 + served)
    assert state.legal == ()
    refuses(state, "?", "+")


def test_c123_guilty_with_too_few_cards() -> None:
    """The bluffer draws what there is, the card under the top included."""
    state = after("G5 0> G1*F/Y1Y2/@/Y3Y4 - B8B9", "RF!", "?")
    assert hand(state, 0) == "G1G5B8B9"
    assert str(state.top) == "RF"
    assert (state.stock, state.discards) == (0, ())
    assert (state.turn, state.phase) == (1, "turn")


@pytest.mark.parametrize(("rules", "turn"), [("kata", 0), ("unoai", 2), ("nifty", 2)])
def test_c124_no_challenge(rules: str, turn: int) -> None:
    state = after(f"G5 0> G3B2*F/{FOUR}", "RF", rules=rules)
    assert (state.turn, state.phase, state.due) == (turn, "turn", 0)
    assert state.sizes == (2, 6, 2, 2)
    refuses(state, "?", "1:?")


@pytest.mark.slow
@on("kata", "unoai", "nifty")
def test_c124_never(rules: str) -> None:
    for seed in range(5):
        for state in walk(State.deal(rules, 4, seed=seed), seed):
            assert "?" not in legal(state).split()
            assert state.phase != "penalty"


def test_c126_the_verdict_is_fixed_when_the_card_is_played() -> None:
    """Green cards that come as an Uno penalty do not make it a bluff."""
    state = after("G5 0> B2*F/Y1Y2/Y3Y4/R1R2 - G7G8", "BF", "2:x0")
    assert hand(state, 0) == "G7G8B2"
    assert legal(state) == "+ ?"
    assert not is_guilty(state)
