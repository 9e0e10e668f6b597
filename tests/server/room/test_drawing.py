"""Secrets for a deal: commit first, then reveal; whoever does not answer holds nobody up."""

from typing import Any

import pytest

from tests.server.lapse import wait
from tests.server.table import (
    ADA,
    BOB,
    CYD,
    Guest,
    Place,
    bot,
    created,
    opened,
    person,
    placed,
)
from unolab.fairness import Share, commit_to, seed_of
from unolab.server.protocol import Refused, Update
from unolab.server.room.clocks import READY
from unolab.server.room.dealing import COMMIT_WITHIN, REVEAL_WITHIN
from unolab.server.room.entries import ENTRY, Dealt
from unolab.server.room.room import Came
from unolab.server.room.sitting import Sitting
from unolab.tui.secret import OwnSecret

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

SERVER = "5e" * 32
TWO = created(person(ADA), person(BOB), seed=SERVER)


def secret_of(owner: str) -> str:
    return commit_to(f"the secret of {owner}")  # any 64 digits


def stage(guest: Guest) -> str:
    return guest.update.room.stage


async def commit(place: Place, guest: Guest, secret: str = "") -> None:
    secret = secret or secret_of(guest.owner)
    rounds = place.room.sitting.dealt
    await place.post(guest, "commit", commitment=commit_to(secret), rounds=rounds)
    await wait()


async def reveal(place: Place, guest: Guest, secret: str = "") -> None:
    secret = secret or secret_of(guest.owner)
    await place.post(guest, "reveal", secret=secret, rounds=place.room.sitting.dealt)
    await wait()


def last_deal(place: Place) -> Dealt:
    entries = [ENTRY.validate_json(text) for text in place.log.entries[1:]]
    return [entry for entry in entries if isinstance(entry, Dealt)][-1]


async def test_the_cards_follow_from_all_secrets() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        assert ada.update.room.fair.next_commitment == commit_to(SERVER)
        await commit(place, ada)
        await commit(place, bob)
        await place.send(ada, "deal")
        fair = bob.update.room.fair
        assert (bob.update.room.stage, bob.update.room.dealing, fair.drawing) == (
            "lobby",
            True,
            True,
        )
        committed = [(share.seat, share.commitment, share.secret) for share in fair.next_shares]
        assert committed == [
            (0, commit_to(secret_of(ADA)), None),
            (1, commit_to(secret_of(BOB)), None),
        ]
        await reveal(place, bob)
        assert stage(ada) == "lobby"
        await reveal(place, ada)
        assert stage(ada) == "playing"
        shares = (
            Share(0, commit_to(secret_of(ADA)), secret_of(ADA)),
            Share(1, commit_to(secret_of(BOB)), secret_of(BOB)),
        )
        assert last_deal(place).shares == shares
        match = place.room.sitting.match
        assert match is not None
        assert match.game.seed == seed_of(SERVER, shares) != seed_of(SERVER, ())
        fair = ada.update.room.fair
        assert (fair.commitment, fair.secret, fair.drawing) == (commit_to(SERVER), None, False)
        assert [share.secret for share in fair.shares] == [secret_of(ADA), secret_of(BOB)]
        assert fair.next_shares == []
        assert fair.next_commitment == commit_to(last_deal(place).seed)


async def test_nobody_sees_a_secret_before_all_commitments_are_fixed() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await commit(place, ada)
        code = await place.code(ada, "reveal", secret=secret_of(ADA), rounds=0)
        assert code == "not_drawing"
        await commit(place, bob)
        await place.send(ada, "deal")
        late = commit_to(secret_of(CYD))
        assert await place.code(ada, "commit", commitment=late, rounds=0) == "drawing"
        assert await place.code(ada, "reveal", secret=secret_of(BOB), rounds=0) == "wrong_secret"
        await reveal(place, ada)
        shown = [
            m.room.fair for m in bob.messages if isinstance(m, Update) and not m.room.fair.drawing
        ]
        assert all(share.secret is None for fair in shown for share in fair.next_shares)


async def test_who_does_not_tell_the_secret_is_left_out_and_named() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await commit(place, ada)
        await commit(place, bob)
        await place.send(ada, "deal")
        await reveal(place, ada)
        await wait(REVEAL_WITHIN - 0.5)
        assert stage(ada) == "lobby"
        await wait(1)
        assert stage(ada) == "playing"
        assert last_deal(place).shares == (
            Share(0, commit_to(secret_of(ADA)), secret_of(ADA)),
            Share(1, commit_to(secret_of(BOB))),
        )
        match = place.room.sitting.match
        assert match is not None
        assert match.game.seed == seed_of(SERVER, last_deal(place).shares)
        assert ada.update.room.fair.shares[1].secret is None


