from datetime import date, timedelta

from unolab.game import Game
from unolab.match import Match
from unolab.puzzles.daily import FIRST_DAY, OPPONENTS, choose_daily, deal_daily, number_of

DAYS = [FIRST_DAY + timedelta(days=number) for number in range(400)]


def test_day_has_the_same_deal_for_everybody() -> None:
    # published: whoever played it may be compared with others for ever
    assert deal_daily(date(2026, 11, 18)).text == "official+target=0/4/93593629078626"
    assert deal_daily(date(2026, 11, 18)).number == 322


def test_deal_is_that_of_a_match_and_has_a_seat_for_the_player() -> None:
    for day in DAYS[:20]:
        daily = deal_daily(day)
        game = Game.parse(daily.text)
        assert game == Match(game.rules, game.players, game.seed).game
        assert game.players == len(OPPONENTS) + 1
        assert 0 <= daily.seat < game.players


def test_days_differ_in_deal_and_seat() -> None:
    dealt = [deal_daily(day) for day in DAYS[:60]]
    assert len({daily.text for daily in dealt}) == 60
    assert {daily.seat for daily in dealt} == {0, 1, 2, 3}


def test_days_go_through_all_puzzles_before_one_comes_again() -> None:
    puzzles = range(400)
    assert sorted(choose_daily(puzzles, day) or 0 for day in DAYS) == [*puzzles]
    assert choose_daily([], FIRST_DAY) is None


def test_days_before_the_first_are_the_first_too() -> None:
    assert number_of(date(1999, 1, 1)) == number_of(FIRST_DAY) == 1
    assert number_of(FIRST_DAY + timedelta(days=1)) == 2
