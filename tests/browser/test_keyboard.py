"""The whole game without a mouse."""

import re

from playwright.sync_api import expect

from unolab import State

from .conftest import Come, Seat
from .guest import Guest
from .situations import ADA, BEN, deal, fitting, held, out_in_two


def tab_to(guest: Guest, name: str) -> None:
    """Press Tab until something with this name has the focus."""
    wanted = re.compile(name)
    for _ in range(60):
        guest.page.keyboard.press("Tab")
        said = guest.page.evaluate(
            """() => {
              const one = document.activeElement;
              const label = one?.labels?.[0]?.innerText;
              return one?.getAttribute("aria-label") ?? label ?? one?.innerText ?? "";
            }"""
        )
        if wanted.search(said):
            return
    raise AssertionError(f"Tab never comes to {name}")


def decide(guest: Guest) -> bool:
    """Make one decision by keys; tell whether the round goes on."""
    if not guest.until_turn():
        return False
    keys = guest.page.keyboard
    before = guest.number
    if guest.colors.first.is_visible():
        keys.press("1")
    elif guest.challenge.is_visible():
        keys.press("d")
    elif guest.drawn.is_visible():
        keys.press("k")
    elif guest.playable.count() > 0:
        if guest.held.count() == 2:
            keys.press("u")
        focused = re.compile(", can be played$")
        for _ in range(30):
            keys.press("ArrowRight")
            said = guest.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
            if focused.search(said):
                break
        keys.press("Enter")
        if "wild" in said:
            expect(guest.colors.first).to_be_visible()
            keys.press("3")
    else:
        keys.press("d")
    guest.until_after(before)
    return True


def test_round_is_played_by_keys_from_the_first_page_on(come: Come) -> None:
    guest = come()
    guest.open()
    keys = guest.page.keyboard
    tab_to(guest, "^Settings$")
    keys.press("Enter")
    tab_to(guest, "^(Calm|Normal|Quick|At once)$")
    keys.press("Escape")
    tab_to(guest, "More…")
    keys.press("Enter")
    tab_to(guest, "^Remove bot 1$")
    keys.press("Enter")
    keys.press("Enter")
    tab_to(guest, "Instant")
    tab_to(guest, "Specific deal|Leave empty")
    keys.type(out_in_two())
    tab_to(guest, "^Deal me in$")
    keys.press("Enter")
    expect(guest.hand).to_be_visible()
    for _ in range(200):
        if not decide(guest):
            break
    expect(guest.end).to_be_visible()
    keys.press("Enter")  # the way on has the focus
    expect(guest.end).to_be_hidden()
    expect(guest.hand).to_be_visible()


def test_keys_are_shown(seated: Seat) -> None:
    text, _ = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, _ = seated(text)
    guest.until_turn()
    guest.page.keyboard.press("?")
    keys = guest.dialog("Keys")
    for key in ("← →", "Enter", "D", "U", "C", "1-4", "Esc"):
        expect(keys.get_by_text(key, exact=True)).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_letters_can_be_switched_off(come: Come) -> None:
    guest = come()
    guest.open()
    guest.press(guest.button("Settings"))
    guest.press(guest.page.locator("label").filter(has_text="Keyboard shortcuts"))
    guest.press(guest.dialog("Settings").get_by_role("button", name="Close"))
    # in any deal a question may come first, which takes the focus
    guest.play_now(deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))[0])
    guest.until_turn()
    log = guest.page.get_by_role("complementary", name="Game log")
    focused = guest.hand.locator(":focus")
    for _ in range(20):
        guest.page.keyboard.press("l")
        guest.page.keyboard.press("ArrowRight")  # still walks through the hand, once it is dealt
        if focused.count():
            break
        guest.page.wait_for_timeout(200)
    expect(focused).to_have_count(1)
    expect(log).to_be_hidden()


def test_question_takes_the_focus_and_the_hand_gets_it_back(seated: Seat) -> None:
    def bluff(state: State) -> bool:
        return state.turn == BEN and state.phase == "turn" and "*F" in held(state, BEN)

    text, _ = deal("official", 2, bluff)
    guest, friend = seated(text)
    friend.move("GF")
    doubt = guest.challenge.get_by_role("button", name=re.compile("^Challenge"))
    expect(doubt).to_be_focused()
    guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("Enter")  # take the cards
    expect(guest.challenge).to_be_hidden()
    expect(guest.hand.locator(":focus")).to_have_count(1)


def test_end_of_a_round_keeps_the_focus(seated: Seat) -> None:
    def out_at_once(state: State) -> bool:
        return state.turn == ADA and bool(fitting(state)) and len(held(state, ADA)) == 1

    text, state = deal("official+hand_size=1", 2, out_at_once)
    guest, _ = seated(text)
    guest.play(fitting(state)[0])
    expect(guest.end.get_by_role("button", name="Next round")).to_be_focused()
    for _ in range(4):
        guest.page.keyboard.press("Tab")
        assert guest.page.evaluate("document.activeElement.closest('[inert]') === null")
    under = guest.page.locator("main [inert]")  # what is not there for anybody
    expect(under.get_by_role("button", name="Menu", exact=True)).to_have_count(1)
