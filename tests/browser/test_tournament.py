"""A tournament on its page: the card is pressed, bars grow, a game is looked into, one wins."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.tournament.samples import planned
from unolab.tournament import Plan, Result, Run
from unolab.tournament.part import Part
from unolab.tournament.report.html import write_html
from unolab.tournament.watch import watch as watching
from unolab.tournament.watch.watch import Watch


class PacedWatch(Watch):
    """A page that knows whether somebody has set the pace."""

    def __init__(self, plan: Plan, run: Run) -> None:
        super().__init__(plan, run.look)
        self.paced = Event()

    def set_pace(self, pace: str) -> None:
        super().set_pace(pace)
        self.paced.set()


class Show:
    """A tournament that is played while somebody watches."""

    def __init__(self, plan: Plan, report: Path) -> None:
        self.run = Run(plan)
        self.run.told = self._interrupt
        self.watch = PacedWatch(plan, self.run)
        self.report = report
        self.result: Result | None = None
        self.thread = Thread(target=self._play)

    def _interrupt(self, _: Part) -> None:
        """Show the first games, and play the others once the pace is set.

        These bots play all of them in a blink: else there would be nothing to slow down.
        """
        result = self.run.result()
        if not self.watch.paced.is_set() and result.games > result.games_wanted / 5:
            self.watch.hear(result)
            self.watch.paced.wait()

    def _play(self) -> None:
        self.watch.wait()
        self.result = self.run.play(self.watch.hear)
        write_html(self.result, self.report)
        self.watch.report(self.report)
        self.watch.end(self.result)


@pytest.fixture
def show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    for wait in ("RELOAD_GRACE", "HEARTBEAT"):  # who is gone is not missed for long
        monkeypatch.setattr(watching, wait, 0.1)
    monkeypatch.setitem(watching.WATCH_PACES, "calm", 600.0)
    made = Show(planned(4, 4_000), tmp_path / "report.html")
    with made.watch:
        made.thread.start()
        yield made
        made.watch.start()  # a test that failed did not press the card
        made.watch.set_pace("full")
        made.thread.join(60)
        assert not made.thread.is_alive()


def height(page: Page, name: str) -> float:
    bar = page.get_by_role("listitem", name=name).locator(".bar").bounding_box()
    assert bar is not None
    return bar["height"]


def test_tournament_is_watched(show: Show, page: Page, complaints: list[str]) -> None:
    page.goto(show.watch.url)
    page.get_by_role("button", name="Start").click()
    done = page.get_by_role("progressbar")
    page.wait_for_function("() => document.getElementById('progress').ariaValueNow > 10")
    page.get_by_text("Slow").click()  # so that there is time for what follows
    early = height(page, "Ada")
    assert early > 2

    page.get_by_role("button", name="Look into a game").click()
    seats = page.locator("#seats li")
    expect(seats).to_have_count(4)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("slider", name="Move").fill("0")
    expect(page.locator("#told")).to_contain_text("The cards are dealt.")
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("#count")).to_contain_text("1 of ")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#count")).to_contain_text("0 of ")
    page.locator("#move").press("End")
    expect(page.locator("#seats .winner")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(seats.first).to_be_hidden()

    page.get_by_text("Full speed").click()
    won = page.locator(".column.won")
    expect(won).to_have_count(1)
    expect(done).to_have_attribute("aria-valuenow", "100")
    assert show.result is not None
    expect(won.locator(".name")).to_contain_text(show.result.winners[0])
    expect(page.locator("#verdict")).to_contain_text(f"{show.result.winners[0]} wins")
    assert height(page, "Ada") > early
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the report").click()
    expect(opened.value.get_by_role("heading", name="Standings")).to_be_visible()
    opened.value.close()

    page.emulate_media(reduced_motion="reduce")
    page.reload()  # who comes late sees the end as well
    expect(won).to_have_count(1)
    assert violations(page) == []
    page.close()
    assert complaints == []
