"""A room to be tested: guests that remember what they were told, and a log in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from tests.kit import filled
from tests.server.lapse import wait
from unolab import Match, State
from unolab.bots import Bot
from unolab.bots.strengths import STRENGTHS
from unolab.fairness import seed_of
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.protocol import (
    FROM_CLIENT,
    Hand,
    Message,
    Options,
    Refused,
    Table,
    Update,
)
from unolab.server.room.coaching import Adviser
from unolab.server.room.entries import ENTRY, Chair, Created, Moved
from unolab.server.room.room import Came, Gone, Room
from unolab.server.room.sitting import Sitting
from unolab.server.store.store import NotSaved

SEED = 2**127 + 12_345  # as long as a secret one
ENDING = "R5 0> R7/B2B2/Y9"
ADA, BOB, CYD = "ada's digest", "bob's digest", "cyd's digest"


def person(owner: str, name: str = "") -> Chair:
    return Chair(kind="person", name=name or owner.partition("'")[0].title(), owner=owner)


def bot(text: str = "hard") -> Chair:
    return Chair(kind="bot", name="Bolt", avatar=8, bot=Bot.parse(STRENGTHS.get(text, text)))


def created(
    *chairs: Chair,
    rules: str = "official",
    host: str = ADA,
    seed: int | str = SEED,
    known: bool = False,
    **options: Any,
) -> Created:
    """The first entry of a room; bots take no time unless ``pace`` says so."""
    agreed = Options(**({"pace": "instant"} | options))
    return Created(
        rules=rules, chairs=chairs, host=host, options=agreed, seed=str(seed), known=known
    )


def placed(sitting: Sitting, position: str) -> Sitting:
    """Lay a position on the table, in place of a deal."""
    return holding(sitting, State.parse(filled(position), sitting.rules))


def holding(sitting: Sitting, state: State) -> Sitting:
    """Lay any state on the table."""
    match = Match(sitting.rules, state.players, seed_of(sitting.secret, ()))
    match = match._with((match.game.extended((), state),))
    return replace(sitting, match=match)


class Log:
    """Entries in memory, each with what every guest had been told when it was handed in."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self.fails = False
        self.listeners: list[Callable[[], None]] = []

    async def append(self, code: str, number: int, entry: str) -> None:
        for listener in self.listeners:
            listener()
        await asyncio.sleep(0)
        if self.fails:
            raise NotSaved("the disk is full")
        assert number == len(self.entries)
        self.entries.append(entry)


class Guest:
    """A client that remembers everything."""

    def __init__(self, owner: str = "", network: str = "") -> None:
        self.owner = owner
        self.network = network
        self.looking: int | None = None
        self.seen = 0
        self.views = False
        self.messages: list[Message] = []
        self.closed = False
        self.adopted: list[tuple[list[int], bool]] = []
        self._ids = count(1)
        self.told = asyncio.Event()

    def post(self, message: Message) -> None:
        self.messages.append(message)
        self.told.set()

    def offer(self) -> str:
        return f"{id(self)}'s digest"

    def adopt(self, owner: str, seats: list[int], host: bool) -> None:
        self.owner = owner
        self.adopted.append((seats, host))

    def close(self) -> None:
        self.closed = True

    def number(self) -> int:
        return next(self._ids)

    @property
    def update(self) -> Update:
        """The latest update."""
        return next(m for m in reversed(self.messages) if isinstance(m, Update))

    @property
    def table(self) -> Table:
        table = self.update.table
        assert table is not None
        return table

    @property
    def hand(self) -> Hand:
        hand = self.update.hand
        assert hand is not None
        return hand

    @property
    def moves(self) -> list[str]:
        """What may be done, as text."""
        return [choice.move for choice in self.hand.choices]


