"""Take the pictures of these pages: certain deals in a real browser, so that they stay the same.

python docs/screenshots.py                 in an environment with the tools for development
python docs/screenshots.py --all FOLDER    every view at eight sizes in both themes, to be looked at
                                           (--view "lesson-*": only those)
"""

import argparse
import sys
import tempfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from every_view import everything  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.browser.chromium import FLAGS, chromium  # noqa: E402
from tests.browser.coached import ADVICE, coached, game_link, serve_review  # noqa: E402
from tests.browser.guest import SCREENS, Guest  # noqa: E402
from tests.browser.played import keep_now, played, serve_daily, tried  # noqa: E402
from tests.browser.situations import ADA, after, deal, fitting, held  # noqa: E402
from tests.browser.staged import Stage  # noqa: E402
from tests.live import Friend, LiveServer, database_in, fill_hand  # noqa: E402
from unolab import State  # noqa: E402
from unolab.puzzles.shipped import load_puzzles  # noqa: E402
from unolab.server.http.pictures import picture_of  # noqa: E402
from unolab.server.protocol import Update  # noqa: E402
from unolab.tournament import Entry, Run, plan_of  # noqa: E402
from unolab.tournament.report.html import write_html  # noqa: E402
from unolab.tournament.watch.watch import Watch  # noqa: E402

SVG = "image/svg+xml"
NAMES = ["Ben", "Cem", "Dan", "Eva"]


