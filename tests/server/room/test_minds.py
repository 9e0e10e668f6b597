"""Bots of a room that is opened again remember what they saw, and do what they would have done."""

import pytest

from tests.server.table import bot, created
from tests.server.write_logs import LOGS, ME, evening_of
from tests.server.write_logs import bot as invited
from unolab.moves import Move
from unolab.server.room.entries import Dealt, Moved
from unolab.server.room.minds import RoomMinds
from unolab.server.room.restoring import reopen
from unolab.server.room.sitting import Sitting
from unolab.state import State, View

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

COUNTERS = ("cardcounting", "mixbot2", "random(forget=0.5)", "diversity(forget=0.1)")


def memories(minds: RoomMinds | None, players: int) -> list[bytes]:
    assert minds is not None
    return [minds.memory(seat) for seat in range(players)]


@pytest.mark.parametrize("rules", ["official", "party"])
async def test_room_that_is_reopen_has_the_same_minds(rules: str) -> None:
    async with evening_of(5) as evening:
        await evening.begin(ME, *map(invited, COUNTERS), rules=rules, start=True)
        for _ in range(8):
            await evening.play(4)
            (room,) = evening.rooms._rooms.values()
            if room.sitting.stage != "playing":
                await evening.deal()
                continue
            assert room.sitting.match is not None
            _, _, minds = reopen(evening.texts)
            assert memories(minds, 5) == memories(room.minds, 5)
            state = room.sitting.match.state
            for seat in range(5):
                assert minds is not None
                assert room.minds is not None
                view = state.view(seat)
                assert minds.ask(seat, view) == room.minds.ask(seat, view)


def played(minds: RoomMinds, sitting: Sitting, moves: int) -> tuple[Sitting, list[Moved]]:
    """Let the bots play, and those be asked who let the chance go by, as a room does."""
    entries: list[Moved] = []
    while len(entries) < moves and sitting.stage == "playing":
        assert sitting.match is not None
        state = sitting.match.state
        for seat in state.asked:
            move = minds.ask(seat, state.view(seat))
            if move is not None:
                break
        assert move is not None
        entries.append(Moved(seat=seat, move=str(move.by(None)), by="bot"))
        sitting = sitting.after(entries[-1])
        minds.keep(seat, len(entries))
    return sitting, entries


@pytest.mark.parametrize("rules", ["official", "party", "official+hand_size=10+target=0"])
@pytest.mark.parametrize("before", [0, 1, 7, 20])
def test_interrupted_round_goes_on_as_if_nothing_had_happened(rules: str, before: int) -> None:
    sitting = Sitting.of(created(*map(bot, COUNTERS), rules=rules)).after(Dealt(seed="1"))
    minds = RoomMinds.of(sitting)
    assert minds is not None
    halfway, so_far = played(minds, sitting, before)
    again = RoomMinds.of(halfway, so_far)
    assert again is not None
    assert memories(again, 4) == memories(minds, 4)
    without = played(minds, halfway, 200)
    assert played(again, halfway, 200) == without


def test_who_remembers_nothing_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An expert thinks for a while at every move; a restarted server has many rooms to read."""
    expert = "expert(worlds=4,decisions=0)"
    table = created(*map(bot, (expert, "mixbot2", "neural")))
    minds = RoomMinds.of(sitting := Sitting.of(table).after(Dealt(seed="1")))
    assert minds is not None
    halfway, so_far = played(minds, sitting, 25)
    asked = []

    def count(self: RoomMinds, seat: int, view: View) -> Move | None:
        asked.append(seat)
        return ask(self, seat, view)

    ask = RoomMinds.ask
    with monkeypatch.context() as patch:
        patch.setattr(RoomMinds, "ask", count)
        again = RoomMinds.of(halfway, so_far)
    assert {*asked} == {1}
    assert again is not None
    assert memories(again, 3) == memories(minds, 3)
    assert played(again, halfway, 60) == played(minds, halfway, 60)


def test_bots_without_a_memory_would_do_something_else() -> None:
    """As they did when every restart seated new ones: what they saw and their chance was lost."""
    others = 0
    for seed in range(5):
        table = created(*map(bot, COUNTERS), rules="party", seed=10**30 + seed)
        minds = RoomMinds.of(sitting := Sitting.of(table).after(Dealt(seed="1")))
        assert minds is not None
        halfway, so_far = played(minds, sitting, 25)
        blank, full = RoomMinds.of(halfway), RoomMinds.of(halfway, so_far)
        assert blank is not None
        assert full is not None
        others += played(blank, halfway, 200) != played(full, halfway, 200)
    assert others > 0


def test_chance_that_went_by_and_entry_that_was_not_saved_leave_no_trace() -> None:
    sitting = Sitting.of(created(*map(bot, COUNTERS))).after(Dealt(seed="1"))
    minds = RoomMinds.of(sitting)
    assert minds is not None
    sitting, _ = played(minds, sitting, 9)
    assert sitting.match is not None
    state, before = sitting.match.state, memories(minds, 4)
    moves = [minds.ask(seat, state.view(seat)) for seat in range(4)]
    assert memories(minds, 4) == before
    assert [minds.ask(seat, state.view(seat)) for seat in range(4)] == moves


def test_chance_is_another_for_every_seat_move_and_deal() -> None:
    """Bots that choose at random do not all choose the same."""

    def choices(deal: int, seat: int) -> list[Move | None]:
        """Ask again and again about the same cards, with ever more that has happened."""
        table = created(bot("random"), bot("random"), seed=10**30 + deal)
        minds = RoomMinds.of(Sitting.of(table).after(Dealt(seed="1")))
        assert minds is not None
        chosen = []
        for happened in range(20):
            view = State.parse(f"R5 {seat}> R1R2R3R4R6R7R8R9/R1R2R3R4R6R7R8R9").view(seat)
            view._table["logged"] = happened
            chosen.append(minds.ask(seat, view))
        return chosen

    one = choices(deal=0, seat=0)
    assert one == choices(deal=0, seat=0)  # nothing else matters
    assert len(set(one)) > 2
    assert one != choices(deal=0, seat=1)
    assert one != choices(deal=1, seat=0)


@pytest.mark.parametrize("name", ["alone", "known", "party", "stand_in"])
def test_minds_of_rooms_of_earlier_versions(name: str) -> None:
    """Their bots had other chances; what they saw is the same."""
    sitting, _, minds = reopen((LOGS / "1" / f"{name}.jsonl").read_text().splitlines())
    assert sitting.match is not None
    assert minds is not None
    state = sitting.match.state
    for seat, chair in enumerate(sitting.chairs):
        if chair.kind == "bot" and seat == state.turn:
            assert minds.ask(seat, state.view(seat)) is not None
