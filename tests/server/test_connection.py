"""A connection: what can't be read changes nothing, and nobody waits for those who are slow."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.clients import Memory, Socket, connect, rooms_of
from tests.server.lapse import Lapse, wait
from tests.server.table import Guest
from unolab.server.connection import HELLO_WITHIN, POLICY
from unolab.server.limits import UNLIMITED, Limits
from unolab.server.protocol import LONGEST_MESSAGE, NewRoom, NewSeat, RoomMade
from unolab.server.room import Came, Room
from unolab.server.rooms import Rooms

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def anyio_backend() -> Any:
    return "asyncio", {"loop_factory": Lapse}


WANTED = NewRoom(seats=[NewSeat(who="me", name="Ada"), NewSeat(who="open"), NewSeat(who="open")])


@asynccontextmanager
async def served(
    rooms: Rooms, made: RoomMade | None = None, limits: Limits = UNLIMITED, **hello: Any
) -> AsyncIterator[Socket]:
    """A socket whose other end is served, after its hello."""
    socket = Socket()
    serving = asyncio.create_task(connect(socket, rooms, limits).serve())
    if made is not None:
        socket.say(id=1, type="hello", **{"version": 1, "room": made.code, **hello})
    await wait()
    yield socket
    socket.hang_up()
    socket.reads.set()
    await serving


@asynccontextmanager
async def room(limits: Limits = UNLIMITED) -> AsyncIterator[tuple[Rooms, RoomMade, Memory]]:
    memory = Memory()
    rooms = rooms_of(memory, limits)
    yield rooms, await rooms.create(WANTED), memory
    await rooms.close()


async def test_token_opens_the_seat_and_none_is_a_spectator() -> None:
    async with room() as (rooms, made, _):
        async with served(rooms, made, token=made.token) as socket:
            welcome, update = socket.messages
            assert welcome["type"] == "welcome"
            assert (welcome["token"], welcome["seats"], welcome["host"]) == (made.token, [0], True)
            assert (update["type"], update["seats"]) == ("update", [0])
        async with served(rooms, made, token="x" * 32) as socket:
            assert socket.messages[0]["token"] is None
            assert socket.messages[1]["seats"] == []


async def test_newcomer_gets_a_token_that_works_before_the_update() -> None:
    async with room() as (rooms, made, _):
        async with served(rooms, made) as socket:
            socket.say(id=2, type="sit", seat=1, name="Bob")
            await wait()
            welcome, update = socket.messages[2:]
            assert (welcome["type"], welcome["seats"]) == ("welcome", [1])
            assert update["seats"] == [1]
        async with served(rooms, made, token=welcome["token"]) as socket:
            assert socket.messages[0]["seats"] == [1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("{}", "malformed"),
        ('{"id": 2, "type": "fly"}', "malformed"),
        ('{"id": 2, "type": "move"}', "malformed"),
        ('{"id": 2, "type": "ping", "more": 1}', "malformed"),
        ('{"id": -1, "type": "ping"}', "malformed"),
        ('{"id": 1e99, "type": "ping"}', "malformed"),
        ('{"id": 9007199254740992, "type": "ping"}', "malformed"),
        ('{"id": 2, "type": "say", "text": "\\ud800"}', "malformed"),
        ('{"id": 2, "\\ud800": 1, "type": "ping"}', "malformed"),
        ('{"id": 2, "type": "say", "text": "a\\u0000b"}', "malformed"),
        ('{"id": 2, "type": "say", "text": "a\\u202eb"}', "malformed"),
        ('{"id": 2, "type": "say", "text": "   "}', "malformed"),
        ('{"id": 2, "type": "sit", "seat": 1, "name": "a\\nb"}', "malformed"),
        ("[" * 5_000, "malformed"),
        ('{"id": 1, "type": "ping"}', "duplicate"),
        ('{"id": 0, "type": "ping"}', "duplicate"),
        ('{"id": 2, "type": "say", "text": "' + "x" * LONGEST_MESSAGE + '"}', "too_big"),
    ],
)
async def test_message_that_cannot_be_read_changes_nothing(text: str, code: str) -> None:
    async with room() as (rooms, made, memory), served(rooms, made, token=made.token) as socket:
        before = list(memory.rooms[made.code])
        socket.say(text)
        socket.say(id=3, type="ping")
        await wait()
        assert socket.codes == [code]
        assert socket.messages[-1] == {"type": "pong", "id": 3}
        assert memory.rooms[made.code] == before


async def test_binary_message_is_refused() -> None:
    async with room() as (rooms, made, _), served(rooms, made) as socket:
        socket.say(b"\x00\xff")
        await wait()
        assert socket.codes == ["too_big"]


async def test_refusal_names_the_message() -> None:
    async with room() as (rooms, made, _), served(rooms, made, token=made.token) as socket:
        socket.say(id=5, type="ping")
        socket.say(id=5, type="ping")
        socket.say(id=7, type="move", move="R7", at=0)
        await wait()
        refused = [m for m in socket.messages if m["type"] == "refused"]
        assert [(m["id"], m["code"]) for m in refused] == [(5, "duplicate"), (7, "round_over")]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"id": 1, "type": "ping"}, "no_hello"),
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 1}, "no_room"),
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 99}, "version"),
    ],
)
async def test_connection_without_a_room_ends(first: dict[str, Any], code: str) -> None:
    async with room() as (rooms, _, _), served(rooms) as socket:
        socket.say(json.dumps(first))
        await wait()
        assert socket.codes == [code]
        assert socket.closed is not None


async def test_silence_ends() -> None:
    async with room() as (rooms, _, _), served(rooms) as socket:
        await wait(HELLO_WITHIN - 1)
        assert socket.closed is None
        await wait(2)
        assert socket.codes == ["no_hello"]
        assert socket.closed is not None


async def test_store_that_cannot_be_read_is_said() -> None:
    async with room() as (rooms, made, memory):
        await rooms.close()
        memory.fails = True
        async with served(rooms, made) as socket:
            assert socket.codes == ["unreadable"]
            assert socket.closed is not None


async def test_whoever_is_too_fast_is_told_and_then_cut_off() -> None:
    limits = Limits(messages=(1, 10))
    async with (
        room() as (rooms, made, _),
        served(rooms, made, limits, token=made.token) as socket,
        served(rooms, made) as other,
    ):
        for n in range(2, 100):
            socket.say(id=n, type="ping")
        await wait()
        assert socket.codes[:5] == ["too_fast"] * 5
        assert sum(message["type"] == "pong" for message in socket.messages) == 9
        assert socket.closed == POLICY
        other.say(id=2, type="ping")
        await wait()
        assert other.messages[-1] == {"type": "pong", "id": 2}


async def test_client_that_does_not_read_is_cut_off_and_others_go_on() -> None:
    limits = Limits(waiting=20)
    async with (
        room() as (rooms, made, _),
        served(rooms, made, limits) as stuck,
        served(rooms, made, token=made.token) as ada,
    ):
        stuck.reads.clear()
        assert ada.messages[-1]["room"]["spectators"] == 1
        for n in range(2, 102):
            ada.say(id=n, type="say", text=f"{n}")
        await wait()
        said = [m["text"] for m in ada.messages if m["type"] == "said"]
        assert said == [f"{n}" for n in range(2, 102)]
        assert ada.messages[-1]["type"] == "update"  # somebody has gone
        assert ada.messages[-1]["room"]["spectators"] == 0


async def test_room_that_nobody_needs_is_put_away_and_comes_back() -> None:
    memory = Memory()
    rooms = rooms_of(memory, idle=100)
    sweeping = asyncio.create_task(rooms.sweep())
    made = await rooms.create(WANTED)
    async with served(rooms, made, token=made.token) as socket:
        socket.say(id=2, type="rename", name="Eva", avatar=1)
        await wait(1000)
        assert len(rooms) == 1
    await wait(300)
    assert len(rooms) == 0
    async with served(rooms, made, token=made.token) as socket:
        assert socket.messages[1]["room"]["seats"][0]["name"] == "Eva"
    sweeping.cancel()
    await rooms.close()


async def test_nobody_enters_a_room_that_is_being_put_away() -> None:
    async with room() as (rooms, made, _):
        old = await rooms.find(made.code)
        assert old is not None
        assert not old.needed
        await old.put(Guest(), Came(0))
        assert old.needed
        leaving = asyncio.create_task(rooms._put_away(made.code))
        await asyncio.sleep(0)
        async with served(rooms, made, token=made.token) as socket:
            await leaving
            socket.say(id=2, type="ping")
            await wait()
            assert socket.messages[-1] == {"type": "pong", "id": 2}
            assert await rooms.find(made.code) is not old


async def test_room_with_a_bug_comes_back_from_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with room() as (rooms, made, _):
        async with served(rooms, made, token=made.token) as socket:
            with monkeypatch.context() as patched:
                patched.setattr(Room, "_say", lambda *_: 1 / 0)
                socket.say(id=2, type="say", text="hello")
                await wait()
            assert socket.closed is not None
            assert "ZeroDivisionError" in caplog.text
        async with served(rooms, made, token=made.token) as socket:
            socket.say(id=2, type="say", text="hello")
            await wait()
            assert socket.messages[-1]["text"] == "hello"
