"""No page keeps anybody out: axe-core finds nothing grave, in the dark and in the light."""

import pytest
from playwright.sync_api import expect

from unolab import State

from ..kit import thoroughly
from ..live import LiveServer
from . import axe
from .conftest import Come, Seat
from .situations import ADA, BEN, deal, fitting, held

in_the_dark = pytest.mark.parametrize("theme", ["dark", *thoroughly("light")])
in_the_light = pytest.mark.parametrize("theme", ["light", *thoroughly("dark")])


@in_the_light
def test_pages(come: Come, server: LiveServer, theme: str) -> None:
    guest = come(color_scheme=theme)
    found: list[str] = []
    for path in (
        "/",
        "/watch",
        "/simulation",
        "/learn",
        "/replay",
        "/puzzles",
        "/r/NONE",
        "/nowhere",
    ):
        guest.open(path)
        expect(guest.page.get_by_role("heading", level=1).first).to_be_attached()
        found += [f"{path} {barrier}" for barrier in axe.violations(guest.page)]
    guest.open("/simulation?bot=greedy&bot=random&games=1000&seed=1")
    expect(guest.page.get_by_role("heading", name="Final result")).to_be_visible()
    found += [f"simulation: {barrier}" for barrier in axe.violations(guest.page)]
    guest.open("/")
    for button, window in (
        ("Settings", "Settings"),
        ("More…", "Set up a game"),
        ("On one screen", "On one screen"),
    ):
        guest.press(guest.page.get_by_role("button", name=button).first)
        expect(guest.dialog(window)).to_be_visible()
        found += [f"{window}: {barrier}" for barrier in axe.violations(guest.page)]
        guest.page.keyboard.press("Escape")
        expect(guest.dialog(window)).to_be_hidden()
    guest.open_room()
    expect(guest.button("Start the game")).to_be_visible()
    found += [f"lobby: {barrier}" for barrier in axe.violations(guest.page)]
    guest.complaints.clear()  # the browser itself tells that a room is not there
    assert found == []


@in_the_dark
def test_table(seated: Seat, theme: str) -> None:
    def has_wild(state: State) -> bool:
        return state.turn == ADA and "*W" in held(state, ADA) and bool(fitting(state))

    text, _ = deal("official", 2, has_wild)
    guest, _ = seated(text, color_scheme=theme)
    guest.until_turn()
    found = [f"turn: {barrier}" for barrier in axe.violations(guest.page)]
    guest.press(guest.card("*W"))
    expect(guest.colors.first).to_be_visible()
    found += [f"colours: {barrier}" for barrier in axe.violations(guest.page)]
    assert found == []


@in_the_light
def test_challenge(seated: Seat, theme: str) -> None:
    def bluff(state: State) -> bool:
        return state.turn == BEN and state.phase == "turn" and "*F" in held(state, BEN)

    text, _ = deal("official", 2, bluff)
    guest, friend = seated(text, color_scheme=theme)
    friend.move("GF")
    expect(guest.challenge).to_be_visible()
    assert axe.violations(guest.page) == []


@in_the_dark
def test_end_and_replay(seated: Seat, theme: str) -> None:
    def out_at_once(state: State) -> bool:
        return state.turn == ADA and bool(fitting(state)) and len(held(state, ADA)) == 1

    text, state = deal("official+hand_size=1", 2, out_at_once)
    guest, _ = seated(text, color_scheme=theme)
    guest.play(fitting(state)[0])
    expect(guest.end).to_be_visible()
    found = [f"end: {barrier}" for barrier in axe.violations(guest.page)]
    guest.press(guest.end.get_by_role("button", name="Replay"))
    expect(guest.page.get_by_role("slider")).to_be_visible()
    for side in ("Moves", "Hands", "Check and share"):
        if side != "Moves":  # which are there from the start
            guest.press(guest.button(side))
        expect(guest.page.get_by_role("complementary", name=side)).to_be_visible()
        found += [f"{side}: {barrier}" for barrier in axe.violations(guest.page)]
    assert found == []
