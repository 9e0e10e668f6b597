"""Texts that try to run, read or find something: no entrance lets them touch this machine."""

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.server.audit import untouched
from tests.server.clients import Memory, Socket, connect
from unolab import Game, Rules
from unolab.bots import BOTS, Bot, ShippedBot, bots_of
from unolab.errors import UnolabError
from unolab.server import app as app_module
from unolab.server.app import Settings, create_app
from unolab.server.codes import CODE_LETTERS
from unolab.server.guard.limits import UNLIMITED
from unolab.server.http.replays import line_of, replay_from
from unolab.server.protocol import VERSION, Options
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import Problem
from unolab.server.room import own_bots
from unolab.server.room.entries import ENTRY, Arranged, Chair, Created, Dealt, Moved
from unolab.server.room.minds import RoomMinds
from unolab.server.room.opponents import STAND_IN, invite, opponent
from unolab.server.room.sitting import Sitting
from unolab.server.rooms import Rooms
from unolab.server.run import compile_all
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LONGEST_SENTENCE = 700  # characters of an answer; the names of all settings are in some
STANDARD_LIBRARY = Path(os.__file__).parent
CRASHER = STANDARD_LIBRARY / "test/crashers/bogus_code_obj.py"
UP = "../" * len(Path.cwd().parts)

SHORT = [
    "nowhere.py:f",
    "./nowhere.py:f",
    "random:x.py:f",
    "random:/x.py:f",
    "random(/x.py:f())",
    "random:/x.py:f(slack=1)",
    "unolab.bots.strategies.random:random",
    "unolab/bots/random.py:random",
    "os:system",
    "os.system('id')",
    "__import__('os').system('id')",
    "random;import os",
    "random\nimport os",
    "random\0.py:f",
    "random\0",
    "\0",
    "\r\n",
    "r\u0430ndom",  # with a Cyrillic letter
    "\uff52andom",  # with a wide one
    "random\u200b",
    "random\u202e",
    "{0.__class__}",
    "%s%s%s%n",
    "${jndi:ldap://x}",
    "$(id)",
    "`id`",
    "|id",
    "file:///dev/null",
    "/dev/zero",
    "/dev/zero:f",
    "/dev/zero.py:f",
    "\\\\host\\x.py:f",
    "C:\\x.py:f",
    "CON.py:f",
    "~/x.py:f",
    "../" * 12 + "x.py:f",
    "%2e%2e%2fx.py:f",
    "..",
    "random:",
    "random(",
    "random)",
    "random()()",
    "random((((((((((",
    "random:points:points",
    "random(forget=nan)",
    "random(forget=inf)",
    "random(forget=-inf)",
    "random(forget=1e309)",
    "random(forget=1e-999999999)",
    "random(forget=٣)",
    "random(forget=0x1)",
    "random(forget=1_0)",
    "random(forget=1e308)",
    "mixbot2(slack=1e308)",
    "random(__class__=1)",
    "random(strategy=1)",
    "random(forget=__import__('os'))",
    "random(forget=0,forget=0)",
    "random" + "(" * 150,
    "random(" + "forget=0," * 20 + ")",
    f"random(forget={'9' * 150})",
    "a" * 200,
    "💥" * 100,
]
"""What is no bot, and no rules, deal or game either; a client may send texts of this length."""

LONG = [
    "random(" + "forget=0," * 100_000 + ")",
    f"random(forget={'9' * 1_000_000})",
    f"mixbot2(slack=0.{'0' * 1_000_000}1)",
    "(" * 1_000_000,
    ":" * 1_000_000,
    "=" * 1_000_000,
    "../" * 300_000 + "x.py:f",
]


