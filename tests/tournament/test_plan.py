"""Who meets whom, and which deals they get."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from unolab import BadOption
from unolab.tournament import Entry, Plan, plan_of


def entries(count: int) -> list[Entry]:
    return [Entry(f"P{number:02}", "random") for number in range(count)]


def planned(count: int, games: int = 100, **wishes: Any) -> Plan:
    return plan_of(entries(count), games, **wishes)


def test_up_to_four_sit_at_one_table() -> None:
    plan = planned(4)
    assert (plan.form, plan.seats) == ("table", 4)
    assert [heat.players for heat in plan.heats] == [(0, 1, 2, 3)]
    assert planned(5).form == "round-robin"


def test_ten_fit_at_one_table() -> None:
    assert len(planned(10, form="table").heats[0].players) == 10
    with pytest.raises(BadOption, match="a table has at most 10 players, not 11"):
        planned(11, form="table")


@pytest.mark.parametrize(("count", "seats"), [(5, 2), (6, 3), (7, 4), (4, 4)])
def test_round_robin_has_every_line_up_once(count: int, seats: int) -> None:
    plan = planned(count, form="round-robin", seats=seats)
    assert [heat.players for heat in plan.heats] == list(combinations(range(count), seats))
    assert len({heat.seed for heat in plan.heats}) == len(plan.heats)


def test_every_deal_is_played_from_every_seat() -> None:
    assert [heat.games for heat in planned(3, 100).heats] == [102]


def test_deals_depend_on_who_sits_at_the_table_alone() -> None:
    few, many = entries(5), entries(5)
    many[2:2] = [Entry(f"Q{number}", "greedy") for number in range(5)]
    known = {
        frozenset(plan.names(heat.players)): heat.seed
        for plan in [plan_of(many, 100, seed=3)]
        for heat in plan.heats
    }
    plan = plan_of(few, 100, seed=3, form="round-robin")
    for heat in plan.heats:
        assert known[frozenset(plan.names(heat.players))] == heat.seed
    other = plan_of(few, 100, seed=4, form="round-robin")
    assert {heat.seed for heat in plan.heats}.isdisjoint(heat.seed for heat in other.heats)


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
@pytest.mark.parametrize("count", range(2, 41))
def test_a_knockout_comes_down_to_one_table(count: int, seats: int) -> None:
    seats = min(seats, count)
    plan = planned(count, form="knockout", seats=seats)
    total, left = 0, count
    while True:
        heats = plan.stage(0, range(left))
        seated = Counter(place for heat in heats for place in heat.players)
        assert seated == Counter(range(left))
        sizes = [len(heat.players) for heat in heats]
        assert 2 <= min(sizes) <= max(sizes) <= max(seats, 3)
        assert max(sizes) - min(sizes) <= 1
        total += sum(heat.games for heat in heats)
        if len(heats) == 1:
            break
        assert left > plan.count_survivors(left) >= seats
        left = plan.count_survivors(left)
    assert left == seats or (seats, left) == (2, 3)
    assert plan.games_in_all == total


def test_a_match_has_a_target() -> None:
    assert planned(4, match=True).rules.target == 500
    assert planned(4, match=True, rules="official+target=200").rules.target == 200
    assert planned(4).rules.target == 0


def test_no_game_lasts_for_ever() -> None:
    assert str(planned(4).rules) == "nifty"
    assert planned(4, rules="official").rules.turn_limit == 2000
    assert planned(4, rules="unoai").rules.turn_limit == 1000


@pytest.mark.parametrize(
    ("count", "wishes", "words"),
    [
        (1, {}, "at least two players, not 1"),
        (4, {"form": "swiss"}, "unknown form 'swiss': choose table, round-robin, knockout"),
        (4, {"form": "knockuot"}, "did you mean knockout?"),
        (4, {"form": "table", "seats": 3}, "one table seats all 4 players"),
        (4, {"form": "round-robin", "seats": 5}, "4 players don't fill a table of 5"),
        (12, {"seats": 11}, "a whole number from 2 to 10, not 11"),
        (12, {"seats": 1}, "a whole number from 2 to 10, not 1"),
        (100, {"seats": 8}, "line-ups: choose smaller tables, or knockout"),
        (4, {"games": 0}, "a whole number from 1 to"),
        (4, {"games": -5}, "a whole number from 1 to"),
        (4, {"seed": -1}, "the seed must be a whole number"),
        (4, {"faults": 0}, "the number of faults must be"),
        (4, {"rules": "official+partners=true"}, "a tournament has no partners"),
        (4, {"rules": "nonsense"}, "nonsense"),
    ],
)
def test_wrong_wishes(count: int, wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the words are compared
        plan_of(entries(count), **({"games": 100} | wishes))
    assert words in str(error.value)
