"""Puzzles: all of them, one of each kind of question, and what is said once it is answered."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.played import keep_now
from unolab.puzzles.puzzle import Puzzle
from unolab.puzzles.shipped import load_puzzles
from unolab.puzzles.themes import Theme

from .view import Act, Easel, View

ASKED: tuple[Theme, ...] = ("endgame", "color", "challenge", "stack", "swap")
"""Themes whose questions look different."""


def puzzles() -> Iterator[View]:
    """List them."""
    yield View("puzzles", show_all, whole=True)
    for theme in ASKED:
        found = next((puzzle for puzzle in load_puzzles() if puzzle.theme == theme), None)
        if found is not None:
            yield View(f"puzzle-{theme}", ask(found))
            yield View(f"puzzle-{theme}-answered", answer(found), whole=True)


def show_all(easel: Easel) -> None:
    """Show the list to somebody who has solved some."""
    solved = [puzzle.id for puzzle in load_puzzles()[::3]]
    easel.page.goto(f"{easel.url}/learn")
    kept = {"first": solved, "later": [], "streak": 12, "best": 21}
    keep_now(easel.page, "unolab.puzzles", kept)
    easel.page.goto(f"{easel.url}/puzzles")
    easel.page.get_by_role("heading", level=2).first.wait_for()


def ask(puzzle: Puzzle) -> Act:
    """Show a puzzle."""

    def act(easel: Easel) -> None:
        easel.page.goto(f"{easel.url}/puzzles/{puzzle.id}")
        easel.page.locator(".seat").first.wait_for()

    return act


def answer(puzzle: Puzzle) -> Act:
    """Show a puzzle to somebody who gives up."""

    def act(easel: Easel) -> None:
        ask(puzzle)(easel)
        easel.page.get_by_role("button", name="Show me").click()
        easel.page.get_by_role("heading", level=2).first.wait_for()

    return act
