"""E. What action cards do. Seat 0 plays."""

from tests.kit import after, everywhere, legal, on, show

REST = "B1B2/Y1Y2/Y3Y4/G1G2"


@everywhere
def test_c070_skip(rules: str) -> None:
    assert show(after(f"R5 0> RS{REST}", "RS", rules=rules)) == f"RS 2> {REST} _R5"


@everywhere
def test_c071_skip_counterclockwise(rules: str) -> None:
    assert show(after(f"R5 0< RS{REST}", "RS", rules=rules)) == f"RS 2< {REST} _R5"
    assert show(after("R5 0< RSB1B2/Y1Y2/Y3Y4", "RS", rules=rules)) == "RS 1< B1B2/Y1Y2/Y3Y4 _R5"


@on("official", "kata", "unoai", "nifty")
def test_c073_reverse(rules: str) -> None:
    state = after("R5 0> RVB1B2/Y1Y2/Y3Y4", "RV", rules=rules)
    assert show(state) == "RV 2< B1B2/Y1Y2/Y3Y4 _R5"
    assert show(after("R5 0< RVB1B2/Y1Y2/Y3Y4", "RV", rules=rules)).startswith("RV 1>")


@on("official", "kata", "unoai", "duel")
def test_c074_reverse_with_two_skips(rules: str) -> None:
    assert show(after("R5 0> RVB1B2/Y1Y2", "RV", rules=rules)) == "RV 0> B1B2/Y1Y2 _R5"


def test_c074_reverse_with_two_does_nothing() -> None:
    assert show(after("R5 0> RVB1B2/Y1Y2", "RV", rules="nifty")) == "RV 1> B1B2/Y1Y2 _R5"


@on("official", "kata", "unoai", "nifty", "duel")
def test_c076_skip_with_two(rules: str) -> None:
    assert show(after("R5 0> RSB1B2/Y1Y2", "RS", rules=rules)) == "RS 0> B1B2/Y1Y2 _R5"


@on("official", "unoai", "nifty")
def test_c078_draw_two_counterclockwise(rules: str) -> None:
    state = after(f"R5 0< RD{REST} - G8G9", "RD", rules=rules)
    assert show(state) == f"RD 2< {REST}G8G9 _R5"


@on("unoai", "nifty")
def test_c081_draw_four_without_challenge(rules: str) -> None:
    state = after("R5 0> B1B2*F/Y1Y2/Y3Y4/G1G2 - G6G7G8G9", "BF", rules=rules)
    assert show(state) == "BF 2> B1B2/Y1Y2G6G7G8G9/Y3Y4/G1G2 _R5"
    assert state.phase == "turn"


def test_c082_draw_two_plays_again() -> None:
    state = after("R5 0> R3RDB4/Y1Y2/Y3Y4/G1G2 - G8G9", "RD", rules="kata")
    assert show(state) == "RD 0> R3B4/Y1Y2G8G9/Y3Y4/G1G2 _R5"
    assert legal(state) == "R3"
    assert show(state.play("R3")) == "R3 1> B4/Y1Y2G8G9/Y3Y4/G1G2 _R5RD"


def test_c083_draw_four_plays_again() -> None:
    state = after("R5 0> R3B4*F/Y1Y2/Y3Y4/G1G2 - G6G7G8G9", "BF", rules="kata")
    assert show(state) == "BF 0> R3B4/Y1Y2G6G7G8G9/Y3Y4/G1G2 _R5"
    assert legal(state) == "B4"


def test_c084_draw_two_after_draw_two() -> None:
    moves = ("RD", "BD")
    state = after("R5 0> R3RDB4BD/Y1Y2/Y3Y4/G1G2 - G6G7G8G9", *moves, rules="kata")
    assert show(state) == "BD 0> R3B4/Y1Y2G6G7G8G9/Y3Y4/G1G2 _R5RD"
    assert legal(state) == "B4"


def test_c085_another_turn_may_be_a_draw() -> None:
    state = after("R5 0> RDG4B4/Y1Y2/Y3Y4/G1G2 - G8G9Y9", "RD", rules="kata")
    assert legal(state) == "+"
    assert show(state.play("+")) == "RD 1> Y9G4B4/Y1Y2G8G9/Y3Y4/G1G2 _R5"


def test_c086_skip_does_not_play_again() -> None:
    assert show(after(f"R5 0> RS{REST}", "RS", rules="kata")) == f"RS 2> {REST} _R5"