async def test_who_has_not_committed_in_time_is_left_out() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await commit(place, ada)
        await commit(place, bob)
        place.room.drawing.begin()  # as after a deal: all have to commit again
        await commit(place, ada)
        await place.send(ada, "deal")
        assert (ada.update.room.dealing, ada.update.room.fair.drawing) == (True, False)
        await wait(COMMIT_WITHIN + 0.5)
        assert ada.update.room.fair.drawing
        await reveal(place, ada)
        assert [share.seat for share in last_deal(place).shares] == [0]
        assert stage(bob) == "playing"


async def test_programs_need_not_take_part() -> None:
    async with opened(TWO) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        assert stage(ada) == "playing"
        assert last_deal(place).shares == ()


async def test_only_those_who_play_take_part() -> None:
    async with opened(TWO) as place:
        guest = await place.come()
        other = await place.come("somebody's digest")
        for who in (guest, other):
            code = await place.code(who, "commit", commitment=SERVER, rounds=0)
            assert code == "no_seat"


async def test_who_watches_bots_takes_part_too() -> None:
    async with opened(created(bot(), bot(), rules="unoai", seed=SERVER)) as place:
        ada = await place.come(ADA)
        await commit(place, ada)
        await place.send(ada, "deal")
        await reveal(place, ada)
        (share,) = last_deal(place).shares
        assert (share.seat, share.secret) == (None, secret_of(ADA))


async def test_a_commitment_is_for_one_deal() -> None:
    async with opened(TWO) as place:
        ada = await place.come(ADA)
        assert await place.code(ada, "commit", commitment=SERVER, rounds=1) == "stale"
        await commit(place, ada)
        await place.send(ada, "deal")
        assert await place.code(ada, "reveal", secret=secret_of(ADA), rounds=1) == "stale"


async def test_a_change_of_seats_stops_the_drawing() -> None:
    async with opened(created(person(ADA), person(BOB), person(CYD), seed=SERVER)) as place:
        ada, bob, cyd = [await place.come(owner) for owner in (ADA, BOB, CYD)]
        for guest in (ada, bob, cyd):
            await commit(place, guest)
        await place.send(ada, "deal")
        await reveal(place, ada)
        await place.send(cyd, "leave")
        room = ada.update.room
        assert (room.stage, room.dealing, room.fair.drawing) == ("lobby", False, False)
        assert room.fair.next_shares == []  # what was told is worth nothing any more
        await wait(REVEAL_WITHIN + 1)
        assert stage(ada) == "lobby"


async def test_the_host_of_a_room_that_starts_comes_and_it_is_dealt() -> None:
    first = created(person(ADA), bot(), seed=SERVER).model_copy(update={"start": True})
    async with opened(first) as place:
        guest = await place.come()
        assert stage(guest) == "lobby"
        ada = Guest(ADA)
        await place.room.put(ada, Came(0, commit_to(secret_of(ADA))))
        await place.hear(ada)
        room = ada.update.room
        assert (room.stage, room.dealing, room.fair.drawing) == ("lobby", True, True)
        await reveal(place, ada)
        assert stage(ada) == "playing"
        assert [share.seat for share in last_deal(place).shares] == [0]


async def test_a_device_that_takes_part_answers_by_itself() -> None:
    async with opened(TWO) as place:
        own = OwnSecret()
        ada, bob = await place.come(ADA), await place.come(BOB)
        answers: list[dict[str, Any]] = []
        for _ in range(3):
            if (answer := own.answer(ada.update)) is None:
                break
            answers.append(answer)
            await place.post(ada, **answer)
            await wait()
            if answer["type"] == "commit":
                await place.send(ada, "deal")
        assert [answer["type"] for answer in answers][:2] == ["commit", "reveal"]
        assert stage(ada) == "playing"
        assert bob.update.room.fair.shares[0].secret == answers[1]["secret"]


