"""What a room puts up with: how much it is told, how long it goes on, and where its bots think."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.server.clients import Memory, rooms_of
from tests.server.lapse import wait
from tests.server.table import ADA, BOB, Guest, Place, bot, created, opened, person
from unolab.moves import Move
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.http.replays import replay_of
from unolab.server.protocol import Reacted, Refused, Said, Update
from unolab.server.protocol.rest import NewRoom
from unolab.server.room import room as room_module
from unolab.server.room.entries import Chair
from unolab.server.room.minds import RoomMinds
from unolab.server.room.restoring import restore
from unolab.server.room.room import Came, Room
from unolab.server.rooms import BOTS_IDLE, SWEEP
from unolab.state import View

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

USUAL = ServerLimits()
HOUR = 3600.0


def codes(guest: Guest) -> list[str]:
    return [message.code for message in guest.messages if isinstance(message, Refused)]


def said(guest: Guest) -> list[str]:
    return [message.text for message in guest.messages if isinstance(message, Said)]


def reactions(guest: Guest) -> int:
    return sum(isinstance(message, Reacted) for message in guest.messages)


def updates(guest: Guest) -> int:
    return sum(isinstance(message, Update) for message in guest.messages)


async def deal(place: Place, guest: Guest) -> None:
    await place.post(guest, "deal")
    await wait(60)  # those who do not add to the deal are not waited for
    assert place.room.sitting.stage != "lobby"


# ── what people do over and over ──────────────────────────────────────────────────────────────────


async def test_names_are_changed_so_often_and_no_more() -> None:
    rate, at_once = USUAL.changes
    async with opened(created(person(ADA), person(BOB)), limits=USUAL) as place:
        ada, bob, tab = await place.come(ADA), await place.come(BOB), await place.come(BOB)
        for n in range(int(at_once)):
            await place.send((bob, tab)[n % 2], "rename", name=f"Name {n}", avatar=0)
        assert len(place.log.entries) == 1 + at_once
        for guest in (bob, tab):  # it is the device that counts, not the tab
            assert await place.code(guest, "rename", name="Once more", avatar=0) == "too_fast"
        await place.send(ada, "configure", timer=60)  # others are not held up
        assert place.room.sitting.options.timer == 60
        await wait(3 / rate)
        await place.send(bob, "rename", name="Bob", avatar=0)
        assert place.room.sitting.chairs[1].name == "Bob"


async def test_guests_leave_the_host_some_changes() -> None:
    """Nine devices, each within its own limit, and strangers who come and go."""
    _, at_once = USUAL.changes_of_room
    owners = [f"{n}'s digest" for n in range(8)]
    chairs = [person(ADA), *map(person, owners), Chair()]
    async with opened(created(*chairs), limits=USUAL) as place:
        ada = await place.come(ADA)
        guests = [await place.come(owner) for owner in owners]
        for n in range(40):
            for guest in guests:
                await place.send(guest, "rename", name=f"Name {n}", avatar=0)
            stranger = await place.come()
            await place.send(stranger, "sit", seat=9, name="Eve")
            await place.send(stranger, "leave")
        kinds = Counter(json.loads(entry)["kind"] for entry in place.log.entries)
        assert kinds["sat"] == at_once / 2
        for n in range(int(USUAL.changes[1])):
            await place.send(ada, "configure", timer=(60, 120)[n % 2])
        assert not codes(ada)
        assert len(place.room.allowances) <= 2 + len(owners)


async def test_what_is_refused_takes_nothing_from_the_others() -> None:
    async with opened(created(person(ADA), person(BOB)), limits=USUAL) as place:
        ada, bob, eve = await place.come(ADA), await place.come(BOB), await place.come()
        for _ in range(200):
            assert await place.code(bob, "configure", timer=60) == "not_host"
            assert await place.code(eve, "rename", name="Eve", avatar=0) == "not_your_seat"
        await place.send(ada, "configure", timer=60)
        assert place.room.sitting.options.timer == 60


async def test_pauses_count_as_changes() -> None:
    async with opened(created(person(ADA), bot()), limits=USUAL) as place:
        ada, watcher = await place.come(ADA), await place.come()
        await deal(place, ada)
        before = updates(watcher)
        for n in range(200):
            await place.post(ada, "pause", paused=n % 2 == 0)
            await asyncio.sleep(0)
        await wait()
        assert updates(watcher) - before <= USUAL.changes[1] + 2
        assert "too_fast" in codes(ada)


@pytest.mark.parametrize("owners", [(ADA,), (ADA, BOB)])
async def test_many_tabs_cannot_talk_more_than_one(owners: Sequence[str]) -> None:
    """A hundred tabs, each within its own limit: what waits for a slow reader stays short."""
    async with opened(created(person(ADA), person(BOB)), limits=USUAL) as place:
        slow = await place.come()
        tabs = [await place.come(owner) for owner in owners for _ in range(100)]
        for n, tab in enumerate(tabs * 3):
            await place.post(tab, "say", text=f"spam {n}")
            await asyncio.sleep(0)
        await wait()
        most = min(USUAL.talk[1] * len(owners), USUAL.talk_of_room[1])
        assert len(said(slow)) == most < USUAL.waiting / 4
        assert {code for tab in tabs for code in codes(tab)} == {"too_fast"}
        await wait(5)
        await place.send(tabs[0], "say", text="sorry")
        assert said(slow)[-1] == "sorry"


async def test_room_as_a_whole_talks_so_much() -> None:
    owners = [f"{n}'s digest" for n in range(10)]
    async with opened(created(*map(person, owners)), limits=USUAL) as place:
        guests = [await place.come(owner) for owner in owners]
        for guest in guests * 10:
            await place.post(guest, "say", text="hello")
            await asyncio.sleep(0)
        await wait()
        assert len(said(guests[0])) == USUAL.talk_of_room[1]


async def test_seat_reacts_three_times_in_ten_seconds() -> None:
    async with opened(created(person(ADA), person(BOB)), limits=USUAL) as place:
        ada, bob, tab = await place.come(ADA), await place.come(BOB), await place.come(BOB)
        for guest in (bob, tab, bob):  # it is the seat that counts, not the tab
            await place.send(guest, "react", mood="ouch")
        assert await place.code(tab, "react", mood="ouch") == "too_fast"
        await place.send(ada, "react", mood="nice")  # others are not held up
        assert reactions(ada) == 4
        await wait(10)
        for _ in range(3):
            await place.send(bob, "react", mood="wow")
        assert await place.code(bob, "react", mood="wow") == "too_fast"
        assert reactions(ada) == 7


async def test_room_as_a_whole_reacts_so_much() -> None:
    limits = replace(USUAL, reactions=(1, 10))
    owners = [f"{n}'s digest" for n in range(10)]
    async with opened(created(*map(person, owners)), limits=limits) as place:
        guests = [await place.come(owner) for owner in owners]
        for guest in guests * 10:
            await place.post(guest, "react", mood="ha")
            await asyncio.sleep(0)
        await wait()
        assert reactions(guests[0]) == USUAL.reactions_of_room[1] < USUAL.waiting / 4


async def test_many_who_come_are_told_of_together() -> None:
    async with opened(created(person(ADA), person(BOB)), limits=USUAL) as place:
        ada = await place.come(ADA)
        tabs = []
        for _ in range(300):
            tabs.append(Guest())
            await place.room.put(tabs[-1], Came(0))
        await wait()
        assert updates(ada) <= USUAL.arrivals[1] + 1
        assert all(updates(tab) for tab in tabs)  # those who come see where they are
        await wait(2)
        assert ada.update.room.spectators == 300
        before = updates(ada)
        for tab in tabs:
            await place.go(tab)
        await wait(2)
        assert ada.update.room.spectators == 0
        assert updates(ada) - before < 20


async def test_bots_are_hurried_so_often() -> None:
    async with opened(created(person(ADA), bot(), pace="calm"), limits=USUAL) as place:
        ada = await place.come(ADA)
        await deal(place, ada)
        for _ in range(200):
            await place.post(ada, "hurry")
            await asyncio.sleep(0)
        await wait()
        assert codes(ada).count("too_fast") == 200 - USUAL.hurries[1]


# ── how long it goes on ───────────────────────────────────────────────────────────────────────────


async def test_room_that_is_used_up_deals_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "MOST_ENTRIES", 5)
    chairs = (person(ADA), person(BOB), Chair())
    async with opened(created(*chairs)) as place:
        ada, eve = await place.come(ADA), await place.come()
        for n in range(4):
            await place.send(ada, "rename", name=f"Ada {n}", avatar=0)
        refused = await place.refused(ada, "deal")
        assert (refused.code, "make a new room" in refused.text) == ("used_up", True)
        assert await place.code(ada, "rename", name="Ada", avatar=0) == "used_up"
        assert await place.code(ada, "configure", timer=60) == "used_up"
        assert await place.code(eve, "sit", seat=2, name="Eve") == "used_up"
        await place.send(ada, "leave")  # nobody is kept
        assert place.room.sitting.chairs[0].kind == "open"


async def test_round_is_played_to_its_end_in_a_room_that_is_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room_module, "MOST_ENTRIES", 5)
    table = created(bot(), bot(), host=ADA, rules="official+target=500")
    async with opened(table) as place:
        ada = await place.come(ADA)
        await deal(place, ada)
        await wait(HOUR)
        assert place.room.sitting.stage == "pause"  # a match among bots would have gone on
        assert len(place.room.sitting.rounds) == 1
        assert place.room.number > 5
        assert await place.code(ada, "deal") == "used_up"
        assert ada.update.room.seats[0].kind == "bot"


async def test_round_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats of one device, which draw and pass for ever."""
    monkeypatch.setattr(room_module, "MOST_MOVES", 40)
    async with opened(created(person(ADA), person(ADA))) as place:
        ada = await place.come(ADA)
        for rounds in (1, 2):
            await deal(place, ada)
            begun = place.room.number
            while (match := place.room.sitting.match) is not None:
                assert place.room.number <= begun + 40
                state = match.state
                idle = next((m for m in state.legal if str(m) in ("+", "-")), state.legal[-1])
                await place.move(ada, str(idle), seat=state.turn)
            await wait()
            assert codes(ada) == ["round_over"] * rounds
            assert ada.update.table is None
            assert place.room.sitting.stage == "lobby"
            assert place.room.number == begun + 40 + 1
            assert len(place.room.sitting.rounds) == place.room.sitting.dealt == rounds
        sitting, _ = restore(place.log.entries)
        assert sitting == place.room.sitting
        shown = json.loads(replay_of("TEST-2", sitting.rounds[1], lambda: None))
        assert len(shown["frames"]) == 1 + 40


