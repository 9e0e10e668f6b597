"""H. Saying Uno. Four seats under the official rules, two in the duel."""

import pytest

from tests.kit import after, asides, hand, refuses, show

tables = pytest.mark.parametrize(
    ("rules", "others"), [("official", "R9Y2/Y3Y4/G1G2"), ("duel", "R9Y2")]
)
OWED = {"official": "0:! 1:x0 2:x0 3:x0", "duel": "0:! 1:x0"}
CATCH = {"official": "2:x0", "duel": "1:x0"}
ROUND = {"official": ("+", "+", "+"), "duel": ("+",)}  # everyone else draws
BLANKS = "G6G8Y6Y8B6B8"  # nobody can play these where they are drawn


@tables
def test_c130_said_with_the_card(rules: str, others: str) -> None:
    state = after(f"R5 0> R1R2/{others}", "R1!", rules=rules)
    assert show(state) == f"R1 1> R2/{others} _R5"
    assert state.uno is None
    assert asides(state) == ""
    refuses(state, "1:x0", CATCH[rules], "0:!")


@tables
def test_c131_caught(rules: str, others: str) -> None:
    state = after(f"R5 0> R1R2/{others} - G8G9", "R1", rules=rules)
    assert state.uno == 0
    assert show(state) == f"R1 1> R2/{others} !0 _R5 - G8G9"
    assert asides(state) == OWED[rules]
    assert show(state.play(CATCH[rules])) == f"R1 1> R2G8G9/{others} _R5"


@tables
def test_c131_said_late(rules: str, others: str) -> None:
    """Who says it before being caught is safe."""
    state = after(f"R5 0> R1R2/{others}", "R1", "0:!", rules=rules)
    assert show(state) == f"R1 1> R2/{others} _R5"
    refuses(state, CATCH[rules], "0:!")


@pytest.mark.parametrize("penalty", [1, 4, 10])
def test_c131_the_penalty_is_an_option(penalty: int) -> None:
    rules = f"official+uno_penalty={penalty}"
    assert after("R5 0> R1R2/Y1Y2", "R1", "1:x0", rules=rules).sizes == (1 + penalty, 2)


@tables
@pytest.mark.parametrize(("draw", "move"), [("", "R9!"), ("- G8", "+"), ("- R8", "+")])
def test_c133_too_late_to_catch(rules: str, others: str, draw: str, move: str) -> None:
    """The next player has played, drawn, or drawn a card that may be played."""
    state = after(f"R5 0> R1R2/{others} {draw}".strip(), "R1", move, rules=rules)
    assert state.uno is None
    refuses(state, CATCH[rules], "0:!")


def test_c134_caught_once_only() -> None:
    state = after("R5 0> R1R2/Y1Y2/Y3Y4/G1G2 - G8G9", "R1", "2:x0")
    refuses(state, "1:x0", "2:x0", "3:x0", "0:!")


@tables
def test_c137_said_too_early(rules: str, others: str) -> None:
    """With two cards left the call means nothing, now or later."""
    state = after(f"R5 0> R1R2R3/{others} - {BLANKS}", "R1!", rules=rules)
    assert show(state) == f"R1 1> R2R3/{others} _R5 - {BLANKS}"
    assert asides(state) == ""
    for move in (*ROUND[rules], "R2"):
        state = state.play(move)
    assert asides(state) == OWED[rules]


@tables
def test_c138_every_time_anew(rules: str, others: str) -> None:
    position = f"R5 0> R1R2/{others} - R7R3{BLANKS}"
    moves = ("R1", CATCH[rules], *ROUND[rules], "R7", *ROUND[rules], "R3")
    state = after(position, *moves, rules=rules)
    assert hand(state, 0) == "R2"
    assert asides(state) == OWED[rules]


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_c139_a_forced_draw_does_not_close_the_window(rules: str) -> None:
    """With two players the draw two comes back to the one who played it."""
    state = after("R5 0> R3RD/Y1Y2 - G6G7G8G9B9", "RD", rules=rules)
    assert show(state) == "RD 0> R3/Y1Y2G6G7 !0 _R5 - G8G9B9"
    assert asides(state) == "0:! 1:x0"
    assert show(state.play("1:x0")) == "RD 0> R3G8G9/Y1Y2G6G7 _R5 - B9"
    refuses(state.play("+"), "1:x0")


@tables
def test_c140_after_a_drawn_card(rules: str, others: str) -> None:
    state = after(f"R5 0> B1/{others} - R8", "+", "R8", rules=rules)
    assert hand(state, 0) == "B1"
    assert asides(state) == OWED[rules]


@tables
def test_c142_a_wrong_catch_costs_nothing(rules: str, others: str) -> None:
    two_left = after(f"R5 0> R1R2R3/{others}", "R1", rules=rules)
    refuses(two_left, CATCH[rules], "0:x1", "1:x1")
    called = after(f"R5 0> R1R2/{others}", "R1!", rules=rules)
    refuses(called, CATCH[rules], "1:x0", "0:x1")
    owing = after(f"R5 0> R1R2/{others}", "R1", rules=rules)
    refuses(owing, "0:x0", "0:x1", "1:x1", "1:!", "1:x9")


@tables
def test_c143_nobody_noticed(rules: str, others: str) -> None:
    position = f"R5 0> R1R2/{others} - {BLANKS}"
    state = after(position, "R1", *ROUND[rules], "R2", rules=rules)
    assert state.over
    assert state.winner == 0
    assert state.sizes[0] == 0


def test_c144_caught_with_too_few_cards() -> None:
    state = after("R9 0> R1R2/@/Y1Y2/G1G2", "R1", "2:x0")
    assert hand(state, 0) == "R2R9"
    assert str(state.top) == "R1"
    assert (state.stock, state.discards) == (0, ())
    assert state.turn == 1


@pytest.mark.parametrize("rules", ["swing", "kata", "unoai", "nifty"])
def test_c130_no_call_in_the_game(rules: str) -> None:
    state = after("R5 0> R1R2/Y1Y2/Y3Y4/G1G2", "R1", rules=rules)
    assert state.uno is None
    assert asides(state) == ""
    refuses(state, "2:x0", "0:!")
