"""People who pass one device round: nobody sees the cards of another."""

import re

from playwright.sync_api import expect

from .conftest import Come, mostly
from .secrecy import cards_told, open_cards


@mostly("phone")
def test_hands_are_hidden_between_turns(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open()
    guest.press(guest.button(re.compile("^On one screen")))
    window = guest.dialog("On one screen")
    for at, name in enumerate(("Ada", "Ben")):
        window.get_by_role("textbox").nth(at).fill(name)
    guest.press(window.get_by_role("button", name="Deal me in"))

    hands: dict[str, list[str]] = {}
    for _ in range(4):
        ready = guest.button(re.compile("^I am "))
        expect(ready).to_be_visible()
        name = re.sub("I am (.*): .*", r"\1", ready.inner_text())
        assert cards_told(guest) <= open_cards(guest)
        guest.press(ready)
        expect(ready).to_be_hidden()
        hands[name] = guest.cards
        before = guest.update
        while guest.update.hand is not None and guest.turn():
            pass  # until this one's turn is over
        assert before.number < guest.number
        if guest.update.room.stage != "playing":
            break
    assert set(hands) == {"Ada", "Ben"}
