"""The coach: the review of a round, hints, and the bar of chances."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.browser.coached import ADVICE, coached, game_link, serve_review

from .view import Act, Easel, View

WINNER = 3


def coach() -> Iterator[View]:
    """List the views of the coach."""
    for seat in (0, 1, WINNER):
        yield View(f"review-{seat}", review(seat=seat))
    for name, wish in {
        "blunder": {"seat": 1, "move": 7},
        "best": {"seat": 0, "move": 15},
        "close": {"seat": 0, "move": 26},
        "luck": {"seat": 1, "move": 30},
        "deal": {"seat": 0, "move": 0},
    }.items():
        yield View(f"review-moment-{name}", review(**wish))
    yield View("review-hands", hands)
    yield View("review-counting", counting)
    for players in (2, 4, 10):
        yield View(f"hint-{players}", hint(players))


def review(**wish: int) -> Act:
    """Open the review of a round, at a moment if one is named."""

    def act(easel: Easel) -> None:
        easel.page.unroute_all()
        serve_review(easel.page)
        easel.page.goto(easel.url + game_link(**wish))
        easel.page.locator(".curve").first.wait_for()

    return act


def hands(easel: Easel) -> None:
    """Look at a moment with all hands open."""
    review(seat=1, move=7)(easel)
    easel.page.set_viewport_size({"width": 1280, "height": 800})
    easel.page.get_by_role("button", name="Show all hands").click()


def counting(easel: Easel) -> None:
    """Wait for a review that never ends."""
    easel.page.unroute_all()
    easel.page.add_init_script(path=Path(__file__).with_name("slow_review.js"))
    easel.page.goto(easel.url + game_link(seat=0))
    easel.page.get_by_text(re.compile("12 of")).wait_for()


def hint(players: int) -> Act:
    """Ask for a hint, with everyone's chances at the edge."""

    def act(easel: Easel) -> None:
        easel.stage.advice = ADVICE.model_copy(
            update={"chances": [*ADVICE.chances, *[0.02] * 6][:players]}
        )
        easel.stage.open(coached(players))
        easel.stage.set(chances=True)
        easel.page.locator(".chances").wait_for()
        easel.page.keyboard.press("h")
        easel.page.locator(".hint h2").wait_for()

    return act
