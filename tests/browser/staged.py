"""A table without a server behind it: the page is told what a test wants to see."""

from __future__ import annotations

import json
from typing import Any, Final

from playwright.sync_api import Page, WebSocketRoute

from unolab.server.protocol import (
    Advice,
    Choice,
    Event,
    Fair,
    Hand,
    Hinted,
    Message,
    Options,
    Room,
    Seat,
    Step,
    Table,
    Update,
    Welcome,
)
from unolab.server.room.opponents import BOT_NAMES as ROBOTS

from .guest import PATIENCE

NAMES: Final = ("Ada", *ROBOTS[:9])
CODE: Final = "K7QX4"
SEVEN: Final = ("R2", "R7", "Y1", "G4", "GV", "B6", "*W")
TWENTY: Final = tuple(f"{color}{number}" for color in "RYGB" for number in range(1, 6))


def plays(*cards: str, uno: bool = False) -> list[Choice]:
    """Let cards be played; a wild in four colours."""
    choices = []
    for card in cards:
        for color in "RYGB" if card[0] == "*" else card[0]:
            wished = color if card[0] == "*" else None
            play = {"move": color + card[1:], "kind": "play", "card": card, "uno": uno}
            choices.append(Choice.model_validate(play | {"color": wished}))
    return choices


DRAW: Final = Choice(move="draw", kind="draw")
KEEP: Final = Choice(move="keep", kind="keep")


class Stage:
    """Says to a page what a server would."""

    def __init__(self, page: Page, url: str) -> None:
        """Take the place of the server's socket."""
        self.page = page
        self.url = url
        self.number = 100
        self.advice: Advice | None = None
        """What is said to whoever asks for a hint; None: nothing."""
        self.asked: list[str] = []
        """The kinds of all messages of the page."""
        self._line: WebSocketRoute | None = None
        page.route_web_socket(f"{url.replace('http', 'ws', 1)}/api/ws?room=*", self._answer)

    def _answer(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(lambda text: self._hear(line, json.loads(text)))

    def _hear(self, line: WebSocketRoute, message: dict[str, Any]) -> None:
        self.asked.append(message["type"])
        if message["type"] == "hello":
            line.send(Welcome(code=CODE, token=None, seats=[0], host=True).model_dump_json())
            self._tell()
        elif message["type"] == "ping":
            line.send(json.dumps({"type": "pong", "id": message["id"]}))
        elif message["type"] in ("hint", "weigh") and self.advice is not None:
            advice = self.advice if message["type"] == "hint" else None
            told = {"id": message["id"], "at": message["at"], "chances": self.advice.chances}
            line.send(Hinted.model_validate(told | {"advice": advice}).model_dump_json())

    def until_asked(self, kind: str) -> None:
        """Wait until the last message of the page is of a kind."""
        for _ in range(PATIENCE // 20):
            if self.asked[-1:] == [kind]:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{kind} never came: {self.asked}")

    def set(self, **settings: object) -> None:
        """Change what this person likes, as another tab would."""
        self.page.evaluate(
            """changed => {
              const kept = JSON.parse(localStorage.getItem("unolab.settings") ?? "{}");
              localStorage.setItem("unolab.settings", JSON.stringify({ ...kept, ...changed }));
              dispatchEvent(new StorageEvent("storage", { key: "unolab.settings" }));
            }""",
            settings,
        )

    def open(self, update: Update) -> None:
        """Load the page with a table on it, or with the lobby or the curtain in its place."""
        self.update = update
        self.page.goto(f"{self.url}/r/{CODE}")
        curtain = update.hand is None and len(update.seats) > 1
        shown = ".curtain" if curtain else "main" if update.table is None else "main.table"
        self.page.locator(shown).first.wait_for()

    def show(self, update: Update) -> None:
        """Show another table, with all that happens on the way to it."""
        self.update = update
        self._tell()
        self.page.locator(f"main.table[data-shown='{self.number}']").wait_for()

    def _tell(self) -> None:
        assert self._line is not None
        self.number += 1
        steps = [step.model_copy(update={"number": self.number}) for step in self.update.steps]
        told = self.update.model_copy(update={"number": self.number, "steps": steps})
        self._line.send(told.model_dump_json())

    def tell(self, *messages: Message) -> None:
        """Say something besides what the table looks like."""
        assert self._line is not None
        for message in messages:
            self._line.send(message.model_dump_json())


def table(
    players: int,
    cards: tuple[str, ...] = SEVEN,
    choices: list[Choice] | None = None,
    events: list[Event] | None = None,
    teams: bool = False,
    **more: Any,
) -> Update:
    """Lay a table: Ada is to play, unless told otherwise."""
    shown = {
        "players": players,
        "dealer": 0,
        "turn": 0,
        "next": 1,
        "clockwise": True,
        "phase": "turn",
        "top": "Y7",
        "color": "Y",
        "under": ["B2", "YD"],
        "due": 0,
        "stock": 62,
        "sizes": [len(cards), *(12 - seat for seat in range(1, players))],
        "uno": None,
        "turns": 9,
    }
    people = [Seat(kind="person", name="Ada", avatar=2, host=True)]
    people += [
        Seat(kind="bot", name=NAMES[seat], avatar=7 + seat, bot="greedy", strength="hard")
        for seat in range(1, players)
    ]
    everyone = [
        one.model_copy(update={"team": seat % 2 if teams else None})
        for seat, one in enumerate(people)
    ]
    room = Room(
        code=CODE,
        stage="playing",
        rules="official",
        rules_said=[],
        has=["calls", "challenges", "drawn", "keeping", "points"],
        options=Options(),
        seats=everyone,
        round=3,
        rounds=3,
        totals=[120 + 11 * seat for seat in range(players)],
        target=500,
        standing=list(range(players)),
        winners=[],
        fair=Fair(
            commitment=None, shares=[], secret=None, seed=None, next_commitment="", next_shares=[]
        ),
        spectators=0,
        paused=False,
    )
    hand = Hand(
        seat=0,
        cards=list(cards),
        drawn=more.pop("drawn", None),
        choices=[DRAW, *plays("Y1", "*W")] if choices is None else choices,
    )
    table = Table.model_validate(shown | more)
    return Update(
        number=1,
        seats=[0],
        host=True,
        alone=True,
        room=room,
        table=table,
        hand=hand,
        steps=[Step(number=1, events=events, turn=table.turn)] if events else [],
    )
