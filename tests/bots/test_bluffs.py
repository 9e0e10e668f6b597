"""Wild draw fours: which of them bots challenge, and when they bluff themselves."""

from __future__ import annotations

import pytest

from tests.kit import after, at
from unolab import Bot, State, simulate

MANY = "Y9Y8Y7Y6B9B8B7"
JUDGE = "random(judge=1)"


def says(state: State, bot: str) -> str:
    return str(Bot.parse(bot)(state.view(state.turn)))


@pytest.mark.parametrize(
    ("position", "rules", "challenges"),
    [
        pytest.param(f"RF 0> R7G3G4/B2B3/{MANY} ?4 _G5", "official", True, id="many cards"),
        pytest.param("RF 0> R7G3G4/B2B3/Y9Y8 ?4 _G5", "official", False, id="few cards"),
        pytest.param("RF 0> R7/B2B3/Y9Y8 ?4 _G5", "official", True, id="a reason to bluff"),
        pytest.param(
            f"RF 0> R7G3G4/B2B3/{MANY} ?4 _G0G1G1G2G2G3G4G5G5G6G6G7G7G8G8G9G9GSGSGVGVGDGD",
            "official",
            False,
            id="all of the colour are seen",
        ),
    ],
)
def test_what_a_bot_makes_of_a_draw_four(position: str, rules: str, challenges: bool) -> None:
    state = at(position, rules)
    assert says(state, JUDGE) == ("?" if challenges else "+")
    assert says(state, "random") == "+"
    assert says(state, "random(challenge=1)") == "?"


def test_who_drew_for_a_colour_has_none_of_it() -> None:
    hands = "R7G3G4/B2G8B3/Y9Y8Y7Y6B9B8*F"
    drew = after(f"G5 2> {hands} - Y1", "+", "G3", "G8", "RF")
    assert says(drew, JUDGE) == "+"
    silent = after(f"G8 2> {hands}", "RF")
    assert says(silent, JUDGE) == "?"


def test_a_wild_gives_a_bluff_away_where_anything_else_does() -> None:
    """Who drew may have held back a wild: honest by the colour, and not by what could be played."""
    hands = "R7G3G4/B2G8B3/Y9Y8Y7Y6B9B8*F"
    moves = "+", "G3", "G8", "RF"
    position = f"G5 2> {hands} - Y1"
    assert says(after(position, *moves), JUDGE) == "+"
    assert says(after(position, *moves, rules="duel"), JUDGE) == "?"


@pytest.mark.parametrize("bot", ["diversity", "classes", "mixbot"])
def test_a_bot_bluffs_when_the_next_player_has_one_card(bot: str) -> None:
    endgame, early = "R5 0> R7*FB3B4/B2/Y9Y8", "R5 0> R7*FB3B4/B2B5/Y9Y8"
    assert says(at(endgame), f"{bot}(bluff=1)") == "BF"
    assert says(at(early), f"{bot}(bluff=1)") == "R7"
    strict = at(endgame, "stacking")
    assert says(strict, f"{bot}(bluff=1)") == "R7"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["duel", "official"])
def test_judging_pays(rules: str) -> None:
    report = simulate(["mixbot2(judge=1)", "mixbot2"], 50_000, rules, seed=3)
    low, _ = report.interval[0]
    assert low > 0.5
