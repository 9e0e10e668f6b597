"""A connection: what can't be read changes nothing, and nobody waits for those who are slow."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from tests.server.clients import Memory, Socket, connect, rooms_of
from tests.server.lapse import wait
from tests.server.table import Guest
from unolab.server.connection import HELLO_WITHIN, TRY_AGAIN
from unolab.server.guard.frames import POLICY
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.http.malformed import first_error, has_too_many
from unolab.server.protocol import LONGEST_MESSAGE, Options
from unolab.server.protocol.rest import NewRoom, NewSeat, RoomMade
from unolab.server.room.entries import Configured, Dealt, Moved
from unolab.server.room.room import INBOX_SIZE, Came, Room, RoomClosed
from unolab.server.rooms import Rooms
from unolab.server.store.store import Overtaken

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


WANTED = NewRoom(seats=[NewSeat(who="me", name="Ada"), NewSeat(who="open"), NewSeat(who="open")])


@asynccontextmanager
async def served(
    rooms: Rooms, made: RoomMade | None = None, limits: ServerLimits = UNLIMITED, **hello: Any
) -> AsyncIterator[Socket]:
    """A socket whose other end is served, after its hello."""
    socket = Socket()
    serving = asyncio.create_task(connect(socket, rooms, limits).serve())
    if made is not None:
        socket.say(id=1, type="hello", **{"version": 2, "room": made.code, **hello})
    await wait()
    yield socket
    socket.hang_up()
    socket.reads.set()
    await serving


@asynccontextmanager
async def room(limits: ServerLimits = UNLIMITED) -> AsyncIterator[tuple[Rooms, RoomMade, Memory]]:
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
        ('{"id": 2, "type": "react", "mood": "bored"}', "malformed"),
        ('{"id": 2, "type": "react", "mood": ["ha"]}', "malformed"),
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
        assert socket.codes == ["malformed"]


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
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 2}, "no_room"),
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 0}, "version"),
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 3}, "version"),
        ({"id": 1, "type": "hello", "room": "NOWHERE", "version": 2**80}, "version"),
    ],
)
async def test_connection_without_a_room_ends(first: dict[str, Any], code: str) -> None:
    async with room() as (rooms, _, _), served(rooms) as socket:
        socket.say(json.dumps(first))
        await wait()
        assert socket.codes == [code]
        assert socket.closed is not None


@pytest.mark.parametrize("version", [{}, {"version": None}, {"version": "one"}])
async def test_hello_without_a_version_is_none(version: dict[str, Any]) -> None:
    async with room() as (rooms, made, _), served(rooms) as socket:
        socket.say(id=1, type="hello", room=made.code, token=made.token, **version)
        await wait()
        assert socket.codes == ["malformed"]
        assert "version" in socket.messages[0]["text"]
        socket.say(id=1, type="hello", room=made.code, token=made.token, version=2)
        await wait()
        assert socket.messages[1]["seats"] == [0]


async def test_silence_ends() -> None:
    async with room() as (rooms, _, _), served(rooms) as socket:
        await wait(HELLO_WITHIN - 1)
        assert socket.closed is None
        await wait(2)
        assert socket.codes == ["no_hello"]
        assert socket.closed is not None


async def test_store_that_cannot_be_read_is_said() -> None:
    async with room() as (rooms, made, memory):
        await rooms.put_all_away()
        memory.fails = True
        async with served(rooms, made) as socket:
            assert socket.codes == ["unreadable"]
            assert socket.closed is not None


MOVED = Moved(seat=0, move="?", by="person").model_dump_json()


@pytest.mark.parametrize("spoilt", [[MOVED], ["{"], ['{"type": "flown"}'], [""]])
async def test_log_that_cannot_be_replayed_gives_nothing_away(
    spoilt: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with room() as (rooms, made, memory):
        with_bots = [{"keep": 0}, {"bot": "easy"}]
        async with served(rooms, made, token=made.token) as socket:
            socket.say(id=2, type="arrange", at=1, chairs=with_bots)
            await wait()
        await rooms.put_all_away()
        log = memory.rooms[made.code]
        log.append(Dealt(seed="1").model_dump_json())
        whole = list(log)
        log += spoilt
        for _ in range(2):
            async with served(rooms, made, token=made.token) as socket:
                (said,) = socket.messages
                assert socket.closed is not None
            assert said == {
                "type": "refused",
                "id": None,
                "code": "spoilt",
                "text": f"room {made.code} exists, but this server can't read it",
                "top": None,
                "due": 0,
            }
        assert len(rooms) == 0
        assert f"cannot read the log of room {made.code}" in caplog.text
        memory.rooms[made.code] = whole
        async with served(rooms, made, token=made.token) as socket:
            assert socket.messages[1]["room"]["stage"] == "playing"


async def test_log_that_does_not_begin_with_a_room_is_spoilt() -> None:
    async with room() as (rooms, made, memory):
        await rooms.put_all_away()
        memory.rooms[made.code] = [MOVED]
        async with served(rooms, made) as socket:
            assert socket.codes == ["spoilt"]


async def test_whoever_is_too_fast_is_told_and_then_cut_off() -> None:
    limits = ServerLimits(messages=(1, 10))
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
    limits = ServerLimits(waiting=20)
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
        leaving = asyncio.create_task(rooms._put_away(old))
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
                patched.setattr(Room, "_talk", lambda *_: 1 / 0)
                socket.say(id=2, type="say", text="hello")
                await wait()
            assert socket.closed is not None
            assert "ZeroDivisionError" in caplog.text
        async with served(rooms, made, token=made.token) as socket:
            socket.say(id=2, type="say", text="hello")
            await wait()
            assert socket.messages[-1]["text"] == "hello"


async def test_room_that_another_server_wrote_to_is_read_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with room() as (rooms, made, memory):
        async with served(rooms, made, token=made.token) as ada, served(rooms, made) as guest:
            written = Configured(rules="party", options=Options(timer=45)).model_dump_json()
            memory.rooms[made.code].append(written)
            ada.say(id=2, type="rename", name="Eva", avatar=1)
            await wait()
            assert (ada.closed, guest.closed) == (TRY_AGAIN, TRY_AGAIN)
            assert ada.messages[-1]["room"]["seats"][0]["name"] == "Ada"  # it did not happen
        assert memory.rooms[made.code][1:] == [written]
        assert "somebody else writes here" in caplog.text
        assert "Traceback" not in caplog.text
        async with served(rooms, made, token=made.token, since=1) as ada:
            update = ada.messages[1]
            assert update["number"] == 2
            assert (update["room"]["rules"], update["room"]["options"]["timer"]) == ("party", 45)
            ada.say(id=2, type="rename", name="Eva", avatar=1)
            await wait()
            assert ada.messages[-1]["number"] == 3
            assert ada.messages[-1]["room"]["seats"][0]["name"] == "Eva"


async def test_room_that_has_ended_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not those in its inbox, and not those who wait because it is full."""
    crowd = 3 * INBOX_SIZE
    async with room() as (rooms, made, _), AsyncExitStack() as stack:
        ended = asyncio.Event()

        async def append(*_: object) -> None:
            await ended.wait()
            raise Overtaken

        with monkeypatch.context() as patched:
            patched.setattr(Memory, "append", append)
            ada = await stack.enter_async_context(served(rooms, made, token=made.token))
            ada.say(id=2, type="rename", name="Eva", avatar=1)
            await wait()
            guests = [Socket() for _ in range(crowd)]
            serving = [asyncio.create_task(connect(guest, rooms).serve()) for guest in guests]
            for guest in guests:
                guest.say(id=1, type="hello", version=2, room=made.code)
            await wait()
            assert not any(task.done() for task in serving)
            old = await rooms.find(made.code)
            ended.set()
            await wait()
        assert ada.closed == TRY_AGAIN
        assert [guest.closed for guest in guests] == [TRY_AGAIN] * crowd
        assert all(task.done() for task in serving)
        assert old is not None
        with pytest.raises(RoomClosed):
            await old.put(Guest(), Came(0))


