"""The pages without a room: the first one, the lesson step by step, a simulation, replays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Route

from tests.browser.played import keep_now, played, serve_daily, tried
from unolab.gameloop import play
from unolab.puzzles.shipped import load_puzzles
from unolab.server.protocol.rest import (
    SimulationLengths,
    SimulationMark,
    SimulationRow,
    SimulationShown,
)

from .view import Act, Easel, View

PLAIN = {
    "home": "/",
    "you-nothing": "/you",
    "watch": "/watch",
    "simulation": "/simulation",
    "puzzles": "/puzzles",
    "replays": "/replay",
    "missing": "/nowhere",
}
BOTS = ("scorebot", "mixbot2(slack=2)", "diversity", "random")
"""One has a name that is longer than a phone is wide."""

# What is pressed in a step of the lesson, after which it looks different.
PRESSES = {
    1: {"wrong": ["green 9"], "done": ["red 2"]},
    3: {"asked": ["wild"], "done": ["wild", "yellow"]},
    4: {"done": [re.compile("^Challenge")]},
    5: {"drawn": [re.compile("pile", re.IGNORECASE)]},
    6: {"due": ["yellow 7"]},
    7: {"done": ["yellow 0"]},
}


def pages() -> Iterator[View]:
    """List them."""
    for name, path in PLAIN.items():
        yield View(name, visit(path))
    yield View("replay", replay)
    yield View("you", you(96), whole=True)
    yield View("you-few", you(3), whole=True)
    yield View("daily", daily([]), whole=True)
    yield View("daily-tried", daily(tried()), whole=True)
    yield View("puzzle", puzzle())
    yield View("puzzle-shown", puzzle("Show me"), whole=True)
    yield View("simulation-waiting", simulation(None))
    yield View("simulation-result", simulation(result()), whole=True)
    for step in range(1, 8):
        yield View(f"lesson-{step}", lesson(step, []))
        for name, presses in PRESSES.get(step, {}).items():
            yield View(f"lesson-{step}-{name}", lesson(step, presses))


def visit(path: str) -> Act:
    """Go to a page, and wait until something stands there."""

    def act(easel: Easel) -> None:
        easel.page.goto(easel.url + path)
        easel.page.get_by_role("heading", level=1).first.wait_for(state="attached")

    return act


def you(rounds: int) -> Act:
    """Show what somebody has played."""

    def act(easel: Easel) -> None:
        easel.page.goto(f"{easel.url}/learn")
        now = easel.page.evaluate("Date.now()")
        keep_now(easel.page, "unolab.rounds", played(rounds, now))
        visit("/you")(easel)

    return act


def daily(days: list[dict[str, Any]]) -> Act:
    """Show the deal of the day, as far as somebody has got with it."""

    def act(easel: Easel) -> None:
        easel.page.unroute_all()
        serve_daily(easel.page, puzzle="a1")
        easel.page.goto(f"{easel.url}/learn")
        keep_now(easel.page, "unolab.daily", days)
        visit("/daily")(easel)
        easel.page.get_by_role("list").first.wait_for()

    return act


def puzzle(*presses: str) -> Act:
    """Show a puzzle, and press some buttons."""

    def act(easel: Easel) -> None:
        visit(f"/puzzles/{load_puzzles()[0].id}")(easel)
        for name in presses:
            easel.page.get_by_role("button", name=name).click()
            easel.page.get_by_role("list").last.wait_for()

    return act


def replay(easel: Easel) -> None:
    """Open a round that was played, and wait for its table."""
    game = play(["greedy"] * 4, "official", 3)
    easel.page.goto(f"{easel.url}/replay#{quote(str(game)).replace('%20', ';')}")
    easel.page.locator(".seat").first.wait_for()


def lesson(step: int, presses: list[str | re.Pattern[str]]) -> Act:
    """Go to a step of the lesson, and press what has to be pressed."""

    def act(easel: Easel) -> None:
        page = easel.page
        visit("/learn")(easel)
        page.evaluate("at => sessionStorage.setItem('unolab.lesson', at)", str(step - 1))
        page.reload()
        for name in presses:
            exact = isinstance(name, str)
            page.get_by_role("main").get_by_role("button", name=name, exact=exact).first.click()

    return act


def simulation(shown: SimulationShown | None) -> Act:
    """Show a simulation on a server that only this machine can reach; None is not yet heard of."""
    body = "" if shown is None else f"data: {shown.model_dump_json()}\n\n"
    network = {"local": True, "address": None, "may_open": True}

    def answer(route: Route) -> None:
        if shown is not None:  # else it takes for ever
            route.fulfill(body=body, content_type="text/event-stream")

    def act(easel: Easel) -> None:
        page = easel.page
        page.unroute_all()
        page.route("**/api/network", lambda route: route.fulfill(json=network))
        page.route("**/api/simulation?*", answer)
        query = "&".join(f"bot={quote(bot)}" for bot in BOTS)
        page.goto(f"{easel.url}/simulation?{query}&games=20000&seed=7")
        page.locator(".row, .waiting").first.wait_for()

    return act


def result() -> SimulationShown:
    """End a simulation of four."""
    rates = (0.323, 0.287, 0.284, 0.106)
    points = (28.4, 25.1, 24.9, 9.7)
    row = {"points_low": 0.0, "points_high": 1.2}
    rows = [
        SimulationRow.model_validate(
            row
            | {"bot": bot, "wins": int(20_000 * rate), "win_rate": rate, "points": points[at]}
            | {"low": rate - 0.006, "high": rate + 0.006}
            | {"beats": [2, 3] if at == 1 else [*range(at + 1, 4)]}
        )
        for at, (bot, rate) in enumerate(zip(BOTS, rates, strict=True))
    ]
    course = [
        SimulationMark(
            played=played,
            win_rates=list(rates),
            lows=[max(0.0, rate - 0.5 / played**0.5) for rate in rates],
            highs=[rate + 0.5 / played**0.5 for rate in rates],
        )
        for played in (100, 400, 1_600, 6_400)
    ]
    counts = [90, 1_800, 4_300, 4_700, 3_600, 2_400, 1_400, 800, 450, 240, 120, 60]
    lengths = SimulationLengths(width=10, counts=counts, longer=40, quartiles=[27, 38, 54])
    figures = {"games": 20_000, "played": 20_000, "seconds": 1.4, "done": True}
    told = {"rules": "official", "seed": 7, "rows": rows, "course": course, "lengths": lengths}
    return SimulationShown.model_validate(told | figures)
