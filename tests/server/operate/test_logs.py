"""The lines of the log: for people and for programs, and never with what nobody may know."""

import io
import json
import logging
import os
from collections.abc import Iterator

import pytest

from tests.server.lapse import wait
from tests.server.test_connection import room, served
from unolab import State
from unolab.errors import IllegalMove
from unolab.server.operate.logs import LONGEST, MOST_FRAMES, JsonLines, TextLines
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import ENTRY, Created, Dealt, Moved, Sat
from unolab.server.room.room import Room
from unolab.server.store.store import NotSaved

pytestmark = pytest.mark.slow

POSITION = "R5 0> R7G3/2"

FORMATS = {"text": TextLines, "json": JsonLines}


@pytest.fixture(params=FORMATS)
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that is logged, at the lowest level that an operator can choose."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATS[request.param]())
    logger = logging.getLogger("unolab.server")
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_json_is_one_object_in_one_line() -> None:
    record = logging.makeLogRecord(
        {
            "name": "unolab.server",
            "levelno": logging.ERROR,
            "levelname": "ERROR",
            "msg": "room %s\nhas \u2028 crashed",
            "args": ("ABCD2345",),
            "event": "room_crashed",
            "room": "ABCD2345",
            "token": "secret",
        }
    )
    text = JsonLines().format(record)
    assert (len(text.splitlines()), text.isascii()) == (1, True)
    line = json.loads(text)
    assert line.pop("time").endswith("+00:00")
    assert line.pop("pid") == os.getpid()
    assert line == {
        "level": "error",
        "logger": "unolab.server",
        "event": "room_crashed",
        "message": "room ABCD2345\nhas \u2028 crashed",
        "room": "ABCD2345",
    }


def test_nobody_begins_a_line_or_writes_a_long_one() -> None:
    record = logging.makeLogRecord({"msg": "%s", "args": ("a\nb\x1b[2J\x9b\u2028" + "x" * 9999,)})
    text = TextLines().format(record)
    assert len(text.splitlines()) == 1
    assert text.startswith("a\\x0ab\\x1b[2J\\x9b\\u2028xxx")
    assert len(text) < LONGEST + 100


def fail(depth: int) -> None:
    if depth:
        fail(depth - 1)
    raise IllegalMove(0, 1, POSITION, "play R7", "a secret", "does_not_fit")


@pytest.mark.parametrize("kind", FORMATS)
def test_errors_say_where_and_not_what(kind: str) -> None:
    try:
        try:
            fail(100)
        except IllegalMove as error:
            raise NotSaved("the disk is full") from error
    except NotSaved as error:
        found = (type(error), error, error.__traceback__)
    text = FORMATS[kind]().format(logging.makeLogRecord({"msg": "oh", "exc_info": found}))
    assert "NotSaved: the disk is full" in text  # written for the log
    assert "IllegalMove" in text
    assert text.count("test_logs.py") <= MOST_FRAMES + 1
    assert POSITION not in text


@pytest.mark.anyio
@pytest.mark.lapse
async def test_no_secret_and_no_card_is_logged(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room() as (rooms, made, memory):
        log = memory.rooms[made.code]
        first = ENTRY.validate_json(log[0])
        assert isinstance(first, Created)
        sat = [
            Sat(seat=seat, owner=f"owner{seat}" * 4, name=str(seat), avatar=0) for seat in (1, 2)
        ]
        log += [entry.model_dump_json() for entry in (*sat, Dealt(seed="271828182845"))]
        await rooms.put_all_away()
        async with served(rooms, made, token=made.token) as socket:
            state = (await rooms.look(made.code)).match.state  # type: ignore[union-attr]
            secrets = [made.token, first.seed, "271828182845", "owner1", *hands_of(state)]
            socket.say(id=2, type="say", text="x", token=made.token)  # malformed, with a secret
            memory.fails = True
            socket.say(id=3, type="rename", name="Eva", avatar=1)
            await wait()
            memory.fails = False

            def crash(*_: object) -> None:
                raise ValueError(" ".join(secrets)) from KeyError(made.token)

            with monkeypatch.context() as patched:
                patched.setattr(Room, "_stir", crash)
                socket.say(id=4, type="ping")
                socket.say(id=5, type="back")
                await wait()
            assert socket.closed is not None
        await rooms.put_all_away()
        log.append(Moved(seat=state.turn, move="-", by="person").model_dump_json())
        with pytest.raises(Refusal):
            await rooms.look(made.code)
    text = written.getvalue()
    for line in ("the disk is full", "has crashed", "cannot read the log", "(nothing_drawn)"):
        assert line in text
    assert [secret for secret in secrets if secret in text] == []


def hands_of(state: State) -> list[str]:
    """The hands as a position writes them."""
    return str(state).split(" ")[2].split("/")
