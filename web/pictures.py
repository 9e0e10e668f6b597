"""Draw the PNGs of the page from its own drawings: icons, and the poster that link previews show.

python web/pictures.py    in an environment with the tools for development, after a change to them
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

WEB = Path(__file__).resolve().parent
sys.path.insert(0, str(WEB.parent))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.chromium import FLAGS, chromium  # noqa: E402
from tests.live import LiveServer, database_in  # noqa: E402

PUBLIC = WEB / "public"
INK = "#120d26"
COLORS = 128  # of a palette: flat planes need no more, and the file is a third
ICONS = (
    # the shapes alone stand on the dark of the page; what is cut to a shape has ink all around
    ("icon-192.png", "favicon.svg", 192, 0.72),
    ("icon-512.png", "favicon.svg", 512, 0.72),
    ("icon-maskable-512.png", "icon.svg", 512, 1.0),
    ("apple-touch-icon.png", "icon.svg", 180, 1.35),
)
POSTER = (1200, 630)

# The tile of the first page, as large as the picture and without what only a click makes sense of.
ALONE = """([width, height]) => {
  const tile = document.querySelector("button.play");
  const set = (element, style) => Object.assign(element.style, style);
  set(document.getElementById("app"), { position: "fixed", visibility: "hidden" }); // cards use it
  document.body.append(tile);
  tile.querySelector(".go").remove();
  set(document.body, { margin: 0 });
  set(tile, { width: `${width}px`, height: `${height}px`, borderRadius: 0 });
  set(tile.querySelector(".poster"), { left: "64px", top: "72px", fontSize: "188px" });
  tile.querySelector(".fan").style.setProperty("--w", "300px");
  set(tile.querySelector(".fan"), { left: "880px", top: "96px" });
}"""


def save(png: bytes, name: str) -> None:
    """Keep a picture with as few colours as it needs."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(PUBLIC / name, optimize=True)
    print(f"{name}: {(PUBLIC / name).stat().st_size:,} bytes")


def draw_icon(browser: Browser, name: str, source: str, size: int, scale: float) -> None:
    """Draw one of the SVGs in the middle of a square."""
    page = browser.new_page(viewport={"width": size, "height": size})
    side = round(size * scale)
    svg = (PUBLIC / source).read_text("utf-8")
    page.set_content(
        f"<style>body{{margin:0;height:100vh;overflow:hidden;background:{INK};display:grid;"
        f"place-content:center}}svg{{width:{side}px;height:{side}px}}</style>{svg}"
    )
    save(page.screenshot(), name)
    page.close()


def draw_poster(browser: Browser, url: str) -> None:
    """Draw the first thing that the page shows."""
    width, height = POSTER
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
    page.goto(url)
    page.evaluate("document.fonts.ready")
    page.evaluate(ALONE, POSTER)
    save(page.screenshot(), "poster.png")
    page.close()


def main() -> None:
    """Draw all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium()), args=FLAGS)
        for icon in ICONS:
            draw_icon(browser, *icon)
        server = LiveServer(database_in(Path(folder)))
        try:
            draw_poster(browser, server.url)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
