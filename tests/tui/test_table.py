"""Situations at the table, at three sizes: what is shown, what keys and clicks do."""

import asyncio
import re

import pytest

from tests.tui.stage import staged
from unolab.server.room import pace
from unolab.tui.line import Wire

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LARGER = [pytest.param(size, marks=pytest.mark.thorough) for size in ((100, 30), (160, 50))]
SIZES = [(80, 24), *LARGER]
every_size = pytest.mark.parametrize("size", SIZES, ids=["80x24", "100x30", "160x50"])
MANY = "R0R1R1R2R2R3Y1Y2YSYVG0G1G2GDB1B2B3B4B5B6*W*F*F"
TEN = "R5 0< R7G3*WB2*FB5/B8B8/Y9/G1G1/G2G3/G4G4G5/B1B1/Y8Y8/Y7Y7/Y1Y2Y3"


@every_size
async def test_wild_asks_for_its_colour(size: tuple[int, int]) -> None:
    async with staged("R5 0> R7G3*W/B8B8/Y9", size=size) as show:
        await show.press("3", "enter")
        assert "Which colour for the Wild?" in show.text
        assert "y ▲ yellow (0)" in show.text
        await show.press("escape")
        assert "Which colour" not in show.text
        await show.press("enter", "y")
        await show.until_shown("▲ YELLOW")
        assert "You play Wild (yellow)" in show.story


async def test_opening_wild_is_named() -> None:
    async with staged("*W 0> R7G3*W/B8B8") as show:
        assert "no colour yet" in show.text
        await show.click("color B")
        await show.until_shown("● BLUE")


async def test_challenge_says_what_is_at_stake() -> None:
    async with staged("GF 0> R7G3*WB2/B8B8R1R2/Y9Y9 ?4 _R5", size=(160, 50)) as show:
        text = " ".join(show.text.split())
        assert "If Cog held a red card, a challenge makes Cog take 4; if not, you take 6." in text
        assert "+4 due" in text
        await show.press("c")
        await show.until_told("You challenge Cog, who shows Y9 Y9: no bluff")


async def test_due_cards_are_answered_or_taken() -> None:
    async with staged("RD 0> YDG3B2/B8B8B7/Y9Y9 +4 _GD", "stacking", (100, 30)) as show:
        assert "4 cards are due. Answer with a card, or take them." in show.text
        await show.press("enter")
        await show.until_told("You play yellow Draw Two")
        assert "+6 due" in show.text
    async with staged("RD 0> G3B2/B8B8B7/Y9Y9 +4 _GD", "stacking") as show:
        await show.press("t")
        await show.until_told("You take 4 cards")


async def test_seven_swaps_hands() -> None:
    async with staged("R5 0> R7G3*W/B8B8/Y9Y9Y1", "party", (100, 30)) as show:
        await show.press("1", "enter")
        await show.until_shown("Swap hands with whom?")
        assert "1 Bolt (2)" in show.text
        assert "2 Cog (3)" in show.text
        await show.press("2")
        await show.until_told("You swap hands with Cog")
        assert show.table.turn.cards == ["Y1", "Y9", "Y9"]


async def test_drawn_card_is_played_or_kept() -> None:
    async with staged("R5 0> G2B1/Y4Y4 - R9", size=(160, 50)) as show:
        await show.press("d")
        await show.until_shown("You drew red 9. Play it or keep it?")
        assert [show.table.turn.is_playable(place) for place in range(3)] == [True, False, False]
        await show.press("k")
        await show.until_told("keep the card")
    async with staged("R5 0> G2B1/Y4Y4 - R9") as show:
        await show.press("enter")  # nothing fits, so it draws
        await show.until_shown("You drew red 9.")
        await show.press("p")
        await show.until_told("You play red 9")


async def test_uno_is_said_before_the_play() -> None:
    async with staged("R5 0> R7R3/B8B8/Y9Y9") as show:
        await show.press("u")
        assert "Uno will be said" in show.text
        await show.press("enter")
        await show.until_told("You play red 3 and say Uno")


async def test_reaction_is_typed_and_told() -> None:
    async with staged("R5 0> R7R3/B8B8/Y9Y9", local=False) as show:
        await show.press("m", *"/Ha", "enter")
        await show.until_told("Ha!")
        await show.press("m", *"/hat", "enter")
        await show.until_told("“/hat”")  # no mood of that name: it is said


async def test_uno_is_said_late() -> None:
    async with staged("R5 0> R7R3/B8B8/Y9Y9") as show:
        await show.press("enter")
        await show.until_shown("no Uno said!")
        await show.press("u")
        await show.until_told("You say Uno, late")


async def test_catch_waits_for_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "UNO_GRACE", 600.0)
    async with staged("R5 0> R7G3*WB2/B8/Y9Y9 !1") as show:
        assert "no Uno said!" in show.text
        await show.press("c")
        await show.until_shown("Not possible: there is still time to say Uno")


async def test_jump_in_out_of_turn() -> None:
    async with staged("R5 1> R5G3/B8B8/Y9Y9", "party") as show:
        assert "You can jump in." in show.text
        await show.click("card 0")
        await show.until_told("jump in with red 5")


