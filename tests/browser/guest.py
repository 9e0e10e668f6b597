"""Somebody who plays in a browser: sees what is shown, and presses what can be pressed."""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import urlencode

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, expect

from unolab.server.protocol import Update

PATIENCE: Final = 60_000  # milliseconds that nothing takes unless it never comes

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}

CODE: Final = re.compile(r"^\w{4} \w{4}$")

COLORS: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
FACES: Final = {"S": "skip", "V": "reverse", "D": "draw two", "W": "wild", "F": "wild draw four"}

# What the server says is kept beside the page, so that a test can wait for it.
LISTEN = """(() => {
  const Plain = WebSocket;
  window.heard = { update: null, number: 0, open: [] };
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      window.line = this;
      this.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        if (message.type !== "update") return;
        const events = message.steps.flatMap((step) => step.events);
        heard.open.push(...events.flatMap((event) => event.card ?? []));
        heard.update = message;
        heard.number = message.number;
      });
    }
  };
})()"""

# Cards overlap: a finger goes where a card is free, and waits until it lies still.
SPOT = """async (element) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const place = () => {
    const box = element.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
  };
  for (let tries = 0; tries < 1800; tries += 1) {
    const [x, y, width, height] = place();
    await frame();
    if (tries < 60 && place().join() !== [x, y, width, height].join()) continue;
    const free = [];
    for (let i = 1; i < 16; i += 1) {
      for (let j = 1; j < 16; j += 1) {
        const at = [x + (width * i) / 16, y + (height * j) / 16];
        if (element.contains(document.elementFromPoint(...at))) free.push(at);
      }
    }
    if (free.length === 0) continue;
    const sum = (axis) => free.reduce((total, at) => total + at[axis], 0) / free.length;
    const middle = [sum(0), sum(1)];
    const far = (at) => Math.hypot(at[0] - middle[0], at[1] - middle[1]);
    return free.sort((one, other) => far(one) - far(other))[0];
  }
  throw new Error("it is covered by something: " + element.outerHTML.slice(0, 200));
}"""

MY_TURN = 'document.title.startsWith("●")'
OVER = 'document.querySelector("[aria-labelledby=end-title]") !== null'


def card_name(card: str) -> str:
    """Say a card as the page does: "red 7", "wild draw four, green", "wild"."""
    color, face = COLORS.get(card[0]), FACES.get(card[1], card[1])
    if card[1] in "WF":
        return face if color is None else f"{face}, {color}"
    return f"{color} {face}"


# What the browser says of a review that the page asked for in the background and the server gave up
USUAL = "blocked by Playwright", "ERR_INCOMPLETE_CHUNKED_ENCODING"


