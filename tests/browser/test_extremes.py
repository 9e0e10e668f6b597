"""Many cards, many players, other languages, less motion, odd addresses."""

import re

import pytest
from playwright.sync_api import expect

from ..kit import thoroughly
from ..live import LiveServer, fill_hand
from .conftest import Come, Friends, Seat, mostly
from .guest import SCREENS, SPOT, Guest
from .secrecy import cards_told, open_cards
from .situations import ADA, deal, fitting


@mostly("phone")
def test_every_one_of_25_cards_can_be_reached(
    come: Come, befriend: Friends, server: LiveServer, screen: str
) -> None:
    text, _ = deal("official+hand_size=10", 2, lambda state: state.turn == ADA)
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    room = server.post("/api/rooms", {"deal": text, "seats": seats})
    ada = befriend(room["code"], room["token"])
    ben = befriend(room["code"]).sit(1, "Ben")
    ada.send(type="deal")
    fill_hand(ada, ben, 25)
    guest = come(screen)
    guest.come_back(room["code"], room["token"])
    guest.until_turn()
    expect(guest.held).to_have_count(25)
    assert ada.update.hand is not None
    guest.sees_cards(ada.update.hand.cards)
    size = SCREENS[screen]["viewport"]
    width, height = size["width"], size["height"]
    for card in guest.held.all():
        card.scroll_into_view_if_needed()
        x, y = card.evaluate(SPOT)  # fails if nothing of it can be touched
        assert 0 <= x <= width
        assert 0 <= y <= height
    if guest.playable.count() > 0:
        last = guest.playable.last
        wild = "wild" in str(last.get_attribute("aria-label"))
        before = guest.number
        guest.press(last)
        if wild:
            guest.pick("R")
        guest.until_after(before)
        expect(guest.held).to_have_count(24)


@mostly("desktop")
def test_ten_players_all_have_a_place(seated: Seat, screen: str) -> None:
    text, _ = deal("official", 10, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, _ = seated(text, screen, others=9)
    guest.until_turn()
    places = []
    for name in ("Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida", "Jan"):
        seat = guest.page.get_by_role("region", name=re.compile(f"^{name}, "))
        expect(seat).to_be_visible()
        expect(seat).to_be_in_viewport(ratio=0.8)
        box = seat.bounding_box()
        assert box is not None
        places.append((round(box["x"]), round(box["y"])))
    assert len(set(places)) == 9
    guest.turn()


@pytest.mark.parametrize(
    ("language", "lang"), [("Deutsch", "de"), *thoroughly(("Español", "es"), ("Français", "fr"))]
)
def test_language_changes_without_a_reload(come: Come, language: str, lang: str) -> None:
    guest = come()
    guest.open()
    guest.page.evaluate("window.same = true")
    guest.press(guest.button("Settings"))
    label = guest.page.get_by_role("radiogroup", name="Language").locator("label")
    guest.press(label.filter(has_text=language))
    expect(guest.page.get_by_role("button", name=re.compile("Play now"))).to_be_hidden()
    assert guest.page.evaluate("window.same")
    expect(guest.page.locator("html")).to_have_attribute("lang", lang)
    said = guest.page.locator("main").inner_text()
    guest.page.reload()
    expect(guest.page.locator("main")).to_have_text(re.compile(re.escape(said.split("\n")[0])))
    expect(guest.page.locator("html")).to_have_attribute("lang", lang)


def test_browser_with_another_language_gets_it(come: Come) -> None:
    guest = come(locale="de-AT")
    guest.open("/you")  # whose words come with it
    expect(guest.page.get_by_text("Spiel eine Runde, und sie erscheint hier.")).to_be_visible()
    expect(guest.page.locator("html")).to_have_attribute("lang", "de")


def test_light_or_dark_is_remembered(come: Come) -> None:
    guest = come()
    guest.open()
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark = guest.page.evaluate(ground)
    guest.press(guest.button("Switch to light"))
    expect(guest.button("Switch to dark")).to_be_visible()
    light = guest.page.evaluate(ground)
    assert light != dark
    guest.page.reload()
    expect(guest.button("Switch to dark")).to_be_visible()
    assert guest.page.evaluate(ground) == light


@pytest.mark.parametrize("still", [True, False])
def test_motion_is_less_for_whoever_wants_less(seated: Seat, still: bool) -> None:
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, _ = seated(text, still=still)
    guest.until_turn()
    guest.page.evaluate(
        """() => {
          window.flown = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...given) {
            flown += 1;
            return animate.apply(this, given);
          };
        }"""
    )
    guest.play(fitting(state)[0])
    guest.sees_pile(fitting(state)[0])
    assert (guest.page.evaluate("flown") == 0) == still


def test_unknown_room_is_said_kindly(come: Come) -> None:
    guest = come()
    guest.open("/r/ZZZZ")
    expect(guest.page.get_by_role("heading", name="This room is gone")).to_be_visible()
    guest.press(guest.page.get_by_role("link", name="Start page", exact=True))
    expect(guest.button(re.compile("^Play now"))).to_be_visible()
    guest.page.get_by_role("textbox", name=re.compile("s code$")).fill("zzzz")
    guest.press(guest.button("Join"))
    expect(guest.page.get_by_role("alert").filter(has_text="no room")).to_be_visible()
    guest.complaints.clear()  # the browser itself tells that a room is not there


@pytest.mark.parametrize(
    "path", ["/nowhere", *thoroughly("/watch", "/simulation", "/learn", "/replay")]
)
def test_every_address_can_be_opened_and_opened_again(come: Come, path: str) -> None:
    guest = come()
    guest.open(path)
    heading = guest.page.get_by_role("heading", level=1).first
    expect(heading).to_be_attached()
    said = heading.inner_text()
    guest.page.reload()
    expect(heading).to_have_text(said)
    if path == "/nowhere":
        guest.complaints.clear()  # the browser itself tells that there is nothing


@mostly("desktop")
def test_spectator_sees_no_hand(seated: Seat, come: Come, screen: str) -> None:
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, _ = seated(text)
    stranger = come(screen)
    stranger.open(f"/r/{guest.update.room.code}")
    expect(stranger.page.get_by_text("You are watching").first).to_be_visible()
    assert stranger.update.hand is None
    assert secrets(stranger) == set()
    guest.play(fitting(state)[0])
    stranger.sees_pile(fitting(state)[0])
    assert secrets(stranger) == set()


def secrets(guest: Guest) -> set[str]:
    return cards_told(guest) - open_cards(guest)
