"""Who sits down, who decides, and who is told what."""

from typing import Any

import pytest

from tests.server.table import (
    ADA,
    BOB,
    CYD,
    bot,
    created,
    opened,
    person,
)
from unolab.server.protocol import Update
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


# ── sitting down ──────────────────────────────────────────────────────────────────────────────────


async def test_somebody_sits_down_and_is_told_a_secret_before_anything_else() -> None:
    async with opened(created(person(ADA), Chair(), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        assert (guest.update.seats, guest.update.host, guest.update.hand) == ([], False, None)
        assert guest.update.room.spectators == 1
        await place.send(guest, "sit", seat=1, name=" Bob ", avatar=3)
        assert guest.adopted == [([1], False)]
        assert guest.update.seats == [1]
        seat = ada.update.room.seats[1]
        assert (seat.kind, seat.name, seat.avatar, seat.here) == ("person", "Bob", 3, True)
        assert ada.update.room.spectators == 0
        assert await place.code(guest, "sit", seat=2, name="Bob") == "seated"
        other = await place.come()
        assert await place.code(other, "sit", seat=0, name="Eve") == "seat_taken"
        assert await place.code(other, "sit", seat=7, name="Eve") == "no_such_seat"
        assert (other.owner, other.adopted) == ("", [])
        await place.send(other, "sit", seat=2, name="Eve")  # where a bot was
        assert ada.update.room.seats[2].name == "Eve"
        assert ada.update.room.seats[2].bot is None


async def test_name_and_face_can_be_changed_by_their_owner_only() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        await place.send(bob, "rename", name="<b>Bob</b>", avatar=5)
        assert ada.update.room.seats[1].name == "<b>Bob</b>"
        assert await place.code(bob, "rename", name="Bob", avatar=5, seat=0) == "not_your_seat"
        assert await place.code(guest, "rename", name="Bob", avatar=5) == "not_your_seat"


async def test_nobody_sits_down_while_a_round_is_played() -> None:
    async with opened(created(person(ADA), bot())) as place:
        ada, guest = await place.come(ADA), await place.come()
        await place.send(ada, "pause", paused=True)
        await place.send(ada, "deal")
        assert await place.code(guest, "sit", seat=1, name="Bob") == "playing"
        assert await place.code(guest, "sit", seat=0, name="Bob") == "seat_taken"


# ── who decides ───────────────────────────────────────────────────────────────────────────────────


async def test_only_the_host_changes_the_room() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob, guest = await place.come(ADA), await place.come(BOB), await place.come()
        assert (ada.update.host, bob.update.host) == (True, False)
        asks: list[tuple[str, dict[str, Any]]] = [
            ("arrange", {"chairs": [{"keep": 0}, {"keep": 1}, {"bot": "easy"}]}),
            ("configure", {"rules": "party"}),
            ("deal", {}),
        ]
        for type, fields in asks:
            assert await place.code(bob, type, **fields) == "not_host"
            assert await place.code(guest, type, **fields) == "not_host"
        for type, fields in asks:
            assert isinstance(await place.send(ada, type, **fields), Update)
        assert bob.update.room.rules == "party"
        assert [seat.kind for seat in bob.update.room.seats] == ["person", "person", "bot"]
        assert bob.update.room.seats[2].strength == "easy"
        assert bob.update.room.stage == "playing"


async def test_host_who_leaves_is_followed_by_the_next_person() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.send(ada, "leave")
        assert bob.update.host
        assert bob.update.room.seats[1].host
        assert bob.update.room.seats[0].kind == "open"
        assert ada.update.seats == []
        assert await place.code(ada, "leave") == "no_seat"
        assert await place.code(bob, "deal") == "open_seats"


async def test_who_watches_bots_keeps_the_room_when_somebody_sits_down() -> None:
    async with opened(created(bot(), bot())) as place:
        watching, guest = await place.come(ADA), await place.come()
        await place.send(guest, "sit", seat=1, name="Bob")
        assert (watching.update.host, guest.update.host) == (True, False)


async def test_arrangement_that_cannot_be() -> None:
    async with opened(created(person(ADA), person(BOB), bot())) as place:
        ada = await place.come(ADA)
        keep: list[Any] = [{"keep": 0}, {"keep": 1}]
        assert await place.code(ada, "arrange", chairs=[*keep, {"keep": 1}]) == "wrong_seats"
        assert await place.code(ada, "arrange", chairs=[*keep, {"keep": 3}]) == "wrong_seats"
        with_bot = [{"keep": 0}, {"keep": 1, "bot": "hard"}]
        assert await place.code(ada, "arrange", chairs=with_bot) == "seat_taken"
        unknown = [*keep, {"bot": "my_bot.py:evil"}]
        answer = await place.refused(ada, "arrange", chairs=unknown)
        assert answer.code == "unknown_bot"
        assert "known are easy, medium, hard, expert" in answer.text
        await place.send(ada, "arrange", chairs=[{"keep": 1}, {"keep": 0}, {}, {"keep": 2}])
        assert ada.update.seats == [1]
        assert [seat.kind for seat in ada.update.room.seats] == ["person", "person", "open", "bot"]


async def test_older_arrangement_does_not_unseat_whoever_has_sat_down() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, bob = await place.come(ADA), await place.come()
        seen = ada.update.number
        chairs = [{"keep": 0}, {"bot": "easy"}, {}]
        await place.send(bob, "sit", seat=1, name="Bob")
        assert await place.code(ada, "arrange", at=seen, chairs=chairs) == "stale"
        assert await place.code(ada, "arrange", at=ada.update.number + 1, chairs=chairs) == "stale"
        assert [seat.name for seat in ada.update.room.seats] == ["Ada", "Bob", ""]
        assert bob.update.seats == [1]
        swapped = [{"keep": 1}, {"keep": 0}, {}]
        seen = ada.update.number
        assert isinstance(await place.send(ada, "arrange", at=seen, chairs=swapped), Update)
        assert [seat.name for seat in bob.update.room.seats] == ["Bob", "Ada", ""]
        assert await place.code(ada, "arrange", at=seen, chairs=swapped) == "stale"


async def test_arrangement_is_stale_when_somebody_has_left() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD))) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        seen = ada.update.number
        await place.send(bob, "leave")
        chairs = [{"keep": 0}, {"keep": 1}]
        assert await place.code(ada, "arrange", at=seen, chairs=chairs) == "stale"


async def test_arrangement_does_not_mind_what_is_not_about_seats() -> None:
    async with opened(created(person(ADA), Chair())) as place:
        ada = await place.come(ADA)
        seen = ada.update.number
        await place.send(ada, "configure", timer=30)
        chairs = [{"keep": 0}, {"bot": "easy"}]
        assert isinstance(await place.send(ada, "arrange", at=seen, chairs=chairs), Update)
        assert ada.update.number == seen + 2


async def test_rules_and_seats_stay_while_a_match_is_played() -> None:
    async with opened(created(person(ADA), person(BOB))) as place:
        ada = await place.come(ADA)
        assert await place.code(ada, "configure", rules="no such rules") == "wrong"
        assert await place.code(ada, "configure", rules="official+partners=true") == "wrong"
        await place.send(ada, "deal")
        assert await place.code(ada, "deal") == "playing"
        assert await place.code(ada, "configure", rules="party") == "playing"
        chairs = [{"keep": 0}, {"keep": 1}, {"bot": "easy"}]
        assert await place.code(ada, "arrange", chairs=chairs) == "playing"
        await place.send(ada, "configure", timer=20, pace="calm")  # which may change at any time
        assert ada.update.room.options.timer == 20