def planted(folder: Path) -> Iterator[str]:
    """Files that are there, under every name by which a bot might be taken for one."""
    file = folder / "evil.py"
    file.write_text(
        "from pathlib import Path\nPath(__file__).with_name('ran').touch()\nf = print\n"
    )
    (folder / "random").mkdir(exist_ok=True)
    for path in (file, CRASHER, STANDARD_LIBRARY / "this.py"):
        down = path.relative_to(path.anchor).as_posix()
        yield f"{path.as_posix()}:f"
        yield f"{UP}{down}:f"
        for text in ("random:/", "random(/", "mixbot2:points/", "easy:/", "random/"):
            yield f"{text}{UP}{down}:f"
            yield f"{text}{UP}{down}:f()"
    yield "random/../evil.py:f"
    yield "evil.py:f"
    yield "random(/../evil.py:f())"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with a file that tells when it was run."""
    monkeypatch.chdir(tmp_path)
    assert [*planted(tmp_path)]
    logging.disable()  # a traceback in a log reads the sources
    yield tmp_path
    logging.disable(logging.NOTSET)
    assert not (tmp_path / "ran").exists()


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """All that may be loaded is loaded already."""
    compile_all()
    for bot in bots_of([*BOTS]):
        assert bot.address
    for moves in ("+ -", "0:R0", "?", ">1", "x1", "*R"):
        with suppress(ValueError):
            show_replay(f"official/2/1: {moves}")


def show_replay(text: str) -> bytes:
    """Show a game as the server does, for somebody who waits."""
    return replay_from(line_of(text), lambda: None)


def hostile(folder: Path) -> list[str]:
    return [*SHORT, *(text for text in planted(folder) if len(text) <= 200)]


def sentence(text: str) -> None:
    """Check that this is one line, short, and no traceback."""
    assert 0 < len(text) <= LONGEST_SENTENCE
    assert text.isprintable()
    assert "Traceback" not in text


# ── the entrances ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def offered(store: Store | Memory) -> AsyncIterator[tuple[httpx.AsyncClient, Rooms]]:
    app = create_app(cast(Store, store), Settings(limits=UNLIMITED))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://uno.test") as client:
            yield client, app.state.rooms


def room(**fields: Any) -> dict[str, Any]:
    return {"json": {"seats": [{"who": "me"}, {"who": "bot", "bot": "easy"}]} | fields}


def seat(**fields: Any) -> dict[str, Any]:
    return room(seats=[{"who": "me"}, fields])


Request = tuple[str, str, dict[str, Any]]

REFUSING: dict[str, Callable[[str], Request]] = {
    "bot": lambda text: ("POST", "/api/rooms", seat(who="bot", bot=text)),
    "rules": lambda text: ("POST", "/api/rooms", room(rules=text)),
    "more rules": lambda text: ("POST", "/api/rooms", room(rules=f"official+{text}")),
    "a number": lambda text: ("POST", "/api/rooms", room(rules=f"official+target={text}")),
    "deal": lambda text: ("POST", "/api/rooms", room(deal=text)),
    "deal's rules": lambda text: ("POST", "/api/rooms", room(deal=f"{text}/2/1")),
    "deal's seed": lambda text: ("POST", "/api/rooms", room(deal=f"official/2/{text}")),
    "simulation": lambda text: (
        *("GET", f"/api/simulation?bot=random&games=1&bot={quote(text)}"),
        {},
    ),
    "simulation's rules": lambda text: (
        *("GET", f"/api/simulation?bot=random&bot=random&games=1&rules={quote(text)}"),
        {},
    ),
    "replay": lambda text: ("POST", "/api/replays", {"json": {"text": text}}),
    "replay's moves": lambda text: (
        *("POST", "/api/replays"),
        {"json": {"text": f"official/2/1: {text}"}},
    ),
}
TAKING: dict[str, Callable[[str], Request]] = {
    "name": lambda text: ("POST", "/api/rooms", seat(who="local", name=text)),
    "bot's name": lambda text: ("POST", "/api/rooms", seat(who="bot", bot="easy", name=text)),
    "rules to look at": lambda text: ("POST", "/api/rules", {"json": {"rules": text}}),
    "an option": lambda text: ("POST", "/api/rules", {"json": {"changes": {text: text}}}),
    "a value": lambda text: ("POST", "/api/rules", {"json": {"changes": {"stacking": text}}}),
    "room": lambda text: ("GET", f"/api/rooms/{quote(text, safe='')}", {}),
    "drawing": lambda text: ("GET", f"/api/rooms/{quote(text, safe='')}/qr.svg", {}),
    "round": lambda text: ("GET", f"/api/replays/{quote(text, safe='')}", {}),
}
"""Entrances of HTTP: those that refuse all these texts, and those where some are as good as any."""


@pytest.mark.parametrize("entrance", [*REFUSING, *TAKING])
async def test_over_http(entrance: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").touch()
    monkeypatch.setattr(app_module, "STATIC", page)
    request = REFUSING.get(entrance) or TAKING[entrance]
    async with offered(Memory()) as (client, _):
        for text in ("official", "{", *hostile(folder)[:1]):  # whatever has to be loaded once
            method, path, options = request(text)
            await client.request(method, path, **options)
        for text in hostile(folder):
            method, path, options = request(text)
            with untouched(page):
                answer = await client.request(method, path, **options)
            assert answer.status_code < 500, (text, answer.text)
            if entrance in REFUSING and not (entrance == "replay's moves" and not text.strip()):
                assert answer.status_code in (400, 422), (text, answer.text)
            if answer.status_code >= 400:
                sentence(Problem.model_validate_json(answer.content).text)


MESSAGES: dict[str, Callable[[str], dict[str, Any]]] = {
    "arrange": lambda text: {"at": 1, "chairs": [{"keep": 0}, {"bot": text}]},
    "configure": lambda text: {"rules": text},
    "sit": lambda text: {"seat": 0, "name": text},
    "rename": lambda text: {"name": text, "avatar": 0},
    "say": lambda text: {"text": text},
    "react": lambda text: {"mood": text},
    "move": lambda text: {"move": text, "at": 1},
}


@pytest.mark.parametrize("type", MESSAGES)
async def test_over_a_websocket(type: str, folder: Path) -> None:
    async with offered(Memory()) as (client, rooms):
        made = (await client.post("/api/rooms", **room())).json()
        for text in hostile(folder):
            socket = Socket()
            talk = asyncio.create_task(connect(socket, rooms).serve())
            socket.say(id=0, type="hello", version=VERSION, room=made["code"], token=made["token"])
            with untouched():
                socket.say(id=1, type=type, **MESSAGES[type](text))
                socket.say(id=2, type="ping")
                socket.say(id=3, type="configure", timer=0)
                while not (ended := talk.done()) and "pong" not in [
                    said["type"] for said in socket.messages
                ]:
                    await asyncio.sleep(0)
            assert not ended, (text, socket.messages)
            refused = [said for said in socket.messages if said["type"] == "refused"]
            if type in ("arrange", "configure", "react", "move"):
                assert [said["id"] for said in refused[:1]] == [1], (text, socket.messages)
            for said in refused:
                sentence(said["text"])
            socket.hang_up()
            await talk


@pytest.mark.parametrize("field", ["room", "token", "type"])
async def test_hello(field: str, folder: Path) -> None:
    async with offered(Memory()) as (_, rooms):
        for text in hostile(folder):
            socket = Socket()
            hello: dict[str, Any] = {
                "id": 0,
                "type": "hello",
                "version": VERSION,
                "room": "K7QMX",
                field: text,
            }
            socket.say(**hello)
            socket.hang_up()
            with untouched():
                await connect(socket, rooms).serve()
            assert socket.codes in (["malformed"], ["no_room"]), (text, socket.messages)
            sentence(socket.messages[0]["text"])


# ── a tampered database ───────────────────────────────────────────────────────────────────────────

GOOD = Chair(kind="bot", name="Bolt", avatar=8, bot=STAND_IN)
FIRST = Created(rules="unoai", chairs=(GOOD, GOOD), host="", options=Options(), seed="7")


def code_of(number: int) -> str:
    return (
        "AAA" + CODE_LETTERS[number // len(CODE_LETTERS)] + CODE_LETTERS[number % len(CODE_LETTERS)]
    )


def with_text(text: str) -> dict[str, list[dict[str, Any]]]:
    """Logs that have a text in one place where there should be another."""
    first = FIRST.model_dump()
    chair = GOOD.model_dump() | {"bot": text}
    arranged = Arranged(chairs=(GOOD, GOOD)).model_dump() | {"chairs": [chair, chair]}
    moved = Moved(seat=0, move="+", by="bot").model_dump() | {"move": text}
    return {
        "created": [first | {"chairs": [chair, GOOD.model_dump()]}],
        "arranged": [first, arranged],
        "rules": [first | {"rules": text}],
        "seed": [first | {"seed": text}],
        "kind": [first | {"kind": text}],
        "strength": [first | {"chairs": [GOOD.model_dump() | {"strength": text}] * 2}],
        "moved": [first, {"kind": "dealt", "seed": "8"}, moved],
    }


@pytest.mark.parametrize("place", with_text(""))
async def test_tampered_rows_are_not_opened(place: str, folder: Path, thorough: bool) -> None:
    database = folder / "rooms.sqlite"
    store = await Store.open(f"sqlite:///{database}")
    texts = [*hostile(folder), *LONG]
    if not thorough:
        texts = texts[list(with_text("")).index(place) % 3 :: 3]
    for number in range(len(texts) + 1):
        await store.create(code_of(number), "{}")
    with closing(sqlite3.connect(database)) as tampered, tampered:
        for number, text in enumerate(texts):
            for line, entry in enumerate(with_text(text)[place]):
                row = (code_of(number), line, json.dumps(entry), "2026-01-01 00:00:00.000000")
                tampered.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", row)
    async with offered(store) as (client, rooms):
        for code in (code_of(len(texts)), "NONE"):  # whatever has to be loaded once
            await client.get(f"/api/rooms/{code}")
        for number, text in enumerate(texts):
            with untouched(database):
                answer = await client.get(f"/api/rooms/{code_of(number)}")
            found = Problem.model_validate_json(answer.content)
            assert found.code == "spoilt", (text[:200], answer.text)
            assert found.text == f"room {code_of(number)} exists, but this server can't read it"
            with untouched(database), pytest.raises(Refusal) as refusal:
                await rooms.find(code_of(number))
            assert refusal.value.code == "spoilt"
        assert len(rooms) == 0


async def test_rows_of_today_are_opened(folder: Path) -> None:
    memory = Memory()
    memory.rooms["K7QMX"] = [
        json.dumps(entry) for entry in with_text("mixbot2(slack=2)")["created"]
    ]
    async with offered(memory) as (client, rooms):
        assert (await client.get("/api/rooms/K7QMX")).status_code == 200
        opened = await rooms.find("K7QMX")
        assert opened is not None
        assert [str(chair.bot) for chair in opened.sitting.chairs] == [
            *("mixbot2(slack=2)", "diversity(forget=0.1)")
        ]


# ── the parsers ───────────────────────────────────────────────────────────────────────────────────


def test_a_bot_from_elsewhere_can_only_be_one_of_ours() -> None:
    assert type(Bot.parse("random")) is ShippedBot
    assert Bot.parse("random") == Bot("random")
    for strategy in (print, Bot("greedy").strategy, lambda view: None):
        with pytest.raises(ValueError, match="does not come with unolab"):
            ShippedBot("random", strategy=strategy)
    with pytest.raises(ValueError, match="unknown bot"):
        ShippedBot("evil.py:f")
    for kept in (Bot("random"), print, 3, ["random"], {"name": "random"}):
        with pytest.raises(ValueError, match="a bot is stored as text"):
            Chair(kind="bot", bot=kept)  # type: ignore[arg-type]


def test_answers_do_not_tell_which_files_there_are(folder: Path) -> None:
    (folder / "here.py").touch()
    for form in ("{}.py:f", "random:/../{}.py:f", "random(/../{}.py:f())", str(folder / "{}.py:f")):
        told = []
        for name in ("here", "gone"):
            with untouched(), pytest.raises(Refusal) as refusal:
                opponent(form.format(name))
            told.append(refusal.value.text.replace("here", "gone"))
        assert told[0] == told[1]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:20])
def test_long_texts_are_refused_at_once(text: str) -> None:
    for read in (Bot.parse, Rules.parse, Game.parse):
        with untouched(), pytest.raises(UnolabError) as error:
            read(text)
        sentence(str(error.value))


def mutated(text: str) -> st.SearchStrategy[str]:
    """A text with a piece cut out and something else in its place."""
    pieces = st.one_of(
        st.text(max_size=8), st.sampled_from([".py:", "/", "../", ":f", "(", ")", ",", "=", "\0"])
    )
    places = st.integers(0, len(text))
    return st.builds(
        lambda a, b, new: text[: min(a, b)] + new + text[max(a, b) :], places, places, pieces
    )


BOT_TEXTS = ["random", "mixbot2:points(slack=2)", "random:/../evil.py:f", "random(forget=0.25)"]
TEXTS = [*BOT_TEXTS, "official+stacking=same", "official/2/1: R7 + -", "unoai/2/7.5@1$20,0"]
anything = st.one_of(st.text(max_size=300), st.sampled_from(TEXTS).flatmap(mutated))
quick = settings(
    max_examples=5 * settings().max_examples,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@quick
@given(anything)
@example("random:/../evil.py:f")
@example("random(/../evil.py:f())")
def test_any_text_is_a_bot_of_ours_or_a_sentence(folder: Path, text: str) -> None:
    with untouched():
        for read in (Bot.parse, lambda text: opponent(text)[0]):
            try:
                bot = read(text)
            except (ValueError, Refusal) as error:
                sentence(str(error))
            else:
                assert type(bot) is ShippedBot
                assert Bot.parse(str(bot)) == bot


@quick
@given(anything)
def test_any_other_text_touches_nothing(folder: Path, text: str) -> None:
    with untouched():
        for read in (Rules.parse, Game.parse, show_replay):
            try:
                read(text)
            except ValueError as error:
                sentence(str(error))


@quick
@given(anything)
def test_any_log_touches_nothing(folder: Path, text: str) -> None:
    logs = with_text(text).values()
    with untouched():
        for entry in (entry for log in logs for entry in log):
            with suppress(ValueError):
                ENTRY.validate_json(json.dumps(entry))


# ── bots of one's own ─────────────────────────────────────────────────────────────────────────────


def test_a_room_knows_only_own_bots_that_the_command_line_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_bots, "_OWN", {})
    file = folder / "mine.py"
    file.write_text("def first(view):\n    return view.legal[0]\n")
    for text in ("own:first", f"{file}:first", "mine.py:first"):
        with untouched(), pytest.raises(Refusal, match="unknown bot"):
            opponent(text)
    called = own_bots.bring(f"{file}:first")
    assert called == "own:first"
    asyncio.run(invite("random", 1, [], []))  # imports what a loop needs
    with pytest.raises(Refusal):
        asyncio.run(invite("no bot", 1, [], []))
    with untouched():
        for text in (f"{file}:first", "mine.py:first", "own:second", "own:first.py:f"):
            with pytest.raises(Refusal, match="unknown bot"):
                asyncio.run(invite(text, 1, [], []))
        chair = asyncio.run(invite(called, 1, [], []))
        kept = chair.model_dump_json()
        assert str(file) not in kept
        assert "mine.py" not in kept
        assert Chair.model_validate_json(kept).bot == chair.bot


def test_a_log_with_a_bot_that_nobody_named_runs_no_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_bots, "_OWN", {})
    with untouched():
        chair = Chair.model_validate({"kind": "bot", "bot": "own:first"})
        assert chair.bot == Bot.parse("medium")
        for text in ("evil.py:f", "own", "own.py:f"):
            with pytest.raises(ValueError, match="bot"):
                Chair.model_validate({"kind": "bot", "bot": text})


def test_an_own_bot_that_fails_is_stood_in_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: object) -> None:
        raise ZeroDivisionError

    own = Bot("own:broken", strategy=broken)
    monkeypatch.setattr(own_bots, "_OWN", {"own:broken": own})
    chairs = tuple(Chair(kind="bot", name=name, bot=own) for name in ("A", "B"))
    created = Created(rules="official", chairs=chairs, host="", options=Options(), seed="1")
    sitting = Sitting.of(created).after(Dealt(seed="2"))
    minds = RoomMinds.of(sitting)
    assert minds is not None
    assert sitting.match is not None
    state = sitting.match.state
    move = minds.ask(state.turn, state.view(state.turn))
    assert move in state.legal
    assert "own:broken raised ZeroDivisionError" in caplog.text
