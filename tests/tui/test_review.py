"""The review of a round: counted, looked at as a whole and move by move, and left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tui.stage import Show, staged
from unolab.review.rating import rate_accuracy
from unolab.server.protocol import ReviewOut, ReviewShown
from unolab.tui.review import ReviewScreen

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FIXTURE = Path(__file__).resolve().parents[2] / "web" / "src" / "review" / "fixture.json"
LOSS = json.loads(FIXTURE.read_text("utf-8"))["seats"][0]["loss"]
ACCURACY = f"accuracy {rate_accuracy(LOSS):.0f} of 100"
MOVES = 31
POSITION = "R5 0> R9/Y4Y4*WGD/B3*FBS/G1B7"
LARGER = [pytest.param(size, marks=pytest.mark.thorough) for size in ((100, 30), (160, 50))]


class Source:
    """A coach that has the review of the page's tests ready, once it may answer."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.may_answer = asyncio.Event()
        self.problem = ""

    async def __call__(self, id: str) -> AsyncIterator[ReviewShown]:
        self.ids.append(id)
        yield ReviewShown(done=12, of=MOVES, review=None)
        await self.may_answer.wait()
        if self.problem:
            raise ValueError(self.problem)
        review = ReviewOut.model_validate(json.loads(FIXTURE.read_text("utf-8")))
        yield ReviewShown(done=MOVES, of=MOVES, review=review)


async def finish(show: Show) -> None:
    """Win the round."""
    await show.press("enter")
    await show.until_shown("deal the next round")


def screen_of(show: Show) -> ReviewScreen:
    screen = show.pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


@pytest.mark.parametrize("size", [(80, 24), *LARGER])
async def test_review_is_gone_through_with_the_keyboard(size: tuple[int, int]) -> None:
    source = Source()
    source.may_answer.set()
    async with staged(POSITION, size=size, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r")
        await show.until_shown("You played well and were unlucky")
        assert "4 players, so a fair share is 25 %. Dot won." in show.text
        assert ACCURACY in show.text
        assert "cards drawn -1.5 %" in show.text
        assert "Turn of luck" in show.text
        await show.press("enter")
        assert "The deal" in show.text
        await show.press("enter", "enter")
        assert "Well found: Draw" in show.text
        assert "It keeps the wild for later. One more card gives more choice." in show.text
        assert "Move 10 of 31" in show.text
        assert "Wild (yellow)" in show.text
        await show.press("backspace")
        assert "Move 9 of 31" in show.text
        await show.press("right", "right")
        assert "Nothing to decide here." in show.text
        await show.press("end")
        assert "Move 31 of 31" in show.text
        await show.press("escape")
        assert ACCURACY in show.text
        await show.press("escape")
        assert "deal the next round" in show.text
        await show.press("r")
        assert ACCURACY in show.text
    assert source.ids == ["STAGE-1"]  # made once


async def test_review_of_a_bot_is_a_tab_away() -> None:
    source = Source()
    source.may_answer.set()
    async with staged(POSITION, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r", "tab")
        await show.until_shown("Bo was unlucky")
        await show.press("enter", "enter", "enter")
        assert "Better: Keep the card" in show.text
        assert "Blunder" in show.text


async def test_curve_and_moments_are_clicked() -> None:
    source = Source()
    source.may_answer.set()
    async with staged(POSITION, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r")
        await show.until_shown("accuracy")
        await show.click("step 30")
        assert "Move 30 of 31" in show.text
        await show.click("step 5")
        assert "Move 5 of 31" in show.text


async def test_waiting_is_told_and_may_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.tui.review.WAIT", 0.01)
    source = Source()
    async with staged(POSITION, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r")
        await show.until_shown("Counting … 12 of 31 moves")
        assert "You can leave, and look at it later." in show.text
        await show.press("escape")
        assert "deal the next round" in show.text
        source.may_answer.set()
        await show.press("r")
        await show.until_shown("You played well and were unlucky")


async def test_next_round_that_others_deal_is_told() -> None:
    source = Source()
    source.may_answer.set()
    async with staged(POSITION, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r")
        await show.until_shown("accuracy")
        await show.table.line.send("deal")
        await show.until_shown("The next round has begun: Esc returns to the table.")
        await show.press("escape")
        assert "round 2" in show.text


async def test_why_there_is_no_review_is_said() -> None:
    source = Source()
    source.problem = "rounds of more than 300 moves are not reviewed"
    source.may_answer.set()
    async with staged(POSITION, reviews=source, pace="instant") as show:
        await finish(show)
        await show.press("r")
        await show.until_shown("Rounds of more than 300 moves are not reviewed.")
        await show.press("escape", "r")  # asked again
        await show.until(lambda: len(source.ids) == 2)


async def test_during_a_round_there_is_no_review() -> None:
    async with staged("R5 0> R9G2B1/Y4Y4") as show:
        await show.press("r")
        assert show.pilot.app.screen is show.table