class Studio:
    """A browser with a server, and a place for the pictures."""

    def __init__(self, browser: Browser, server: LiveServer) -> None:
        self.browser = browser
        self.server = server

    def guest(self, screen: str = "desktop", **more: Any) -> Guest:
        """Let somebody come who likes it still."""
        wishes = {"locale": "en-GB", "color_scheme": "dark", "reduced_motion": "reduce"}
        wishes |= {"service_workers": "block"}  # it would only keep the browser busy
        context = self.browser.new_context(**(SCREENS[screen] | wishes | more))
        settings = '{"name": "Ada", "avatar": 1}'
        context.add_init_script(f"localStorage['unolab.settings'] ??= '{settings}'")
        return Guest(context.new_page(), self.server.url, bool(SCREENS[screen].get("has_touch")))

    def table(self, text: str, others: int, screen: str = "desktop", **more: Any) -> Any:
        """Deal; Ada plays in the browser, a friend plays all others."""
        seats: list[dict[str, object]] = [{"who": "open"}]
        for at, name in enumerate(NAMES[:others]):
            who = "local" if at else "me"
            seats.append({"who": who, "name": name, "avatar": at + 2})
        room = self.server.post("/api/rooms", {"deal": text, "seats": seats})
        friend = Friend(self.server, room["code"], room["token"])
        guest = self.guest(screen, **more)
        guest.open(f"/r/{room['code']}")
        guest.press(guest.button("Sit down here").first)
        guest.page.wait_for_function("() => heard.update.seats.length > 0")
        friend.send(type="deal")
        expect(guest.hand).to_be_visible()
        guest.until_turn()
        return guest, friend

    def page(self, url: str, theme: str, height: int = 800) -> Page:
        """Open any page for somebody who likes it still."""
        context = self.browser.new_context(
            viewport={"width": 1280, "height": height},
            locale="en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(url)
        return page

    def take(self, page: Page, name: str) -> None:
        """Take a picture, and go."""
        page.mouse.move(2, 2)
        page.evaluate("document.activeElement?.blur()")
        page.evaluate("document.fonts.ready")
        taken = page.screenshot(animations="disabled", scale="css")
        few = Image.open(BytesIO(taken)).convert("RGB").quantize(256)  # a third of the bytes
        few.save(DOCS / name, optimize=True)
        print(f"{name:24} {(DOCS / name).stat().st_size / 1000:6.1f} kB")
        page.context.close()


def home(studio: Studio) -> None:
    """Picture the first page, with a code and an address that are always the same."""
    network = {"local": False, "address": "http://192.168.1.20:8000", "may_open": False}
    code = {"code": "K7QX42AB", "token": "t" * 32, "seats": [0], "commitment": "", "made": False}
    picture = picture_of(f"{network['address']}/r/{code['code']}").decode()
    for theme, name in (("dark", "home.png"), ("light", "home-light.png")):
        guest = studio.guest(color_scheme=theme)
        page = guest.page
        page.route("**/api/network", lambda route: route.fulfill(json=network))
        page.route("**/api/reservations", lambda route: route.fulfill(status=201, json=code))
        page.route("**/qr.svg*", lambda route: route.fulfill(body=picture, content_type=SVG))
        guest.open()
        expect(page.get_by_role("link", name="K7QX 42AB")).to_be_visible()
        page.wait_for_load_state("networkidle")
        studio.take(guest.page, name)


def good_hand(state: State) -> bool:
    """Tell whether Ada has all colours, a wild, and something to play."""
    colors = {card[0] for card in held(state, ADA)}
    return state.turn == ADA and len(colors) == 5 and len(fitting(state)) > 1


def answers(state: State) -> list[str]:
    """List the numbers that everyone lays on each other's, as long as they can."""
    moves = []
    for seat in range(state.players):
        if state.turn != seat or not fitting(state):
            break
        moves.append(fitting(state)[0])
        state = state.play(moves[-1])
    return moves


def lively(state: State) -> bool:
    """Tell whether everyone has a number to lay down, and Ada has a good hand afterwards."""
    moves = answers(state)
    later = after(state, *moves)
    return len(moves) == state.players and later is not None and good_hand(later)


def tables(studio: Studio) -> None:
    """Picture the table, large and small, in the dark and in the light."""
    text, state = deal("official", 4, lively)
    for screen, theme, name in (
        ("desktop", "dark", "table.png"),
        ("desktop", "light", "table-light.png"),
        ("phone", "dark", "table-phone.png"),
    ):
        guest, friend = studio.table(text, 3, screen, color_scheme=theme)
        for seat, move in enumerate(answers(state)):
            if seat == ADA:
                guest.play(move)
            else:
                catch_up(guest, friend)
                friend.move(move, seat)
                guest.until_after(friend.update.number - 1)
        guest.until_turn()
        studio.take(guest.page, name)
        friend.close()


def catch_up(guest: Guest, friend: Friend) -> None:
    """Let the friend see what the page shows."""
    number = guest.number
    if friend.update.number < number:
        friend.until(lambda update: update.number >= number)


def go_round(guest: Guest, friend: Friend) -> None:
    """Play until it is Ada's turn again, or the round is over."""
    guest.turn()
    while True:
        catch_up(guest, friend)
        table = friend.update.table
        assert table is not None
        if table.turn == ADA or table.phase == "over":
            break
        turn = table.turn
        friend.send(type="look", seat=turn)
        hand = friend.until(lambda update, turn=turn: looks_at(update, turn)).hand
        assert hand is not None
        friend.move(hand.choices[0].move, turn)
        guest.until_after(friend.update.number - 1)
    guest.until_turn()


def looks_at(update: Update, seat: int) -> bool:
    """Tell whether the cards of a seat are shown."""
    return update.hand is not None and update.hand.seat == seat


def chooser(studio: Studio) -> None:
    """Picture the choice of a colour."""
    text, _ = deal("official", 4, lambda state: good_hand(state) and "*W" in held(state, ADA))
    guest, friend = studio.table(text, 3)
    guest.press(guest.card("*W"))
    expect(guest.colors.first).to_be_visible()
    studio.take(guest.page, "chooser.png")
    friend.close()


def large_hand(studio: Studio) -> None:
    """Picture a hand of twenty."""
    text, _ = deal("official+hand_size=10", 2, lambda state: state.turn == ADA)
    seats = [{"who": "me", "name": "Ada", "avatar": 1}, {"who": "open"}]
    room = studio.server.post("/api/rooms", {"deal": text, "seats": seats})
    ada = Friend(studio.server, room["code"], room["token"])
    ben = Friend(studio.server, room["code"]).sit(1, "Ben")
    ada.send(type="deal")
    fill_hand(ada, ben, 20)
    guest = studio.guest()
    secret = f'{{"token": "{room["token"]}"}}'
    guest.page.add_init_script(f"localStorage['unolab.room.{room['code']}'] = '{secret}'")
    guest.open(f"/r/{room['code']}")
    guest.until_turn()
    expect(guest.held).to_have_count(20)
    studio.take(guest.page, "hand-20.png")
    ada.close()
    ben.close()


def end_and_replay(studio: Studio) -> None:
    """Picture the end of a round, and the round again."""

    def out_in_two(state: State) -> bool:
        if state.turn != ADA or len(fitting(state)) < 2 or len(held(state, ADA)) != 2:
            return False
        return all(len(held(state, seat)) == 2 for seat in range(4))

    text, _ = deal("official+hand_size=2", 4, out_in_two)
    guest, friend = studio.table(text, 3)
    while guest.until_turn():
        go_round(guest, friend)
    expect(guest.end).to_be_visible()
    code = guest.update.room.code
    studio.take(guest.page, "round-end.png")
    friend.close()
    guest = studio.guest()
    guest.open(f"/replay/{code}-1")
    guest.press(guest.button("One move forward"))
    guest.press(guest.button("Moves"))
    studio.take(guest.page, "replay.png")


def own_pages(studio: Studio) -> None:
    """Picture what somebody has played, the deal of the day, and a puzzle once it is solved."""
    guest = studio.guest()
    guest.open("/learn")
    now = guest.page.evaluate("Date.now()")
    keep_now(guest.page, "unolab.rounds", played(96, now))
    guest.open("/you")
    expect(guest.page.get_by_role("region", name="History")).to_be_visible()
    studio.take(guest.page, "you.png")
    guest = studio.guest()
    network = {"local": False, "address": "http://192.168.1.20:8000", "may_open": False}
    guest.page.route("**/api/network", lambda route: route.fulfill(json=network))
    serve_daily(guest.page, puzzle="a1")
    guest.open("/learn")
    keep_now(guest.page, "unolab.daily", tried())
    guest.open("/daily")
    expect(guest.page.get_by_text("an Expert wins this deal")).to_be_visible()
    studio.take(guest.page, "daily.png")
    guest = studio.guest()
    guest.open(f"/puzzles/{load_puzzles()[0].id}")
    guest.press(guest.button("Show me"))
    expect(guest.page.get_by_text("Chance to win after each move")).to_be_visible()
    studio.take(guest.page, "puzzle.png")


def coach(studio: Studio) -> None:
    """Picture the review of a round, one of its moments, and a hint."""
    for name, wish in (("review.png", {"seat": 0}), ("review-moment.png", {"seat": 1, "move": 7})):
        page = studio.guest().page
        serve_review(page)
        page.goto(studio.server.url + game_link(**wish))
        expect(page.locator(".curve")).to_be_visible()
        studio.take(page, name)
    guest = studio.guest()
    stage = Stage(guest.page, studio.server.url)
    stage.advice = ADVICE
    stage.open(coached())
    stage.set(chances=True)
    expect(guest.page.locator(".chances")).to_be_visible()
    guest.press(guest.button("Hint"))
    expect(guest.page.locator(".hint h2")).to_be_visible()
    studio.take(guest.page, "hint.png")


def tournament(studio: Studio) -> None:
    """Picture a tournament: half way with a game looked into, at its end, and its report."""
    bots = ("mixbot2", "ashtabna", "greedy", "scorebot", "random", "diversity")
    names = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay")
    entries = [Entry(*both) for both in zip(names, bots, strict=True)]
    plan = plan_of(entries, 10_000, form="table", seed=7)
    run = Run(replace(plan, games=6_000))
    timeless = {"plan": plan, "seconds": 0.0, "played": 0}
    part = replace(run.play(), complete=False, **timeless)
    whole = replace(Run(plan).play(), **timeless)
    with tempfile.TemporaryDirectory() as folder, Watch(plan, run.look) as watch:
        report = Path(folder) / "report.html"
        write_html(whole, report)
        watch.report(report)
        watch.start()
        watch.set_pace("full")
        for result, theme, name in (
            (part, "dark", "tournament-game.png"),
            (whole, "light", "tournament-end.png"),
        ):
            watch.hear(result)
            page = studio.page(watch.url, theme)
            if result is part:
                page.get_by_role("button", name="Look into a game").click()
                expect(page.locator("#seats li")).to_have_count(len(names))
                page.get_by_role("slider", name="Move").fill("20")
            expect(page.locator(".leads")).to_have_count(1)
            studio.take(page, name)
        page = studio.page(f"{watch.url}report", "light", height=1180)
        studio.take(page, "tournament-report.png")


def main() -> None:
    """Take the pictures of these pages, or of everything."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every view, at eight sizes")
    parser.add_argument("--view", action="append", default=[], help="only these of all")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(database_in(Path(folder)))
        browser = playwright.chromium.launch(executable_path=str(chromium()), args=FLAGS)
        if asked.all is not None:
            everything(browser, server, asked.all, asked.view)
        else:
            studio = Studio(browser, server)
            scenes = (home, tables, chooser, large_hand, end_and_replay, coach, own_pages)
            for scene in (*scenes, tournament):
                scene(studio)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
