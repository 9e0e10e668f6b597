"""Film what moves on the table, to be looked at: a frame every 50 ms, one sheet for each moment.

python docs/film_strips.py FOLDER [MOMENT ...]    in an environment with the tools for development

Time stands still between two frames: the page's clock and everything animated go on by hand, so
that a slow machine films the same as a fast one.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright
from screenshots import Studio, catch_up

from tests.browser.chromium import FLAGS, chromium
from tests.browser.coached import ADVICE, coached, game_link, serve_review
from tests.browser.guest import Guest
from tests.browser.situations import ADA, held
from tests.browser.staged import Stage
from tests.live import Friend, LiveServer, database_in
from unolab import State

FRAME = 50
STEP = 10  # milliseconds; a frame is made of several, so that what begins in between is in time
NAMES = ["Ben", "Cem", "Dan"]
COLUMNS = {"desktop": 6, "phone": 12}
WIDTHS = {"desktop": 400, "phone": 200}

# Nothing animated goes on by itself: it is set to the time that has passed since it was first seen.
FILM = """
window.film = new Map();
window.advance = (ms) => {
  for (const one of document.getAnimations()) {
    const at = (film.get(one) ?? -ms) + ms;
    film.set(one, at);
    if (at >= one.effect.getComputedTiming().endTime) one.finish();
    else one.currentTime = at;
  }
};
"""


class Reel:
    """A page whose time is made by hand, and the frames taken of it."""

    def __init__(self, guest: Guest, screen: str) -> None:
        """Stop the time of a page."""
        self.guest = guest
        self.page = guest.page
        self.screen = screen
        self.frames: list[Image.Image] = []
        browser = self.page.context.new_cdp_session(self.page)
        browser.send("Animation.enable")
        browser.send("Animation.setPlaybackRate", {"playbackRate": 0})
        self.page.clock.pause_at(
            int(self.page.evaluate("Date.now()")) / 1000 + 5
        )  # later than it gets there
        self.page.evaluate("advance(0)")

    def hear(self, number: int) -> None:
        """Wait until the page has heard more than this, which takes no time of its own."""
        while self.guest.number <= number:
            time.sleep(0.02)
        self.page.evaluate("advance(0)")

    def click(self, selector: str) -> None:
        """Press something at once."""
        self.page.evaluate("selector => document.querySelector(selector).click()", selector)

    def film(self, milliseconds: int) -> None:
        """Go on for so long, and take the frames."""
        for _ in range(milliseconds // FRAME):
            taken = self.page.screenshot(scale="css")
            image = Image.open(BytesIO(taken)).convert("RGB")
            width = WIDTHS[self.screen]
            self.frames.append(image.resize((width, image.height * width // image.width)))
            for _ in range(FRAME // STEP):
                self.page.evaluate(f"advance({STEP})")
                self.page.clock.run_for(STEP)

    def save(self, path: Path) -> None:
        """Put all frames on one sheet, with their times."""
        width, height = self.frames[0].size
        columns = COLUMNS[self.screen]
        rows = -(-len(self.frames) // columns)
        sheet = Image.new("RGB", (columns * (width + 8), rows * (height + 24)), "#1E1739")
        draw = ImageDraw.Draw(sheet)
        for i, frame in enumerate(self.frames):
            x, y = i % columns * (width + 8), i // columns * (height + 24)
            sheet.paste(frame, (x, y + 16))
            draw.text((x + 4, y + 2), str(i * FRAME), "#FFF5E4")
        sheet.save(path)
        print(path)
        self.page.context.close()


class Cinema(Studio):
    """A studio for those who like it lively."""

    def guest(self, screen: str = "desktop", **more: Any) -> Guest:
        """Let somebody come whose clock can be stopped."""
        guest = super().guest(screen, reduced_motion="no-preference", **more)
        guest.page.clock.install()
        guest.page.add_init_script(FILM)
        return guest

    def brink(self, text: str, screen: str, moves: list[str]) -> tuple[Guest, Friend, int]:
        """Deal, and let everyone play; return who is to act then."""
        guest, friend = self.table(text, 3, screen)
        seat = ADA
        for move in moves:
            if seat == ADA:
                guest.until_turn()
                guest.play(move)
            else:
                guest.until_after(self.act(guest, friend, seat, move))
            seat = turn_of(guest)
        guest.page.wait_for_timeout(1_500)
        return guest, friend, seat

    def act(self, guest: Guest, friend: Friend, seat: int, move: str) -> int:
        """Let the friend play for a seat; return what the page had heard before."""
        catch_up(guest, friend)
        before = guest.number
        friend.move(move, seat)
        return before


def turn_of(guest: Guest) -> int:
    """Return whose turn it is."""
    table = guest.update.table
    assert table is not None
    return table.turn


def lines(state: State, faces: str) -> Iterator[list[str]]:
    """Find moves of the seats from Ada on, one for each face wanted; "#" is any number."""
    if not faces:
        yield []
        return
    for move in (str(move) for move in state.legal if move.is_play):
        if move[1] == faces[0] or (faces[0] == "#" and move[1].isdigit() and move[1] not in "07"):
            for rest in lines(state.play(move), faces[1:]):
                yield [move, *rest]


def find(
    rules: str, faces: str, fits: Callable[[State], bool] = lambda _: True
) -> tuple[str, list[str]]:
    """Find a deal for four in which Ada begins and these faces can be played in turn."""
    seed = 0
    while True:
        state = State.deal(rules, 4, seed)
        if (
            state.turn == ADA
            and state.phase == "turn"
            and str(state.top)[1].isdigit()
            and fits(state)
        ):
            for moves in lines(state, faces):
                return f"{rules}/4/{seed}", moves
        seed += 1


def last_move(cinema: Cinema, screen: str, faces: str, milliseconds: int) -> Reel:
    """Play these faces one after the other, and film the last of them, which is not Ada's."""
    text, moves = find("official", faces)
    guest, friend, seat = cinema.brink(text, screen, moves[:-1])
    reel = Reel(guest, screen)
    reel.hear(cinema.act(guest, friend, seat, moves[-1]))
    reel.film(milliseconds)
    return reel


