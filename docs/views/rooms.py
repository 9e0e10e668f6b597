"""Rooms to be seen: tables, people around them, tournaments, how a round and a match end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.browser import test_overlap as situations
from tests.browser.staged import table
from unolab.server.protocol import (
    ContestRow,
    ContestShown,
    Event,
    Moment,
    Seat,
    Update,
    Waiting,
)

STORY = [
    Moment(kind="struck", round=3, seat=3, card="BD", count=2),
    Moment(kind="hit", round=3, seat=0, other=2, card="GF", count=4),
    Moment(kind="out", round=3, seat=0, card="Y7", count=132),
]


def tables() -> Iterator[tuple[str, Update]]:
    """Lay every table that there is to see."""
    for players in range(2, 11):
        yield f"table-{players}", situations.turn(players)
    for situation, players in product(situations.SITUATIONS, (4, 10)):
        yield f"table-{situation.__name__}-{players}", situation(players)
    for players in (4, 10):
        yield f"table-partners-{players}", table(players, teams=True)
    yield "bot-for-you", away()
    yield "curtain", shared()
    yield "lobby", lobby()
    yield "lobby-queue", in_room(lobby(), waiting=queue())
    for players in (4, 10):
        yield f"round-end-{players}", ended(False, players)
        yield f"match-end-{players}", ended(True, players)
    yield "tournament", contest(False)
    yield "tournament-end", contest(True)


def in_room(update: Update, **more: Any) -> Update:
    """Change something about the room."""
    return update.model_copy(update={"room": update.room.model_copy(update=more)})


def at_table(update: Update, **more: Any) -> Update:
    """Change something about the table."""
    assert update.table is not None
    return update.model_copy(update={"table": update.table.model_copy(update=more)})


def seated(update: Update, seat: int, **more: Any) -> Update:
    """Change something about somebody."""
    seats = [*update.room.seats]
    seats[seat] = seats[seat].model_copy(update=more)
    return in_room(update, seats=seats)


def company(players: int = 4) -> Update:
    """Let people sit at the table, so that there is a chat."""
    person = {"kind": "person", "bot": None, "strength": None, "device": "b"}
    return seated(situations.turn(players), 1, **person)


def away() -> Update:
    """Let a bot play for whoever looks."""
    update = at_table(seated(company(), 0, away=True), thinking=True)
    return update.model_copy(update={"alone": False})


def shared() -> Update:
    """Hand the device to the next person."""
    update = at_table(situations.turn(4), turn=1, next=2)
    return update.model_copy(update={"seats": [0, 1], "hand": None})


def lobby() -> Update:
    """Wait in a room for somebody to come."""
    update = in_room(company(), stage="lobby", rounds=0)
    return update.model_copy(update={"table": None, "hand": None})


def queue() -> list[Waiting]:
    """Let two wait for a seat, one of whom asks."""
    told = {"avatar": 5, "seat": None, "admitted": False}
    return [
        Waiting.model_validate(told | {"guest": 1, "name": "Cem", "asks": True}),
        Waiting.model_validate(told | {"guest": 2, "name": "Dan", "asks": False, "admitted": True}),
    ]


def spectator(players: int = 4) -> Update:
    """Watch people play, with a seat to queue for."""
    update = company(players)
    seen = {"seats": [], "host": False, "alone": False, "hand": None, "may_queue": True}
    return update.model_copy(update=seen)


def log() -> Update:
    """Let a few things have happened."""
    happened = [
        Event(kind="played", seat=1, card="Y2"),
        Event(kind="drew", seat=2, count=1),
        Event(kind="played", seat=3, card="RF", color="R"),
        Event(kind="challenged", seat=0, other=3, guilty=True, count=4),
        Event(kind="took", seat=3, count=4),
        Event(kind="said", seat=1),
        Event(kind="reversed", seat=0, clockwise=False),
        Event(kind="skipped", seat=2),
    ]
    return table(4, events=happened).model_copy(update={"room": company().room})


def ended(match: bool, players: int) -> Update:
    """End a round, or the match with it."""
    update = situations.turn(players)
    hands = [[], ["R5", "GS"], ["*W", "*F", "Y9"], ["G1"], *([["Y3", "BV"]] * 6)][:players]
    left = [0, 25, 109, 1, *([23] * 6)][:players]
    totals = [512, 131, 142, 153, *(144 + 7 * seat for seat in range(6))][:players]
    update = at_table(
        update,
        **{"phase": "over", "winner": 0, "winners": [0], "hands": hands, "left": left},
        **{"points": sum(left), "scores": [sum(left), *([0] * (players - 1))]},
        sizes=[len(cards) for cards in hands],
    )
    assert update.hand is not None
    update = update.model_copy(update={"hand": update.hand.model_copy(update={"cards": []})})
    return in_room(
        update,
        **{"stage": "over" if match else "pause", "winners": [0] if match else [], "story": STORY},
        totals=totals,
        standing=sorted(range(players), key=lambda seat: -totals[seat]),
    )


def contest(over: bool) -> Update:
    """Watch a tournament of bots, half way or at its end."""
    update = ended(True, 4) if over else situations.turn(4)
    names = ("Scorebot", "Mixbot with slack 2", "Ashtabna", "Greedy", "Diversity", "Random")
    rows = [
        ContestRow(
            **{"rank": at + 1, "name": name, "avatar": 7 + at, "bot": "greedy"},
            **{"played": 120, "won": 48 - 6 * at, "points": 10_480 - 911 * at},
            **{"rating": 1_640 - 52 * at, "reach": 34},
        )
        for at, name in enumerate(names)
    ]
    shown = ContestShown(matches=120, played=120 if over else 40, rows=rows)
    seats = [Seat(kind="bot", name=names[seat], avatar=7 + seat, bot="greedy") for seat in range(4)]
    update = in_room(update, contest=shown, seats=seats)
    return update.model_copy(update={"seats": [], "hand": None})
