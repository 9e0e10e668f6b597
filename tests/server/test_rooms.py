"""All rooms of a server: who finds one by its code, what a guess tells, and who makes space."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.clients import Memory, Socket, connect, rooms_of
from tests.server.lapse import wait
from unolab.server import rooms as module
from unolab.server.codes import (
    CODE_LENGTH,
    CODE_LETTERS,
    SHORT,
    is_code,
    new_code,
    read_code,
    show_code,
)
from unolab.server.fleet.ownership import Elsewhere
from unolab.server.guard.limits import ServerLimits
from unolab.server.protocol import VERSION, Options
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import NewRoom, NewSeat, RoomMade
from unolab.server.room import opponents, restoring
from unolab.server.room.entries import Configured
from unolab.server.room.room import MOST_ENTRIES
from unolab.server.rooms import REPORTS, Rooms

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

WANTED = NewRoom(seats=[NewSeat(who="me", name="Ada"), NewSeat(who="open")])
NOWHERE = "ZZZZ2222"
NEVER_AGAIN = 1e-9  # tokens a second


class Counting(Memory):
    """A store that counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths = self.loads = 0

    async def length(self, code: str) -> int:
        self.lengths += 1
        return len(self.rooms.get(code, ()))

    async def load(self, code: str) -> list[str]:
        self.loads += 1
        return await super().load(code)


@asynccontextmanager
async def served(**limits: Any) -> AsyncIterator[tuple[Rooms, RoomMade, Counting]]:
    """A server with one room, which is in memory."""
    memory = Counting()
    rooms = rooms_of(memory, ServerLimits(**limits))
    yield rooms, await rooms.create(WANTED), memory
    await rooms.close()


@asynccontextmanager
async def connected(rooms: Rooms, code: str, token: str | None = None) -> AsyncIterator[Socket]:
    socket = Socket()
    serving = asyncio.create_task(connect(socket, rooms).serve())
    socket.say(id=1, type="hello", version=VERSION, room=code, token=token)
    await wait()
    yield socket
    socket.hang_up()
    await serving


async def greeting(rooms: Rooms, code: str, token: str | None = None) -> dict[str, Any]:
    """Say hello and return the first message."""
    async with connected(rooms, code, token) as socket:
        first: dict[str, Any] = socket.messages[0]
    return first


def shortened(memory: Memory, made: RoomMade) -> RoomMade:
    """Give a room a code as earlier versions did."""
    code = made.code[:SHORT]
    memory.rooms[code] = memory.rooms.pop(made.code)
    return made.model_copy(update={"code": code})


# ── codes ─────────────────────────────────────────────────────────────────────────────────────────


def test_code_has_eight_letters_and_is_shown_in_two_groups() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(is_code(code) and len(code) == CODE_LENGTH == 8 for code in codes)
    assert show_code("ABCDEFGH") == "ABCD EFGH"
    assert show_code("A62NM") == "A62NM"


@pytest.mark.parametrize(
    "code", ["", "ABCD", "ABCDEF", "ABCDEFGHJ", "ABCDEFG0", "abcdefgh", "ABCDÉ"]
)
def test_no_room_has_such_a_code(code: str) -> None:
    assert not is_code(code)


@given(st.text(CODE_LETTERS, min_size=8, max_size=8), st.randoms())
def test_code_is_read_however_it_is_written(code: str, chance: Any) -> None:
    written = "".join(
        chance.choice((letter, letter.lower())) + chance.choice(("", "", " ", "-"))
        for letter in code
    )
    assert read_code(written) == code
    assert read_code(show_code(code)) == code


async def test_room_is_entered_by_its_code_as_people_write_it() -> None:
    async with served() as (rooms, made, _):
        assert is_code(made.code)
        for written in (
            f"{made.code[:4]} {made.code[4:]}",
            f"{made.code[:4]}-{made.code[4:].lower()}",
        ):
            assert (await greeting(rooms, written))["code"] == made.code
            assert await rooms.look(written) is not None


async def test_code_of_an_earlier_version_still_opens_its_room() -> None:
    async with served() as (rooms, made, memory):
        await rooms.put_all_away()
        old = shortened(memory, made)
        assert (await greeting(rooms, old.code, old.token))["seats"] == [0]


