"""Somebody in a browser and somebody in a terminal, on one server."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.tui.stage import Show
from unolab import State
from unolab.tui.address import Address
from unolab.tui.app import UnoApp
from unolab.tui.keepsake import Keepsake
from unolab.tui.wish import Wish

from ..live import LiveServer
from .conftest import Come
from .situations import ADA, BEN, deal, fitting


async def play(room: str) -> str:
    """Join a room in a terminal, play a round to its end with keys, and return what was told."""
    app = UnoApp(Wish("Tess"), "", join=Address.parse(room))
    async with app.run_test(size=(80, 24)) as pilot:
        show = Show(pilot)
        await show.until_shown("Take a seat.")
        await show.press("enter")
        await show.until(lambda: show.table.seen.seat is not None)
        await show.press("m", *"hello", "enter")
        await show.until_shown("You: “hello”")
        await show.until(lambda: show.table.moment == "playing")
        await show.play_round()
        await show.until_shown("left in the hand")
        return show.story


def soon_over(state: State) -> bool:
    """Whether Ada, Tess and Ada again have one number each to play, and nothing else."""
    for seat in (ADA, BEN, ADA):
        plays = [str(move) for move in state.legal if move.is_play]
        if state.turn != seat or len(plays) != 1 or plays != fitting(state):
            return False
        state = state.play(plays[0])
    return state.over


def test_browser_and_terminal_play_each_other(
    server: LiveServer, come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNOLAB_DATA_DIR", str(tmp_path))
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    text, _ = deal("official+hand_size=2", 2, soon_over)
    room = server.post("/api/rooms", {"deal": text, "seats": seats})
    guest = come("desktop")
    guest.come_back(room["code"], room["token"])
    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        terminal = thread.submit(lambda: asyncio.run(play(guest.page.url)))
        expect(guest.page.get_by_text("Tess", exact=True)).to_be_visible()
        guest.press(guest.button("Start the game"))
        guest.round()
        story = terminal.result()
    expect(guest.end).to_be_visible()
    chat = re.compile("^Chat, 1 new message")
    expect(guest.end.get_by_role("button", name=chat)).to_be_visible()
    assert re.findall("^(You|Ada) plays? ", story, re.MULTILINE) == ["Ada", "You", "Ada"]
    assert Keepsake().find(server.url, room["code"]) is not None
