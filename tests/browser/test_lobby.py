"""Before the deal: what a host and those who come see without looking for it."""

import re

from playwright.sync_api import expect

from ..live import LiveServer
from .conftest import Come, Friends

SEATS = [
    {"who": "me", "name": "Ada"},
    {"who": "open"},
    {"who": "open"},
    {"who": "bot", "bot": "easy"},
]


def test_host_sees_everything_without_scrolling(
    server: LiveServer, come: Come, befriend: Friends
) -> None:
    room = server.post("/api/rooms", {"seats": SEATS})
    host = come("desktop")
    host.come_back(room["code"], room["token"])
    for part in (host.button(re.compile("^Start the game")), host.page.get_by_label("Length")):
        expect(part).to_be_in_viewport(ratio=1)
    host.choose("Length", "To 200")
    host.page.wait_for_function("() => heard.update.room.target === 200")

    # what is chosen for all bots holds for the one that is put on a seat, too
    host.choose("Strength", "Hard")
    host.press(host.button("Bot").first)
    host.page.wait_for_function("() => heard.update.room.seats[1].strength === 'hard'")

    host.choose("The door", "Ask me first")
    expect(host.page.get_by_text("on request")).to_be_visible()
    guest = befriend(room["code"])
    guest.send(type="queue", name="Cem", avatar=1, seat=2)
    expect(host.button("Let Cem in")).to_be_in_viewport(ratio=1)
    expect(host.button(re.compile("^Start the game"))).to_be_in_viewport(ratio=1)


def test_what_is_open_about_a_person_goes_with_them(
    server: LiveServer, come: Come, befriend: Friends
) -> None:
    room = server.post("/api/rooms", {"seats": SEATS})
    host = come("desktop")
    host.come_back(room["code"], room["token"])
    ben = befriend(room["code"]).sit(1, "Ben")
    host.press(host.button("More about Ben"))
    host.press(host.button("Move Ben down"))
    host.page.wait_for_function("() => heard.update.room.seats[2].name === 'Ben'")
    expect(host.button("More about Ben")).to_have_attribute("aria-expanded", "true")
    expect(host.button("Move Ben down")).to_be_focused()
    ben.send(type="leave")
    befriend(room["code"]).sit(2, "Cem")
    expect(host.button("More about Cem")).to_have_attribute("aria-expanded", "false")


def test_name_that_is_refused_or_changed_is_explained(server: LiveServer, come: Come) -> None:
    room = server.post("/api/rooms", {"seats": SEATS})
    guest = come("phone")
    guest.open(f"/r/{room['code']}")
    guest.press(guest.button("Sit down here").first)
    who = guest.dialog("Who are you?")
    name = who.get_by_role("textbox")
    name.fill("\u3164")
    guest.press(who.get_by_role("button", name="Sit down"))
    expect(who.get_by_role("alert")).to_contain_text("be used. Choose another one")
    name.fill("Ada")
    guest.press(who.get_by_role("button", name="Sit down"))
    told = guest.page.get_by_text("Someone here is already called Ada, so you are Ada 2.")
    expect(told).to_be_in_viewport(ratio=1)


def test_answer_of_the_host_is_seen_on_a_phone(
    server: LiveServer, come: Come, befriend: Friends
) -> None:
    room = server.post("/api/rooms", {"seats": SEATS})
    host = befriend(room["code"], room["token"])
    host.send(type="configure", door="ask")
    guest = come("phone")
    guest.open(f"/r/{room['code']}")
    guest.press(guest.button("Ask for this seat").first)
    who = guest.dialog("Who are you?")
    who.get_by_role("textbox").fill("Ben")
    guest.press(who.get_by_role("button", name="Sit down"))
    waiting = host.until(lambda update: bool(update.room.waiting)).room.waiting
    host.send(type="decline", guest=waiting[0].guest, ban=False)
    answer = guest.page.get_by_role("alert").filter(has_text="did not let you sit down")
    expect(answer).to_be_in_viewport(ratio=1)
    guest.press(answer.get_by_role("button", name="Close"))
    expect(answer).to_have_count(0)
