"""The end of a round and of a match: everyone has a place, and it goes on with one tap."""

import re
import struct
from pathlib import Path

from playwright.sync_api import Locator, expect

from unolab import State

from ..live import Friend
from .axe import violations
from .conftest import Seat, mostly
from .guest import SPOT, Guest
from .situations import ADA, BEN, deal, fitting

TEN = 10
OVER_AT_ONCE = "official+hand_size=1"  # whoever can play has won the round


def can_go_out(state: State) -> bool:
    return state.turn == ADA and bool(fitting(state))


def rows(guest: Guest) -> list[Locator]:
    """List what is shown of every player."""
    shown = guest.end.locator("li[data-seat]")
    expect(shown).to_have_count(TEN)
    return shown.all()


def reaches(guest: Guest, row: Locator) -> None:
    """See that nothing covers a row once it is scrolled to."""
    row.evaluate("row => row.scrollIntoView({ block: 'center' })")
    row.evaluate(SPOT)
    expect(row).to_be_in_viewport(ratio=0.5)


def reacts(guest: Guest, friend: Friend) -> None:
    """See what somebody shows about the result, and show something back."""
    friend.send(type="react", mood="ouch")
    expect(guest.end.locator("li .remark")).to_have_text("Ouch")
    moods = guest.end.get_by_role("group", name="Reactions")
    guest.press(guest.end.get_by_role("button", name="React", exact=True))
    moods.get_by_role("button").first.focus()  # while somebody is there it stays open
    expect(moods).to_be_in_viewport(ratio=1)
    assert violations(guest.page) == []
    guest.press(moods.get_by_role("button", name="Wow"))
    own = guest.end.locator(f"li[data-seat='{ADA}'] .remark")
    expect(own).to_have_text("Wow")


@mostly("phone")
def test_ten_players_are_all_in_reach_at_the_end_of_a_round(seated: Seat, screen: str) -> None:
    text, state = deal(OVER_AT_ONCE, TEN, can_go_out)
    guest, friend = seated(text, screen, others=TEN - 1)
    guest.play(fitting(state)[0])
    expect(guest.dialog("You win round 1")).to_be_visible()
    expect(guest.end.get_by_text("This deal was given as text")).to_be_attached()
    own = guest.end.locator(f"li[data-seat='{ADA}']")
    for row in rows(guest):
        reaches(guest, row)
        expect(own).to_be_in_viewport(ratio=0.5)  # wherever the list is
    assert violations(guest.page) == []
    reacts(guest, friend)
    guest.press(guest.button(re.compile("^Next round")))
    expect(guest.button(re.compile("^Waiting for the others"))).to_contain_text("You are in")
    friend.send(type="deal")
    expect(guest.end).to_be_hidden()
    assert guest.update.room.round == 2


@mostly("phone")
def test_match_ends_with_a_picture_and_a_rematch(seated: Seat, screen: str) -> None:
    text, state = deal(f"{OVER_AT_ONCE}+target=1", TEN, can_go_out)
    guest, friend = seated(text, screen, others=TEN - 1, still=False)
    guest.play(fitting(state)[0])
    end = guest.dialog("You win it")
    expect(end).to_have_class(re.compile("playing"))
    expect(guest.button(re.compile("^Rematch"))).to_be_enabled()  # from the first moment on
    with guest.page.expect_download() as download:
        guest.press(guest.button("Share"))
    header = Path(download.value.path()).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert struct.unpack(">II", header[16:]) == (1200, 630)
    guest.press(end.get_by_role("heading", level=1))  # a tap beside the buttons jumps to the end
    expect(end).not_to_have_class(re.compile("playing"))
    expect(end.get_by_text(re.compile("^You went out with"))).to_be_visible()
    for row in rows(guest):
        reaches(guest, row)
    assert violations(guest.page) == []
    reacts(guest, friend)
    guest.press(guest.button(re.compile("^Rematch")))
    friend.send(type="deal")
    expect(end).to_be_hidden()
    room = guest.update.room
    assert (room.round, sum(room.totals)) == (1, 0)


def test_whoever_writes_goes_on_writing_when_the_round_ends(seated: Seat) -> None:
    text, state = deal(OVER_AT_ONCE, 2, lambda state: state.turn == BEN and bool(fitting(state)))
    guest, friend = seated(text)
    guest.press(guest.button(re.compile("^Chat")))
    words = guest.page.get_by_role("textbox", name="Say something")
    words.press_sequentially("well pla")
    friend.move(fitting(state)[0])
    expect(guest.end).to_be_visible()
    guest.page.keyboard.type("yed, Ben")
    expect(words).to_have_value("well played, Ben")
    assert not any(seat.ready for seat in guest.update.room.seats)
