"""A game against computers, from the first click to the next round."""

from playwright.sync_api import expect

from .conftest import Come, mostly
from .situations import out_in_two


@mostly("phone")
def test_play_now_is_one_click_and_a_round_is_played_by_clicks(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.play_now(out_in_two())
    expect(guest.held).to_have_count(2)
    guest.round()
    guest.press(guest.end.get_by_role("button", name="Next round"))
    expect(guest.end).to_be_hidden()
    expect(guest.page.get_by_text("Round 2", exact=True)).to_be_visible()
    for _ in range(5):
        guest.turn()


def test_link_with_a_game_lays_it_out_and_waits_for_a_click(come: Come) -> None:
    guest = come()
    guest.open("/?opponents=2&rules=party&bot=mixbot2&seed=7&name=Eve")
    play = guest.page.get_by_role("button", name="Play now")
    expect(play).to_contain_text("2 bots, mixbot2, party rules, deal 7")
    guest.press(play)
    expect(guest.hand).to_be_visible()
    room = guest.update.room
    assert room.rules == "party"
    assert room.seats[0].name == "Eve"
    assert [seat.bot for seat in room.seats[1:]] == ["mixbot2", "mixbot2"]
    assert room.fair.known  # the cards are those of the seed
    guest.open("/?opponents=1&name=Mallory")
    expect(play).to_contain_text("1 bot")
    expect(guest.page.get_by_text("Eve", exact=True)).to_be_visible()  # the name that was kept
