"""Write the logs of rooms that every later version must open.

    python -m tests.server.write_logs 2

plays an evening in each of a few rooms and writes the folder ``tests/server/logs/2``: a file with
an entry per line for each room, and beside it what it leads to. Do this once for each format of
the log, with the first version that writes it, and never change the files again. The cards are
chance's: write once more if test_logs.py misses a jump-in or the like among them.
"""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.server.clients import Memory, Socket, connect, rooms_of
from tests.server.coached import Coach
from tests.server.lapse import Lapse, wait
from unolab.fairness import commit_to, make_secret
from unolab.server.protocol import VERSION
from unolab.server.protocol.rest import NewRoom
from unolab.server.room.entries import ENTRY, Created
from unolab.server.room.sitting import Sitting
from unolab.server.rooms import Rooms

LOGS = Path(__file__).parent / "logs"
KINDS = {"created", "sat", "left", "arranged", "configured", "dealt", "moved"}
"""What the logs of every format have."""
LATER_KINDS = {"removed", "hosted", "hinted", "taken_back"}
"""What the latest have besides: the first two those from format 3 on, the others from format 4."""
ME, OPEN, LOCAL = {"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "local"}


def bot(text: str) -> dict[str, str]:
    return {"who": "bot", "bot": text}


class Person:
    """A client that makes any move that is allowed, mostly a card: so that rounds end."""

    def __init__(self, rooms: Rooms, code: str, token: str | None, chance: random.Random) -> None:
        self.socket = Socket()
        self._ids = count(2)
        self._chance = chance
        self._secrets: dict[int, str] = {}  # by the number of rounds dealt before
        self._serving = asyncio.create_task(connect(self.socket, rooms).serve())
        self.socket.say(id=1, type="hello", version=VERSION, room=code, token=token)

    async def say(self, type: str, **fields: Any) -> None:
        """Send a message, which nobody refuses unless a move of somebody else came first."""
        self.socket.say(id=next(self._ids), type=type, **fields)
        await wait()
        await self.take_part()
        assert {*self.socket.codes} <= {"stale", "playing", "too_early"}, self.socket.messages

    async def take_part(self) -> None:
        """Add a secret to the next deal, and tell it when it is time."""
        room, seats = self.update["room"], self.update["seats"]
        if not seats:
            return
        rounds, drawing = room["rounds"], room["fair"]["drawing"]
        committed = any(share["seat"] in seats for share in room["fair"]["next_shares"])
        fields: dict[str, Any] = {"id": next(self._ids), "rounds": rounds}
        if drawing and rounds in self._secrets:
            self.socket.say(type="reveal", secret=self._secrets.pop(rounds), **fields)
        elif not drawing and room["stage"] != "playing" and not committed:
            self._secrets[rounds] = make_secret()
            commitment = commit_to(self._secrets[rounds])
            self.socket.say(type="commit", commitment=commitment, **fields)
        await wait()

    @property
    def update(self) -> dict[str, Any]:
        update: dict[str, Any] = [m for m in self.socket.messages if m["type"] == "update"][-1]
        self.socket.sent[:-5] = []
        return update

    async def act(self) -> None:
        """Make a move, if there is one, and let the others make theirs."""
        update = self.update
        if update["room"]["stage"] == "playing":
            turn = update["table"]["turn"]
            if turn in update["seats"] and update["hand"] is None:
                await self.say("look", seat=turn)
            elif update["hand"] and update["hand"]["choices"]:
                choices = update["hand"]["choices"]
                plays = [choice for choice in choices if choice["kind"] == "play"]
                wanted = plays if plays and self._chance.random() < 0.9 else choices
                choice = self._chance.choice(wanted)
                called = choice["uno"] and self._chance.random() < 0.5
                move = choice["move"] + "!" * called
                await self.say("move", move=move, at=update["number"], seat=update["hand"]["seat"])
        await wait(3)

    async def hang_up(self) -> None:
        self.socket.hang_up()
        await self._serving


class Evening:
    """A room that is being played in."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.memory = Memory()
        self.rooms = rooms_of(self.memory, coach=Coach())
        self.people: list[Person] = []
        self.code = ""

    async def begin(self, *seats: dict[str, Any], **wanted: Any) -> Person:
        room = {"seats": seats, "pace": "instant", **wanted}
        made = await self.rooms.create(NewRoom.model_validate(room))
        self.code = made.code
        return await self.come(made.token)

    async def come(self, token: str | None = None) -> Person:
        person = Person(self.rooms, self.code, token, self.chance)
        self.people.append(person)
        await wait()
        return person

    @property
    def texts(self) -> list[str]:
        return self.memory.rooms[self.code]

    async def play(self, entries: int = 10_000, stage: str = "playing") -> None:
        """Play until there are that many more entries, or the stage is another one."""
        until = len(self.texts) + entries
        while len(self.texts) < until and self.people[0].update["room"]["stage"] == stage:
            for person in self.people:
                await person.act()

    async def deal(self) -> None:
        """Commit, want the deal, and tell the secrets."""
        for person in self.people:
            await person.take_part()
        in_lobby = self.people[0].update["room"]["stage"] == "lobby"
        for person in self.people[: 1 if in_lobby else None]:
            await person.say("deal")
        for person in self.people:
            await person.take_part()
        await wait(20)


# ── the rooms ─────────────────────────────────────────────────────────────────────────────────────


async def alone(evening: Evening) -> None:
    """One person and bots: a whole round, and into the next."""
    await evening.begin(ME, bot("easy"), bot("medium"), bot("hard"), start=True)
    await evening.play()
    await evening.deal()
    await evening.play(12)


async def friends(evening: Evening) -> None:
    """People come, change names, seats and rules, play, and go."""
    ada = await evening.begin(ME, OPEN, OPEN, OPEN)
    bob, cyd = await evening.come(), await evening.come()
    await bob.say("sit", seat=1, name="Bob", avatar=3)
    await cyd.say("sit", seat=3, name="Cyd ♥", avatar=5)
    await cyd.say("rename", name="Cyd", avatar=6)
    await cyd.say("leave")
    await cyd.say("sit", seat=2, name="Cyd", avatar=6)
    chairs: list[dict[str, Any]] = [{"keep": 2}, {"keep": 0}, {"keep": 1}, {"bot": "hard"}]
    await ada.say("arrange", at=ada.update["number"], chairs=chairs)
    await ada.say("configure", rules="official+stacking=same+wd4=strict", timer=60)
    await evening.deal()
    await evening.play(20)
    await bob.say("leave")
    await evening.play(10)


async def one_device(evening: Evening) -> None:
    """Several people share a device, and one of them changes the name."""
    ada = await evening.begin(ME, LOCAL, LOCAL | {"name": "Eve", "avatar": 2}, start=True)
    await evening.play()
    await ada.say("rename", name="Eva", avatar=2, seat=2)
    await evening.deal()
    await evening.play(8)


async def known(evening: Evening) -> None:
    """The players give the deal; the next one is secret."""
    await evening.begin(ME, bot("cardcounting"), deal="duel+target=200/2/42", start=True)
    await evening.play()
    await evening.deal()
    await evening.play(6)


async def bots(evening: Evening) -> None:
    """Bots alone, with open hands."""
    four = [bot("mixbot"), bot("greedy"), bot("scorebot"), bot("random(forget=0.5)")]
    await evening.begin(*four, open_hands=True, start=True)
    await evening.play()
    await wait(30)
    await evening.play(5)


async def party(evening: Evening) -> None:
    """Jump-ins, swapped hands and stacked draw cards."""
    await evening.begin(ME, *[bot("medium")] * 4, rules="party", start=True)
    for _ in range(3):
        await evening.play()
        await evening.deal()
    await evening.play(10)


async def again(evening: Evening) -> None:
    """A match that is over, other rules, another match that is over."""
    ada = await evening.begin(ME, bot("easy"), rules="official+target=1", start=True)
    await evening.play()
    await ada.say("configure", rules="lowscore+target=1", timer=30, pace="instant")
    await evening.deal()
    await evening.play()
    await evening.deal()
    await evening.play()


async def stand_in(evening: Evening) -> None:
    """A bot plays for somebody who is gone, and for somebody whose time is up."""
    ada = await evening.begin(ME, OPEN, bot("easy"), timer=30)
    bob = await evening.come()
    await bob.say("sit", seat=1, name="Bob")
    await evening.deal()
    await evening.play(4)
    await bob.hang_up()
    evening.people.remove(bob)
    await wait(40)
    await evening.play(6)
    await wait(31)
    await ada.say("back")
    await evening.play(2)


async def hosts(evening: Evening) -> None:
    """A host who asks who may sit down, hands the room over, and is removed by the next one."""
    ada = await evening.begin(ME, OPEN, bot("easy"), OPEN, rules="official+partners=true")
    bob, cyd, eve = [await evening.come() for _ in range(3)]
    await bob.say("sit", seat=1, name="Bob", avatar=3)
    await ada.say("configure", door="ask")
    await cyd.say("queue", name="Cyd")
    await ada.say("admit", guest=cyd.update["guest"], seat=2)
    await eve.say("queue", name="Eve")
    await ada.say("admit", guest=eve.update["guest"])
    await evening.deal()
    await evening.play(10)
    await ada.say("handover", at=ada.update["number"], seat=1)
    await cyd.say("leave")
    await bob.say("remove", at=bob.update["number"], seat=0)
    await bob.say("remove", at=bob.update["number"], seat=3, ban=True)
    await evening.play(6)


async def coached(evening: Evening) -> None:
    """One person asks for hints, and takes moves back."""
    ada = await evening.begin(ME, bot("medium"), bot("hard"), rules="party", start=True)
    for _ in range(3):
        await evening.play(8)
        while ada.update["table"]["turn"] != 0:
            await wait(1)
        await ada.say("hint", at=ada.update["number"])
        await ada.say("take_back", at=ada.update["number"])
    await evening.play()
    await evening.deal()
    await evening.play(8)


ROOMS: dict[str, Callable[[Evening], Awaitable[None]]] = {
    room.__name__: room
    for room in (alone, friends, one_device, known, bots, party, again, stand_in, hosts, coached)
}


# ── what is written ───────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def evening_of(seed: int) -> AsyncIterator[Evening]:
    evening = Evening(random.Random(seed))
    yield evening
    await evening.rooms.close()
    for person in evening.people:
        await person.hang_up()


def replayed(texts: list[str]) -> Sitting:
    created, *entries = map(ENTRY.validate_json, texts)
    assert isinstance(created, Created)
    return Sitting.replay(created, entries)


def described(sitting: Sitting) -> dict[str, Any]:
    """Say what a log leads to, in words that no later version has a reason to change."""
    match = sitting.match
    return {
        "stage": sitting.stage,
        "rules": str(sitting.rules),
        "host": sitting.host,
        "timer": sitting.options.timer,
        "open_hands": sitting.options.open_hands,
        "chairs": [
            {
                "kind": c.kind,
                "name": c.name,
                "avatar": c.avatar,
                "owner": c.owner,
                "bot": str(c.bot or ""),
            }
            for c in sitting.chairs
        ],
        "rounds": [
            {
                "game": str(played.game),
                "names": [chair.name for chair in played.chairs],
                "known": played.known,
            }
            for played in sitting.rounds
        ],
        "game": None if match is None else str(match.game),
        "totals": None if match is None else list(match.totals),
        "turn": None if match is None else match.state.turn,
        "hands": None
        if match is None
        else [" ".join(map(str, hand)) for hand in match.state.hands],
    }


async def write(folder: Path) -> None:
    """Play in every room and write what comes of it."""
    kinds, movers = set[str](), set[str]()
    for name, play in ROOMS.items():
        async with evening_of(len(kinds)) as evening:
            await play(evening)
            texts = list(evening.texts)
        entries = [json.loads(text) for text in texts]
        kinds |= {entry["kind"] for entry in entries}
        movers |= {entry["by"] for entry in entries if entry["kind"] == "moved"}
        (folder / f"{name}.jsonl").write_text("".join(f"{text}\n" for text in texts))
        led_to = described(replayed(texts))
        written = json.dumps(led_to, indent=1, ensure_ascii=False)
        (folder / f"{name}.json").write_text(f"{written}\n")
    assert kinds == KINDS | LATER_KINDS, kinds
    assert movers == {"person", "bot", "stand-in"}, movers


if __name__ == "__main__":
    new = LOGS / sys.argv[1]
    new.mkdir(parents=True)  # which refuses to write into one that is there
    with asyncio.Runner(loop_factory=Lapse) as runner:
        runner.run(write(new))
