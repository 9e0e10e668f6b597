"""Looking on: bots at play, games counted by the thousand, and games that are over."""

import re
from itertools import combinations
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from unolab import Game, State
from unolab.gameloop import play

from ..kit import thoroughly
from ..live import LiveServer
from . import axe
from .conftest import Come, Seat, mostly
from .situations import ADA, deal, fitting, held


@mostly("desktop")
def test_bots_are_paused_stepped_and_looked_at(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open("/watch")
    guest.choose("Bot speed", "Fast")
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
    guest.choose("Speed", "Instant")
    guest.press(controls.get_by_role("button", name="Play", exact=True))
    guest.page.wait_for_function("() => heard.update.room.stage !== 'playing'")


def test_tournament_is_watched_by_link(come: Come, server: LiveServer) -> None:
    wanted: dict[str, object] = {
        "rules": "official+target=0+hand_size=2",
        "seats": [{"who": "bot", "bot": "random", "name": name} for name in ("Ada", "Ben", "Cyd")],
        "contest": {"table": 2, "matches": 2},
        "pace": "instant",
        "start": True,
    }
    room = server.post("/api/rooms", wanted)
    host, guest = come("phone"), come()
    host.come_back(room["code"], room["token"])
    guest.open(f"/r/{room['code']}")
    standings = guest.page.get_by_role("complementary", name="Standings")
    expect(standings.get_by_role("row")).to_have_count(4)
    assert axe.violations(guest.page) == []
    title = guest.dialog(re.compile("wins the tournament|share first place"))
    expect(title).to_be_visible()
    won = standings.get_by_role("row").filter(has_text=re.compile("[12] / [12]"))
    expect(won.first).to_be_visible()
    expect(host.dialog(re.compile("wins the tournament|share first place"))).to_be_visible()
    expect(host.page.get_by_role("link", name="New tournament")).to_be_visible()
    assert axe.violations(host.page) == []


COMPILING = 120_000  # milliseconds that a bot may need which was never asked before


@mostly("desktop")
def test_simulation_counts_and_names_the_winner(come: Come, screen: str) -> None:
    guest = come(screen)
    guest.open("/simulation?bot=mixbot2&bot=random&games=10000&seed=1")
    progress = guest.page.get_by_role("progressbar")
    expect(progress).to_be_visible(timeout=COMPILING)
    guest.page.wait_for_function(
        """() => Number(document.querySelector("[role=progressbar]")?.ariaValueNow) > 0"""
    )
    expect(guest.page.get_by_role("heading", name="Final result")).to_be_visible()
    expect(progress).to_have_attribute("aria-valuenow", "10000")
    winner = guest.page.get_by_role("row").filter(has_text="Winner")
    expect(winner).to_have_count(1)
    expect(winner).to_contain_text("mixbot2")
    expect(guest.page.get_by_text("mixbot2 beats all the others.")).to_be_visible()


# Every interval that the first row has shown, from the first one on.
REACHES = """(() => {
  window.reaches = [];
  new MutationObserver(() => {
    const shown = document.querySelector("[role=rowheader] ~ [role=cell] small")?.firstChild?.data;
    if (shown && shown !== reaches.at(-1)) reaches.push(shown);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()"""


def test_interval_shrinks_and_the_link_plays_the_same_games(come: Come) -> None:
    guest = come(still=False)
    guest.page.add_init_script(REACHES)
    guest.open("/simulation?bot=greedy&bot=random&games=20000")
    expect(guest.page.get_by_role("heading", name="Final result")).to_be_visible(timeout=COMPILING)
    reaches = [float(text.removeprefix("±")) for text in guest.page.evaluate("reaches")]
    assert len(reaches) >= 3
    assert reaches[0] > 5 * reaches[-1]
    assert "seed=" in guest.page.url
    other = come("phone")
    other.page.goto(guest.page.url)
    expect(other.page.get_by_role("heading", name="Final result")).to_be_visible(timeout=COMPILING)
    assert figures(other.page) == figures(guest.page)
    assert other.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def figures(page: Page) -> list[str]:
    """Read what a simulation came to, with its drawn figures."""
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    drawn = [str(one.get_attribute("aria-label")) for one in rows.get_by_role("img").all()]
    return [*drawn, *rows.all_text_contents(), page.get_by_text("A quarter is over").inner_text()]


def test_simulation_says_what_would_be_right(come: Come) -> None:
    guest = come()
    guest.open("/simulation?bot=random&games=many")
    alert = guest.page.get_by_role("alert")
    expect(alert).to_contain_text("A simulation needs 2 to 10 bots.")
    expect(alert).to_contain_text("Choose between 1 and 10,000,000 games.")


# ── games that are over ───────────────────────────────────────────────────────────────────────────


@mostly("phone")
def test_replay_is_stepped_through(seated: Seat, server: LiveServer, screen: str) -> None:
    def out_soon(state: State) -> bool:
        return state.turn == ADA and len(held(state, ADA)) == 1 and bool(fitting(state))

    text, state = deal("official+hand_size=1", 2, out_soon)
    guest, _ = seated(text, screen)
    guest.play(fitting(state)[0])
    guest.press(guest.end.get_by_role("button", name="Replay"))
    controls = guest.page.get_by_role("region", name="Replay controls")
    slider = controls.get_by_role("slider")
    expect(slider).to_have_value("0")
    guest.press(controls.get_by_role("button", name="One move forward"))
    expect(slider).to_have_value("1")
    guest.sees_pile(fitting(state)[0])
    guest.press(controls.get_by_role("button", name="One move back"))
    expect(slider).to_have_value("0")
    guest.press(controls.get_by_role("button", name="To the end"))
    expect(slider).to_have_value("1")
    guest.press(controls.get_by_role("button", name="To the start"))
    if screen == "phone":
        guest.press(guest.button("Moves"))  # elsewhere they stand beside the table
    guest.press(guest.button(re.compile("^1. Ada plays")))  # jump
    expect(slider).to_have_value("1")
    guest.press(guest.page.get_by_role("complementary").get_by_role("button", name="Close"))
    guest.press(guest.button("Check and share"))
    expect(guest.page.get_by_text("No secrets in this deal")).to_be_visible()
    with guest.page.expect_download() as download:
        guest.press(guest.page.get_by_role("link", name="Download as text"))
    game = Game.parse(download.value.path().read_text("utf-8"))
    assert [str(move.by(None)) for move, _ in game.steps()] == [fitting(state)[0]]
    guest.press(guest.page.get_by_role("complementary").get_by_role("button", name="Close"))
    guest.press(guest.page.get_by_role("link", name="Back to the room"))
    guest.press(guest.end.get_by_role("button", name="Replay"))
    guest.press(guest.button("Check and share"))
    guest.press(guest.page.get_by_role("link", name="Another game"))
    guest.press(guest.page.get_by_role("link", name=re.compile("^You won .* 1 turn ")))
    guest.press(guest.page.get_by_role("link", name="All rounds"))
    expect(guest.page.get_by_role("heading", name="Your last rounds")).to_be_visible()


BOXES: Final = """(elements) => elements.map((element) => {
  const parts = [element, ...element.querySelectorAll("svg")];
  const boxes = parts.map((one) => one.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
})"""


@pytest.mark.parametrize("players", [10, *thoroughly(4)])
def test_replay_on_a_phone(come: Come, players: int) -> None:
    game = play(["random"] * players, "official", 3)
    guest = come("phone")
    guest.open(f"/replay#{quote(str(game)).replace('%20', ';')}")
    slider = guest.page.get_by_role("slider")
    middle = len(game.moves) // 2
    slider.fill(str(middle))
    guest.press(guest.button("Moves"))
    marked = guest.page.locator("[aria-current=step]")
    expect(marked).to_contain_text(f"{middle}.")
    box, around = (
        one.evaluate_all(BOXES)[0] for one in (marked, guest.page.get_by_role("complementary"))
    )
    assert around["top"] <= box["top"] < box["bottom"] <= around["bottom"]
    for _ in range(4):  # the list goes along
        guest.press(guest.button("One move forward"))
    expect(marked).to_contain_text(f"{middle + 4}.")
    hands = guest.page.locator(".seat .hold")
    assert (hands.count() > 0) == (players == 4)  # among many there is room in a list only
    assert apart(hands.evaluate_all(BOXES), 390)
    guest.press(guest.button("Hands"))
    rows = guest.page.get_by_role("complementary").get_by_role("listitem")
    expect(rows).to_have_count(players)
    guest.press(guest.button(re.compile("See the table from Player 3")))
    expect(guest.page.get_by_role("group", name="Cards of Player 3")).to_be_visible()
    guest.press(guest.page.get_by_role("link", name="Start page"))
    expect(guest.page.get_by_role("navigation", name="Other ways to play")).to_be_visible()


def apart(boxes: list[dict[str, Any]], width: int) -> bool:
    """Whether no two boxes lie over each other, and all are in the window."""
    inside = all(box["left"] >= 0 and box["right"] <= width for box in boxes)
    return inside and not any(
        one["left"] < two["right"]
        and two["left"] < one["right"]
        and one["top"] < two["bottom"]
        and two["top"] < one["bottom"]
        for one, two in combinations(boxes, 2)
    )


@mostly("desktop")
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
    guest.press(guest.button("One move forward"))
    guest.sees_pile(card)


def text_of(deal: str) -> tuple[str, int, int]:
    """Take a deal apart."""
    rules, players, seed = deal.split("/")
    return rules, int(players), int(seed)
