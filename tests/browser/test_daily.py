"""The deal of the day: tried once, shared as text, and compared by links."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from .axe import violations
from .conftest import Come
from .guest import Guest
from .played import DAILY, RESULT, keep_now, serve_daily, tried

SCREENS = ["desktop", "phone"]
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def open_tried(guest: Guest) -> None:
    """Show the deal to somebody who has tried it."""
    serve_daily(guest.page)
    guest.open("/learn")
    keep_now(guest.page, "unolab.daily", tried())
    guest.open("/daily")


def test_deal_is_played_from_its_seat_and_the_first_try_counts(come: Come) -> None:
    guest = come("desktop")
    guest.open()
    guest.press(guest.page.get_by_role("link", name="Deal of the day"))
    guest.press(guest.button("Play the deal"))
    guest.page.wait_for_url("**/r/*")
    expect(guest.hand).to_be_visible()
    update = guest.update
    daily = guest.page.evaluate("fetch('/api/daily').then((answer) => answer.json())")
    assert daily["date"] == str(datetime.now(UTC).date())
    assert update.seats == [daily["seat"]]
    assert update.room.fair.known
    assert [seat.strength for seat in update.room.seats if seat.kind == "bot"] == ["hard"] * 3
    code = update.room.code
    guest.open("/daily")
    expect(guest.page.get_by_role("heading", name="Your first try is not over")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Go on with it")).to_have_attribute(
        "href", f"/r/{code}"
    )
    guest.press(guest.button("Play it again"))
    guest.page.wait_for_url(lambda url: "/r/" in url and code not in url)
    guest.open("/daily")
    expect(guest.page.get_by_text("Tried 2 times.")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Go on with it")).to_have_attribute(
        "href", f"/r/{code}"
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_everybody_can_read_the_deal_before_and_after(come: Come, screen: str) -> None:
    guest = come(screen)
    page = guest.page
    serve_daily(page, puzzle="abc")
    guest.open("/daily")
    expect(page.get_by_role("heading", name="Can you win this one?")).to_be_visible()
    expect(page.get_by_text("Shown once you have played")).to_be_visible()
    expect(page.get_by_role("link", name="Solve it")).to_have_attribute("href", "/puzzles/abc")
    expect(page.get_by_role("region", name="Share")).to_have_count(0)
    assert violations(page) == []
    open_tried(guest)
    expect(page.get_by_role("heading", name="You won a hard one")).to_be_visible()
    rows = page.get_by_role("region", name="Same cards, other players").get_by_role("listitem")
    expect(rows.nth(0)).to_contain_text("won, +74")
    expect(rows.nth(0).get_by_role("img", name="9 best, 1 nearly, 0 slips")).to_be_visible()
    expect(rows).to_contain_text(["Expert", "You", "Mia", "Ida"])
    expect(page.get_by_text("an Expert wins this deal 22 times in 100")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_result_is_copied_as_text_and_its_link_is_compared(come: Come) -> None:
    guest = come("desktop", permissions=CLIPBOARD)
    open_tried(guest)
    guest.button("Copy").press("Enter")
    expect(guest.button("Copied")).to_be_visible()
    lines = guest.page.evaluate("navigator.clipboard.readText()").split("\n")
    said = [f"unolab daily {DAILY['number']}", "Deal: won, +61", "●●●◐●●●●○●●"]
    assert lines[:-1] == [*said, "0.4% lost per decision"]
    path = lines[-1].removeprefix(guest.url)
    assert path.startswith("/daily#")
    friend = come("phone")
    serve_daily(friend.page)
    friend.open(path)
    expect(friend.page.get_by_role("status")).to_contain_text("sent a result. Play the deal")
    expect(friend.page).to_have_url(re.compile("/daily$"))
    row = friend.page.get_by_role("listitem").nth(1)
    expect(row).to_contain_text("Shown once you have played")
    expect(row).not_to_contain_text("won")
    keep_now(friend.page, "unolab.daily", tried(result={**RESULT, "won": False, "points": 9}))
    friend.open("/learn")
    friend.open(path)
    rows = friend.page.get_by_role("listitem")
    expect(rows).to_have_count(5)
    expect(rows.nth(2)).to_contain_text("won, +61")  # before those who lost


@pytest.mark.parametrize("hash", ["1~322~w61~bb", "x", "%E0%A4%A"])
def test_damaged_result_is_told_of(come: Come, hash: str) -> None:
    guest = come("phone")
    serve_daily(guest.page)
    guest.open(f"/daily#{hash}")
    expect(guest.page.get_by_text("This result cannot be read.", exact=True)).to_be_visible()
    expect(guest.button("Play the deal")).to_be_visible()
    assert violations(guest.page) == []


def test_no_server_no_deal(come: Come) -> None:
    guest = come("phone")
    guest.page.route("**/api/daily", lambda route: route.abort())
    guest.open("/daily")
    expect(guest.page.get_by_role("alert")).to_contain_text("No connection. The deal of the day")
    guest.complaints.clear()  # the browser says that nothing came