async def test_bots_stop_when_nobody_does_anything_but_watch() -> None:
    table = created(bot(), bot(), host=ADA, rules="official+target=500", pace="calm")
    async with opened(table, limits=replace(UNLIMITED, unwatched=100)) as place:
        ada, watcher = await place.come(ADA), await place.come()
        await deal(place, ada)
        assert not ada.update.room.paused
        await wait(100)
        assert ada.update.room.paused
        number = place.room.number
        await place.post(watcher, "ping")  # which pages send by themselves
        await wait(HOUR)
        assert place.room.number == number
        await place.post(watcher, "look", seat=None)
        await wait(60)
        assert not ada.update.room.paused
        assert place.room.number > number


async def test_bots_play_on_for_whoever_does_something() -> None:
    table = created(bot(), bot(), host=ADA, rules="official+target=500", pace="calm")
    async with opened(table, limits=replace(UNLIMITED, unwatched=100)) as place:
        ada = await place.come(ADA)
        await deal(place, ada)
        for _ in range(5):
            await place.post(ada, "look", seat=None)
            await wait(90)
            assert not ada.update.room.paused


async def test_bots_by_themselves_are_not_endlessly_quick() -> None:
    table = created(bot(), bot(), host=ADA, rules="official+target=500", pace="instant")
    async with opened(table, limits=replace(UNLIMITED, bot_moves=(0.5, 10))) as place:
        ada = await place.come(ADA)
        await deal(place, ada)
        assert 10 < place.room.number <= 10 + 0.5 * 60 + 5  # and not all of a match
        number = place.room.number
        await wait(20)
        assert number < place.room.number <= number + 12