async def test_room_that_has_ended_does_not_wait_for_those_who_do_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = 20
    async with room() as (rooms, made, _), served(rooms, made, token=made.token) as ada:
        stuck = Socket()
        connection = connect(stuck, rooms, ServerLimits(waiting=waiting))
        serving = asyncio.create_task(connection.serve())
        stuck.say(id=1, type="hello", version=2, room=made.code)
        await wait()
        stuck.reads.clear()
        ada.say(id=2, type="say", text="on its way")
        await wait()
        for n in range(waiting):
            ada.say(id=3 + n, type="say", text="no more go in")
        await wait()
        assert not serving.done()
        with monkeypatch.context() as patched:
            patched.setattr(Room, "_welcome_back", lambda *_: 1 / 0)
            ada.say(id=99, type="back")
            await wait()
        assert serving.done()


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"id": 2, "type": "ping"} | {f"a{n}": 0 for n in range(700)}),
        json.dumps({"id": 2, "type": "arrange", "at": 1, "chairs": [{}] * 2000}),
        json.dumps({"id": 2, "type": "arrange", "chairs": [{f"a{n}": 0 for n in range(700)}]}),
        '{"id":2,"type":"ping",' + ",".join(['"a":0'] * 900) + "}",
    ],
    ids=["fields", "chairs", "fields of a chair", "the same field"],
)
async def test_message_with_many_errors_is_refused_for_the_first(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = []

    def first(errors: list[Any]) -> str:
        listed.append(len(errors))
        return first_error(errors)

    monkeypatch.setattr("unolab.server.connection.first_error", first)
    async with room() as (rooms, made, _), served(rooms, made, token=made.token) as socket:
        socket.say(text)
        await wait()
        assert socket.codes == ["malformed"]
        assert socket.messages[-1]["id"] == 2
        assert sum(listed) <= 1
        socket.say(id=2, type="ping")
        await wait()
        assert socket.messages[-1] == {"type": "pong", "id": 2}


async def test_ten_chairs_are_not_too_many_values() -> None:
    chairs = [{"keep": None, "bot": "easy"}] * 9
    async with room() as (rooms, made, _), served(rooms, made, token=made.token) as socket:
        at = socket.messages[-1]["number"]
        socket.say(id=2, type="arrange", at=at, chairs=[{"keep": 0, "bot": None}, *chairs])
        await wait()
        assert socket.codes == []
        assert len(socket.messages[-1]["room"]["seats"]) == 10


@pytest.mark.parametrize(
    ("value", "most", "too_many"),
    [
        (1, 1, False),
        ([1, 2], 3, False),
        ([1, 2], 2, True),
        ({"a": {"b": [1, 2]}}, 5, False),
        ({"a": {"b": [1, 2]}}, 4, True),
        ([[[[]]]], 4, False),
        ([[[[]]]], 3, True),
    ],
)
def test_values_are_counted_at_any_depth(value: object, most: int, too_many: bool) -> None:
    assert has_too_many(value, most) == too_many
