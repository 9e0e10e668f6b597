"""What somebody has played: noted by the browser, shown, handed on as a file, and deleted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .axe import violations
from .conftest import Come
from .guest import Guest
from .played import keep_now, played

SCREENS = ["desktop", "phone"]


def come_with(come: Come, screen: str, rounds: int) -> Guest:
    """Let somebody come who has played."""
    guest = come(screen)
    guest.open("/learn")
    now = guest.page.evaluate("Date.now()")
    keep_now(guest.page, "unolab.rounds", played(rounds, now))
    guest.open("/you")
    return guest


def test_round_shows_up_once_it_was_played(come: Come) -> None:
    guest = come("desktop")
    guest.open("/you")
    expect(guest.page.get_by_text("Play a round and it shows up here.")).to_be_visible()
    guest.play_now("official+target=0/2/7")
    guest.round()
    expect(guest.end).to_be_visible()
    won = guest.update.table is not None and guest.update.table.winner == 0
    guest.open("/you")
    row = guest.page.get_by_role("region", name="History").get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Won" if won else "Lost")
    expect(row).to_contain_text("Official, 2 players")
    expect(row).to_contain_text("against Easy")
    expect(guest.page.get_by_text("1 is counted so far", exact=False)).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_figures_are_there_for_everybody(come: Come, screen: str) -> None:
    guest = come_with(come, screen, 96)
    page = guest.page
    expect(page.get_by_role("heading", level=1)).to_have_text("You")
    for name in ("Rounds won", "Luck so far", "Accuracy", "Won, by rules", "History"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile(r"^Luck so far: \+[\d.]+ wins"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Accuracy by round, now"))).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"^\d+ of 90\. A fair share would be \d+\.$"))
    ).to_be_visible()
    page.get_by_role("region", name="Luck so far").get_by_text("Figures").press("Enter")
    expect(page.get_by_role("columnheader", name="Sum of luck")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_few_rounds_have_no_rate(come: Come) -> None:
    guest = come_with(come, "phone", 4)
    won = guest.page.get_by_role("region", name="Rounds won")
    expect(won).to_contain_text("Too few to say")
    expect(won).not_to_contain_text("%")
    assert violations(guest.page) == []


def test_history_is_longer_than_a_glance(come: Come) -> None:
    guest = come_with(come, "desktop", 30)
    history = guest.page.get_by_role("region", name="History")
    expect(history.get_by_role("listitem")).to_have_count(4)
    guest.press(guest.button("All 30 rounds"))
    expect(history.get_by_role("listitem")).to_have_count(30)
    expect(history.get_by_role("link").first).to_have_attribute("href", "/review/K7QX9-30")
    expect(history.get_by_text("with a hint, not counted")).to_have_count(2)
    expect(history.get_by_role("listitem").first).to_contain_text(re.compile(r"accuracy \d+"))
    expect(history.get_by_role("listitem").first).to_contain_text(
        re.compile("luck [+\u2212]\\d+%")  # read by the browser, which knows no names of letters
    )


def test_rounds_go_to_another_browser_as_a_file(come: Come, tmp_path: Path) -> None:
    guest = come_with(come, "desktop", 12)
    with guest.page.expect_download() as coming:
        guest.press(guest.button("Export"))
    file = tmp_path / "rounds.json"
    coming.value.save_as(file)
    assert re.fullmatch(r"unolab-\d{4}-\d\d-\d\d\.json", coming.value.suggested_filename)
    assert len(json.loads(file.read_text("utf-8"))["rounds"]) == 12
    other = come("phone")
    other.open("/you")
    take = other.page.locator("input[type=file]")
    take.set_input_files(file)
    expect(other.page.get_by_role("status").filter(has_text="12 rounds added.")).to_be_visible()
    take.set_input_files(file)
    expect(other.page.get_by_text("All of these rounds were here already.")).to_be_visible()
    other.page.reload()
    expect(other.page.get_by_text(re.compile("^12 rounds, kept in this browser"))).to_be_visible()
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": "unolab rounds 1", "rounds": [{}]}', "utf-8")
    take.set_input_files(wrong)
    expect(other.page.get_by_role("alert")).to_contain_text("This file cannot be read")


def test_everything_is_deleted_only_when_asked_twice(come: Come) -> None:
    guest = come_with(come, "phone", 6)
    guest.page.get_by_role("button", name="Delete everything").press("Enter")
    window = guest.dialog("Delete 6 rounds?")
    assert violations(guest.page) == []
    window.get_by_role("button", name="Keep").press("Enter")
    expect(guest.page.get_by_role("region", name="History")).to_be_visible()
    guest.press(guest.button("Delete everything"))
    guest.press(window.get_by_role("button", name="Delete", exact=True))
    expect(guest.page.get_by_text("Play a round and it shows up here.")).to_be_visible()
    assert guest.page.evaluate("localStorage.getItem('unolab.rounds')") == "[]"


def test_browser_that_keeps_nothing_is_told_of(come: Come) -> None:
    guest = come("desktop")
    refuse = (
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
    )
    guest.page.add_init_script(refuse)
    guest.open("/you")
    expect(guest.page.get_by_role("alert")).to_have_text(
        "This browser does not keep data. Export now or lose it on closing."
    )