async def test_room_of_bots_is_put_away_soon() -> None:
    memory = Memory()
    rooms = rooms_of(memory)
    seats: Any = [{"who": "bot", "bot": "easy"}, {"who": "bot", "bot": "easy"}]
    people: Any = [{"who": "me"}, {"who": "open"}]
    sweeping = asyncio.create_task(rooms.sweep())
    try:
        await rooms.create(NewRoom(seats=seats))
        await rooms.create(NewRoom(seats=people))
        await wait(BOTS_IDLE)
        assert len(rooms) == 2
        await wait(2 * SWEEP)
        assert len(rooms) == 1
        await wait(600 + 2 * SWEEP)
        assert len(rooms) == 0
    finally:
        sweeping.cancel()
        await rooms.close()


# ── where bots think ──────────────────────────────────────────────────────────────────────────────


class Thinkers:
    """Bots that say in which thread they are asked, and think until they may answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: set[str] = set()
        self.asked = threading.Event()
        self.may_answer = threading.Event()
        monkeypatch.setattr(RoomMinds, "ask", self._wrapped(RoomMinds.ask))

    def _wrapped(self, think: Callable[..., Move | None]) -> Callable[..., Move | None]:
        def ask(minds: RoomMinds, seat: int, view: View) -> Move | None:
            self.threads.add(threading.current_thread().name)
            self.asked.set()
            assert self.may_answer.wait(60)
            return think(minds, seat, view)

        return ask


@pytest.mark.parametrize("anyio_backend", ["asyncio"])  # with threads that take their own time
async def test_bot_that_thinks_holds_up_nobody_else(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers = Thinkers(monkeypatch)
    rooms = rooms_of(Memory())
    seats: Any = [{"who": "bot", "bot": "easy"}] * 2
    try:
        rooms_there: list[Room] = []
        for _ in range(2):
            made = await rooms.create(NewRoom(seats=seats, pace="instant", start=True))
            room = await rooms.find(made.code)
            assert isinstance(room, Room)
            await room.put(Guest(room.sitting.host), Came(0))
            rooms_there.append(room)
        room, other = rooms_there
        async with asyncio.timeout(60):
            while room.sitting.stage != "playing" or other.sitting.stage != "playing":
                await asyncio.sleep(0.01)
            await asyncio.to_thread(thinkers.asked.wait, 60)
            number = room.number
            stranger = Guest()  # the loop is free: whoever comes to a third room is welcome
            third = await rooms.create(NewRoom(seats=seats))
            found = await rooms.find(third.code)
            assert found is not None
            await found.put(stranger, Came(0))
            await stranger.told.wait()
            assert (room.number, other.number) == (number, number)
            thinkers.may_answer.set()
            while room.number == number:
                await asyncio.sleep(0.01)
        assert all(name.startswith("unolab bots") for name in thinkers.threads)
    finally:
        thinkers.may_answer.set()
        await rooms.close()
