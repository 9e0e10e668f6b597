"""Positions with known answers, by their numbers; the strategies as their authors described them.

A position has a hand for seat 0 and fills the others up; ``answers`` collects what a bot does there
when it is asked many times, without "Uno".
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.kit import at
from unolab import DECK, Card, Move, State
from unolab.bots import bots_of, minds_of
from unolab.cards import cards
from unolab.engine import calls
from unolab.moves import SAYS_UNO

TIMES = 60


def answers(bot: str, state: State, times: int = TIMES) -> Counter[str]:
    """Ask a bot many times what it does."""
    minds = minds_of(bots_of([bot] * state.players), 1)
    view = state.view(state.turn)
    found: Counter[str] = Counter()
    for _ in range(times):
        minds["each"]["memory"]["seen"] = -1
        found[str(Move(calls.ask_bot(view._table, view._hand, minds, state.turn) % SAYS_UNO))] += 1
    return found


def position(
    top: str, hand: str, sizes: tuple[int, ...] = (5, 5, 5), mark: str = "", rules: str = "unoai"
) -> State:
    """Give seat 0 a hand and the others so many of the remaining cards, in the order of play."""
    rest = list(DECK)
    for card in (*cards(hand), Card.parse(top).plain):
        rest.remove(card)
    others = []
    for size in sizes:
        others.append("".join(map(str, rest[:size])))
        del rest[:size]
    return at(f"{top} 0> {'/'.join([hand, *others])}{' ' + mark if mark else ''}", rules)


def only(bot: str, state: State) -> str:
    """Return the one thing that a bot does."""
    (answer,) = answers(bot, state)
    return answer


# ── classes ───────────────────────────────────────────────────────────────────────────────────────


def test_B01_any_number_comes_first() -> None:
    found = answers("classes", position("R5", "R1R9RSB4*W"), 2_000)
    assert found.keys() == {"R1", "R9"}
    assert abs(found["R1"] - 1_000) < 5 * 500**0.5


def test_B02_then_an_action() -> None:
    assert answers("classes", position("R5", "RSRDB2*W")).keys() == {"RS", "RD"}


def test_B03_then_a_wild() -> None:
    assert answers("classes", position("R5", "B2*W*F")).keys() == {"BW", "BF"}


def test_B04_a_draw_two_is_answered() -> None:
    assert only("classes", position("RD", "R1BD*W", mark="+2", rules="swing")) == "BD"


@pytest.mark.parametrize(
    ("rest", "color"), [("R1B1B2G1", "B"), ("R1B1", "R"), ("G1Y1", "G"), ("", "R")]
)
def test_B05_the_colour_of_a_wild(rest: str, color: str) -> None:
    assert only("classes", position("R5", rest + "*W", mark="=*W")) == f"{color}W"


# ── ashtabna: the counts are those of the next, the one after, and the previous player ────────────


@pytest.mark.parametrize(
    ("case", "top", "hand", "sizes", "answer"),
    [
        ("B06", "R7", "R4G7GVB2BS*W", (5, 5, 5), "G7"),
        ("B07", "R7", "RSR9", (2, 5, 6), "RS"),
        ("B07", "R7", "RSR9", (6, 4, 3), "RS"),
        ("B08", "R5", "RDRSRV", (2, 5, 6), "RV"),
        ("B09", "R5", "RDRSRV", (6, 7, 3), "RS"),
        ("B10", "R5", "RDRSRV", (6, 4, 3), "RD"),
        ("B11", "R5", "RSRV", (6, 4, 3), "RV"),
        ("B12", "R5", "R3R8G5", (5, 5, 5), "R8"),
        ("B13", "B5", "G5R5R1", (5, 5, 5), "R5"),
        ("B14", "B5", "R5G5", (5, 5, 5), "G5"),
        ("B15", "R5", "*W*FB2", (5, 5, 5), "BF"),
        ("B16", "R5", "*WB2", (5, 5, 5), "BW"),
        ("B16", "R5", "B2", (5, 5, 5), "+"),
        ("B17", "GW", "G1R1*W", (5, 5, 5), "G1"),
        ("B18", "Y5", "R1R2GSGDGV*W", (5, 5, 5), "GW"),
    ],
)
def test_ashtabna(case: str, top: str, hand: str, sizes: tuple[int, ...], answer: str) -> None:
    assert only("ashtabna", position(top, hand, sizes)) == answer


def test_B19_the_colour_when_no_card_is_left() -> None:
    assert only("ashtabna", position("R5", "*W", mark="_B1B2Y1")) == "BW"
    assert only("ashtabna", position("R5", "*W")) == "RW"


# ── the others ────────────────────────────────────────────────────────────────────────────────────


def test_B20_greedy_plays_the_dearest() -> None:
    assert answers("greedy", position("R5", "R9RS*W")).keys() == {"RW"}


def test_B21_cardranking_goes_by_the_kind() -> None:
    hand = "R9RVRSRD*W*F"
    order = []
    while hand:
        answer = only("cardranking", position("R5", hand + "G1"))
        order.append(answer[1])
        plain = "*" + answer[1] if answer[1] in "WF" else answer
        hand = hand.replace(plain, "")
    assert "".join(order) == "DS9VFW"


def test_B22_with_two_players_a_reverse_is_a_skip() -> None:
    assert only("cardranking", position("R5", "RVR9", (5,))) == "RV"
    assert only("cardranking", position("R5", "RVR9", (5,), rules="nifty")) == "R9"


def test_B23_diversity() -> None:
    assert only("diversity", position("R5", "R1B5B2B3*W")) == "B5"


def test_B24_mixbot_holds_wilds_back() -> None:
    assert only("mixbot", position("R5", "*WB1B2G3")) == "+"
    assert answers("mixbot", position("R5", "*WB1G3")).keys() == {"BW", "GW"}
    assert only("mixbot", position("R5", "*WB1B2G3", (1, 5, 5))) == "BW"


def test_B25_mixbot_keeps_a_wild_that_it_drew() -> None:
    assert only("mixbot", position("R5", "*WB1B2", mark="=*W")) == "-"
    assert only("mixbot", position("R5", "*WB1", mark="=*W")) == "BW"
    assert answers("mixbot", position("R5", "*FB1B2G3G4")).keys() == {"BF", "GF"}


@pytest.mark.parametrize("hand", ["*WB1B2G3", "*FB1B2G3", "*W", "*F"])
@pytest.mark.parametrize("bot", ["scorebot", "scorebot:points"])
def test_B26_scorebot_calls_red(bot: str, hand: str) -> None:
    assert only(bot, position("R5", hand)) in ("RW", "RF")
