"""Looking on: computers at play, games counted by the thousand, and games that are over."""

import re

from playwright.sync_api import expect

from unolab import Game, State

from ..live import LiveServer
from .conftest import Come, Seat, both
from .situations import ADA, deal, fitting, held


@both
def test_bots_are_paused_stepped_and_looked_at(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open("/watch")
    guest.choose("Pace of the computers", "Quick")
    guest.press(guest.button("Start watching"))
    controls = guest.page.get_by_role("region", name="Controls")
    guest.press(controls.get_by_role("button", name="Pause"))
    step = controls.get_by_role("button", name="Step")
    expect(step).to_be_enabled()
    before = guest.number
    guest.press(step)
    guest.until_after(before)
    assert guest.update.table is not None
    assert guest.update.table.hands is not None  # they were asked to be open
    hands = controls.get_by_role("button", name="Open hands")
    expect(hands).to_have_attribute("aria-pressed", "true")
    guest.press(hands)
    expect(hands).to_have_attribute("aria-pressed", "false")
    assert guest.update.table is not None
    assert guest.update.table.hands is None
    guest.choose("Speed", "At once")
    guest.press(controls.get_by_role("button", name="Play", exact=True))
    guest.page.wait_for_function("() => heard.update.room.stage !== 'playing'")


COMPILING = 120_000  # milliseconds that a bot may need which was never asked before


@both
def test_simulation_counts_and_names_the_winner(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open("/simulation?bot=mixbot2&bot=random&games=10000&seed=1")
    progress = guest.page.get_by_role("progressbar")
    expect(progress).to_be_visible(timeout=COMPILING)
    guest.page.wait_for_function(
        """() => Number(document.querySelector("[role=progressbar]")?.ariaValueNow) > 0"""
    )
    expect(guest.page.get_by_role("heading", name="Final score")).to_be_visible()
    expect(progress).to_have_attribute("aria-valuenow", "10000")
    winner = guest.page.get_by_role("row").filter(has_text="Winner")
    expect(winner).to_have_count(1)
    expect(winner).to_contain_text("mixbot2")


# ── games that are over ───────────────────────────────────────────────────────────────────────────


@both
def test_replay_is_stepped_through(seated: Seat, server: LiveServer, screen: str) -> None:
    def out_soon(state: State) -> bool:
        return state.turn == ADA and len(held(state, ADA)) == 1 and bool(fitting(state))

    text, state = deal("official+hand_size=1", 2, out_soon)
    guest, _ = seated(text, screen)
    guest.play(fitting(state)[0])
    guest.press(guest.end.get_by_role("button", name="Replay"))
    controls = guest.page.get_by_role("region", name="Controls of the replay")
    slider = controls.get_by_role("slider")
    expect(slider).to_have_value("0")
    guest.press(controls.get_by_role("button", name="One move on"))
    expect(slider).to_have_value("1")
    guest.sees_pile(fitting(state)[0])
    guest.press(controls.get_by_role("button", name="One move back"))
    expect(slider).to_have_value("0")
    guest.press(controls.get_by_role("button", name="To the end"))
    expect(slider).to_have_value("1")
    guest.press(controls.get_by_role("button", name="To the start"))
    guest.press(controls.get_by_role("button", name="Moves"))
    guest.press(guest.button(re.compile("^1. Ada plays")))  # jump
    expect(slider).to_have_value("1")
    guest.press(guest.page.get_by_role("complementary").get_by_role("button", name="Close"))
    guest.press(controls.get_by_role("button", name="Check and share"))
    expect(guest.page.get_by_text("No secret in this deal")).to_be_visible()
    with guest.page.expect_download() as download:
        guest.press(guest.page.get_by_role("link", name="Download as text"))
    game = Game.parse(download.value.path().read_text("utf-8"))
    assert [str(move.by(None)) for move, _ in game.steps()] == [fitting(state)[0]]


@both
def test_replay_is_loaded_from_text(come: Come, screen: str) -> None:
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest = come(screen)
    guest.open("/replay")
    paste = guest.page.get_by_role("textbox", name="Paste the text of a game")
    paste.fill("nonsense")
    guest.press(guest.button("Show it"))
    expect(guest.page.get_by_role("alert")).to_contain_text(re.compile(r"\w+ \w+"))
    guest.complaints.clear()  # the browser itself tells of the answer that says so
    card = fitting(state)[0]
    paste.fill(str(Game(*text_of(text)).play(card)))
    guest.press(guest.button("Show it"))
    guest.press(guest.button("One move on"))
    guest.sees_pile(card)


def text_of(deal: str) -> tuple[str, int, int]:
    """Take a deal apart."""
    rules, players, seed = deal.split("/")
    return rules, int(players), int(seed)
