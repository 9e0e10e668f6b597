"""Names, faces and teams: everybody at a table can be told from the others."""

import pytest

from tests.server.hosted import names
from tests.server.table import ADA, BOB, bot, created, opened, person
from unolab.server.room.entries import Chair

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]


async def test_names_at_a_table_are_distinct() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, eve = await place.come(ADA), await place.come()
        await place.send(eve, "sit", seat=1, name="\uff21\uff24\uff21")
        assert names(ada) == ["Ada", "\uff21\uff24\uff21 2", ""]
        assert await place.code(eve, "rename", name="ada", avatar=1) == "name_taken"
        await place.send(eve, "rename", name="Eve", avatar=1)
        await place.send(eve, "rename", name="EVE", avatar=1)  # her own name
        assert names(ada)[1] == "EVE"


async def test_newcomer_gets_a_face_of_their_own() -> None:
    async with opened(created(person(ADA), Chair(), Chair())) as place:
        ada, eve, guy = await place.come(ADA), await place.come(), await place.come()
        await place.send(eve, "sit", seat=1, name="Eve", avatar=0)
        await place.send(guy, "sit", seat=2, name="Guy", avatar=5)
        faces = [seat.avatar for seat in ada.update.room.seats]
        assert len(set(faces)) == 3
        assert faces[2] == 5
        await place.send(eve, "rename", name="Eve", avatar=0)  # who wants it gets it
        assert ada.update.room.seats[1].avatar == 0


async def test_room_says_who_plays_with_whom() -> None:
    rules = "official+partners=true"
    async with opened(created(person(ADA), bot(), person(BOB), bot(), rules=rules)) as place:
        ada = await place.come(ADA)
        assert [seat.team for seat in ada.update.room.seats] == [0, 1, 0, 1]
    async with opened(created(person(ADA), bot())) as place:
        ada = await place.come(ADA)
        assert [seat.team for seat in ada.update.room.seats] == [None, None]
