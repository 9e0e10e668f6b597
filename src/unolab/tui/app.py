"""The application: a game in this process, or a room on a server."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Final, Literal

from textual import work
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from unolab.server.house import House
from unolab.server.room.sitting import Sitting, owner_of
from unolab.server.run import compile_all
from unolab.text.show import count_points
from unolab.tui.address import Address
from unolab.tui.keepsake import Keepsake
from unolab.tui.line import Line
from unolab.tui.remote import Remote
from unolab.tui.reviewing import fetch_review
from unolab.tui.seen import Seen
from unolab.tui.start import StartScreen
from unolab.tui.table import TableScreen
from unolab.tui.wish import Wish

STYLE: Final = Path(__file__).with_name("style.tcss")

Begin = Literal["ask", "new", "resume"]


class UnoApp(App[str]):
    """Uno in the terminal; it returns an error message, if there is one."""

    CSS_PATH = STYLE
    TITLE = "unolab"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c", "quit", show=False, priority=True)]  # noqa: RUF012 - as Textual's

    def __init__(
        self, wish: Wish, database: str, begin: Begin = "ask", join: Address | None = None
    ) -> None:
        """Play against bots in a database of games, or join a room elsewhere."""
        super().__init__()
        if sys.platform != "win32":
            # the coach's process needs it, and it needs the true stderr, which Textual hides
            resource_tracker.ensure_running()
        self._wish = wish
        self._database = database
        self._begin = begin
        self._join = join
        self._opening: asyncio.Task[House] | None = None
        self._house: House | None = None
        self._seen: Seen | None = None
        self._prepared = asyncio.Event()
        self._keepsake = Keepsake()
        # not the address itself, which may have a password in it
        self._place = f"database {sha256(database.encode()).hexdigest()[:16]}"

    async def on_mount(self) -> None:
        """Go to the table at once, or ask what to play."""
        if self._join is not None:
            await self._show(self._screen_of(self._join))
        else:
            await self._show(StartScreen(self._wish))
            self._prepare()

    async def on_unmount(self) -> None:
        """Close the rooms; the database keeps them."""
        if self._opening is not None:  # also if nobody waited for it: it has to be closed then too
            with suppress(ValueError):
                await (await self._opening).close()

    async def _show(self, screen: Screen[None]) -> None:
        if isinstance(screen, TableScreen):
            self._seen = screen.seen
        if len(self.screen_stack) > 1:
            await self.switch_screen(screen)
        else:
            await self.push_screen(screen)

    @property
    def farewell(self) -> str | None:
        """What to say to somebody who quits."""
        room = None if self._seen is None else self._seen.room
        if self._seen is None or self._seen.seat is None or room is None:
            return None
        if self._join is not None:
            return f"your seat is kept: unolab tui --join {self._join} returns to it"
        return "the game is saved: unolab tui resumes it" if room.stage != "over" else None

    # ── a room elsewhere ──────────────────────────────────────────────────────────────────────────

    def _screen_of(self, address: Address) -> TableScreen:
        server = str(address).removesuffix(f"/r/{address.code}")
        kept = self._keepsake.find(server, address.code)

        def keep(token: str) -> None:
            self._keepsake.keep(server, address.code, token)
            self._keepsake.keep_name(self._wish.name)

        token = None if kept is None else kept["token"]
        line = Line(lambda: Remote.open(address), address.code, token, keep)
        return TableScreen(line, self._wish.name, False, partial(fetch_review, address))

    # ── a game here ───────────────────────────────────────────────────────────────────────────────

    @work
    async def _prepare(self) -> None:
        """Open the database, compile what a room needs, and look for a game in progress."""
        start = self.screen
        assert isinstance(start, StartScreen)
        start.tell("Getting ready: the first time, the game is compiled, which takes a while …")
        try:
            self._opening = asyncio.create_task(House.open(self._database))
            self._house = await asyncio.shield(self._opening)
        except ValueError as error:
            self.exit(str(error), return_code=2)
            return
        await asyncio.to_thread(compile_all)
        start.tell("")
        self._prepared.set()
        if self._begin == "new":
            await self._deal(self._wish)
            return
        kept = self._keepsake.find(self._place)
        sitting = None if kept is None else await self._house.look_up(kept["code"])
        if kept is None or sitting is None or sitting.stage not in ("playing", "pause"):
            if self._begin == "resume":
                self.exit("there is no game to resume: unolab tui starts one", return_code=2)
            elif start.waiting:
                await self._deal(start.wish)
        elif self._begin == "resume":
            await self._sit(kept["code"], kept["token"])
        else:
            start.offer(describe_progress(sitting, kept["token"]))

    async def on_start_screen_deal(self, event: StartScreen.Deal) -> None:
        """Deal a new game, once everything is ready for it."""
        if self._prepared.is_set():
            await self._deal(event.wish)

    async def on_start_screen_go_on(self) -> None:
        """Continue the latest game."""
        kept = self._keepsake.find(self._place)
        if kept is not None:
            await self._sit(kept["code"], kept["token"])

    async def on_table_screen_new_game(self) -> None:
        """Choose another game."""
        await self._show(StartScreen(self._wish))

    async def _deal(self, wish: Wish) -> None:
        assert self._house is not None
        self._wish = wish
        try:
            made = await self._house.create(wish.room)
        except ValueError as error:
            if isinstance(self.screen, StartScreen) and self._begin == "ask":
                self.screen.tell(f"{error}.")
            else:
                self.exit(str(error), return_code=2)
            return
        self._wish = replace(wish, seed=None)  # which was for this game alone
        self._keepsake.keep(self._place, made.code, made.token)
        self._keepsake.keep_name(wish.name)
        await self._sit(made.code, made.token)

    async def _sit(self, code: str, token: str) -> None:
        assert self._house is not None
        line = Line(self._house.connect, code, token)
        await self._show(TableScreen(line, self._wish.name, True, self._house.review))


def describe_progress(sitting: Sitting, token: str) -> str:
    """Describe the game in progress."""
    match = sitting.match
    assert match is not None
    (seat, *_) = sitting.seats_of(owner_of(token))
    others = [chair.name for at, chair in enumerate(sitting.chairs) if at != seat]
    against = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
    score = f", you have {count_points(match.totals[seat])}" if sitting.rules.target else ""
    return f"Continue: round {len(match.games)} against {against}{score}"
