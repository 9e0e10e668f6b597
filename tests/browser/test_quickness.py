"""The page is light and quick: what is fetched, what moves by itself, how soon a press shows.

Times on a busy machine say little, so they are compared with those of a press that does nothing.
"""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from .conftest import Come, Seat, both
from .guest import CODE, Guest
from .situations import ADA, deal, fitting

MOST_BYTES = 200_000  # of a first visit, the letters included
MOST_SHIFT = 0.02  # a tenth of what counts as good
THROTTLED = 4  # times slower than this machine
MOST_LATENCY = 6  # times that of a press that does nothing

SHIFTS = """(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "?");
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, nodes });
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""

PRESSES = """(() => {
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name === "pointerup" || name === "click") presses.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
})()"""


def check_shifts(guest: Guest) -> None:
    shifts: list[Any] = guest.page.evaluate("shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts


@both
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


@both
def test_nothing_moves_by_itself_at_the_table(seated: Seat, screen: str) -> None:
    text, _ = deal("official", 3, lambda state: state.turn == ADA and bool(fitting(state)))
    guest, friend = seated(text, screen, others=2)
    guest.page.add_init_script(SHIFTS)
    guest.page.reload()
    guest.until_turn()
    guest.turn()
    friend.until_turn()
    friend.answer()
    guest.until_after(guest.number - 1)
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

    def latency(*targets: Any) -> float:
        """The median of what presses take until they show; under 16 ms the browser counts none."""
        page.evaluate("presses.length = 0")
        for target in targets:
            target.click()
            page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"
            )
        found = sorted(page.evaluate("presses"))
        return float(found[len(found) // 2]) if found else 16.0

    quiet = page.get_by_text("No account, no ads")
    nothing = latency(*[quiet] * 5)
    numbers = page.get_by_role("radiogroup", name="Opponents").locator("label")
    choosing = latency(*[numbers.nth(at) for at in (4, 0, 8, 1, 3)])
    opening = latency(page.get_by_role("button", name="Settings").first)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    print(f"nothing {nothing:.0f} ms, choosing {choosing:.0f} ms, a window {opening:.0f} ms")
    assert choosing <= MOST_LATENCY * nothing
    assert opening <= 2 * MOST_LATENCY * nothing


@pytest.mark.parametrize("rate", [1, THROTTLED])
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
