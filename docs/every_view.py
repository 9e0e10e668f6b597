"""Take pictures of every view at six sizes in both themes, to be looked at; none is kept here.

python docs/screenshots.py --all FOLDER    calls it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import test_overlap as situations
from tests.browser.staged import Stage
from tests.live import LiveServer
from unolab.server.protocol.messages import Update

SIZES = ((360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800), (2560, 1440))
THEMES = ("dark", "light")
PAGES = {
    "home": "/",
    "learn": "/learn",
    "watch": "/watch",
    "simulation": "/simulation",
    "replays": "/replay",
    "missing": "/nowhere",
}


def tables() -> Iterator[tuple[str, Update]]:
    """Lay every table that there is to see."""
    for players in range(2, 11):
        yield f"table-{players}", situations.turn(players)
    for situation, players in product(situations.SITUATIONS, (4, 10)):
        yield f"table-{situation.__name__}-{players}", situation(players)


def ended(match: bool) -> Update:
    """End a round, or the match with it."""
    update = situations.turn(4)
    assert update.table is not None
    hands = [[], ["R5", "GS"], ["B2", "*F", "Y9"], ["G1"]]
    over = {"phase": "over", "winner": 0, "points": 132, "scores": [132, 0, 0, 0]}
    over |= {"left": [0, 25, 61, 1], "hands": hands, "sizes": [0, 2, 3, 1]}
    room = {"stage": "over" if match else "pause", "winners": [0] if match else []}
    room |= {"totals": [512, 131, 142, 153], "standing": [0, 3, 2, 1]}
    return update.model_copy(
        update={
            "table": update.table.model_copy(update=over),
            "room": update.room.model_copy(update=room),
            "hand": None if update.hand is None else update.hand.model_copy(update={"cards": []}),
        }
    )


def lobby() -> Update:
    """Wait in a room for somebody to come."""
    update = situations.turn(4)
    return update.model_copy(
        update={
            "table": None,
            "hand": None,
            "room": update.room.model_copy(update={"stage": "lobby", "rounds": 0}),
        }
    )


def everything(browser: Browser, server: LiveServer, folder: Path) -> None:
    """Picture all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    views: dict[str, Callable[[Page], None]] = {
        name: lambda page, path=path: opened(page, server.url + path)  # type: ignore[misc]
        for name, path in PAGES.items()
    }
    rooms = [*tables(), ("lobby", lobby()), ("round-end", ended(False)), ("match-end", ended(True))]
    for theme in THEMES:
        context = browser.new_context(
            locale="en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.add_init_script(
            """localStorage["unolab.settings"] ??= '{"name": "Ada", "avatar": 2}'"""
        )
        for name, go in views.items():
            page = context.new_page()
            go(page)
            take(page, folder, name, theme)
            page.close()
        page = context.new_page()
        stage = Stage(page, server.url)
        stage.open(rooms[0][1])
        for name, update in rooms:
            stage.open(update)
            take(page, folder, name, theme)
        context.close()


def opened(page: Page, url: str) -> None:
    """Open an address, and wait until something stands there."""
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for(state="attached")


def take(page: Page, folder: Path, name: str, theme: str) -> None:
    """Picture what is shown at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png", animations="disabled")
