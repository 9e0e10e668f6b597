"""What lies over a table: windows, the chat, the log, what people say and show, banners."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.browser.test_overlap import remark, watched
from unolab.server.protocol import Dismissed, Said, Update

from .rooms import company, in_room, log, queue, spectator, tables
from .view import Act, Easel, View

TALK = (
    (1, "Good evening! Has everyone got a drink?"),
    (0, "Yes, deal."),
    (1, "That was a really mean card, my friend, and I am going to remember it."),
    (0, "🙂"),
)


def rooms() -> Iterator[View]:
    """List every table, and what may lie over one."""
    for name, update in tables():
        yield View(name, shown(update))
    yield View("spectator", shown(spectator()))
    yield View("removed", removed)
    yield View("moods", pressed(company(), re.compile("^React")))
    for players, kind in ((4, "reacted"), (4, "said"), (10, "reacted"), (10, "said")):
        yield View(f"{kind}-{players}", shown(company(players)), says(kind, players))
    yield View("chat", chat)
    yield View("log", pressed(log(), re.compile("log$")))
    yield View("menu", pressed(company(), "Menu"))
    for window in ("rules", "settings"):
        yield View(window, pressed(company(), "Menu", re.compile(f"^{window}", re.IGNORECASE)))
    crowd = in_room(company(), waiting=queue())
    yield View("players", pressed(crowd, "Menu", "Players"))
    yield View("television", television)


def shown(update: Update) -> Act:
    """Load the page with a room in it."""
    return lambda easel: easel.stage.open(update)


def pressed(update: Update, *names: str | re.Pattern[str]) -> Act:
    """Press one thing after the other; what comes up has the next."""

    def act(easel: Easel) -> None:
        easel.page.set_viewport_size({"width": 1280, "height": 800})
        easel.stage.open(update)
        for at, name in enumerate(names):
            where = easel.page.locator("dialog[open]" if at else "body")
            where.get_by_role("button", name=name, exact=isinstance(name, str)).first.click()

    return act


def chat(easel: Easel) -> None:
    """Open a talk that has begun."""
    pressed(company(), re.compile("^Chat"))(easel)
    easel.stage.tell(*(Said(seat=seat, name="", text=text) for seat, text in TALK))


def removed(easel: Easel) -> None:
    """Be removed by the host."""
    easel.stage.open(spectator())
    easel.stage.tell(Dismissed(code="removed", text=""))


def says(kind: str, players: int) -> Act:
    """Let everyone show or say something, which is gone after a while."""

    def act(easel: Easel) -> None:
        easel.stage.tell(*(remark(kind, seat) for seat in range(players)))
        easel.page.locator(".remark").nth(players - 1).wait_for()

    return act


def television(easel: Easel) -> None:
    """Put the table of all on a large screen."""
    easel.stage.open(watched(4))
    easel.stage.set(big=True)