class Place:
    """A room whose task runs."""

    def __init__(self, room: Room, log: Log, task: asyncio.Task[None]) -> None:
        self.room = room
        self.log = log
        self._task = task

    async def hear(self, guest: Guest) -> None:
        """Wait until a guest is told something; a room that has ended tells nothing."""
        guest.told.clear()
        told = asyncio.ensure_future(guest.told.wait())
        await asyncio.wait([told, self._task], return_when=asyncio.FIRST_COMPLETED)
        if not told.done():
            told.cancel()
            self._task.result()

    async def come(self, owner: str = "", since: int = 0, network: str = "") -> Guest:
        guest = Guest(owner, network)
        await self.enter(guest, since)
        return guest

    async def enter(self, guest: Guest, since: int = 0) -> None:
        await self.room.put(guest, Came(since))
        await self.hear(guest)

    async def go(self, guest: Guest) -> None:
        await self.room.put(guest, Gone())
        await wait()

    async def send(self, guest: Guest, /, type: str, **fields: Any) -> Message:
        """Send a message and return the first answer."""
        before = len(guest.messages)
        await self.post(guest, type, **fields)
        while len(guest.messages) == before:
            await self.hear(guest)
        return guest.messages[before]

    async def post(self, guest: Guest, /, type: str, **fields: Any) -> None:
        """Send a message that may have no answer."""
        # of somebody who has seen everything, unless it says otherwise
        if type in ("arrange", "remove", "handover"):
            fields = {"at": self.room.number} | fields
        message = FROM_CLIENT.validate_python({"id": guest.number(), "type": type, **fields})
        await self.room.put(guest, message)

    async def move(self, guest: Guest, move: str, **fields: Any) -> Message:
        return await self.send(guest, "move", **{"move": move, "at": self.room.number} | fields)

    async def refused(self, guest: Guest, /, type: str, **fields: Any) -> Refused:
        """Send a message that changes nothing, and return why."""
        before = (self.room.sitting, list(self.log.entries))
        answer = await self.send(guest, type, **fields)
        assert isinstance(answer, Refused), answer
        assert (self.room.sitting, self.log.entries) == before
        return answer

    async def code(self, guest: Guest, /, type: str, **fields: Any) -> str:
        return (await self.refused(guest, type, **fields)).code

    async def illegal(self, guest: Guest, move: str, **fields: Any) -> str:
        return await self.code(guest, "move", **{"move": move, "at": self.room.number} | fields)


@asynccontextmanager
async def opened(
    sitting: Sitting | Created,
    away_after: float = 30,
    log: Log | None = None,
    number: int = 1,
    limits: ServerLimits = UNLIMITED,
    coach: Adviser | None = None,
) -> AsyncIterator[Place]:
    """Run a room; whatever goes wrong in its task fails the test."""
    if isinstance(sitting, Created):
        first, sitting = sitting.model_dump_json(), Sitting.of(sitting)
    else:
        first = "prepared"
    if log is None:
        log = Log()
        log.entries.append(first)
    room = Room("TEST", sitting, number, log, None, away_after, limits=limits, coach=coach)
    task = asyncio.create_task(room.run())
    try:
        yield Place(room, log, task)
        await wait()
    finally:
        if not task.done():
            task.cancel()
        await asyncio.wait([task])
    assert task.cancelled(), task.exception()


def midway(position: str, *chairs: Chair, rules: str = "official", **options: Any) -> Sitting:
    """A round in the middle, with as many people as there are hands unless chairs are named."""
    people = [person(owner) for owner in (ADA, BOB, CYD)]
    chairs = chairs or tuple(people[: position.count("/") + 1])
    return placed(Sitting.of(created(*chairs, rules=rules, **options)), position)


def refusals(guest: Guest) -> list[str]:
    return [message.code for message in guest.messages if isinstance(message, Refused)]


def kinds_of(update: Update) -> list[str]:
    return [event.kind for step in update.steps for event in step.events]


def moves_of(place: Place) -> list[tuple[int, str, str]]:
    """The moves in the log."""
    entries = map(ENTRY.validate_json, place.log.entries[1:])
    return [(entry.seat, entry.move, entry.by) for entry in entries if isinstance(entry, Moved)]


def everything(*guests: Guest) -> list[list[Message]]:
    return [list(guest.messages) for guest in guests]
