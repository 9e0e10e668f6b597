"""Watch: a page on which bars grow while a tournament is played."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from select import select
from threading import Condition, Event, Lock
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, Self

from unolab.tournament.plan import Plan
from unolab.tournament.result import Result
from unolab.tournament.watch.frames import frames_of
from unolab.tournament.watch.site import Site
from unolab.tournament.watch.snapshot import introduce, take_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from unolab.tournament.run import PlayedGame

WATCH_PACES: Final = {"calm": 45.0, "fast": 12.0, "full": 0.0}
"""How many seconds a tournament takes at least, so that there is something to see."""

RELOAD_GRACE: Final = 3.0  # seconds for a viewer who left to come back: a page was reloaded
FAREWELL: Final = 1.0  # seconds in which everyone who looks is told the last
KEYBOARD_TICK: Final = 0.2  # seconds from one look at the keyboard to the next
HEARTBEAT: Final = 1.0  # seconds until a page that hears nothing is told that we are there


class Watch:
    """The page of a tournament; viewers set the pace of the games.

    ``look`` returns a game that was played, for those who want to look into one.
    """

    paces = WATCH_PACES

    def __init__(self, plan: Plan, look: Callable[[], PlayedGame | None], port: int = 0) -> None:
        """Find a port."""
        self._introduction = introduce(plan)
        self._look = look
        self._looking = Lock()
        self._changed = Condition()
        self._number = 0
        self._state: dict[str, Any] = {}
        self._pace = "fast"
        self._viewers = 0
        self._started = Event()
        self._closed = False
        self._report: Path | None = None
        self._done: float | None = None  # the share of the games that was heard of
        self._moved = monotonic()
        self._site = Site(self, port)
        self.url = self._site.url

    def __enter__(self) -> Self:
        """Open the page to browsers."""
        self._site.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Release everyone who still watches; their pages stay as they are."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._viewers, FAREWELL)
        self._site.stop()

    # ── for whoever plays the games ───────────────────────────────────────────────────────────────

    def wait(self) -> None:
        """Wait until somebody has opened the page and pressed the card."""
        self._started.wait()
        self._moved = monotonic()

    def hear(self, result: Result) -> None:
        """Show the standings, and slow the games down if they are too fast to watch."""
        done = result.games / result.games_wanted
        if self._done is None:  # what was played on another day is there at once
            self._done = (result.games - result.played) / result.games_wanted
        seconds = (done - self._done) * WATCH_PACES[self._pace] - (monotonic() - self._moved)
        held = max(0.0, seconds) if self._viewers and not result.interrupted else 0.0
        self._tell(take_snapshot(result) | {"held": round(held, 3)})
        with self._changed:
            self._changed.wait_for(lambda: self._pace == "full", held)
        if done > self._done:  # else the next games take their time, which counts for them
            self._done, self._moved = done, monotonic()

    def report(self, path: Path) -> None:
        """Offer the report."""
        self._report = path
        self._tell({"report": True})

    def end(self, result: Result) -> None:
        """Show who has won until nobody looks any more, or Enter or Ctrl-C is pressed."""
        try:
            self.hear(result)
            if not result.interrupted:
                self._until_alone()
        except KeyboardInterrupt:
            return

    def _until_alone(self) -> None:
        left = 0.0
        while left < RELOAD_GRACE and not wait_for_enter(KEYBOARD_TICK):
            left = 0.0 if self._viewers else left + KEYBOARD_TICK

    def _tell(self, news: dict[str, Any]) -> None:
        with self._changed:
            self._state |= news
            self._number += 1
            self._changed.notify_all()

    # ── for whoever looks at the page ─────────────────────────────────────────────────────────────

    def events(self) -> Generator[str]:
        """Tell one viewer what changes, until the page is closed; nothing is a sign of life."""
        with self._viewer():
            yield write_event("plan", self._introduction)
            known = -1
            while (state := self._after(known)) is not None:
                known, news = state
                yield write_event("state", news) if news else ""

    def _after(self, known: int) -> tuple[int, dict[str, Any]] | None:
        """Wait for what comes after a state that is known; None if the page is closed."""
        with self._changed:
            new = self._changed.wait_for(lambda: self._closed or self._number != known, HEARTBEAT)
            if self._closed and self._number == known:
                return None
            return self._number, {**self._state, **self._conditions} if new else {}

    @property
    def _conditions(self) -> dict[str, Any]:
        return {"pace": self._pace, "started": self._started.is_set()}

    @contextmanager
    def _viewer(self) -> Iterator[None]:
        with self._changed:
            self._viewers += 1
        try:
            yield
        finally:
            with self._changed:
                self._viewers -= 1
                self._changed.notify_all()

    def start(self) -> None:
        """Begin to play."""
        self._started.set()
        self._tell({})

    def set_pace(self, pace: str) -> None:
        """Set the pace: calm, fast, or full speed."""
        self._pace = pace
        self._tell({})

    def game(self) -> str | None:
        """Write the game that was played last, move by move; None if there is none."""
        with self._looking:  # one at a time: it may have to be played again
            look = self._look()
        return None if look is None else json.dumps(frames_of(look))

    def report_page(self) -> bytes | None:
        """Return the report; None if there is none yet."""
        return None if self._report is None else self._report.read_bytes()


def write_event(name: str, data: dict[str, Any]) -> str:
    """Write a message as browsers expect it from a stream of events."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def wait_for_enter(seconds: float) -> bool:
    """Wait up to some seconds; return whether Enter was pressed."""
    # elsewhere than on POSIX a terminal can't be waited for; a thread that reads it can't be ended
    if os.name != "posix" or not sys.stdin.isatty():
        sleep(seconds)
        return False
    ready, _, _ = select([sys.stdin], [], [], seconds)
    if ready:
        sys.stdin.readline()
    return bool(ready)
