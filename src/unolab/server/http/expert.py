"""The Expert's row of the day: what the strongest bot makes of the deal in the player's seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Final

from unolab.bots import Bot
from unolab.game import Game
from unolab.gameloop import play_on
from unolab.puzzles.daily import FIRST_DAY, OPPONENTS, DailyDeal, deal_daily
from unolab.server.protocol.puzzles import DailyExpert
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.minds import RoomMinds
from unolab.server.room.opponents import opponent

STRONGEST: Final = "expert"
QUICK: Final = "expert(worlds=32,decisions=2)"  # for many rounds
DAYS: Final = 7  # that can be asked for, so that a server never plays more than one round a day
WORLDS: Final = 400  # ways to deal the unseen cards; a share of a quarter is sure to 2 percent


def check_day(day: date, today: date) -> None:
    """Refuse a day that is to come, or long gone."""
    if not max(FIRST_DAY, today - timedelta(days=DAYS - 1)) <= day <= today:
        raise Refusal("no_daily", f"there is no deal of the day for {day}, or not any more")


@lru_cache(maxsize=DAYS)
def play_expert(day: date) -> DailyExpert:
    """Let the strongest bot play the deal of a day, and see how often it wins such deals."""
    deal = deal_daily(day)
    game = play_as_in_room(deal.game, _seat(deal, STRONGEST))
    return DailyExpert(
        number=deal.number,
        game=str(game),
        won=game.winner == deal.seat,
        points=game.state.points,
        wins=_count_wins(deal, _seat(deal, QUICK)),
        of=WORLDS,
    )


def _seat(deal: DailyDeal, player: str) -> list[Bot]:
    """Seat a bot in the player's place."""
    names = [*OPPONENTS[: deal.seat], player, *OPPONENTS[deal.seat :]]
    return [opponent(name)[0] for name in names]


def play_as_in_room(game: Game, bots: Sequence[Bot]) -> Game:
    """Let bots play a deal with the chance that they have in a room, as people's opponents do."""
    minds = RoomMinds(bots, game)
    while not game.over:
        for seat in game.state.asked:
            move = minds.ask(seat, game.state.view(seat))
            if move is not None:
                minds.keep(seat, len(game.moves) + 1)
                game = game.play(move, seat)
                break
    return game


def _count_wins(deal: DailyDeal, bots: Sequence[Bot]) -> int:
    """Count how often the seat wins when all that it cannot see is dealt anew."""
    rng = Random(deal.number)
    view = deal.game.start.view(deal.seat)
    ends = (play_on(view.sample(rng), bots, seed) for seed in range(WORLDS))
    return sum(end.winner == deal.seat for end in ends)