# ── looking without opening ───────────────────────────────────────────────────────────────────────


async def test_look_opens_nothing() -> None:
    async with served() as (rooms, made, memory):
        running = await rooms.look(made.code)
        await rooms.put_all_away()
        tasks = len(asyncio.all_tasks())
        for address in (None, "192.0.2.1"):
            sitting = await rooms.look(made.code, address)
            assert sitting == running
        assert len(rooms) == 0
        assert len(asyncio.all_tasks()) == tasks
        assert memory.loads == 1  # the second look is the first one's


async def test_look_sees_what_was_added() -> None:
    async with served() as (rooms, made, memory):
        await rooms.put_all_away()
        assert await rooms.look(made.code) is not None
        changed = Configured(rules="party", options=Options()).model_dump_json()
        memory.rooms[made.code].append(changed)
        sitting = await rooms.look(made.code)
        assert sitting is not None
        assert str(sitting.rules) == "party"


async def test_looks_at_once_read_once() -> None:
    async with served() as (rooms, made, memory):
        await rooms.put_all_away()
        looks = await asyncio.gather(*(rooms.look(made.code) for _ in range(20)))
        assert None not in looks
        assert memory.loads == 1


async def test_looks_that_are_kept_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHED_LOOKS", 3)
    async with served() as (rooms, first, memory):
        codes = [first.code, *[(await rooms.create(WANTED)).code for _ in range(4)]]
        await rooms.put_all_away()
        for code in codes:
            assert await rooms.look(code) is not None
        assert len(rooms._looked_at) == 3
        assert await rooms.look(codes[0]) is not None
        assert memory.loads == 6


async def test_look_at_nothing() -> None:
    async with served() as (rooms, _, _):
        assert await rooms.look(NOWHERE) is None
        assert await rooms.look("\ud800") is None


# ── guesses ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("stored", [False, True])
async def test_right_code_is_always_let_in_and_wrong_ones_are_slowed_down(stored: bool) -> None:
    async with served(guesses=(NEVER_AGAIN, 3)) as (rooms, made, _):
        if stored:
            await rooms.put_all_away()
        told = [(await greeting(rooms, NOWHERE))["code"] for _ in range(5)]
        assert told == ["no_room"] * 3 + ["too_fast"] * 2
        assert (await greeting(rooms, made.code))["type"] == "welcome"
        with pytest.raises(Refusal) as refused:
            await rooms.look(NOWHERE, "192.0.2.1")
        assert refused.value.code == "too_fast"
        assert await rooms.look(made.code, "192.0.2.1") is not None
        assert (await greeting(rooms, NOWHERE))["code"] == "too_fast"


async def test_old_code_can_not_be_told_from_a_wrong_one_once_guesses_are_used_up() -> None:
    async with served(guesses=(NEVER_AGAIN, 1)) as (rooms, made, memory):
        await rooms.put_all_away()
        old = shortened(memory, made)
        wrong = "ZZZZ2"
        assert (await greeting(rooms, wrong))["code"] == "no_room"
        for token in (None, "x" * 32):
            loads = memory.loads
            blocked = await greeting(rooms, wrong, token)
            assert blocked["code"] == "too_fast"
            assert await greeting(rooms, old.code, token) == blocked
            for code in (wrong, old.code):
                with pytest.raises(Refusal) as refused:
                    await rooms.look(code, "192.0.2.1")
                assert (refused.value.code, refused.value.text) == ("too_fast", blocked["text"])
            assert (len(rooms), memory.loads) == (0, loads)
        assert (await greeting(rooms, old.code, old.token))["seats"] == [0]
        assert len(rooms) == 1
        for token in (None, "x" * 32):  # nor while it is open
            assert await greeting(rooms, old.code, token) == blocked


async def test_guesses_do_not_load_the_database() -> None:
    async with served(look_ups=(NEVER_AGAIN, 10)) as (rooms, made, memory):
        other = await rooms.create(WANTED)
        stored = await rooms.find(other.code)
        assert stored is not None
        await rooms._put_away(stored)
        for code in ("ABCD", "00000000", "NOWHERE"):  # what is no code is not looked for
            assert (await greeting(rooms, code))["code"] == "no_room"
        assert memory.lengths == 0
        told = [(await greeting(rooms, NOWHERE))["code"] for _ in range(7)]
        assert told == ["no_room"] * 5 + ["too_fast"] * 2
        assert memory.lengths == 5
        assert (await greeting(rooms, other.code))["code"] == "too_fast"
        assert (await greeting(rooms, made.code))["type"] == "welcome"  # it is in memory
        # half of it is for those who come back
        assert (await greeting(rooms, other.code, other.token))["seats"] == [0]


