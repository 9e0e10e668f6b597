"""The browser of these tests, the page that it shows, and the server behind it."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

import webpage

from ..kit import thoroughly
from ..live import Friend, LiveServer, database_in
from .chromium import FLAGS, chromium
from .guest import PATIENCE, SCREENS, Guest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: from the first of them on, Playwright's event loop is in the way."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.is_relative_to(HERE))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that was found, not the one that Playwright would download."""
    return browser_type_launch_args | {"executable_path": str(chromium()), "args": FLAGS}


@pytest.fixture(scope="session")
def base_url() -> None:
    """Stand in for the plugin's own, about which pytest warns; a test gives whole addresses."""


@pytest.fixture(scope="session")
def built() -> Path:
    """The page as it is shipped, which dev.py has built before."""
    assert not webpage.is_due(), "the page is out of date: python webpage.py build"
    return webpage.STATIC


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What goes wrong in the page from here on: console errors and warnings, exceptions."""
    found: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    def catch(error: Error) -> None:
        found.append(str(error))

    page.on("console", listen)
    page.on("pageerror", catch)
    return found


# ── a server, and those who come to it ────────────────────────────────────────────────────────────

expect.set_options(timeout=PATIENCE)

Devices = dict[str, list[BrowserContext]]
Come = Callable[..., Guest]
Friends = Callable[..., Friend]
Seat = Callable[..., tuple[Guest, Friend]]


def mostly(screen: str) -> pytest.MarkDecorator:
    """Run a test on one screen, and on the other only if everything is tried."""
    others = thoroughly(*(other for other in SCREENS if other != screen))
    return pytest.mark.parametrize("screen", [screen, *others])


@pytest.fixture(scope="session")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server for all tests of this process."""
    running = LiveServer(database_in(tmp_path_factory.mktemp("server")))
    yield running
    running.kill()  # which waits for nobody


@pytest.fixture
def own_server(built: Path, tmp_path: Path) -> Iterator[LiveServer]:
    """A server for one test, which may kill it."""
    running = LiveServer(database_in(tmp_path))
    yield running
    running.kill()  # which waits for nobody


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Iterator[Devices]:
    """Browsers that nobody uses, by what they are asked to be like.

    They are used again, as nothing but what they have read of the page is left in them: a new one
    takes as long to read it as most tests take for the rest.
    """
    idle: Devices = defaultdict(list)
    yield idle
    for contexts in idle.values():
        for context in contexts:
            context.close()


@pytest.fixture
def come(server: LiveServer, browser: Browser, devices: Devices) -> Iterator[Come]:
    """Make guests, each with a browser of their own; in the end none has anything to complain."""
    guests: list[tuple[Guest, list[BrowserContext]]] = []

    def make(screen: str = "desktop", url: str = "", still: bool = True, **more: Any) -> Guest:
        motion = "reduce" if still else "no-preference"
        wishes = {"locale": "en-GB", "color_scheme": "dark", "reduced_motion": motion}
        # without the worker: to keep the whole page takes longer than most tests
        options = SCREENS[screen] | wishes | {"service_workers": "block"} | more
        idle = devices[json.dumps(options)]
        context = idle.pop() if idle else browser.new_context(**options)
        guest = Guest(context.new_page(), url or server.url, bool(SCREENS[screen].get("has_touch")))
        guests.append((guest, idle))
        return guest

    yield make
    complaints = [guest.complaints[:] for guest, _ in guests if guest.complaints]
    for guest, idle in guests:
        guest.go()
        idle.append(guest.page.context)
    assert complaints == []


@pytest.fixture
def befriend(server: LiveServer) -> Iterator[Friends]:
    """Make friends, who come to a room over a socket."""
    friends: list[Friend] = []

    def make(code: str, token: str | None = None, at: LiveServer | None = None) -> Friend:
        friends.append(Friend(at or server, code, token))
        return friends[-1]

    yield make
    for friend in friends:
        friend.close()


@pytest.fixture
def seated(server: LiveServer, come: Come, befriend: Friends) -> Seat:
    """Deal a certain deal: Ada has seat 0 and plays in a browser, a friend plays all others."""

    def make(deal: str, screen: str = "desktop", others: int = 1, **more: Any) -> Any:
        names = ["Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida", "Jan"][:others]
        seats: list[dict[str, object]] = [{"who": "open"}]
        seats += [{"who": "local" if at else "me", "name": name} for at, name in enumerate(names)]
        room = server.post("/api/rooms", {"deal": deal, "seats": seats, "timer": 0})
        friend = befriend(room["code"], room["token"])
        with Friend(server, room["code"]) as ada:
            token = str(ada.sit(0, "Ada").token)
        friend.send(type="deal")
        friend.until(lambda update: update.table is not None)
        guest = come(screen, **more)
        guest.come_back(room["code"], token)
        expect(guest.hand).to_be_visible()
        return guest, friend

    return make
