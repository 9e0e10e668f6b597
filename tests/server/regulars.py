"""Regulars: people who play on whatever happens to the servers, and remember what they saw."""

import asyncio
import time
from random import Random
from threading import Event, Thread
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.live import Friend, LiveServer
from unolab.server.protocol import Update
from unolab.server.room.entries import ENTRY, Created, Moved
from unolab.server.room.sitting import Sitting
from unolab.server.store.store import Store


class Regular(Thread):
    """Somebody who plays through any of some servers until told to stop, comes back by
    themselves, and keeps what they saw.
    """

    def __init__(
        self,
        servers: list[LiveServer],
        room: str,
        token: str | None,
        stopped: Event,
        pace: float = 0.0,
    ) -> None:
        super().__init__()
        self.room = room
        self._servers, self._token, self._pace = servers, token, pace
        self._stopped, self._rng = stopped, Random(f"{room} {token}")
        self.since = 0
        self.steps: dict[int, Any] = {}
        self.moved = Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    self._play()
                except (OSError, ConnectionClosed, InvalidStatus):
                    self._stopped.wait(0.1)
        except BaseException as error:
            self.problem = error

    def _play(self) -> None:
        server = self._rng.choice(self._servers)
        with Friend(server, self.room, self._token, self.since, timeout=4) as player:
            while not self._stopped.is_set():
                update = player.update
                assert update.number >= self.since, "what was seen is forgotten"
                self.since = update.number
                for step in update.steps:
                    known = self.steps.setdefault(step.number, step.events)
                    assert known == step.events, "the past has changed"
                if update.steps:
                    self.moved.set()
                hidden_stay_hidden(update)
                if update.seats:
                    time.sleep(self._pace)
                    player.answer()
                while not isinstance(player.read(), Update) and not self._stopped.is_set():
                    pass


def hidden_stay_hidden(update: Update) -> None:
    """Nobody is shown the cards of others, or of the stock, whichever way they come."""
    own = set(update.seats)
    for step in update.steps:
        for event in step.events:
            if event.kind in ("drew", "took") and event.seat not in own:
                assert event.card is None


def entries_of(database: str, code: str) -> list[Any]:
    async def load() -> list[str]:
        store = await Store.open(database)
        try:
            return await store.load(code)
        finally:
            await store.close()

    return [ENTRY.validate_json(text) for text in asyncio.run(load())]


def check_log(database: str, code: str, regulars: list[Regular]) -> Sitting:
    """Compare the log of a room with what everybody saw of it; return what it comes to."""
    first, *entries = entries_of(database, code)
    assert isinstance(first, Created)
    sitting = Sitting.of(first)
    played: dict[int, Any] = {}
    for number, entry in enumerate(entries, 2):
        sitting = sitting.after(entry)
        if isinstance(entry, Moved):
            assert sitting.match is not None
            played[number] = sitting.match.events
    for regular in regulars:
        assert regular.since <= len(entries) + 1
        seen = [number for number in regular.steps if number in played]
        assert seen
        for number in seen:
            events = regular.steps[number]
            assert [e.kind for e in events] == [e.kind for e in played[number]]
            cards = [None if e.card is None else str(e.card) for e in played[number]]
            assert [e.card for e in events] == cards
    return sitting
