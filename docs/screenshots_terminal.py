"""Take the pictures of the game in the terminal, as SVG files with nothing from elsewhere in them.

python docs/screenshots_terminal.py    in an environment with the tools for development
"""

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from tests.live import database_in  # noqa: E402
from tests.tui.stage import Show, staged  # noqa: E402
from unolab.server.coach.work import assess  # noqa: E402
from unolab.server.protocol import Advice, ReviewOut, ReviewShown  # noqa: E402
from unolab.server.room.coaching import Opinion  # noqa: E402
from unolab.state import View  # noqa: E402
from unolab.tui.app import UnoApp  # noqa: E402
from unolab.tui.wish import Wish  # noqa: E402

MONOSPACE = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def save(show: Show, name: str) -> None:
    """Keep what is on the screen, in a font that the reader has."""
    svg = show.pilot.app.export_screenshot(title="unolab tui")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code[^;]*;", f"font-family: {MONOSPACE};", svg)
    svg = re.sub(r"\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    path = DOCS / f"terminal-{name}.svg"
    path.write_text(svg, "utf-8")
    print(f"{path.name:26} {len(svg) / 1000:6.1f} kB")


async def start_and_table(folder: Path) -> None:
    """Picture the start screen, and a game after some turns."""
    wish = Wish("Ada", bots=("hard", "medium", "hard"), seed=16, pace="instant")
    app = UnoApp(wish, database_in(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        show = Show(pilot)
        await show.until(lambda: "Getting ready" not in show.text)
        save(show, "start")
        await show.press("enter")
        await show.until_seated()
        await pilot.resize_terminal(100, 30)
        while show.story.count("\n") < 9 or not any(map(show.table.turn.is_playable, range(9))):
            await show.until(lambda: show.table.seen.is_own_turn)
            await show.answer()
            await show.until(lambda: show.table.seen.is_own_turn)
        await pilot.pause()
        save(show, "table")


async def scene(name: str, position: str, *keys: str, rules: str = "official") -> None:
    """Picture a position after some keys."""
    async with staged(position, rules) as show:
        await show.press(*keys)
        await show.pilot.pause(0.3)
        save(show, name)


async def review() -> None:
    """Picture the review that the tests of the page use: the overview, and a move."""

    async def ready(id: str) -> AsyncIterator[ReviewShown]:
        text = (DOCS.parent / "web" / "src" / "review" / "fixture.json").read_text("utf-8")
        yield ReviewShown(done=31, of=31, review=ReviewOut.model_validate(json.loads(text)))

    position = "R5 0> R9/Y4Y4*WGD/B3*FBS/G1B7"
    async with staged(position, pace="instant", reviews=ready) as show:
        await show.press("enter")
        await show.until_shown("next round")
        await show.pilot.resize_terminal(100, 30)
        await show.press("r")
        await show.until_shown("accuracy")
        save(show, "review")
        await show.press("tab", *["enter"] * 3)
        await show.until_shown("Better")
        save(show, "moment")


async def hint() -> None:
    """Picture a hint."""
    async with staged(HINTED, coach=Adviser()) as show:
        await show.press("h")
        await show.until(lambda: show.table.coaching.hint is not None)
        await show.pilot.pause(0.3)
        save(show, "hint")


class Adviser:
    """The coach, in this process."""

    def warm(self) -> None:
        """Be ready anyway."""

    async def advise(self, address: str, view: View) -> Opinion:
        """Say what to do."""
        found = await asyncio.to_thread(assess, view)
        return Opinion(Advice(**found["advice"]), found["chances"])


HINTED = "R5 0> RDR2G3GS/B8/Y9Y9B4/G1G5G6 _B5R1"
SCENES: tuple[Callable[[], Awaitable[None]], ...] = (
    lambda: scene("wild", "R5 0> R7R2G3GSY1B9*W/B8B8B7/Y9Y9/G1G2 _B5R1", *"7", "enter"),
    lambda: scene("challenge", "GF 0> R7G3*WB2/B8B8R1R2/Y9Y9 ?4 _R5"),
    lambda: scene(
        "ten",
        "R5 0< R0R1R1R2R2R3Y1Y2YSYVG0G1G2GDB1B2B3B4B5B6*W*F/B8B8/Y9/G5G5/G7G3/G4G4G6/B9B9/Y8Y8/"
        "Y7Y7/Y4Y5Y3",
    ),
    hint,
    review,
    lambda: scene("end", "R5 0> R9/Y4Y4*WGD/B3*FBS/G1B7 $100,0,20,65", "enter"),
)


async def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UNOLAB_DATA_DIR"] = folder
        await start_and_table(Path(folder))
        for take in SCENES:
            await take()


if __name__ == "__main__":
    asyncio.run(main())
