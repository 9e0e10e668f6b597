"""Codes that are reserved: they cost next to nothing, and become rooms when somebody comes."""

import asyncio
from typing import Any

import pytest

from tests.server.clients import Memory, Socket, connect, rooms_of
from tests.server.requests import SEATS, offered, problem
from unolab.server.guard.limits import ServerLimits
from unolab.server.protocol import VERSION
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import CodeAsked, NewRoom, NewSeat
from unolab.server.reservations import RESERVED_FOR, Reservations
from unolab.server.rooms import Rooms
from unolab.server.store.store import NotSaved

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"
WANTED = NewRoom(seats=[NewSeat(who="me", name="Ada"), NewSeat(who="open")])
ASKED = CodeAsked(room=WANTED)


async def come(rooms: Rooms, code: str, token: str | None = None) -> Socket:
    """Come into a room, and hear its first messages."""
    socket = Socket()
    socket.say(type="hello", id=1, version=VERSION, room=code, token=token)
    asyncio.get_running_loop().create_task(connect(socket, rooms).serve())
    while not any(message["type"] in ("update", "refused") for message in socket.messages):
        await asyncio.sleep(0.01)
    return socket


async def test_code_becomes_a_room_when_somebody_comes() -> None:
    memory = Memory()
    rooms = rooms_of(memory, ServerLimits())
    code = await rooms.reserve(ASKED, HOME)
    assert not memory.rooms
    assert len(rooms) == 0
    assert not code.made
    assert await rooms.exists(code.code, ELSEWHERE)  # its picture can be drawn
    sitting = await rooms.look(code.code, ELSEWHERE)  # and it can be asked for
    assert sitting is not None
    assert [chair.kind for chair in sitting.chairs] == ["person", "open"]
    assert not memory.rooms

    friends = await asyncio.gather(*(come(rooms, code.code) for _ in range(3)))
    assert all(friend.codes == [] for friend in friends)
    assert [*memory.rooms] == [code.code]
    host = await come(rooms, code.code, code.token)
    (welcome,) = (m for m in host.messages if m["type"] == "welcome")
    assert (welcome["seats"], welcome["host"]) == ([0], True)
    again = await rooms.reserve(CodeAsked(room=WANTED, code=code.code, token=code.token), HOME)
    assert (again.code, again.made) == (code.code, True)
    await rooms.close()


async def test_code_is_kept_by_its_owner_alone_and_follows_the_wish() -> None:
    rooms = rooms_of(Memory(), ServerLimits())
    first = await rooms.reserve(ASKED, HOME)
    party = WANTED.model_copy(update={"rules": "party"})
    same = await rooms.reserve(CodeAsked(room=party, code=first.code, token=first.token), HOME)
    assert (same.code, same.token) == (first.code, first.token)
    sitting = await rooms.look(first.code, HOME)
    assert sitting is not None
    assert str(sitting.rules) == "party"
    for token in (None, "", "x" * 32):
        other = await rooms.reserve(CodeAsked(room=WANTED, code=first.code, token=token), HOME)
        assert other.code != first.code


async def test_code_is_forgotten_unless_it_is_renewed() -> None:
    rooms = rooms_of(Memory(), ServerLimits())
    clock = asyncio.get_running_loop().time
    assert isinstance(rooms._reserved, Reservations)
    rooms._reserved._clock = clock
    kept = await rooms.reserve(ASKED, HOME)
    lost = await rooms.reserve(ASKED, HOME)
    await asyncio.sleep(RESERVED_FOR - 1)
    await rooms.reserve(CodeAsked(room=WANTED, code=kept.code, token=kept.token), HOME)
    await asyncio.sleep(2)
    assert await rooms.exists(kept.code, HOME)
    assert not await rooms.exists(lost.code, HOME)
    await rooms.reserve(ASKED, HOME)
    assert len(rooms._reserved) == 2  # the old one is gone for good


