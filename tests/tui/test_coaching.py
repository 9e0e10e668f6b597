"""Help during a round against bots: hints, take-backs, chances; none of it among people."""

from __future__ import annotations

import pytest

from tests.server.coached import Coach
from tests.tui.stage import Show, staged
from unolab.moves import Move

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

POSITION = "R5 0> R7G3*WB2/B8B8/Y9Y9"


async def until_read(show: Show, text: str) -> str:
    """Wait until something is said, perhaps in several lines; return all that can be read."""
    await show.until(lambda: text in " ".join(show.text.split()))
    return " ".join(show.text.split())


async def test_hint_says_what_to_do_and_points_at_the_card() -> None:
    async with staged(POSITION, coach=Coach()) as show:
        assert "h hint" in show.text
        await show.press("h")
        text = await until_read(show, "With a hint this round does not count.")
        assert "Draw. Draw or Wild (blue): no difference worth a name. 50 % to win." in text
        await show.press("right")
        assert "no difference" not in show.text
        await show.press("h")  # it is not asked again
        assert "no difference" in show.text
        show.table.turn.point_at(Move.of("GW"))
        assert show.table.turn.cards[show.table.turn.cursor] == "*W"


async def test_coach_sees_only_what_its_seat_sees() -> None:
    coach = Coach()
    async with staged(POSITION, coach=coach) as show:
        await show.press("h")
        await show.until(lambda: bool(coach.views))
        (view,) = coach.views
        assert view.seat == 0


async def test_coach_that_has_no_idea_says_so() -> None:
    coach = Coach()
    coach.fails = True
    async with staged(POSITION, coach=coach) as show:
        await show.press("h")
        await show.until_shown("Not possible: it has no idea.")


async def test_hint_that_takes_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.tui.table.SLOW", 0.01)
    monkeypatch.setattr("unolab.tui.table.PATIENCE", 1)
    coach = Coach()
    coach.may_answer.clear()
    async with staged(POSITION, coach=coach) as show:
        await show.press("h")
        await show.until_shown("Still thinking …")
        await show.until_shown("No hint this time.")
        coach.may_answer.set()
        await until_read(show, "50 % to win.")


async def test_help_is_marked_in_the_result() -> None:
    async with staged("R5 0> R9/Y4Y4/G1B7", coach=Coach(), pace="instant") as show:
        await show.press("h")
        await show.until(lambda: show.table.coaching.hint is not None)
        await show.press("1", "enter")
        await show.until_shown("Played with a hint: this round does not count.")


async def test_nothing_to_take_back_is_said() -> None:
    async with staged(POSITION, coach=Coach()) as show:
        await show.press("z")
        await show.until_shown("Not possible: you have not decided anything in this round yet.")


async def test_chances_are_shown_when_wanted() -> None:
    async with staged(POSITION, coach=Coach()) as show:
        assert "33 %" not in show.text
        await show.press("w")
        await show.until(lambda: show.text.count("33 %") == 3)
        await show.press("w")
        assert "33 %" not in show.text


async def test_there_is_no_help_where_there_is_no_coach() -> None:
    async with staged(POSITION) as show:
        assert "hint" not in show.text
        assert "take back" not in show.text
        await show.press("h", "z", "w")
        assert "Not possible" not in show.text
        assert show.table.coaching.chances is None
