"""Puzzles on the page: solved by mouse, finger and keyboard, and nothing in the way of anybody."""

import re

from playwright.sync_api import expect

from unolab.puzzles.puzzle import Puzzle
from unolab.puzzles.shipped import load_puzzles

from . import axe
from .conftest import Come, mostly
from .guest import Guest, card_name


def is_plain(puzzle: Puzzle) -> bool:
    """Whether the right move and a wrong one are cards that need no colour."""
    plays = [one.move for one in puzzle.moves if one.move.is_play and not one.move.is_wild]
    return puzzle.best in plays and len(plays) > 1 and puzzle.position.state.phase == "turn"


def find_plain() -> tuple[Puzzle, str, str]:
    """Find a puzzle, its right card and a wrong one."""
    puzzle = next(puzzle for puzzle in load_puzzles() if is_plain(puzzle))
    cards = [str(one.move.card) for one in puzzle.moves if one.move.card and not one.move.is_wild]
    return puzzle, cards[0], cards[1]


def heading(guest: Guest, text: str) -> None:
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(text)


@mostly("phone")
def test_wrong_answer_may_be_tried_again_and_the_right_one_is_explained(
    come: Come, screen: str
) -> None:
    puzzle, right, wrong = find_plain()
    guest = come(screen)
    guest.open(f"/puzzles/{puzzle.id}")
    expect(guest.hand).to_be_visible()
    found = axe.violations(guest.page)
    guest.press(guest.card(wrong))
    heading(guest, f"Not {card_name(wrong)}.")
    expect(guest.held).to_have_count(len(puzzle.see().hand))  # the card came back
    guest.press(guest.button("Try again"))
    guest.press(guest.card(right))
    name = card_name(right)
    heading(guest, f"Right. {name[:1].upper()}{name[1:]}.")
    expect(guest.page.get_by_text("your answer")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Next puzzle")).to_be_visible()
    found += axe.violations(guest.page)
    assert found == []
    guest.open("/puzzles")
    figures = guest.page.get_by_role("region", name=re.compile("^Your progress"))
    expect(figures).to_contain_text(f"1of {len(load_puzzles())} solved")
    expect(figures).to_contain_text("0in a row")  # it was not the first try


def test_keyboard_is_enough(come: Come) -> None:
    puzzle, right, _ = find_plain()
    guest = come()
    guest.open(f"/puzzles/{puzzle.id}")
    guest.card(right).first.focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("heading", level=1)).to_be_focused()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Right.")
    expect(guest.page.get_by_text("in a row")).to_be_visible()
    guest.page.keyboard.press("Enter")
    expect(guest.page).not_to_have_url(re.compile(puzzle.id))


def test_answer_is_shown_to_whoever_gives_up_and_not_before(come: Come) -> None:
    puzzle, right, _ = find_plain()
    guest = come()
    guest.open(f"/puzzles/{puzzle.id}")
    guest.press(guest.button("Show me"))
    name = card_name(right)
    heading(guest, f"{name[:1].upper()}{name[1:]} it is.")
    guest.open("/puzzles/00000000")
    heading(guest, "No such puzzle")
    guest.complaints.clear()  # the browser itself tells that a puzzle is not there
