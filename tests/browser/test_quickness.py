"""The page is light and quick: what is fetched, what moves by itself, how soon a press shows.

Times on a busy machine say little, so they are compared with those of a press that does nothing.
"""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Route, expect

from unolab import State

from ..kit import thoroughly
from .arrival import let_arrive
from .conftest import Come, Seat, mostly
from .guest import CODE, Guest
from .situations import ADA, deal, fitting, held

MOST_BYTES = 200_000  # of a first visit, the letters included
MOST_SHIFT = 0.02  # a tenth of what counts as good
THROTTLED = 4  # times slower than this machine
MOST_LATENCY = 10  # times that of a press that does nothing
MOST_STYLED = 130  # elements before a press shows; the table has several hundred

SHIFTS = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "?");
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, nodes });
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""

# From a press to the frame that shows what came of it.
PRESSES = """(() => {
  window.presses = [];
  addEventListener("click", () => {
    const start = performance.now();
    const shown = () => presses.push(performance.now() - start);
    requestAnimationFrame(() => setTimeout(shown));
  }, true);
})()"""


def check_shifts(guest: Guest) -> None:
    shifts: list[Any] = guest.page.evaluate("shifts")
    print(f"shifted by {sum(shift['value'] for shift in shifts):.4f}")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts


@mostly("phone")
def test_first_visit_is_light_and_nothing_moves(come: Come, screen: str) -> None:
    guest = come(screen, still=False)
    page = guest.page
    page.add_init_script(SHIFTS)
    line: CDPSession = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    guest.open()
    expect(page.get_by_role("link", name=CODE)).to_be_visible()
    page.wait_for_load_state("networkidle")  # the table is fetched meanwhile
    assert page.evaluate("document.fonts.check('900 20px Poster')")
    print(f"{screen}: {sum(sizes):,.0f} bytes in {len(sizes)} files")
    assert sum(sizes) < MOST_BYTES
    check_shifts(guest)


@pytest.mark.parametrize(
    ("size", "local"),
    [
        ((390, 844), False),
        *thoroughly(((320, 568), True), ((390, 844), True), ((320, 568), False)),
    ],
)
def test_start_page_keeps_its_shape_when_slow_answers_come(
    come: Come, size: tuple[int, int], local: bool
) -> None:
    guest = come("phone", still=False)
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SHIFTS)
    answer = {"local": local, "address": None, "may_open": local}

    def late(route: Route) -> None:
        """Answer once the page has long been seen without it."""
        time.sleep(0.4)
        if route.request.url.endswith("/network"):
            route.fulfill(json=answer)
        else:
            route.continue_()

    page.route(re.compile(r"/api/(network|codes|reserv)"), late)
    guest.open()
    expect(page.get_by_role("link", name=CODE)).to_be_visible()
    page.wait_for_load_state("networkidle")
    check_shifts(guest)


@mostly("desktop")
def test_nothing_moves_by_itself_at_the_table(seated: Seat, screen: str) -> None:
    text, _ = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, friend = seated(text, screen, still=False)
    guest.page.add_init_script(SHIFTS)
    guest.page.reload()
    guest.turn()
    before = guest.number
    friend.until_turn()
    friend.answer()
    guest.until_after(before)
    guest.until_turn()
    check_shifts(guest)


def test_a_press_shows_soon_on_a_slow_machine(come: Come) -> None:
    guest = come(still=False)
    page = guest.page
    page.add_init_script(PRESSES)
    guest.open()
    expect(page.get_by_role("link", name=CODE)).to_be_visible()
    page.wait_for_load_state("networkidle")
    line: CDPSession = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})

    def latency(*targets: Locator) -> float:
        """Press one after the other; return the median."""
        page.evaluate("presses.length = 0")
        for at, target in enumerate(targets):
            target.click()
            page.wait_for_function("count => presses.length > count", arg=at)
        return float(sorted(page.evaluate("presses"))[len(targets) // 2])

    nothing = latency(*[page.get_by_text("No account, no ads")] * 3)
    numbers = page.get_by_role("radiogroup", name="Opponents").get_by_role("radio")
    choosing = latency(*[numbers.nth(at).locator("..") for at in (4, 0, 8)])
    settings, close = guest.button("Settings"), guest.button("Close")
    opening = latency(settings, close, settings)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    print(f"nothing {nothing:.0f} ms, choosing {choosing:.0f} ms, a window {opening:.0f} ms")
    assert choosing <= MOST_LATENCY * nothing
    assert opening <= 6 * MOST_LATENCY * nothing


# A press, and the picture that shows what came of it: the frame after it begins when that is drawn.
DRAWN = """() => {
  window.drawn = new Promise((done) => {
    const shown = () => requestAnimationFrame(() => requestAnimationFrame(() => done()));
    addEventListener("click", shown, { capture: true, once: true });
  });
}"""


def styled(guest: Guest, target: Locator) -> int:
    """Press something; count the elements that are styled before the next picture."""
    browser = guest.page.context.browser
    assert browser is not None
    let_arrive(guest.page)
    guest.page.evaluate(DRAWN)
    browser.start_tracing(page=guest.page, categories=["devtools.timeline"])
    guest.press(target)
    guest.page.evaluate("drawn")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    events.sort(key=lambda event: event["ts"])
    kinds = [(event["name"], event["args"].get("data", {}).get("type")) for event in events]
    pressed = kinds.index(("EventDispatch", "click"))
    shown = next(at for at in range(pressed, len(kinds)) if kinds[at][0] == "Paint")
    counts = [
        event["args"].get("elementCount", 0)
        for event in events[pressed:shown]
        if event["name"] == "UpdateLayoutTree"
    ]
    return sum(counts)


@mostly("phone")
def test_a_press_leaves_the_rest_of_the_table_alone(seated: Seat, screen: str) -> None:
    """What is styled anew costs a slow machine most, and can be counted however busy it is."""

    def fits(state: State) -> bool:
        return state.turn == ADA and bool(fitting(state)) and "*W" in held(state, ADA)

    text, state = deal("official", 4, fits)
    guest, _ = seated(text, screen, others=3, still=False)
    guest.until_turn()
    guest.page.locator("main.table[data-shown]").wait_for()  # what moves has come to rest
    menu = guest.dialog("Menu")
    counts = {
        "menu": styled(guest, guest.button("Menu")),
        "close": styled(guest, menu.get_by_role("button", name="Close")),
        "wild": styled(guest, guest.card("*W")),
        "back": styled(guest, guest.button("Take the card back")),
        "card": styled(guest, guest.card(fitting(state)[0])),
    }
    print(screen, counts)
    assert max(counts.values()) < MOST_STYLED


@pytest.mark.parametrize("rate", [THROTTLED, *thoroughly(1)])
def test_first_card_is_there_soon(come: Come, rate: int) -> None:
    guest = come()
    page = guest.page
    guest.open()
    page.wait_for_load_state("networkidle")
    line: CDPSession = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    start = time.perf_counter()
    guest.button(re.compile("^Play now")).click()
    expect(guest.held.first).to_be_visible()
    print(f"first card after {1000 * (time.perf_counter() - start):.0f} ms, {rate} times slower")