async def test_guesses_of_one_address_leave_the_others_theirs() -> None:
    each = 4
    async with served(look_ups_each=(NEVER_AGAIN, each)) as (rooms, made, memory):
        await rooms.put_all_away()
        for _ in range(each):
            assert not await rooms.exists(NOWHERE, "198.51.100.7")
        for _ in range(3_000):
            with pytest.raises(Refusal):
                await rooms.exists(NOWHERE, "198.51.100.7")
        assert memory.lengths == each
        assert await rooms.exists(made.code, "192.0.2.1")
        assert (await greeting(rooms, made.code, made.token))["seats"] == [0]


async def test_clients_of_one_room_look_for_it_once() -> None:
    once: Any = {"look_ups_each": (NEVER_AGAIN, 1), "requests": (NEVER_AGAIN, 1)}
    once |= {"hello_cost": 0, "log_cost": MOST_ENTRIES}  # enough to read one entry
    async with served(**once) as (rooms, made, memory):
        await rooms.put_all_away()
        everyone = [rooms.enter(made.code, "", "192.0.2.1") for _ in range(20)]
        found = await asyncio.gather(*everyone)
        assert len({id(room) for room in found}) == 1
        assert None not in found
        assert memory.loads == 1


# ── what it costs ─────────────────────────────────────────────────────────────────────────────────


async def test_who_is_relayed_has_paid_where_they_came_in() -> None:
    async with served(requests=(NEVER_AGAIN, 1), hello_cost=1) as (rooms, made, _):
        assert await rooms.enter(made.code, "", "192.0.2.1", relayed=True)
        assert await rooms.enter(made.code, "", "192.0.2.1")
        with pytest.raises(Refusal, match="too many requests"):
            await rooms.enter(made.code, "", "192.0.2.1")


async def test_a_log_that_another_server_has_is_not_paid_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: Any = {"requests": (NEVER_AGAIN, 5), "hello_cost": 1, "log_cost": 4 * MOST_ENTRIES}

    async def claim(_: object, code: str) -> None:
        raise Elsewhere(code, "ws://other.example", "another")

    async with served(**limits) as (rooms, made, _):
        await rooms.put_all_away()
        monkeypatch.setattr("unolab.server.fleet.ownership.Ownership.claim", claim)
        with pytest.raises(Elsewhere):
            await rooms.enter(made.code, "", "192.0.2.1")
        monkeypatch.undo()
        assert await rooms.enter(made.code, "", "192.0.2.1", relayed=True)  # reads, for the rest


async def test_entering_and_reading_are_paid_for() -> None:
    limits: Any = {"requests": (NEVER_AGAIN, 10), "hello_cost": 1, "log_cost": 4 * MOST_ENTRIES}
    async with served(**limits) as (rooms, made, memory):
        assert (await greeting(rooms, made.code))["type"] == "welcome"  # 9 are left
        await rooms.put_all_away()
        assert await rooms.look(made.code, "192.0.2.1") is not None  # 5
        assert await rooms.look(made.code, "192.0.2.1") is not None  # which was kept
        assert await rooms.look(made.code) is not None  # we pay nothing
        assert (await greeting(rooms, made.code))["type"] == "welcome"  # 0
        await rooms.put_all_away()
        rooms._looked_at.clear()
        loads = memory.loads
        assert (await greeting(rooms, made.code))["code"] == "too_fast"
        with pytest.raises(Refusal, match="too many requests"):
            await rooms.look(made.code, "192.0.2.1")
        assert memory.loads == loads
        assert await rooms.look(made.code, "198.51.100.7") is not None


