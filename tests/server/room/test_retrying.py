"""A room that goes on with a game from a position of it: the same cards, and it does not count."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from tests.server.clients import Memory, rooms_of
from tests.server.coached import Coach
from tests.server.lapse import wait
from tests.server.write_logs import Person
from unolab import Game, Match, State
from unolab.server.guard.limits import ServerLimits
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import CodeAsked, NewRoom
from unolab.server.room.restoring import restore
from unolab.server.rooms import Rooms

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

ME, BOT = {"who": "me", "name": "Ada"}, {"who": "bot", "bot": "easy"}
HARD = {"who": "bot", "bot": "hard"}


def middle(moves: int = 12) -> Game:
    """The second round of a match, as far as a turn of seat 1."""
    match = Match("official", 3, seed=4)
    while not match.state.over:
        match = match.play(match.state.legal[0])
    match = match.next_round(seed=7)
    while len(match.game.moves) < moves or match.state.turn != 1:
        match = match.play(match.state.legal[0])
    return match.game


def wanted(deal: Game | str, *seats: dict[str, Any], **more: Any) -> NewRoom:
    room = {"seats": [*(seats or (BOT, ME, HARD))], "deal": str(deal), "pace": "instant"}
    return NewRoom.model_validate(room | more)


@asynccontextmanager
async def retried(game: Game) -> AsyncIterator[tuple[Rooms, Memory, str, Person]]:
    memory = Memory()
    rooms = rooms_of(memory, coach=Coach())
    made = await rooms.create(wanted(game))
    ada = Person(rooms, made.code, made.token, Random(1))
    await wait()
    yield rooms, memory, made.code, ada
    await ada.hang_up()
    await rooms.close()


async def test_room_begins_at_the_position() -> None:
    game = middle()
    async with retried(game) as (_, _, _, ada):
        update = ada.update
        assert update["number"] == 2 + len(game.moves)
        assert update["room"]["stage"] == "playing"
        assert update["room"]["helped"] == "retried"
        assert update["room"]["totals"] == list(game.start.totals)
        assert update["table"]["sizes"] == list(game.state.sizes)
        assert update["hand"]["cards"] == [str(card) for card in game.state.hands[1]]
        assert [step["number"] for step in update["steps"]][-1] == update["number"]


async def test_round_goes_on_with_the_true_cards_and_does_not_count() -> None:
    game = middle()
    async with retried(game) as (rooms, memory, code, ada):
        while ada.update["room"]["stage"] == "playing":
            await ada.act()
        played = (await rooms.look(code)).rounds[0]  # type: ignore[union-attr]
        assert played.helped == "retried"
        assert played.known
        assert played.game.moves[: len(game.moves)] == game.moves
        assert played.game.start == game.start
        assert restore(memory.rooms[code])[0].rounds == (played,)
        await ada.say("deal")
        await wait(20)
        assert ada.update["room"]["helped"] == ""
        assert ada.update["room"]["round"] == 2


async def test_moves_can_be_taken_back_beyond_the_position() -> None:
    game = middle()
    async with retried(game) as (_, memory, code, ada):
        for _ in range(2):
            await ada.say("take_back", at=ada.update["number"])
        sitting, _ = restore(memory.rooms[code])
        assert sitting.match is not None
        state: State = sitting.match.state
        assert len(sitting.match.game.moves) < len(game.moves)
        assert ada.update["hand"]["cards"] == [str(card) for card in state.hands[1]]


@pytest.mark.parametrize(
    ("deal", "seats", "text"),
    [
        (middle(), (ME, ME, BOT), "one person goes on with a game, against bots"),
        (middle(), (ME, {"who": "open"}, BOT), "one person goes on with a game, against bots"),
        (middle(), (ME, BOT), "the deal is for 3 players"),
        ("official/3/7: RR", (), "RR"),
        ("official/3/7:" + " +" * 301, (), "at most 300 moves"),
    ],
    ids=["two people", "open seat", "players", "illegal", "long"],
)
async def test_other_games_are_refused(deal: Any, seats: tuple[Any, ...], text: str) -> None:
    rooms = rooms_of(Memory())
    with pytest.raises(Refusal, match=text):
        await rooms.create(wanted(deal, *seats))
    await rooms.close()


async def test_finished_game_is_refused() -> None:
    match = Match("official", 3, seed=4)
    while not match.state.over:
        match = match.play(match.state.legal[0])
    with pytest.raises(Refusal, match="this game is over"):
        await rooms_of(Memory()).create(wanted(match.game))


async def test_code_is_not_reserved_for_it() -> None:
    with pytest.raises(Refusal, match="without moves"):
        await rooms_of(Memory()).reserve(CodeAsked(room=wanted(middle())), "192.0.2.1")


async def test_moves_are_paid_for_by_the_address() -> None:
    rooms = rooms_of(Memory(), ServerLimits(requests=(1e-9, 1e-6)))
    address = "192.0.2.1"
    await rooms.create(wanted(middle()), address)
    with pytest.raises(Refusal, match="too many requests"):
        await rooms.create(wanted(middle()), address)
    await rooms.create(wanted("official/3/7"), address)
    await rooms.close()
