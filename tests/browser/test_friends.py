"""Two people in two browsers, and everything that can go wrong between them."""

import re

from playwright.sync_api import expect

from unolab import Game

from ..live import LiveServer
from .conftest import Come, Seat, mostly
from .guest import Guest, card_name
from .secrecy import cards_told, open_cards
from .situations import ADA, deal, fitting, held, out_in_two


def test_two_browsers_play_each_other(come: Come) -> None:
    host, friend = come("desktop"), come("phone")
    host.open()
    host.press(host.button(re.compile("change name and face")))
    host.dialog("You").get_by_role("textbox").fill("Ada")
    host.press(host.button("Done"))
    code = host.open_room()
    for left in (3, 2):  # four seats are two too many
        host.press(host.button("Remove seat: Open seat").first)
        host.page.wait_for_function("left => heard.update.room.seats.length === left", arg=left)
    friend.sit(code, "Ben")
    expect(host.page.get_by_text("Ben", exact=True)).to_be_visible()
    host.press(host.button("Start the game"))
    for one in (host, friend):
        expect(one.hand).to_be_visible()

    for _ in range(2):
        turn = host.page.evaluate("heard.update.table.turn")
        actor, other = (host, friend) if turn == 0 else (friend, host)
        before = other.number
        if not actor.turn():
            break
        other.until_after(before)
        for one, stranger in ((host, friend), (friend, host)):
            secret = set(one.cards) - set(stranger.cards) - open_cards(stranger)
            assert not cards_told(stranger) & secret

    friend.press(friend.button(re.compile("^Chat")).first)
    friend.page.get_by_role("textbox", name="Say something").fill("Well <b>played</b>!")
    friend.press(friend.button("Send"))
    host.press(host.button(re.compile("^Chat")).first)
    log = host.page.get_by_role("log")
    expect(log).to_contain_text("Well <b>played</b>!")
    host.press(host.page.get_by_role("region", name="Chat").get_by_role("button", name="Close"))
    friend.press(friend.page.get_by_role("region", name="Chat").get_by_role("button", name="Close"))

    friend.menu("Leave")
    friend.press(friend.button("Give up my seat"))
    expect(friend.button(re.compile("^Play now"))).to_be_visible()
    if host.until_turn():
        host.turn()
        host.until_turn()  # a bot has answered


@mostly("desktop")
def test_page_that_is_opened_again_has_the_same_seat(seated: Seat, screen: str) -> None:
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, friend = seated(text, screen)
    guest.until_turn()
    guest.page.reload()
    guest.until_turn()
    guest.sees_cards(held(state, ADA))
    second = Guest(guest.page.context.new_page(), guest.url, guest.touch)
    second.page.goto(guest.page.url)
    second.until_turn()
    second.sees_cards(held(state, ADA))
    second.play(fitting(state)[0])
    guest.sees_pile(fitting(state)[0])  # both tabs are one seat
    friend.until_turn()
    assert second.complaints == []


@mostly("phone")
def test_lost_network_comes_back_to_the_same_seat(seated: Seat, screen: str) -> None:
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, friend = seated(text, screen)
    guest.until_turn()
    guest.page.context.set_offline(True)
    guest.page.evaluate("line.close()")  # a browser does not notice by itself that nothing comes
    expect(guest.page.get_by_text("Reconnecting")).to_be_visible()
    friend.until(lambda update: not update.room.seats[ADA].here)
    guest.page.context.set_offline(False)
    expect(guest.page.get_by_text("Reconnecting")).to_be_hidden()
    guest.complaints.clear()  # a line that was cut is told in the console
    guest.until_turn()
    guest.sees_cards(held(state, ADA))
    guest.play(fitting(state)[0])
    friend.until_turn()


def test_server_that_was_killed_goes_on_where_it_was(come: Come, own_server: LiveServer) -> None:
    guest = come(url=own_server.url)
    guest.play_now(out_in_two())
    guest.turn()
    guest.until_turn()
    seen = log_of(guest)
    code = guest.update.room.code
    cards = guest.cards

    own_server.kill()
    expect(guest.page.get_by_text("Reconnecting")).to_be_visible()
    own_server.start()
    expect(guest.page.get_by_text("Reconnecting")).to_be_hidden()
    guest.complaints.clear()  # that nobody answered is told in the console
    assert guest.cards == cards
    guest.round()
    told = log_of(guest)
    assert told[: len(seen)] == seen
    game = Game.parse(own_server.text(f"/api/replays/{code}-1/text"))
    played = [str(move.by(None)).rstrip("!") for move, _ in game.steps() if move.is_play]
    assert told == [card_name(move) for move in played]


def log_of(guest: Guest) -> list[str]:
    """List the cards that were played, by the log in the page, oldest first."""
    guest.page.keyboard.press("l")
    log = guest.page.get_by_role("complementary", name="Game log")
    lines = log.get_by_role("listitem").all_inner_texts()
    guest.page.keyboard.press("l")
    played = [re.search(" plays? (.+)", line) for line in reversed(lines)]
    return [found[1] for found in played if found is not None]