@pytest.mark.parametrize("anyio_backend", ["asyncio"])  # with threads that take their own time
async def test_logs_are_read_and_bots_compiled_in_threads_of_their_own(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("the threads of everyone are not for this")

    threads = []

    def note(work: Any) -> Any:
        def noted(*given: Any) -> Any:
            threads.append(threading.current_thread().name.rpartition("_")[0])
            return work(*given)

        return noted

    monkeypatch.setattr(asyncio, "to_thread", refuse)
    monkeypatch.setattr(restoring, "restore", note(restoring.restore))
    monkeypatch.setattr(opponents, "opponent", note(opponents.opponent))  # it may load weights
    monkeypatch.setattr(opponents, "compile_bot", note(opponents.compile_bot))
    async with served() as (rooms, _, _):
        made = await rooms.create(NewRoom(seats=[NewSeat(who="me"), NewSeat(who="bot")]))
        await rooms.put_all_away()
        assert await rooms.look(made.code) is not None
        assert await rooms.find(made.code) is not None
    assert threads == [*["unolab compiler"] * 2, *["unolab rooms"] * 2]


def test_bot_is_compiled_even_where_nothing_is_asserted() -> None:
    bot = opponents.STAND_IN
    assert opponents.compile_bot(bot) == bot.address  # a value: python -O can't leave it out


async def test_one_address_has_so_many_logs_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READS", (3, 2))
    async with served() as (rooms, made, _):
        codes = [made.code, *[(await rooms.create(WANTED)).code for _ in range(3)]]
        await rooms.put_all_away()
        looks = (rooms.look(code, "192.0.2.1") for code in codes)
        ends = await asyncio.gather(*looks, return_exceptions=True)
        refused = [end.code for end in ends if isinstance(end, Refusal)]
        assert refused == ["busy"] * 2
        assert None not in [await rooms.look(code, "192.0.2.1") for code in codes]


# ── space ─────────────────────────────────────────────────────────────────────────────────────────


async def test_full_server_puts_empty_rooms_away_and_the_longest_empty_one_first() -> None:
    async with (
        served(all_rooms=3) as (rooms, first, _),
        connected(rooms, first.code, first.token),
    ):
        await wait(1)
        second = await rooms.create(WANTED)
        await wait(1)
        third = await rooms.create(WANTED)
        await wait(1)
        await greeting(rooms, second.code)  # now the third is empty for longer
        fourth = await rooms.create(WANTED)
        assert set(rooms._rooms) == {first.code, second.code, fourth.code}
        await wait(1)
        await greeting(rooms, fourth.code)
        assert (await greeting(rooms, third.code))["type"] == "welcome"  # it comes back
        assert set(rooms._rooms) == {first.code, third.code, fourth.code}


async def test_server_full_of_people_lets_those_in_who_return() -> None:
    async with served(all_rooms=1) as (rooms, first, memory):
        back = await rooms.create(WANTED)
        assert set(rooms._rooms) == {back.code}
        async with connected(rooms, first.code, first.token) as socket:
            assert socket.messages[0]["seats"] == [0]
            assert set(rooms._rooms) == {first.code}
            with pytest.raises(Refusal) as refused:
                await rooms.create(WANTED)
            assert refused.value.code == "full"
            assert len(memory.rooms) == 2
            for stranger in (None, "x" * 32):
                assert (await greeting(rooms, back.code, stranger))["code"] == "full"
            assert (await greeting(rooms, back.code, back.token))["seats"] == [0]
            assert await rooms.look(back.code) is not None


# ── what goes wrong is in the log ─────────────────────────────────────────────────────────────────


async def test_what_cannot_be_read_is_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as (rooms, made, memory):
        await rooms.put_all_away()
        memory.fails = True
        assert (await greeting(rooms, made.code))["code"] == "unreadable"
        assert not await rooms.well()
        memory.fails = False
        memory.rooms[made.code].append("{")
        assert (await greeting(rooms, made.code))["code"] == "spoilt"
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert lines[:2] == ["the disk is gone", "the disk is gone"]
    assert lines[2].startswith(f"cannot read the log of room {made.code}: ")
    assert len(lines) == 3
    assert not any("\n" in line for line in lines)
    assert not any(r.exc_info for r in caplog.records if r.levelno >= logging.ERROR)


async def test_log_is_not_flooded(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as (rooms, made, memory):
        await rooms.put_all_away()
        memory.rooms[made.code].append("{")
        for _ in range(200):
            with pytest.raises(Refusal):
                await rooms.look(made.code)
    assert len(caplog.records) < 2 * REPORTS[1]
