"""A game against computers, from the first click to the next round."""

from playwright.sync_api import expect

from .conftest import Come, both


@both
def test_play_now_is_one_click_and_a_round_is_played_by_clicks(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open()
    guest.press(guest.button("Settings"))
    guest.choose("Pace of the computers", "At once")
    guest.press(guest.dialog("Settings").get_by_role("button", name="Close"))
    guest.press(guest.page.get_by_role("button", name="Play now"))
    expect(guest.held).to_have_count(7)
    guest.round()
    guest.press(guest.end.get_by_role("button", name="Next round"))
    expect(guest.end).to_be_hidden()
    expect(guest.page.get_by_text("Round 2", exact=True)).to_be_visible()
    guest.turn()