def reverse(cinema: Cinema, screen: str) -> Reel:
    """Ben turns play round: it is Ada's turn again."""
    return last_move(cinema, screen, "#V", 1_500)


def deal(cinema: Cinema, screen: str, opening: str = "") -> Reel:
    """Ada is dealt seven cards."""
    seed = 0
    while True:
        state = State.deal("official", 4, seed)
        top = str(state.top)[1]
        if top == opening or (not opening and top.isdigit()):
            break
        seed += 1
    seats: list[dict[str, object]] = [{"who": "open"}]
    for at, name in enumerate(NAMES):
        seats.append({"who": "local" if at else "me", "name": name, "avatar": at + 2})
    room = cinema.server.post("/api/rooms", {"deal": f"official/4/{seed}", "seats": seats})
    friend = Friend(cinema.server, room["code"], room["token"])
    guest = cinema.guest(screen)
    guest.open(f"/r/{room['code']}")
    guest.press(guest.button("Sit down here").first)
    guest.page.wait_for_function("() => heard.update.seats.length > 0")
    reel = Reel(guest, screen)
    before = guest.number
    friend.send(type="deal")
    reel.hear(before)
    while guest.update.table is None:
        time.sleep(0.02)
    reel.film(3_600 if not opening else 5_400)
    return reel


def opening_skip(cinema: Cinema, screen: str) -> Reel:
    """Ada is dealt seven cards, and skipped."""
    return deal(cinema, screen, "S")


def opening_two(cinema: Cinema, screen: str) -> Reel:
    """Ada is dealt seven cards, and two more."""
    return deal(cinema, screen, "D")


def skip(cinema: Cinema, screen: str) -> Reel:
    """Dan skips Ada."""
    return last_move(cinema, screen, "###S", 2_200)


def wild(cinema: Cinema, screen: str) -> Reel:
    """Ben plays a wild."""
    return last_move(cinema, screen, "#W", 1_500)


def draw_two(cinema: Cinema, screen: str) -> Reel:
    """Dan makes Ada take two."""
    return last_move(cinema, screen, "###D", 2_400)


def draw_four(cinema: Cinema, screen: str) -> Reel:
    """Dan plays a draw four that he should not, Ada doubts it."""
    reel = last_move(cinema, screen, "###F", 1_900)
    before = reel.guest.number
    reel.click(".doubt")
    reel.hear(before)
    reel.film(3_600)
    return reel