class Guest:
    """A browser with the page, on a device."""

    def __init__(self, page: Page, url: str, touch: bool) -> None:
        """Listen to the page; nothing is opened yet."""
        self.page = page
        self.url = url
        self.touch = touch
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.add_init_script(LISTEN)
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        usual = any(words in message.text for words in USUAL)
        if message.type in ("error", "warning") and not usual:
            self.complaints.append(message.text)

    def _error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"asks a stranger: {request.url}")

    # ── moving about ──────────────────────────────────────────────────────────────────────────────

    def open(self, path: str = "/") -> None:
        """Open an address of the page."""
        self.page.goto(self.url + path)

    def go(self) -> None:
        """Close the page, and leave nothing of it in the browser."""
        context = self.page.context
        context.set_offline(False)
        self.page.goto("about:blank")
        everything = {"origin": self.url, "storageTypes": "all"}
        context.new_cdp_session(self.page).send("Storage.clearDataForOrigin", everything)
        for page in context.pages:
            page.close()

    def press(self, what: Locator) -> None:
        """Click or tap on something, where nothing lies over it."""
        expect(what).to_be_enabled()
        what.scroll_into_view_if_needed()
        x, y = what.evaluate(SPOT)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Find a button by what it says; a string is all that it says."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def dialog(self, name: str | re.Pattern[str]) -> Locator:
        """Find a window by its title."""
        return self.page.get_by_role("dialog", name=name)

    def choose(self, legend: str, option: str) -> None:
        """Choose one of a few, by mouse or finger on its label."""
        group = self.page.get_by_role("radiogroup", name=legend, exact=True)
        self.press(group.locator("label").filter(has_text=re.compile(f"^\\s*{option}\\s*$")))
        expect(group.get_by_role("radio", name=option, exact=True)).to_be_checked()

    def menu(self, entry: str) -> None:
        """Choose something from the menu of a room."""
        self.press(self.button("Menu"))
        self.press(self.dialog("Menu").get_by_role("button", name=entry, exact=True))

    def open_room(self) -> str:
        """Go to the room whose code the first page shows; return the code."""
        self.press(self.page.get_by_role("link", name=CODE))
        self.page.wait_for_url("**/r/*")
        return self.page.url.rsplit("/", 1)[1]

    def sit(self, code: str, name: str) -> None:
        """Come by the link of a room, and take the first seat that is open."""
        self.open(f"/r/{code}")
        self.press(self.button("Sit down here").first)
        window = self.dialog("You")
        window.get_by_role("textbox").fill(name)
        self.press(window.get_by_role("button", name="Sit down"))
        self.page.wait_for_function("() => heard.update.seats.length > 0")

    def play_now(self, deal: str) -> None:
        """Begin a game against bots that do not think long, by a link and a click."""
        rules, players, seed = deal.split("/")
        asked = {"opponents": int(players) - 1, "rules": rules, "seed": seed, "bot": "easy"}
        self.open(f"/?{urlencode(asked)}")
        self.press(self.button("Settings"))
        self.choose("Bot speed", "Instant")
        self.press(self.dialog("Settings").get_by_role("button", name="Close"))
        self.press(self.button(re.compile("^Play now")))

    def come_back(self, code: str, token: str) -> None:
        """Open a room with the secret of a seat, as if it had been taken here before."""
        kept = json.dumps({"token": token})
        self.page.add_init_script(f"localStorage.setItem('unolab.room.{code}', '{kept}')")
        self.open(f"/r/{code}")

    # ── what can be seen ──────────────────────────────────────────────────────────────────────────

    @property
    def update(self) -> Update:
        """What the server last said."""
        return Update.model_validate(self.page.evaluate("heard.update"))

    @property
    def number(self) -> int:
        """The number of what the server last said."""
        return int(self.page.evaluate("heard.number"))

    @property
    def hand(self) -> Locator:
        """The own cards."""
        return self.page.get_by_role("group", name=re.compile("^Cards of "))

    @property
    def cards(self) -> list[str]:
        """The names of the own cards, as a screen reader says them."""
        names = [str(one.get_attribute("aria-label")) for one in self.held.all()]
        return sorted(re.sub(", can .*", "", name) for name in names)

    @property
    def held(self) -> Locator:
        """The own cards, each."""
        return self.hand.get_by_role("button")

    def card(self, card: str) -> Locator:
        """One of the own cards."""
        name = re.compile(f"^{card_name(card)}(, can .*)?$")
        return self.hand.get_by_role("button", name=name).first

    @property
    def playable(self) -> Locator:
        """The own cards that can be played now."""
        return self.hand.get_by_role("button", name=re.compile(", can be played$"))

    @property
    def stock(self) -> Locator:
        """The pile to draw from."""
        return self.page.get_by_role("button", name=re.compile(r"^(Draw a card|Take \d+), "))

    @property
    def colors(self) -> Locator:
        """The colours, while one is chosen."""
        group = self.page.get_by_role("group", name="Choose the colour")
        return group.get_by_role("button")

    @property
    def drawn(self) -> Locator:
        """The question about the card just drawn."""
        return self.page.get_by_role("group", name=re.compile("^Drawn: "))

    @property
    def challenge(self) -> Locator:
        """The question about a wild draw four."""
        return self.page.get_by_role("group", name=re.compile("hold a|draw four allowed"))

    @property
    def swap(self) -> Locator:
        """The question with whom to swap."""
        return self.page.get_by_role("group", name="Swap hands with")

    @property
    def end(self) -> Locator:
        """How the round ended."""
        return self.dialog(re.compile("wins? (round|it)"))

    @property
    def uno(self) -> Locator:
        """The button for everything about Uno."""
        return self.button(re.compile("^(Uno!|Catch )"))

    def sees_pile(self, card: str) -> None:
        """Wait until a card lies on top."""
        name = f"Discard pile, on top: {card_name(card)}"
        expect(self.page.get_by_role("img", name=name, exact=True)).to_be_visible()

    def sees_cards(self, cards: list[str]) -> None:
        """Wait until the hand is this, named in the notation."""
        expect(self.held).to_have_count(len(cards))
        assert self.cards == sorted(card_name(card) for card in cards)

    def told(self, text: str | re.Pattern[str]) -> None:
        """Wait until the log has a line; it is opened if it has to be."""
        log = self.page.get_by_role("complementary", name="Game log")
        if not log.is_visible():
            self.press(self.button("Game log"))
        expect(log.get_by_role("listitem").filter(has_text=text).first).to_be_visible()
        self.press(log.get_by_role("button", name="Close"))

    # ── playing ───────────────────────────────────────────────────────────────────────────────────

    def until_turn(self) -> bool:
        """Wait until something is asked; tell whether the round goes on."""
        self.page.wait_for_function(f"() => {MY_TURN} || {OVER}")
        return not self.page.evaluate(OVER)

    def until_after(self, number: int) -> None:
        """Wait until the server has said something newer."""
        self.page.wait_for_function("number => heard.number > number", arg=number)

    def play(self, card: str, color: str = "") -> None:
        """Play a card, with its colour if it is a wild, and wait until it is played."""
        before = self.number
        self.press(self.card(card))
        if color:
            self.pick(color)
        self.until_after(before)

    def pick(self, color: str) -> None:
        """Choose a colour by its letter."""
        name = re.compile(f"^{COLORS[color]} ")
        self.press(self.colors.and_(self.button(name)))

    def draw(self) -> None:
        """Draw, or take what is due."""
        before = self.number
        self.press(self.stock)
        self.until_after(before)

    def turn(self) -> bool:
        """Make one decision, by what is shown only; tell whether the round goes on."""
        if not self.until_turn():
            return False
        before = self.number
        if self.colors.first.is_visible():
            self.press(self.colors.first)
        elif self.challenge.is_visible():
            self.press(self.challenge.get_by_role("button", name=re.compile("^Take the cards")))
        elif self.swap.is_visible():
            self.press(self.swap.get_by_role("button").first)
        elif self.drawn.is_visible() and self.playable.count() == 0:
            self.press(self.drawn.get_by_role("button", name=re.compile("^Keep")))
        elif self.playable.count() > 0:
            if self.held.count() == 2 and self.uno.get_attribute("aria-pressed") == "false":
                self.press(self.uno)
            wild = "wild" in str(self.playable.first.get_attribute("aria-label"))
            self.press(self.playable.first)
            if wild:
                self.press(self.colors.first)
        else:
            self.press(self.stock)
        self.until_after(before)
        return True

    def round(self, most: int = 400) -> None:
        """Play until the round is over."""
        for _ in range(most):
            if not self.turn():
                return
        raise AssertionError("the round does not end")
