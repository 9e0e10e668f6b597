"""The whole program: from the start screen through a round, closed and opened again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.live import database_in
from tests.tui.stage import Show
from unolab.rules import Rules
from unolab.tui.address import Address
from unolab.tui.app import Begin, UnoApp
from unolab.tui.keepsake import Keepsake
from unolab.tui.start import StartScreen
from unolab.tui.wish import Wish

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@asynccontextmanager
async def opened(
    folder: Path,
    begin: Begin = "ask",
    wish: Wish | None = None,
    join: str | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Show]:
    """Start the program, with a database of the test."""
    wish = wish or Wish("Ada", bots=("hard",), pace="instant", seed=7)
    address = None if join is None else Address.parse(join)
    app = UnoApp(wish, database_in(folder), begin, address)
    async with app.run_test(size=size) as pilot:
        yield Show(pilot)


def start_of(show: Show) -> StartScreen:
    start = show.pilot.app.screen
    assert isinstance(start, StartScreen)
    return start


async def test_whole_round_by_keyboard(tmp_path: Path) -> None:
    async with opened(tmp_path) as show:
        assert "Opponents" in show.text
        await show.press("enter")
        await show.until_seated()
        await show.play_round()
        await show.until_shown("deal the next round")
        assert "left in the hand" in show.text
        room = show.table.seen.room
        assert room is not None
        assert max(room.totals) > 0
        await show.press("enter")
        await show.until(lambda: show.table.moment == "playing")
        assert "round 2" in show.text


async def test_round_against_an_expert_that_is_chosen_on_the_start_screen(tmp_path: Path) -> None:
    async with opened(tmp_path) as show:
        start = start_of(show)
        await show.press("up", "up", "up", "up", "right")  # from the button: hard is chosen so far
        assert "looks ahead" in show.text
        assert start.wish.bots == ("expert",)
        await show.press("enter")
        await show.until_seated()
        assert show.table.seen.seats[1].strength == "expert"
        assert "expert" in show.text
        await show.play_round()
        await show.until_shown("deal the next round")


async def test_game_goes_on_where_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path, "new") as show:
        await show.until_seated()
        for _ in range(3):
            await show.until(lambda: show.table.seen.is_own_turn)
            await show.answer()
        await show.until(lambda: show.table.seen.is_own_turn)
        cards, story = show.table.turn.cards, show.story
        await show.press("q")
    assert show.farewell == "the game is saved: unolab tui resumes it"
    async with opened(tmp_path) as show:
        await show.until_shown("Continue: round 1 against Bolt, you have 0 points")
        await show.press("enter")
        await show.until_seated()
        assert show.table.turn.cards == cards
        assert show.story == story
    async with opened(tmp_path, "resume") as show:
        await show.until_seated()
        assert show.table.turn.cards == cards


async def test_move_is_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path, "new") as show:
        await show.until_seated()
        await show.until(lambda: show.table.seen.is_own_turn)
        cards, story = show.table.turn.cards, show.story
        await show.answer()
        await show.until(lambda: show.table.seen.is_own_turn)
        assert show.story != story
        await show.press("z")
        await show.until_shown("Taken back. This round no longer counts.")
        assert (show.table.turn.cards, show.story) == (cards, story)
        assert "You" not in show.text.partition("│")[2].partition("▶")[0]  # nor in the log
        assert show.table.seen.room is not None
        assert show.table.seen.room.helped == "taken_back"


@pytest.mark.thorough  # it starts a process that loads the networks
async def test_round_is_reviewed_by_the_coach_of_this_process(tmp_path: Path) -> None:
    async with opened(tmp_path, "new") as show:
        await show.until_seated()
        await show.play_round()
        await show.press("r")
        await show.until_shown("so a fair share is 50 %")


async def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    async with opened(tmp_path, "resume") as show:
        await show.until(lambda: show.pilot.app.return_code == 2)
    assert "no game to resume" in str(show.pilot.app.return_value)


async def test_start_screen_makes_the_wish(tmp_path: Path) -> None:
    async with opened(tmp_path, wish=Wish("Ada", Rules.parse("official+jump_in=true"))) as show:
        start = start_of(show)
        await show.press("up", "up", "up")
        assert start.wish.rules == Rules.parse("official+jump_in=true")
        await show.press("left")
        assert start.wish.rules == Rules.parse("party")
        assert "Everything at once" in show.text
        await show.press("down", "right")
        assert start.wish.rules.target == 0
        await show.press("up", "up", "up", "5", "down", "right")
        assert start.wish.bots == ("hard",) * 5
        await show.press("left", "left", "left")
        assert "5  ◂ easy ▸" in show.text  # each their own
        await show.press("down", "right")
        assert start.wish.bots == ("medium", *("easy",) * 4)
        await show.press("up", "up", "up", "backspace", "backspace", "backspace")
        assert "A name has 1 to 20 visible characters" in show.text
        await show.press("B", "e", "n", "enter")
        await show.until_seated()
        assert show.table.seen.seats[0].name == "Ben"
    assert Keepsake().name == "Ben"


async def test_wrong_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").mkdir()
    async with opened(tmp_path) as show:
        await show.until(lambda: show.pilot.app.return_code == 2)
    assert "can't be used as the database" in str(show.pilot.app.return_value)


async def test_nobody_answers(tmp_path: Path) -> None:
    async with opened(tmp_path, join="http://127.0.0.1:1/r/K7QMX") as show:
        await show.until(lambda: show.pilot.app.return_code == 2)
    assert "there is no server at 127.0.0.1:1" in str(show.pilot.app.return_value)
