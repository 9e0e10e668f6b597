"""A table on which a test lays what it needs, and the terminal game in front of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, cast
from unittest import mock

from textual.app import App
from textual.pilot import Pilot

from tests.server.clients import Memory, rooms_of
from tests.server.table import bot, created, person, placed
from unolab.server.house import House
from unolab.server.room import pace
from unolab.server.room.coaching import Adviser
from unolab.server.room.entries import Chair
from unolab.server.room.opponents import BOT_NAMES
from unolab.server.room.room import Room
from unolab.server.room.sitting import Sitting, owner_of
from unolab.server.store.store import Store
from unolab.tui.app import STYLE, UnoApp
from unolab.tui.canvas import Painted
from unolab.tui.line import Line
from unolab.tui.question import Answer
from unolab.tui.reviewing import ReviewSource
from unolab.tui.table import TableScreen

TIMEOUT = 60.0  # seconds that nothing takes unless it never comes
STILL: Final = pace.FACTORS | {"calm": 10_000.0}  # bots wait for the test, however slow it is
TOKEN = "a-token-of-ada-in-tests"
ADA = person(owner_of(TOKEN), "Ada")


class Stage(App[str]):
    """A terminal that shows nothing but one table."""

    CSS_PATH = STYLE
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self.table = table

    async def on_mount(self) -> None:
        await self.push_screen(self.table)


class Show:
    """What a test does in front of a terminal, and what it sees there."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    @property
    def farewell(self) -> str | None:
        """What is said to who leaves."""
        assert isinstance(self.pilot.app, UnoApp)
        return self.pilot.app.farewell

    @property
    def table(self) -> TableScreen:
        """The table, which may lie under the help."""
        return next(s for s in reversed(self.pilot.app.screen_stack) if isinstance(s, TableScreen))

    @property
    def text(self) -> str:
        """Everything on the screen."""
        app = self.pilot.app
        return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not wanted():
                    await self.pilot.pause()
        except TimeoutError:
            raise AssertionError(f"it never came:\n{self.text}") from None

    async def until_shown(self, text: str) -> None:
        await self.until(lambda: text in self.text)

    async def until_seated(self) -> None:
        await self.until(lambda: isinstance(self.pilot.app.screen, TableScreen))
        await self.until(lambda: self.table.seen.update is not None)

    @property
    def story(self) -> str:
        """What happened, without its colours."""
        return "\n".join(map(str, self.table.seen.story)).replace("\xa0", " ")

    async def until_told(self, text: str) -> None:
        await self.until(lambda: text in self.story)
        await self.pilot.pause()

    async def click(self, word: str) -> None:
        """Click on the middle of what stands for this."""
        for widget in self.pilot.app.screen.query(Painted):
            for spot in widget.spots if widget.display else ():
                if spot.word == word:
                    x, y = spot.region.center
                    await self.pilot.click(widget, offset=(int(x), int(y)))
                    await self.pilot.pause()
                    return
        for button in self.pilot.app.screen.query(Answer):
            if button.word == word:
                await self.pilot.click(button)
                await self.pilot.pause()
                return
        raise AssertionError(f"there is nothing to click for {word!r}")

    async def answer(self) -> None:
        """Make one decision with the keyboard, by what is shown."""
        turn = self.table.turn
        number = self.table.seen.update.number if self.table.seen.update else 0
        buttons = {button.key: button for button in turn.question.buttons}
        fitting = [at for at in range(len(turn.cards)) if turn.is_playable(at)]
        if "u" in buttons and not turn.armed:
            await self.press("u")
        if colors := [key for key in "rygb" if key in buttons]:
            await self.press(colors[0])
        elif "p" in buttons or "1" in buttons:
            await self.press("p" if "p" in buttons else "1")
        elif fitting:
            await self.press(*str(fitting[0] + 1), "enter")
        else:
            await self.press("t" if "t" in buttons else "d")
        if any(button.color and button.key in "rygb" for button in turn.question.buttons):
            await self.press("g")
        await self.until(lambda: self.is_after(number))

    def is_after(self, number: int) -> bool:
        """Tell whether the server has said something newer."""
        update = self.table.seen.update
        return update is not None and update.number > number

    async def play_round(self) -> None:
        """Play until the round is over."""
        while True:
            await self.until(lambda: self.table.seen.is_own_turn or self.table.moment == "ended")
            if self.table.moment == "ended":
                return
            await self.answer()


def bots(count: int) -> tuple[Chair, ...]:
    """Some bots under names of their own."""
    return tuple(bot().model_copy(update={"name": name}) for name in BOT_NAMES[:count])


@asynccontextmanager
async def staged(
    position: str,
    rules: str = "official",
    size: tuple[int, int] = (80, 24),
    token: str = TOKEN,
    local: bool = True,
    coach: Adviser | None = None,
    reviews: ReviewSource | None = None,
    **options: Any,
) -> AsyncIterator[Show]:
    """Lay a position before Ada in seat 0; bots that do nothing by themselves have the others.

    With a token of their own somebody else looks on.
    """
    memory = Memory()
    rooms = rooms_of(memory, coach=coach)
    others = bots(position.split(" ")[2].count("/"))
    first = created(ADA, *others, rules=rules, host=ADA.owner, **{"pace": "calm"} | options)
    memory.rooms["STAGE"] = [first.model_dump_json()]
    sitting = placed(Sitting.of(first), position)
    rooms._start(Room("STAGE", sitting, 1, cast(Store, memory), coach=coach))
    house = House(rooms)
    line = Line(house.connect, "STAGE", token)
    table = TableScreen(line, "Ada", local, reviews or house.review)
    with mock.patch.object(pace, "FACTORS", STILL):
        async with Stage(table).run_test(size=size) as pilot:
            show = Show(pilot)
            await show.until_seated()
            await pilot.pause()
            yield show
        await house.close()