@pytest.mark.parametrize("when", ["now", "later"])
async def test_a_deal_that_can_not_be_saved_has_not_happened(when: str) -> None:
    async with opened(TWO) as place:
        ada = await place.come(ADA)
        if when == "later":
            await commit(place, ada)
            await place.send(ada, "deal")
        place.log.fails = True
        if when == "now":
            await place.post(ada, "deal")
        else:
            await reveal(place, ada)
        await wait()
        refused = ada.messages[-1]
        assert isinstance(refused, Refused)
        assert refused.code == "not_saved"
        room = ada.update.room
        assert (room.stage, room.dealing, room.fair.next_shares) == ("lobby", False, [])
        place.log.fails = False
        await commit(place, ada)
        await place.send(ada, "deal")
        await reveal(place, ada)
        assert stage(ada) == "playing"


async def test_another_name_or_pace_does_not_stop_the_drawing() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await commit(place, ada)
        await commit(place, bob)
        await place.send(ada, "deal")
        await reveal(place, ada)
        await place.send(bob, "rename", name="Bobby", avatar=2)
        await place.send(ada, "configure", pace="calm")
        assert ada.update.room.fair.drawing
        await reveal(place, bob)
        assert stage(ada) == "playing"


async def test_a_drawing_that_stops_in_the_pause_leaves_a_way_on() -> None:
    """All are ready, and somebody leaves: the next round is dealt all the same."""
    sitting = placed(Sitting.of(created(person(ADA), person(BOB), bot())), "R5 0> R7/B2B2/Y9")
    async with opened(sitting) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await place.move(ada, "R7")
        assert stage(ada) == "pause"
        for guest in (ada, bob):
            await commit(place, guest)
            await place.post(guest, "deal")
            await wait()
        assert ada.update.room.fair.drawing
        await place.send(bob, "leave")
        assert (stage(ada), ada.update.room.fair.drawing) == ("pause", False)
        await wait(READY + COMMIT_WITHIN + REVEAL_WITHIN + 1)
        assert stage(ada) == "playing"


async def test_a_host_who_loads_the_page_again_is_shown_the_drawing() -> None:
    first = created(person(ADA), bot(), seed=SERVER).model_copy(update={"start": True})
    async with opened(first) as place:
        for _ in range(2):
            ada = Guest(ADA)
            await place.room.put(ada, Came(0, commit_to(secret_of(ADA))))
            await place.hear(ada)
            assert ada.update.room.fair.drawing
        await reveal(place, ada)
        assert stage(ada) == "playing"
        assert [share.secret for share in last_deal(place).shares] == [secret_of(ADA)]


async def test_a_host_who_left_a_room_that_starts_sees_the_lobby() -> None:
    first = created(person(ADA), bot(), seed=SERVER).model_copy(update={"start": True})
    async with opened(first) as place:
        ada = Guest(ADA)
        await place.room.put(ada, Came(0, commit_to(secret_of(ADA))))
        await place.hear(ada)
        await place.send(ada, "leave")
        again = await place.come(ADA)
        assert (stage(again), again.update.room.dealing) == ("lobby", False)


async def test_what_one_device_says_is_not_shown_to_all() -> None:
    async with opened(TWO) as place:
        ada, bob = await place.come(ADA), await place.come(BOB)
        await commit(place, bob)
        await place.send(ada, "deal")
        assert ada.update.room.fair.drawing
        before = len(bob.messages)
        for _ in range(20):
            await place.post(ada, "commit", commitment=SERVER, rounds=0)
            await place.post(ada, "reveal", secret=SERVER, rounds=0)
        await wait()
        assert len(bob.messages) == before


async def test_nobody_is_left_out_while_nobody_is_there() -> None:
    async with opened(created(person(ADA), bot(), seed=SERVER)) as place:
        ada = await place.come(ADA)
        await commit(place, ada)
        await place.send(ada, "deal")
        await place.go(ada)
        await wait(REVEAL_WITHIN * 10)
        again = await place.come(ADA)
        assert again.update.room.fair.drawing
        await reveal(place, again)
        assert [share.secret for share in last_deal(place).shares] == [secret_of(ADA)]


async def test_two_clients_with_one_seat_do_not_replace_each_other() -> None:
    async with opened(TWO) as place:
        own, other = OwnSecret(), OwnSecret()
        ada, same = await place.come(ADA), await place.come(ADA)
        answer = own.answer(ada.update)
        assert answer is not None
        await place.post(ada, **answer)
        await place.send(ada, "rename", name="A", avatar=1)  # which shows it to all
        assert other.answer(same.update) is None
        assert own.answer(ada.update) is None
