"""Restoring: a room from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from unolab.errors import IllegalMove
from unolab.server.room.chronicle import Chronicle
from unolab.server.room.entries import ENTRY, Created, Dealt, Moved, TakenBack
from unolab.server.room.minds import RoomMinds
from unolab.server.room.opponents import STAND_IN, compile_bot
from unolab.server.room.sitting import Sitting

T = TypeVar("T")


class Spoilt(Exception):
    """A corrupt room log. The message is for the server's log."""


def read_log(read: Callable[[list[str]], T], texts: list[str]) -> T:
    """Read a log in some way; whatever goes wrong, it is spoilt."""
    try:
        return read(texts)
    except Exception as error:
        # not its text, which may quote a hand or a seed
        why = f" ({error.code})" if isinstance(error, IllegalMove) else ""
        raise Spoilt(f"{type(error).__name__}{why}") from error


def restore(texts: list[str]) -> tuple[Sitting, Chronicle]:
    """Replay a log: the resulting table, and the events on the way."""
    created, *entries = map(ENTRY.validate_json, texts)
    assert isinstance(created, Created)
    sitting = Sitting.of(created)
    chronicle = Chronicle()
    for number, entry in enumerate(entries, 2):
        sitting = sitting.after(entry)
        chronicle.tell(number, entry, sitting)
    return sitting, chronicle


def reopen(texts: list[str]) -> tuple[Sitting, Chronicle, RoomMinds | None]:
    """Replay a log, and seat bots that remember the current round."""
    sitting, chronicle = restore(texts)
    others = () if sitting.contest is None else sitting.contest.chairs
    for chair in (*sitting.chairs, *others):
        compile_bot(chair.bot or STAND_IN)
    if sitting.stage != "playing":
        return sitting, chronicle, None
    entries: list[Moved | TakenBack] = []
    for text in reversed(texts):
        entry = ENTRY.validate_json(text)
        if isinstance(entry, Dealt):
            break
        if isinstance(entry, Moved | TakenBack):
            entries.append(entry)
    return sitting, chronicle, RoomMinds.of(sitting, _list_moves(reversed(entries)))


def _list_moves(entries: Iterable[Moved | TakenBack]) -> list[Moved]:
    """List the moves of a round that still hold."""
    moves: list[Moved] = []
    for entry in entries:
        if isinstance(entry, Moved):
            moves.append(entry)
        else:
            del moves[entry.moves :]
    return moves
