"""Take pictures of every view at eight sizes in both themes, to be looked at; none is kept here.

python docs/screenshots.py --all FOLDER [--view NAME ...]    calls it
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Browser, Page
from views.coach import coach
from views.pages import pages
from views.puzzles import puzzles
from views.view import Easel, View
from views.windows import rooms

from tests.browser.staged import Stage
from tests.live import LiveServer

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (820, 1180),
    (844, 390),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)
THEMES = ("dark", "light")

# A window follows its size a moment later, and more slowly the more there is in it.
STILL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const boxes = () => JSON.stringify([...document.querySelectorAll("body *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }));
  let last = "";
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 120; tries += 1) {
    await frame();
    const now = boxes();
    quiet = now === last ? quiet + 1 : 0;
    last = now;
  }
}"""


def everything(
    browser: Browser, server: LiveServer, folder: Path, wanted: Iterable[str] = ()
) -> None:
    """Picture all of it, or the views whose names are wanted; * stands for any letters."""
    folder.mkdir(parents=True, exist_ok=True)
    patterns = [*wanted] or ["*"]
    views = [
        view
        for view in (*pages(), *puzzles(), *rooms(), *coach())
        if any(fnmatch(view.name, pattern) for pattern in patterns)
    ]
    for theme in THEMES:
        context = browser.new_context(
            locale="en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.add_init_script(
            """localStorage["unolab.settings"] ??= '{"name": "Ada", "avatar": 2}'"""
        )
        page = context.new_page()
        easel = Easel(page, Stage(page, server.url), server.url)
        for view in views:
            view.open(easel)
            take(easel, view, folder, theme)
            forget(page)
        context.close()


def take(easel: Easel, view: View, folder: Path, theme: str) -> None:
    """Picture what is shown at every size."""
    for width, height in SIZES:
        easel.page.set_viewport_size({"width": width, "height": height})
        if view.passing is not None:
            view.passing(easel)
        easel.page.evaluate(STILL)
        easel.page.screenshot(
            path=folder / f"{view.name}-{width}x{height}-{theme}.png",
            full_page=view.whole,
            animations="disabled" if view.passing is None else "allow",
        )


def forget(page: Page) -> None:
    """Let the next view begin with what everyone begins with."""
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
