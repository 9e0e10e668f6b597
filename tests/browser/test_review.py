"""The coach on the page: reviews of rounds, hints, moves taken back, and everyone's chances."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from unolab import Game, State
from unolab.server.protocol import Update

from ..live import LiveServer, database_in
from .axe import violations
from .coached import ADVICE, MOVES, REVIEW, coached, event, game_link, serve_review
from .conftest import Come, mostly
from .guest import PATIENCE, Guest
from .situations import ADA, deal, fitting
from .staged import SEVEN, Stage, table

BO, DOT = 1, 3
BLUNDER, LAST = 7, MOVES
CHANCES = re.compile("^Show everyone")


def open_review(guest: Guest, **wish: object) -> Page:
    """Open the review of a game from text, which was made before."""
    serve_review(guest.page)
    guest.open(game_link(**wish))
    expect(guest.page.locator(".curve")).to_be_visible()
    return guest.page


def fits(page: Page) -> bool:
    """Whether nothing of a page lies beside its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# ── the review of a round ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_overview_tells_how_it_went_and_where_the_result_came_from(come: Come, screen: str) -> None:
    guest = come(screen)
    page = open_review(guest, seat=BO)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo was unlucky")
    expect(page.get_by_text("4 players, so a fair share is 25%. Dot won.")).to_be_visible()
    expect(page.get_by_text(re.compile("own choices .9.7%"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Blunder.*move 7"))).to_be_attached()
    assert fits(page)
    assert violations(page) == []


def test_review_of_another_seat_has_an_address_of_its_own(come: Come) -> None:
    guest = come()
    page = open_review(guest, seat=BO)
    group = page.get_by_role("group", name="Whose review")
    guest.press(group.get_by_role("button", name="Dot"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Dot was lucky")
    assert f"seat={DOT}" in page.url
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dot was lucky")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_moment_shows_what_was_better_and_what_its_player_saw(come: Come, screen: str) -> None:
    guest = come(screen)
    page = open_review(guest, seat=BO)
    guest.press(page.get_by_role("button", name=re.compile("^Blunder")))
    expect(page.get_by_role("heading", level=2, name="Better: Keep the card")).to_be_visible()
    expect(page.get_by_text("It keeps the wild for later.")).to_be_visible()
    expect(page.locator("ol > li").first).to_contain_text(re.compile("Keep the card.*best.*33.6%"))
    expect(guest.hand.get_by_role("button", name="wild draw four, played")).to_be_visible()
    assert fits(page)
    assert violations(page) == []
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo was unlucky")


def test_all_hands_are_shown_only_when_asked_for(come: Come) -> None:
    guest = come()
    page = open_review(guest, seat=BO, move=BLUNDER)
    faces = page.locator("[data-place^='seat-'] img, .seat .mini")
    closed = {str(one.get_attribute("src")) for one in faces.all()}
    hands = page.get_by_role("button", name="Show all hands")
    guest.press(hands)
    expect(hands).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("None of this could be known")).to_be_visible()
    opened = {str(one.get_attribute("src")) for one in faces.all()}
    assert len(opened) > len(closed)


def test_curve_is_walked_by_keys_and_by_a_click(come: Come) -> None:
    guest = come()
    page = open_review(guest, seat=BO, move=BLUNDER)
    curve = page.get_by_role("slider", name=re.compile("^Chance to win after each move, Bo"))
    curve.focus()
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", str(BLUNDER + 1))
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("^The deal: 33%"))
    page.keyboard.press("Shift+ArrowRight")
    expect(curve).not_to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("End")
    expect(curve).to_have_attribute("aria-valuenow", str(LAST))
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    middle = int(str(curve.get_attribute("aria-valuenow")))
    assert abs(middle - LAST / 2) <= 2
    expect(page.get_by_text(f"Move {middle} of {LAST}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo was unlucky")


def test_review_is_shared_as_a_picture_and_as_a_link(come: Come) -> None:
    guest = come()
    page = open_review(guest, seat=BO)
    with page.expect_download() as download:
        guest.press(guest.button("Share"))
    header = Path(download.value.path()).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert struct.unpack(">II", header[16:]) == (1200, 630)
    expect(guest.button("Copy link")).to_be_visible()


def test_figures_are_there_as_a_table(come: Come) -> None:
    guest = come()
    page = open_review(guest, seat=BO)
    guest.press(guest.button("How it is counted"))
    window = guest.dialog("How it is counted")
    guest.press(window.get_by_text("Figures"))
    expect(window.get_by_role("row")).to_have_count(len(REVIEW["chances"]) + 1)
    assert violations(page) == []


def test_what_cannot_be_reviewed_says_so_and_leads_to_the_replay(come: Come) -> None:
    guest = come()
    problem = {"code": "not_reviewed", "text": "only a round that is over can be reviewed"}
    guest.page.route("**/api/review", lambda route: route.fulfill(status=422, json=problem))
    guest.open(game_link(seat=BO))
    expect(guest.page.get_by_role("alert")).to_contain_text("cannot be reviewed yet")
    expect(guest.page.get_by_role("link", name="Watch the replay")).to_be_visible()
    assert any("422" in one for one in guest.complaints)
    guest.complaints.clear()  # the browser itself complains about the answer


def test_waiting_shows_how_far_it_is(come: Come) -> None:
    guest = come()
    folder = Path(__file__).parents[2] / "docs/views"
    guest.page.add_init_script(path=folder / "slow_review.js")
    guest.open(game_link(seat=BO))
    expect(guest.page.get_by_role("status")).to_have_text(re.compile("12 of 31 moves"))
    assert violations(guest.page) == []


def test_broken_stream_is_no_endless_wait(come: Come) -> None:
    guest = come()
    serve_review(guest.page, event(12, False))
    guest.open(game_link(seat=BO))
    expect(guest.page.get_by_role("alert")).to_be_visible()


def test_moment_is_tried_again_with_the_same_cards(come: Come, server: LiveServer) -> None:
    game = Game.parse(str(REVIEW["game"]))
    begun = Game.parse(" ".join(str(game).split()[:BLUNDER]))  # the deal, and the moves before
    replay = server.post("/api/replays", {"text": str(game)}) | {"id": "ABCD2345-1"}
    replay |= {"names": REVIEW["names"], "bots": [seat != BO for seat in range(game.players)]}
    guest = come(url=server.url)
    page = guest.page
    page.add_init_script("""localStorage["unolab.room.ABCD2345"] ??=
        '{"notes": {"1": {"seat": 1}}}'""")
    page.route("**/api/replays/ABCD2345-1", lambda route: route.fulfill(json=replay))
    serve_review(page, of="replays/ABCD2345-1/review")
    guest.open("/review/ABCD2345-1?seat=0")
    expect(page.locator(".curve")).to_be_visible()
    guest.press(page.get_by_role("button", name="Look at the moments"))
    expect(guest.button("Try it yourself")).to_have_count(0)  # it was somebody else's turn
    guest.open(f"/review/ABCD2345-1?seat={BO}&move={BLUNDER}")
    guest.press(guest.button("Try it yourself"))
    guest.until_turn()
    assert guest.update.room.helped == "retried"
    assert guest.update.seats == [BO]
    assert guest.update.hand is not None
    assert guest.update.hand.cards == [str(card) for card in begun.state.hands[BO]]
    assert [seat.name for seat in guest.update.room.seats if seat.kind == "bot"] == [
        name for seat, name in enumerate(REVIEW["names"]) if seat != BO
    ]
    page.go_back()
    expect(guest.button("Try it yourself")).to_be_visible()


# ── during a round ────────────────────────────────────────────────────────────────────────────────


def staged(guest: Guest, update: Update) -> Stage:
    """Lay a table for somebody; the coach says what it always says."""
    stage = Stage(guest.page, guest.url)
    stage.advice = ADVICE
    stage.open(update)
    return stage


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_hint_points_at_a_card_says_why_and_goes(come: Come, screen: str) -> None:
    guest = come(screen)
    staged(guest, coached())
    guest.press(guest.button("Hint"))
    panel = guest.page.locator("section.hint")
    expect(panel.get_by_role("heading")).to_have_text("Play the yellow 1")
    expect(panel).to_contain_text("Bolt is next and has 2 cards left.")
    expect(panel).to_contain_text("31% to win.")
    expect(guest.hand.get_by_role("button", name="yellow 1, Hint")).to_be_visible()
    assert violations(guest.page) == []
    guest.press(guest.button("Hide the hint"))
    expect(panel).to_be_hidden()


def test_hint_and_take_back_have_keys(come: Come) -> None:
    guest = come()
    stage = staged(guest, coached())
    guest.page.keyboard.press("h")
    expect(guest.page.locator("section.hint h2")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("section.hint")).to_be_hidden()
    guest.page.keyboard.press("z")
    stage.until_asked("take_back")
    guest.page.keyboard.press("?")
    expect(guest.dialog("Keys")).to_contain_text("take back the last move")


def test_chances_are_shown_to_those_who_want_them(come: Come) -> None:
    guest = come()
    stage = staged(guest, coached())
    few = [0.13, 0.52, 0.22, 0.13]
    stage.advice = ADVICE.model_copy(update={"chances": few})
    bar = guest.page.get_by_role("img", name=re.compile("^Chance to win: Ada 13%, Bolt 52%"))
    expect(guest.stock).to_be_visible()
    assert "weigh" not in stage.asked
    guest.press(guest.button(CHANCES))
    expect(bar).to_be_visible()
    said, face = (bar.locator("b").bounding_box(), guest.page.locator(".me").bounding_box())
    assert said is not None
    assert face is not None
    assert said["y"] + said["height"] <= face["y"]  # however few, they do not lie over the reader
    assert violations(guest.page) == []
    guest.press(guest.button(CHANCES))
    expect(bar).to_be_hidden()


@mostly("phone")
def test_among_people_there_is_none_of_it(come: Come, screen: str) -> None:
    guest = come(screen)
    stage = staged(guest, table(4))  # the server says that there is no coach here
    stage.set(chances=True)
    expect(guest.stock).to_be_visible()
    for name in ("Hint", "Take back the last move", CHANCES):
        expect(guest.button(name)).to_have_count(0)
    guest.page.keyboard.press("h")
    guest.page.keyboard.press("z")
    guest.page.wait_for_timeout(50)
    assert not {"hint", "weigh", "take_back"} & set(stage.asked)
    guest.press(guest.button("Menu"))
    menu = guest.dialog("Menu")
    expect(menu.get_by_role("button", name="Rules")).to_be_visible()
    expect(menu.get_by_role("button", name="Review")).to_have_count(0)  # until the round is over
    expect(guest.page.locator(".chances")).to_have_count(0)


def test_table_that_was_taken_back_is_shown_at_once_and_said(come: Come) -> None:
    guest = come()
    stage = staged(guest, coached(cards=SEVEN[1:], turns=12))
    back = coached(turns=9)
    room = back.room.model_copy(update={"helped": "taken_back"})
    stage.show(back.model_copy(update={"taken_back": 3, "room": room}))
    expect(guest.held).to_have_count(len(SEVEN))
    expect(guest.page.locator("section.hint")).to_contain_text("This round no longer counts.")


# ── all of it ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def coaching(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that may start a process for its coach, which the copy in other tests may not."""
    running = LiveServer(database_in(tmp_path_factory.mktemp("coaching")), anew=True)
    yield running
    running.kill()


def undecided(state: State) -> bool:
    """Whether Ada has a choice, and the round will not be over soon."""
    return state.turn == ADA and len(fitting(state)) == 2


def goes_out(state: State) -> bool:
    """Whether Ada wins with her only card."""
    return state.turn == ADA and bool(fitting(state))


def test_hint_and_take_back_in_a_round_against_a_bot(coaching: LiveServer, come: Come) -> None:
    text, _ = deal("official+hand_size=5+target=0", 2, undecided)
    guest = come(url=coaching.url)
    guest.play_now(text)
    expect(guest.playable.first).to_be_visible()
    guest.press(guest.button("Hint"))  # its coach has just been started, and may be late
    expect(guest.page.locator("section.hint h2")).to_be_visible(timeout=3 * PATIENCE)
    assert guest.update.room.helped == "hint"
    before = guest.cards
    guest.press(guest.button("Hide the hint"))
    guest.draw()
    guest.page.wait_for_function("() => heard.update.hand.choices.length > 0")
    guest.page.keyboard.press("z")
    guest.page.wait_for_function("() => heard.update.room.helped === 'taken_back'")
    expect(guest.held).to_have_count(5)
    assert sorted(guest.cards) == sorted(one.replace(", Hint", "") for one in before)


def test_review_comes_from_a_real_server(coaching: LiveServer, come: Come) -> None:
    text, state = deal("official+hand_size=1", 2, goes_out)
    guest = come(url=coaching.url)
    guest.open(f"/review#{text}:;{fitting(state)[0]}")
    expect(guest.page.locator(".curve")).to_be_visible(timeout=3 * PATIENCE)
    expect(guest.page.get_by_text("2 players, so a fair share is 50%.")).to_be_visible()
    assert violations(guest.page) == []