def swap(cinema: Cinema, screen: str) -> Reel:
    """Ben plays a seven and swaps hands with Ada."""
    text, moves = find("official+seven_zero=true", "#7")
    guest, friend, seat = cinema.brink(text, screen, moves[:-1])
    reel = Reel(guest, screen)
    reel.hear(cinema.act(guest, friend, seat, moves[-1]))
    reel.film(500)
    friend.send(type="look", seat=seat)
    hand = friend.until(lambda update: update.hand is not None and update.hand.seat == seat).hand
    assert hand is not None
    to_ada = next(choice.move for choice in hand.choices if choice.seat == ADA)
    reel.hear(cinema.act(guest, friend, seat, to_ada))
    reel.film(1_200)
    return reel


def uno(cinema: Cinema, screen: str) -> Reel:
    """Ada plays the last card but one and says Uno."""

    def two(state: State) -> bool:
        return all(card[1].isdigit() for card in held(state, ADA))

    text, moves = find("official+hand_size=2", "#", two)
    guest, _, _ = cinema.brink(text, screen, [])
    guest.press(guest.uno)
    reel = Reel(guest, screen)
    before = guest.number
    reel.click(f'[data-card="{moves[0]}"]')
    reel.hear(before)
    reel.film(1_200)
    return reel


def win(cinema: Cinema, screen: str) -> Reel:
    """Ada plays her last card."""
    text, moves = find("official+hand_size=2", "#####")
    guest, _, _ = cinema.brink(text, screen, moves[:-1])
    guest.until_turn()
    reel = Reel(guest, screen)
    before = guest.number
    reel.click(f'[data-card="{moves[-1]}"]')
    reel.hear(before)
    reel.film(4_500)
    return reel


def review(cinema: Cinema, screen: str) -> Reel:
    """The overview of a review: what its result came from."""
    guest = cinema.guest(screen)
    serve_review(guest.page)
    guest.open("/learn")
    reel = Reel(guest, screen)
    guest.page.evaluate(
        """address => {
          history.pushState(null, "", address);
          dispatchEvent(new PopStateEvent("popstate"));
        }""",
        game_link(seat=1),
    )
    guest.page.locator(".curve").wait_for()
    reel.film(900)
    return reel


def playhead(cinema: Cinema, screen: str) -> Reel:
    """From one moment of a review to the next."""
    guest = cinema.guest(screen)
    serve_review(guest.page)
    guest.open(game_link(seat=1, move=7))
    guest.page.locator(".curve").wait_for()
    guest.page.wait_for_timeout(1_500)
    reel = Reel(guest, screen)
    reel.click(".bar .primary")
    reel.film(600)
    return reel


def chances(cinema: Cinema, screen: str) -> Reel:
    """Everyone's chances, after a move that changed them."""
    guest = cinema.guest(screen)
    stage = Stage(guest.page, cinema.server.url)
    stage.advice = ADVICE
    stage.open(coached())
    stage.set(chances=True)
    guest.page.locator(".chances").wait_for()
    guest.page.wait_for_timeout(2_500)
    reel = Reel(guest, screen)
    stage.advice = ADVICE.model_copy(update={"chances": [0.52, 0.08, 0.3, 0.1]})
    weighed = stage.asked.count("weigh")
    stage.show(coached(turns=40))
    while stage.asked.count("weigh") == weighed:
        guest.page.clock.run_for(STEP)
        guest.page.wait_for_timeout(20)
    reel.film(700)
    return reel


MOMENTS = (
    deal,
    opening_skip,
    opening_two,
    reverse,
    skip,
    wild,
    draw_two,
    draw_four,
    swap,
    uno,
    win,
    review,
    playhead,
    chances,
)


def main() -> None:
    """Film the moments that are named, or all, on both screens."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, help="where the sheets go")
    parser.add_argument("moments", nargs="*", help=", ".join(one.__name__ for one in MOMENTS))
    parser.add_argument("--screen", choices=sorted(COLUMNS), action="append")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(database_in(Path(folder)))
        browser = playwright.chromium.launch(executable_path=str(chromium()), args=FLAGS)
        cinema = Cinema(browser, server)
        for moment in MOMENTS:
            if asked.moments and moment.__name__ not in asked.moments:
                continue
            for screen in asked.screen or ("desktop", "phone"):
                moment(cinema, screen).save(asked.folder / f"{moment.__name__}-{screen}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
