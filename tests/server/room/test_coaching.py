"""The coach of a room: whom it helps, when, and that taking back takes back everything."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.coached import Coach, opinion
from tests.server.lapse import wait
from tests.server.table import (
    ADA,
    BOB,
    Guest,
    Place,
    bot,
    created,
    midway,
    opened,
    person,
    refusals,
)
from unolab import Game
from unolab.server.guard.limits import ServerLimits
from unolab.server.protocol import Hinted, Refused, Update
from unolab.server.room.chronicle import Chronicle
from unolab.server.room.entries import ENTRY, Chair, Created, Dealt, LogEntry, Moved, TakenBack
from unolab.server.room.minds import RoomMinds
from unolab.server.room.restoring import reopen, restore
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

ALONE = "R5 0> R7G3B1/B2B4/Y9Y8"
"""Ada may play a card or draw."""


def solo(**more: Any) -> Created:
    return created(person(ADA), bot(), bot("easy"), **more)


def table(*others: Chair, position: str = ALONE) -> Sitting:
    return midway(position, person(ADA), *(others or (bot(), bot("easy"))))


async def asked(place: Place, guest: Guest, type: str = "hint", **fields: Any) -> Hinted:
    """Ask the coach, and return what it says."""
    await place.post(guest, type, **{"at": place.room.number} | fields)
    await wait()
    found = guest.messages[-1]
    assert isinstance(found, Hinted), found
    return found


async def code(place: Place, guest: Guest, type: str = "hint", **fields: Any) -> str:
    return await place.code(guest, type, **{"at": place.room.number} | fields)


def helped(guest: Guest) -> str:
    return guest.update.room.helped


def kinds(place: Place) -> list[str]:
    return [ENTRY.validate_json(text).kind for text in place.log.entries[1:]]


async def play(place: Place, guest: Guest, moves: int) -> None:
    """Let Ada play what comes first, and the bots what they want, until it is her turn again."""
    for _ in range(moves):
        await her_turn(place)
        if place.room.sitting.stage != "playing":
            return
        await place.move(guest, guest.hand.choices[0].move)
    await her_turn(place)


async def her_turn(place: Place) -> None:
    while place.room.sitting.stage == "playing" and place.room.state.turn != 0:
        await wait(1)


async def take_back(place: Place, guest: Guest) -> int:
    """Take back, and return how many moves are left."""
    before = place.room.number
    await place.post(guest, "take_back", at=before)
    await wait()
    assert place.room.number == before + 1, guest.messages[-1]
    return len(place.room.game.moves)


# ── whom it helps ─────────────────────────────────────────────────────────────────────────────────


async def test_coach_is_there_for_one_person_among_bots() -> None:
    async with opened(table(), coach=Coach()) as place:
        ada = await place.come(ADA)
        assert ada.update.room.coach


@pytest.mark.parametrize(
    "others",
    [
        (person(BOB), bot()),
        (person(ADA, "Eve"), bot()),
        (bot().model_copy(update={"left_by": BOB}), bot()),
    ],
    ids=["another person", "two at one device", "somebody who has left"],
)
async def test_nobody_is_helped_among_people(others: tuple[Chair, ...]) -> None:
    async with opened(table(*others), coach=Coach()) as place:
        ada = await place.come(ADA)
        assert not ada.update.room.coach
        for type in ("hint", "weigh", "take_back"):
            assert await code(place, ada, type) == "no_coach"


async def test_nobody_is_helped_while_somebody_watches() -> None:
    coach = Coach()
    async with opened(table(), coach=coach) as place:
        ada, eve = await place.come(ADA), await place.come()
        assert not ada.update.room.coach
        for type in ("hint", "weigh", "take_back"):
            assert await code(place, ada, type) == "no_coach"
            assert await code(place, eve, type) == "no_coach"
        await place.go(eve)
        assert ada.update.room.coach
        coach.may_answer.clear()
        await place.post(ada, "hint", at=place.room.number)
        await place.come()  # before it has answered
        coach.may_answer.set()
        await wait()
        assert refusals(ada)[-1] == "no_coach"
        assert kinds(place) == []


async def test_room_without_a_coach_has_none() -> None:
    for sitting, coach in ((table(), None), (replace(table(), coach=False), Coach())):
        async with opened(sitting, coach=coach) as place:
            ada = await place.come(ADA)
            assert not ada.update.room.coach
            for type in ("hint", "weigh", "take_back"):
                assert await code(place, ada, type) == "no_coach"


async def test_second_tab_of_the_player_is_not_somebody_else() -> None:
    async with opened(table(), coach=Coach()) as place:
        ada, too = await place.come(ADA), await place.come(ADA)
        assert ada.update.room.coach
        assert (await asked(place, too)).advice is not None
        assert not any(isinstance(message, Hinted) for message in ada.messages)


# ── hints ─────────────────────────────────────────────────────────────────────────────────────────


async def test_hint_is_what_the_coach_says_of_what_the_seat_sees() -> None:
    coach = Coach()
    async with opened(table(), coach=coach) as place:
        ada = await place.come(ADA, network="192.0.2.7")
        view, at = place.room.state.view(0), place.room.number
        hinted = await asked(place, ada)
        assert (hinted.advice, hinted.chances, hinted.at) == (*_told(view), at)
        assert coach.views == [view]
        assert coach.addresses == ["192.0.2.7"]


def _told(view: Any) -> tuple[Any, list[float]]:
    found = opinion(view)
    return found.advice, found.chances


async def test_round_with_a_hint_is_marked_once_and_before_the_hint_is_seen() -> None:
    async with opened(table(), coach=Coach()) as place:
        ada = await place.come(ADA)
        assert helped(ada) == ""
        seen: list[bool] = []

        def look() -> None:
            seen.append(any(isinstance(message, Hinted) for message in ada.messages))

        place.log.listeners.append(look)
        await asked(place, ada)
        await asked(place, ada)
        assert seen == [False]
        assert kinds(place) == ["hinted"]
        assert helped(ada) == "hint"


async def test_chances_are_no_help() -> None:
    async with opened(table(), coach=Coach()) as place:
        ada = await place.come(ADA)
        weighed = await asked(place, ada, "weigh")
        assert (weighed.advice, weighed.chances) == (None, [1 / 3] * 3)
        assert kinds(place) == []
        assert helped(ada) == ""


async def test_hint_where_nothing_is_decided_is_none() -> None:
    async with opened(table(position="R5 0> G3B1/B2B4/Y9Y8"), coach=Coach()) as place:
        ada = await place.come(ADA)
        assert place.room.state.legal == (place.room.state.legal[0],)
        assert (await asked(place, ada)).advice is None
        assert kinds(place) == []


async def test_room_goes_on_while_the_coach_thinks() -> None:
    coach = Coach()
    async with opened(table(), coach=coach) as place:
        ada = await place.come(ADA)
        coach.may_answer.clear()
        at = place.room.number
        await place.post(ada, "hint", at=at)
        await wait()
        await place.post(ada, "weigh", at=at)
        await wait()
        assert refusals(ada) == []  # a hint need not wait until the chances are known
        for type in ("hint", "weigh"):
            assert await code(place, ada, type) == "busy"
        assert not isinstance(await place.move(ada, "R7"), Refused)
        coach.may_answer.set()
        await wait()
        assert refusals(ada)[-1] == "stale"  # too late: it was about another question
        assert "hinted" not in kinds(place)
        assert await code(place, ada, at=at) == "stale"


async def test_coach_that_has_no_answer_says_so() -> None:
    coach = Coach()
    async with opened(table(), coach=coach) as place:
        ada = await place.come(ADA)
        coach.fails = True
        await place.post(ada, "hint", at=place.room.number)
        await wait()
        refused = ada.messages[-1]
        assert isinstance(refused, Refused)
        assert (refused.code, refused.id) == ("no_answer", 1)
        coach.fails = False
        assert (await asked(place, ada)).advice is not None


async def test_hint_that_cannot_be_noted_is_not_given() -> None:
    async with opened(table(), coach=Coach()) as place:
        ada = await place.come(ADA)
        place.log.fails = True
        await place.post(ada, "hint", at=place.room.number)
        await wait()
        assert refusals(ada) == ["not_saved"]
        assert not any(isinstance(message, Hinted) for message in ada.messages)


async def test_nobody_waits_for_a_client_who_is_gone() -> None:
    coach = Coach()
    async with opened(table(), coach=coach) as place:
        ada = await place.come(ADA)
        coach.may_answer.clear()
        await place.post(ada, "hint", at=place.room.number)
        await place.go(ada)
        coach.may_answer.set()
        await wait()
        assert kinds(place) == []
        ada = await place.come(ADA)
        assert (await asked(place, ada)).advice is not None


async def test_coach_gets_ready_when_the_cards_are_dealt() -> None:
    coach = Coach()
    async with opened(solo(), coach=coach) as place:
        ada = await place.come(ADA)
        assert coach.warmed == 0
        await place.send(ada, "deal")
        assert coach.warmed == 1
    async with opened(created(person(ADA), person(BOB)), coach=coach) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        assert coach.warmed == 1


# ── taking back ───────────────────────────────────────────────────────────────────────────────────


async def test_player_returns_to_the_last_decision_with_the_same_cards() -> None:
    async with opened(solo(), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await play(place, ada, 4)
        game = place.room.game
        moves = game.find_last_decision(0)
        assert moves == await take_back(place, ada)
        assert place.room.game == game.undo(len(game.moves) - moves)
        assert str(place.room.state) == str(game.undo(len(game.moves) - moves).state)
        assert ada.table.turn == 0
        assert len(ada.hand.choices) > 1
        assert helped(ada) == "taken_back"
        assert kinds(place)[-1] == "taken_back"
        # what comes next is what came then, as long as Ada does the same
        await place.move(ada, str(game.moves[moves]))
        await her_turn(place)
        assert place.room.game == game


async def test_bots_that_have_moved_do_not_make_a_take_back_stale_but_the_player_does() -> None:
    async with opened(solo(), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await her_turn(place)
        at = place.room.number
        await place.move(ada, ada.hand.choices[0].move)
        moved = place.room.number
        await her_turn(place)
        assert place.room.number > moved
        assert await code(place, ada, "take_back", at=at) == "stale"
        assert await code(place, ada, "hint", at=moved) == "stale"
        await place.post(ada, "take_back", at=moved)
        await wait()
        assert kinds(place)[-1] == "taken_back"


async def test_only_decisions_are_returned_to() -> None:
    async with opened(solo(), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await her_turn(place)
        assert await code(place, ada, "take_back") == "nothing_to_take_back"
        await play(place, ada, 3)
        decided: list[int] = []
        while place.room.game.find_last_decision(0) is not None:
            decided.append(await take_back(place, ada))
            assert len(place.room.state.view(0).legal) > 1
        assert decided == sorted({*decided}, reverse=True)
        assert len(decided) > 1
        assert await code(place, ada, "take_back") == "nothing_to_take_back"


async def test_round_that_is_over_stays_as_it_is() -> None:
    async with opened(solo(rules="official+hand_size=1"), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await play(place, ada, 1000)
        assert place.room.sitting.stage == "pause"
        totals = place.room.sitting.match
        for type in ("take_back", "hint", "weigh"):
            assert await code(place, ada, type) == "round_over"
        assert place.room.sitting.match is totals


async def test_finished_round_says_that_it_was_helped_and_the_next_one_does_not() -> None:
    async with opened(solo(rules="official+hand_size=2"), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await her_turn(place)
        while len(place.room.state.legal) < 2:
            await play(place, ada, 1)
        await asked(place, ada)
        await play(place, ada, 1000)
        assert place.room.sitting.stage == "pause"
        assert helped(ada) == "hint"
        assert [played.helped for played in place.room.sitting.rounds] == ["hint"]
        await place.send(ada, "deal")
        assert helped(ada) == ""


async def test_client_learns_which_steps_were_taken_back() -> None:
    async with opened(solo(), coach=Coach()) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await play(place, ada, 3)
        steps = [step.number for update in updates(ada) for step in update.steps]
        left = await take_back(place, ada) + 1  # and the deal
        told = ada.update.taken_back
        assert [number for number in steps if number <= (told or 0)] == steps[:left]
        again = await place.come(ADA, since=steps[-1])
        assert again.update.taken_back == told
        assert again.update.steps == []
        fresh = await place.come(ADA)
        assert fresh.update.taken_back is None
        assert [step.number for step in fresh.update.steps] == steps[:left]
        await place.move(ada, ada.hand.choices[-1].move)
        assert ada.update.taken_back is None


def updates(guest: Guest) -> list[Update]:
    return [message for message in guest.messages if isinstance(message, Update)]


async def test_taking_back_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ServerLimits(changes=(1e-9, 3))
    async with opened(solo(), coach=Coach(), limits=limits) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        await play(place, ada, 3)
        for _ in range(3):
            await take_back(place, ada)
            await play(place, ada, 1)
        with monkeypatch.context() as patch:  # a round is not gone through to refuse it
            patch.delattr(Game, "find_last_decision")
            assert await code(place, ada, "take_back") == "too_fast"


def solo_log(choices: list[int]) -> list[LogEntry]:
    """Play a round by these choices: mostly moves of those who are asked, sometimes a take-back."""
    sitting = Sitting.of(solo(rules="party+hand_size=3")).after(Dealt(seed="7"))
    entries: list[LogEntry] = [Dealt(seed="7")]
    minds = RoomMinds.of(sitting)
    assert minds is not None
    for choice in choices:
        assert sitting.match is not None
        game = sitting.match.game
        if game.over:
            break
        moves = game.find_last_decision(0)
        if choice % 6 == 0 and moves is not None:
            entry: LogEntry = TakenBack(seat=0, moves=moves)
            minds.return_to(moves)
        else:
            seat, move = _next(game, minds, choice)
            entry = Moved(seat=seat, move=move, by="person" if seat == 0 else "bot")
            if seat != 0:
                minds.keep(seat, len(game.moves) + 1)
        entries.append(entry)
        sitting = sitting.after(entry)
    return entries


def _next(game: Game, minds: RoomMinds, choice: int) -> tuple[int, str]:
    state = game.state
    for seat in state.asked:
        if seat == 0 and seat == state.turn:
            return seat, str(state.legal[choice % len(state.legal)].by(None))
        if seat != 0 and (move := minds.ask(seat, state.view(seat))) is not None:
            return seat, str(move.by(None))
    raise AssertionError("somebody has to move")


@given(st.lists(st.integers(0, 1000), min_size=5, max_size=60))
@settings(max_examples=30, deadline=None)
def test_log_with_take_backs_is_the_round_without_what_was_taken_back(choices: list[int]) -> None:
    """The table, the highlights, what clients are told, and what the bots remember."""
    first, entries = solo(rules="party+hand_size=3"), solo_log(choices)
    texts = [first.model_dump_json(), *(entry.model_dump_json() for entry in entries)]
    sitting, chronicle, minds = reopen(texts)
    assert restore(texts)[0] == sitting

    kept: list[LogEntry] = []
    for entry in entries:
        if isinstance(entry, TakenBack):
            del kept[1 + entry.moves :]
        else:
            kept.append(entry)
    straight, plain = Sitting.of(first), Chronicle()
    for number, entry in enumerate(kept, 2):
        straight = straight.after(entry)
        plain.tell(number, entry, straight)
    assert sitting.match == straight.match
    assert (sitting.rounds != ()) == (straight.rounds != ())
    assert [step.events for step in chronicle.steps] == [step.events for step in plain.steps]
    assert chronicle.story.of_round() == plain.story.of_round()
    assert chronicle.story.sizes == plain.story.sizes
    assert (sitting.helped == "taken_back") == any(isinstance(e, TakenBack) for e in entries)
    if minds is not None:
        again = RoomMinds.of(straight, [entry for entry in kept if isinstance(entry, Moved)])
        assert again is not None
        assert [minds.memory(seat) for seat in range(3)] == [again.memory(s) for s in range(3)]
