"""What people show and say to each other at the table."""

import re

from playwright.sync_api import expect

from unolab.server.protocol import Reacted

from ..live import Friend, LiveServer
from . import axe
from .conftest import Come, Friends
from .guest import Guest
from .situations import BEN, deal


def until_reacted(friend: Friend, mood: str) -> None:
    """Wait until somebody shows a mood."""
    while not (isinstance(heard := friend.read(), Reacted) and heard.mood == mood):
        pass


def opens_chat(guest: Guest) -> None:
    """Open the chat, write at once, and close it by a key."""
    open_it = guest.button(re.compile("^Chat"))
    guest.press(open_it)
    expect(guest.page.get_by_role("textbox", name="Say something")).to_be_focused()
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("region", name="Chat")).to_be_hidden()
    expect(open_it).to_be_focused()


def test_reactions_are_seen_sent_and_muted_and_chat_has_the_focus(
    server: LiveServer, come: Come, befriend: Friends
) -> None:
    text, _ = deal("official", 2, lambda state: state.turn == BEN)
    seats = [{"who": "open"}, {"who": "me", "name": "Ben"}]
    made = server.post("/api/rooms", {"deal": text, "seats": seats})
    ben = befriend(made["code"], made["token"])
    ada = come()
    ada.sit(made["code"], "Ada")
    opens_chat(ada)
    ben.send(type="deal")
    expect(ada.hand).to_be_visible()
    opens_chat(ada)

    seat = ada.page.get_by_role("region", name=re.compile("^Ben, "))
    ben.send(type="react", mood="ha")
    expect(seat.locator(".remark")).to_have_text("Ha!")
    ben.send(type="say", text="Did you see that card, my dear friend?")
    expect(seat.locator(".remark")).to_have_text("Did you see that card, my…")

    moods = ada.page.get_by_role("group", name="Reactions")
    ada.press(ada.button("React"))
    ada.press(moods.get_by_role("button", name="Wow"))
    until_reacted(ben, "wow")
    ada.page.keyboard.press("e")
    expect(moods).to_be_visible()
    assert axe.violations(ada.page) == []
    ada.page.keyboard.press("Escape")
    expect(moods).to_be_hidden()

    ada.press(ada.button("Ben: reactions and chat"))
    ada.press(ada.button("Mute Ben"))
    ada.page.reload()
    expect(ada.page.get_by_role("region", name=re.compile("^Ben, .*, muted$"))).to_be_visible()
    ben.send(type="react", mood="gotcha")
    until_reacted(ben, "gotcha")  # so that what comes now was sent after it
    ada.page.keyboard.press("e")
    ada.page.keyboard.press("3")
    expect(ada.page.locator(".remark")).to_have_text("Ouch")  # the own one, and no other