async def test_codes_are_limited_by_address_and_in_all() -> None:
    limits = ServerLimits(reserved=(1e-9, 3), reserved_each=2, all_reserved=4)
    rooms = rooms_of(Memory(), limits)
    codes = [await rooms.reserve(ASKED, HOME) for _ in range(2)]
    with pytest.raises(Refusal, match="too many reserved codes") as refused:
        await rooms.reserve(ASKED, HOME)  # at a time
    assert refused.value.code == "too_fast"
    renewed = CodeAsked(room=WANTED, code=codes[0].code, token=codes[0].token)
    assert (await rooms.reserve(renewed, HOME)).code == codes[0].code  # which costs none
    for _ in range(2):
        await rooms.reserve(ASKED, ELSEWHERE)
    with pytest.raises(Refusal) as refused:
        await rooms.reserve(ASKED, "192.0.2.3")
    assert refused.value.code == "full"
    await come(rooms, codes[0].code)
    assert (await rooms.reserve(ASKED, "192.0.2.3")).code  # a room needs no code any more
    with pytest.raises(Refusal):
        await rooms.reserve(ASKED, HOME)  # the bucket is empty
    await rooms.close()


async def test_full_server_reserves_nothing() -> None:
    rooms = rooms_of(Memory(), ServerLimits(all_rooms=0))
    with pytest.raises(Refusal) as refused:
        await rooms.reserve(ASKED, HOME)
    assert refused.value.code == "full"


async def test_code_outlives_a_disk_that_fails_once() -> None:
    memory = Memory()
    rooms = rooms_of(memory, ServerLimits())
    code = (await rooms.reserve(ASKED, HOME)).code
    create, failures = memory.create, [True]

    async def fail_once(code: str, entry: str) -> None:
        await create(code, entry)  # it is written, but that is not heard
        if failures:
            failures.clear()
            raise NotSaved("the line is cut")

    memory.create = fail_once  # type: ignore[method-assign]
    assert (await come(rooms, code)).codes == ["not_saved"]
    assert (await come(rooms, code)).codes == []
    await rooms.close()


async def test_over_http() -> None:
    async with offered() as client:
        answer = await client.post("/api/reservations", json={"room": {"seats": [*SEATS, {}]}})
        assert answer.status_code == 201
        code = answer.json()["code"]
        shown = (await client.get(f"/api/rooms/{code}")).json()
        assert (shown["stage"], len(shown["seats"])) == ("lobby", 3)
        assert answer.json()["token"] not in str(shown)
        assert (await client.get(f"/api/rooms/{code}/qr.svg")).status_code == 200
        at_once = {"room": {"seats": SEATS, "start": True}}
        problem(await client.post("/api/reservations", json=at_once), 400, "wrong")
        long = {"room": {"seats": SEATS}, "code": "x" * 17}
        bodies: list[dict[str, Any]] = [{}, long, {"room": {"seats": []}}]
        for body in bodies:
            problem(await client.post("/api/reservations", json=body), 422, "malformed")


async def test_maker_of_a_reserved_room_stays_its_host_while_the_page_is_open() -> None:
    memory = Memory()
    rooms = rooms_of(memory, ServerLimits())
    code = await rooms.reserve(ASKED, HOME)
    renewed = CodeAsked(room=WANTED, code=code.code, token=code.token)
    friend = await come(rooms, code.code)
    friend.say(type="sit", id=2, seat=1, name="Eve", avatar=0)
    for _ in range(12):
        await asyncio.sleep(10)
        again = await rooms.reserve(renewed, HOME)
        assert (again.code, again.made) == (code.code, True)
    host = await come(rooms, code.code, code.token)
    (welcome,) = (m for m in host.messages if m["type"] == "welcome")
    assert (welcome["seats"], welcome["host"]) == ([0], True)


async def test_made_room_is_known_when_it_is_no_longer_in_memory() -> None:
    memory = Memory()
    rooms = rooms_of(memory, ServerLimits())
    code = await rooms.reserve(ASKED, HOME)
    await come(rooms, code.code)
    await rooms.put_all_away()
    again = await rooms.reserve(CodeAsked(room=WANTED, code=code.code, token=code.token), HOME)
    assert (again.code, again.made) == (code.code, True)


async def test_reservations_count_as_new_rooms_when_they_become_some() -> None:
    memory = Memory()
    rooms = rooms_of(memory, ServerLimits(rooms=(0.001, 2)))
    codes = [(await rooms.reserve(ASKED, HOME)).code for _ in range(3)]
    for code in codes[:2]:
        assert (await come(rooms, code)).codes == []
    assert (await come(rooms, codes[2])).codes == ["too_fast"]
    with pytest.raises(Refusal, match="too many new rooms"):
        await rooms.create(WANTED, HOME)
    assert len(memory.rooms) == 2
