"""The deal of the day is the same for everybody, and so are the bots in it."""

from datetime import UTC, date, datetime, timedelta

import pytest

from unolab.bots import Bot
from unolab.game import Game
from unolab.gameloop import play_on
from unolab.puzzles.daily import FIRST_DAY, OPPONENTS, deal_daily
from unolab.server.http.expert import DAYS, WORLDS, check_day, play_as_in_room, play_expert
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.minds import RoomMinds

from ..requests import offered, problem

pytestmark = pytest.mark.anyio

DAY = date(2026, 11, 18)
BOTS: list[Bot] = [Bot.parse("hard"), Bot.parse("medium"), Bot.parse("greedy")]


def test_expert_plays_the_deal_of_the_day_in_the_players_seat() -> None:
    deal = deal_daily(DAY)
    expert = play_expert(DAY)
    game = Game.parse(expert.game)
    assert game.over
    assert game.deal == deal.text
    assert expert.number == deal.number
    assert expert.won == (game.winner == deal.seat)
    assert expert.points == game.state.points > 0
    assert expert.of == WORLDS
    assert 0 < expert.wins < WORLDS


def test_bots_answer_the_same_moves_alike_whoever_sits_with_them() -> None:
    # as the room of everybody who plays the deal: the person makes the moves that somebody made
    game = Game("official+target=0", 3, 93593629078626)
    once = play_as_in_room(game, BOTS)
    assert once.over
    assert play_as_in_room(game, BOTS) == once
    person, others = 1, RoomMinds([BOTS[0], Bot.parse("random"), BOTS[2]], game)
    again = game
    for number, move in enumerate(once.moves, 1):
        seat = again.state.turn if move.seat is None else move.seat
        if seat != person:
            assert others.ask(seat, again.state.view(seat)) == move.by(None)
            others.keep(seat, number)
        again = again.play(move)
    assert again == once


def test_bots_of_another_deal_have_other_chances() -> None:
    games = [play_as_in_room(Game("official+target=0", 3, seed), BOTS) for seed in (1, 2)]
    assert games[0].moves != games[1].moves


def test_bots_play_on_from_any_position() -> None:
    middle = Game("official", 3, 5).start
    for _ in range(20):
        middle = middle.play(middle.legal[0])
    ends = [play_on(middle, BOTS, seed) for seed in (1, 1, 2)]
    assert all(end.over for end in ends)
    assert ends[0] == ends[1]


def test_only_the_last_days_are_played() -> None:
    for day in (DAY, DAY - timedelta(days=DAYS - 1)):
        check_day(day, DAY)
    for day in (DAY + timedelta(days=1), DAY - timedelta(days=DAYS), date.min, date.max):
        with pytest.raises(Refusal, match="no deal of the day"):
            check_day(day, DAY)
    with pytest.raises(Refusal):
        check_day(FIRST_DAY - timedelta(days=1), FIRST_DAY)


async def test_server_says_what_the_expert_made_of_today() -> None:
    async with offered() as client:
        today = datetime.now(UTC).date()
        expert = await client.get(f"/api/daily/{today}/expert")
        assert expert.status_code == 200
        assert Game.parse(expert.json()["game"]).players == len(OPPONENTS) + 1
        ahead = await client.get(f"/api/daily/{today + timedelta(days=2)}/expert")
        assert "no deal of the day" in problem(ahead, 404, "no_daily")
        problem(await client.get("/api/daily/someday/expert"), 422, "malformed")
