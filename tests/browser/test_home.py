"""The first page: a room's code before there is a room, and a server that only this machine has."""

import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..kit import thoroughly
from ..live import TIMEOUT, LiveServer, database_in
from .conftest import Come, mostly
from .guest import CODE, Guest


def code_of(guest: Guest) -> str:
    """The code that the tile shows."""
    return guest.page.get_by_role("link", name=CODE).inner_text().replace(" ", "")


@mostly("desktop")
def test_friend_comes_by_the_code_that_home_shows(come: Come, screen: str) -> None:
    host, friend = come(screen), come("phone")
    host.open()
    code = code_of(host)
    host.page.reload()
    assert code_of(host) == code  # it stays the same
    friend.open()
    friend.page.get_by_role("textbox", name=re.compile("^A friend.s code$")).fill(code.lower())
    friend.press(friend.button("Join"))
    expect(friend.page).to_have_url(re.compile(f"/r/{code}$"))
    expect(friend.button("Sit down here").first).to_be_visible()
    host.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(host.page.get_by_text("Someone is in your room")).to_be_visible()
    host.press(host.button("Go in"))
    expect(host.button("Start the game")).to_be_visible()


def test_link_that_is_copied_opens_the_room(come: Come, server: LiveServer) -> None:
    guest = come(permissions=["clipboard-read", "clipboard-write"])
    guest.open()
    guest.choose("Rules", "Party")
    code = code_of(guest)
    guest.press(guest.button("Copy link"))
    expect(guest.button("Start the game")).to_be_visible()
    assert guest.page.evaluate("navigator.clipboard.readText()") == f"{server.url}/r/{code}"
    expect(guest.page.get_by_role("heading", name=re.compile("Party"))).to_be_visible()


def test_newcomers_are_offered_one_short_round(come: Come) -> None:
    guest = come()
    guest.open()
    expect(guest.button(re.compile("^Play now.*One round, 3 bots, easy$"))).to_be_visible()
    guest.choose("Length", "To 500")
    guest.page.reload()
    expect(guest.page.get_by_role("radio", name="One round")).to_be_checked()
    played = '{"ended": [1], "token": null, "at": 1}'
    guest.page.evaluate(f"localStorage.setItem('unolab.room.AAAA2222', '{played}')")
    guest.choose("Length", "To 500")
    guest.page.reload()
    expect(guest.page.get_by_role("radio", name="To 500")).to_be_checked()


@pytest.mark.parametrize("locale", ["de-DE", *thoroughly("en-GB", "es-ES", "fr-FR")])
def test_no_word_is_broken_on_a_narrow_phone(come: Come, locale: str) -> None:
    width = 320
    guest = come("phone", viewport={"width": width, "height": 568}, locale=locale)
    guest.open()
    expect(guest.page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(guest.page.get_by_role("link", name=CODE)).to_be_visible()
    broken = """() => {
      const found = [];
      const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (parentElement.closest(".unseen, svg")) continue;
        for (const { 0: word, index } of data.matchAll(/[\\p{L}\\d]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
          if (lines.size > 1) found.push(word);
        }
      }
      return found;
    }"""
    assert guest.page.evaluate(broken) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("locale", ["de-DE", *thoroughly("en-GB", "es-ES", "fr-FR")])
@pytest.mark.parametrize(("width", "in_a_row"), [(390, 4), (320, 2)])
def test_choices_fill_their_rows_on_a_phone(
    come: Come, width: int, in_a_row: int, locale: str
) -> None:
    guest = come("phone", viewport={"width": width, "height": 844}, locale=locale)
    guest.open()
    expect(guest.page.locator("html")).to_have_attribute("lang", locale[:2])
    strengths = guest.page.get_by_role("radiogroup").nth(1).locator("label")
    tops = strengths.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert set(Counter(tops).values()) == {in_a_row}
    too_wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert guest.page.locator("[role=radiogroup] label").evaluate_all(too_wide) == 0


@pytest.mark.parametrize(
    ("locale", "label", "word"),
    [
        ("en-GB", "Expert", "expert"),
        ("de-DE", "Experte", "Experte"),  # a noun
    ],
)
def test_expert_is_chosen_and_dealt(come: Come, locale: str, label: str, word: str) -> None:
    guest = come(locale=locale)
    guest.open()
    guest.press(guest.page.get_by_text(label, exact=True))
    guest.press(guest.button(re.compile(f"3 [Bb]ots, {word}$")))
    guest.page.wait_for_function("() => heard.update?.room.seats[1]?.strength === 'expert'")


# ── a server for this machine alone ───────────────────────────────────────────────────────────────


@pytest.fixture
def playing(built: Path, tmp_path: Path) -> Iterator[str]:
    """``unolab play`` with an address in a network that is this machine again."""
    script = "import unolab.server.http.reach as r; r.own_address = lambda: '127.0.0.2'; "
    script += "from unolab.__main__ import main; main()"
    command = [sys.executable, "-c", script, "play", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", database_in(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield process.stdout.readline().split()[3].rstrip("/")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT)


def test_network_is_opened_after_asking(come: Come, playing: str) -> None:
    guest = come(url=playing)
    guest.open()
    expect(guest.page.get_by_text("So far only this device can open the link.")).to_be_visible()
    guest.press(guest.button("Let others in"))
    window = guest.dialog("Let others in?")
    guest.press(window.get_by_role("button", name="Not now"))
    expect(window).to_be_hidden()
    guest.press(guest.button("Let others in"))
    guest.press(window.get_by_role("button", name="Let them in"))
    expect(window).to_be_hidden()
    picture = guest.page.get_by_role("img", name=re.compile("^QR code"))
    expect(picture).to_be_visible()
    code = code_of(guest)
    there = playing.replace("127.0.0.1", "127.0.0.2")
    friend = come("phone", url=there)
    friend.open(f"/r/{code}")
    expect(friend.button("Sit down here").first).to_be_visible()
