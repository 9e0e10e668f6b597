"""How quick the page is, and how much of it there is.

python bench/page.py    measured on this machine, with a server and a browser of its own
"""

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

import webpage  # noqa: E402
from tests.browser.chromium import FLAGS, chromium  # noqa: E402
from tests.browser.guest import Guest  # noqa: E402
from tests.browser.situations import ADA, deal, fitting  # noqa: E402
from tests.live import Friend, LiveServer, database_in  # noqa: E402

RUNS = 5

# From the press to the first frame in which something has begun to move.
WATCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    requestAnimationFrame(() => (window.moved ??= performance.now()));
    return animate.apply(this, given);
  };
  addEventListener("pointerdown", (event) => (window.pressed ??= event.timeStamp), true);
}"""


def table(server: LiveServer, browser: Browser) -> tuple[float, float, int]:
    """Come to a table and play a card; return both times in ms, and the bytes of the first view."""
    text, state = deal("official", 2, lambda state: state.turn == ADA and bool(fitting(state)))
    seats = [{"who": "open"}, {"who": "me", "name": "Ben"}]
    room = server.post("/api/rooms", {"deal": text, "seats": seats})
    friend = Friend(server, room["code"], room["token"])
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    guest = Guest(context.new_page(), server.url, touch=False)
    guest.sit(room["code"], "Ada")
    friend.send(type="deal")
    guest.until_turn()
    guest.page.reload()
    guest.hand.wait_for()
    first = guest.page.evaluate(
        """async () => {
          while (document.querySelector("[data-card]") === null)
            await new Promise((done) => requestAnimationFrame(done));
          return performance.now();
        }"""
    )
    loaded = guest.page.evaluate(
        """() => [...performance.getEntriesByType("navigation"),
          ...performance.getEntriesByType("resource")]
          .reduce((total, entry) => total + entry.encodedBodySize, 0)"""
    )
    guest.until_turn()
    guest.page.evaluate(WATCH)
    guest.play(fitting(state)[0])
    click = guest.page.evaluate("moved - pressed")
    context.close()
    friend.close()
    return first, click, loaded


def packed(*files: Path) -> int:
    """Add up what files weigh when they are sent."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(database_in(Path(folder)))
        browser = playwright.chromium.launch(executable_path=str(chromium()), args=FLAGS)
        rows = [table(server, browser) for _ in range(RUNS)]
        browser.close()
        server.stop()
    files = [file for file in webpage.STATIC.rglob("*") if file.is_file()]
    shown = [file for file in files if file.suffix in (".js", ".css", ".html", ".svg")]
    print(f"from the address to the first card  {median(row[0] for row in rows):8.0f} ms")
    print(f"from a click to the first motion    {median(row[1] for row in rows):8.0f} ms")
    print(f"the table, as it comes over the line {median(row[2] for row in rows) / 1000:7.1f} kB")
    print(f"the whole page, gzipped              {packed(*shown) / 1000:7.1f} kB")


if __name__ == "__main__":
    main()
