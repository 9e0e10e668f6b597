"""Take pictures of every view at seven sizes in both themes, to be looked at; none is kept here.

python docs/screenshots.py --all FOLDER    calls it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page

from tests.browser import test_overlap as situations
from tests.browser.staged import Stage
from tests.live import LiveServer
from unolab.gameloop import play
from unolab.server.protocol import Moment, Update

SIZES = ((320, 568), (360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800), (2560, 1440))
THEMES = ("dark", "light")
PAGES = {
    "home": "/",
    "learn": "/learn",
    "watch": "/watch",
    "simulation": "/simulation",
    "replays": "/replay",
    "missing": "/nowhere",
}
WINDOWS = ("menu", "rules", "settings", "chat", "log")

# A window follows its size a moment later, and more slowly the more there is in it.
STILL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const boxes = () => JSON.stringify([...document.querySelectorAll("body *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }));
  let last = "";
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 120; tries += 1) {
    await frame();
    const now = boxes();
    quiet = now === last ? quiet + 1 : 0;
    last = now;
  }
}"""


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
    story = [
        Moment(kind="struck", round=3, seat=3, card="BD", count=2),
        Moment(kind="hit", round=3, seat=0, other=2, card="GF", count=4),
        Moment(kind="out", round=3, seat=0, card="Y7", count=132),
    ]
    over = {"phase": "over", "winner": 0, "winners": [0], "points": 132, "scores": [132, 0, 0, 0]}
    over |= {"left": [0, 25, 61, 1], "hands": hands, "sizes": [0, 2, 3, 1]}
    room = {"stage": "over" if match else "pause", "winners": [0] if match else [], "story": story}
    room |= {"totals": [512, 131, 142, 153], "standing": [0, 3, 2, 1]}
    return update.model_copy(
        update={
            "table": update.table.model_copy(update=over),
            "room": update.room.model_copy(update=room),
            "hand": None if update.hand is None else update.hand.model_copy(update={"cards": []}),
        }
    )


def shared() -> Update:
    """Hand the device to the next person."""
    update = situations.turn(4)
    assert update.table is not None
    turned = {"turn": 1, "next": 2}
    return update.model_copy(
        update={
            "seats": [0, 1],
            "hand": None,
            "table": update.table.model_copy(update=turned),
        }
    )


def company() -> Update:
    """Let people sit at the table, so that there is a chat."""
    update = situations.turn(4)
    person = {"kind": "person", "bot": None, "strength": None, "device": "b"}
    seats = [*update.room.seats]
    seats[1] = seats[1].model_copy(update=person)
    return update.model_copy(update={"room": update.room.model_copy(update={"seats": seats})})


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
    game = play(["greedy"] * 4, "official", 3)
    paths = PAGES | {"replay": f"/replay#{quote(str(game)).replace('%20', ';')}"}
    rooms = [
        *tables(),
        ("curtain", shared()),
        ("lobby", lobby()),
        ("round-end", ended(False)),
        ("match-end", ended(True)),
    ]
    for theme in THEMES:
        context = browser.new_context(
            locale="en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.add_init_script(
            """localStorage["unolab.settings"] ??= '{"name": "Ada", "avatar": 2}'"""
        )
        for name, path in paths.items():
            page = context.new_page()
            opened(page, server.url + path)
            take(page, folder, name, theme)
            page.close()
        page = context.new_page()
        stage = Stage(page, server.url)
        for name, update in rooms:
            stage.open(update)
            take(page, folder, name, theme)
        for window in WINDOWS:
            stage.open(company())
            show(page, window)
            take(page, folder, window, theme)
        context.close()


def show(page: Page, window: str) -> None:
    """Open what lies over the table."""
    page.set_viewport_size({"width": 1280, "height": 800})
    if window in ("chat", "log"):
        page.get_by_role("button", name=re.compile("^Chat" if window == "chat" else "log$")).click()
        return
    page.get_by_role("button", name="Menu", exact=True).click()
    if window != "menu":
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name=re.compile(f"^{window}", re.IGNORECASE)).click()


def opened(page: Page, url: str) -> None:
    """Open an address, and wait until something stands there."""
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for(state="attached")


def take(page: Page, folder: Path, name: str, theme: str) -> None:
    """Picture what is shown at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(STILL)
        page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png", animations="disabled")
