"""What is shown is on disk first."""

import asyncio
from typing import Any

import pytest

from tests.server.lapse import wait
from tests.server.table import (
    ADA,
    BOB,
    ENDING,
    Guest,
    bot,
    created,
    midway,
    moves_of,
    opened,
    person,
    refusals,
)
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import ENTRY, Chair, Created
from unolab.server.room.sitting import Sitting
from unolab.server.store.store import NotSaved

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── the disk ──────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_not_saved_did_not_happen() -> None:
    async with opened(created(person(ADA), person(BOB), Chair())) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        shown = [g.update for g in (ada, bob, guest)]
        place.log.fails = True
        chairs = [{"keep": 0}, {"keep": 1}]
        asks: list[tuple[Guest, str, dict[str, Any]]] = [
            (ada, "configure", {"timer": 10}),
            (ada, "arrange", {"chairs": chairs}),
            (bob, "rename", {"name": "Rob", "avatar": 1}),
            (bob, "leave", {}),
            (guest, "sit", {"seat": 2, "name": "Cyd"}),
        ]
        for who, type, fields in asks:
            assert await place.code(who, type, **fields) == "not_saved"
        assert (guest.owner, guest.adopted) == ("", [])
        assert [g.update for g in (ada, bob, guest)] == shown
        place.log.fails = False
        await place.send(ada, "arrange", chairs=chairs)
        place.log.fails = True
        shown = [g.update for g in (ada, bob, guest)]
        assert await place.code(ada, "deal") == "not_saved"
        place.log.fails = False
        await place.send(ada, "deal")
        place.log.fails = True
        shown = [g.update for g in (ada, bob, guest)]
        player = (ada, bob)[ada.table.turn]
        assert await place.illegal(player, player.moves[-1]) == "not_saved"
        assert [g.update for g in (ada, bob, guest)] == shown
        place.log.fails = False
        await place.move(player, player.moves[-1])
        assert bob.update.number == len(place.log.entries)


@pytest.mark.parametrize("stage", ["playing", "pause"])
async def test_bots_go_on_when_the_disk_is_well_again(stage: str) -> None:
    position = ENDING if stage == "pause" else "R5 0> R7G3G1/B2B3B4B5/Y1Y2Y3"
    async with opened(midway(position, bot(), bot(), bot(), host=ADA)) as place:
        ada = await place.come(ADA)
        while ada.update.room.stage != stage:
            await wait(0.01)
        place.log.fails = True
        await wait(30)
        before, shown = len(place.log.entries), ada.update
        await wait(30)
        assert (len(place.log.entries), ada.update) == (before, shown)
        place.log.fails = False
        await wait(30)
        assert len(place.log.entries) > before


async def test_time_that_runs_out_while_the_disk_is_full_counts_once() -> None:
    async with opened(midway("R5 0> R7G3G1G2/B2B3B4B5", timer=10)) as place:
        ada = await place.come(ADA)
        await place.come(BOB)
        place.log.fails = True
        await wait(60)
        place.log.fails = False
        await wait(3)
        assert [seat for seat, _, _ in moves_of(place)] == [0]
        assert not ada.update.room.seats[0].away


async def test_entry_is_on_disk_before_anyone_sees_it() -> None:
    """When an entry is handed in, nobody has been told; when somebody is told, it is there."""
    chairs = (person(ADA), person(BOB), bot("easy"))
    async with opened(created(*chairs, rules="party")) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        guests = (ada, bob, guest)

        def handed_in() -> None:
            for watcher in guests:
                assert watcher.update.number <= len(place.log.entries)
                assert all(s.number <= len(place.log.entries) for s in watcher.update.steps)

        place.log.listeners.append(handed_in)
        await place.send(ada, "deal")
        for _ in range(60):
            for player in (ada, bob):
                if player.update.room.stage == "playing" and player.moves:
                    await place.send(player, "move", move=player.moves[0], at=place.room.number)
            await wait(1)
            for watcher in guests:
                assert watcher.update.number == place.room.number == len(place.log.entries)
        assert len(moves_of(place)) > 20


async def test_log_gives_the_same_room_again() -> None:
    first = created(person(ADA), bot("easy"), bot("hard"), rules="party")
    async with opened(first) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        for _ in range(200):
            if ada.update.room.stage != "playing":
                await place.send(ada, "deal")
            elif ada.moves:
                await place.send(ada, "move", move=ada.moves[0], at=place.room.number)
            await wait(0.5)
        entries = [ENTRY.validate_json(entry) for entry in place.log.entries]
        assert isinstance(entries[0], Created)
        assert Sitting.replay(entries[0], entries[1:]) == place.room.sitting


async def test_many_messages_wait_for_their_turn() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        await asyncio.gather(*(place.post(ada, "ping") for _ in range(500)))
        await wait()
        assert sum(message.model_dump()["type"] == "pong" for message in ada.messages) == 500


@pytest.mark.parametrize(
    ("problem", "seats"),
    [(NotSaved("the disk is full"), [1]), (Refusal("contest", "the seats are taken"), [])],
)
async def test_room_goes_on_when_nobody_could_be_seated(
    problem: Exception, seats: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise problem

    async with opened(created(person(ADA), Chair(), door="ask")) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(eve, "queue", name="Eve")
        with monkeypatch.context() as patched:
            patched.setattr(place.room, "append", fail)
            await place.send(ada, "admit", guest=eve.update.guest)
        assert refusals(ada) == []  # what the host asked for did happen
        await place.send(ada, "ping")
        assert eve.update.seats == seats  # who was refused need not wait for the same answer