@every_size
async def test_large_hand_has_every_card_on_the_screen(size: tuple[int, int]) -> None:
    async with staged(f"R5 0> {MANY}/B8B8", size=size) as show:
        assert "23 cards" in show.text
        await show.press("2", "3")
        assert show.table.turn.cursor == 22
        await show.press("1", "9")
        assert show.table.turn.cards[show.table.turn.cursor] == "B5"
        await show.press("s")
        assert show.table.turn.cards[:3] == ["R0", "G0", "R1"]
        assert show.table.turn.cards[show.table.turn.cursor] == "B5"
        for place in range(23):
            assert f"{place + 1}" in show.text.splitlines()[-2].split()
        await show.click("card 0")
        await show.until_told("You play red 0")


@pytest.mark.thorough
async def test_even_larger_hands_fit() -> None:
    most = MANY + "Y3Y3Y4Y4Y5Y6Y7R4R4R5R6R7R8R9G3G4G5G6G7G8G9"
    async with staged(f"R5 0> {most}/B8B8") as show:
        await show.click("card 43")
        assert show.table.turn.cursor == 43


@every_size
async def test_ten_players_fit(size: tuple[int, int]) -> None:
    async with staged(TEN, size=size) as show:
        for seat in show.table.seen.seats:
            assert seat.name in show.text
        assert "UNO!" in show.text
        assert "←" in show.text
        await show.press("1", "enter")
        await show.until_told("You play red 7")


@pytest.mark.thorough
async def test_click_on_a_card_plays_it() -> None:
    async with staged("R5 0> R9G2B1/Y4Y4") as show:
        await show.click("card 0")
        await show.until_told("You play red 9")


async def test_card_that_does_not_fit_is_explained() -> None:
    async with staged("R5 0> R9G2B1/Y4Y4") as show:
        await show.click("card 1")
        await show.until_shown("Not possible: needs red or a 5.")
        await show.press("right")
        assert "Not possible" not in show.text


async def test_resizing_is_safe_at_any_time() -> None:
    async with staged("R5 0> R9G2B1*W/Y4Y4") as show:
        await show.press("4", "enter")
        for size in ((79, 24), (80, 23), (20, 5), (1, 1)):
            await show.pilot.resize_terminal(*size)
            await show.pilot.pause()
            assert size < (30, 9) or "make the window larger" in show.text
        await show.pilot.resize_terminal(200, 60)
        await show.pilot.resize_terminal(80, 24)
        await show.pilot.pause()
        await show.press("g")
        await show.until_shown("◆ GREEN")


async def test_end_of_a_round_shows_scores_and_deals_the_next() -> None:
    async with staged("R5 0> R9/Y4Y4*WGD/B3*FBS $100,0,20", pace="instant") as show:
        await show.press("enter")
        await show.until_shown("You win round 1: 151 points")
        assert "Y4 Y4 G+2 W" in " ".join(show.text.split())
        await show.press("enter")
        await show.until_shown("round 2")
        assert len(show.table.turn.cards) >= 7


async def test_time_that_is_left_is_shown() -> None:
    async with staged("R5 0> R9G2B1/Y4Y4", timer=300) as show:
        assert re.search("█{7,8}░? (300|29[0-9]) s", show.text.splitlines()[0])


async def test_help_tells_the_rules_in_force() -> None:
    async with staged("R5 0> R9G2B1/Y4Y4", "party", (100, 50)) as show:
        await show.press("f1")
        assert "name the colour of a wild" in show.text
        assert "The rules of this game" in show.text
        await show.press("f1")
        assert "name the colour" not in show.text


async def test_lost_connection_is_said_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.tui.line.FIRST_WAIT", 0)
    tried, there = asyncio.Event(), asyncio.Event()
    async with staged("R5 1> R7G3*W/B8B8/Y9") as show:
        line = show.table.line
        connect, wire = line._connect, line._wire
        assert wire is not None

        async def again() -> Wire:
            if not tried.is_set():
                tried.set()
                raise OSError("is that its address?")
            await there.wait()
            return await connect()

        monkeypatch.setattr(line, "_connect", again)
        await wire.close()
        await show.until_shown("Connection lost, trying again: is that its address? ")
        await show.press("enter")
        assert "Connection lost, trying again. Please wait." in show.text
        await show.press("left")
        assert "Connection lost" in show.text
        await show.press("h", "z")
        there.set()
        await show.until(lambda: "Connection lost" not in show.text)
        assert "is thinking" in show.text


async def test_who_has_no_seat_is_told_why() -> None:
    async with staged("R5 1> R7G3*W/B8B8/Y9", token="a-token-of-somebody-else") as show:
        assert "You are watching; when the round is over, you can take a seat." in show.text
        assert "Bolt is thinking." in " ".join(show.text.split())
        update = show.table.seen.update
        assert update is not None
        taken = [seat.model_copy(update={"kind": "person"}) for seat in update.room.seats]
        full = update.room.model_copy(update={"seats": taken})
        show.table._hear(update.model_copy(update={"room": full}))
        await show.until_shown("No seat is free, you are watching.")
