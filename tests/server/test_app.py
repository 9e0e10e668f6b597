"""The application over HTTP and WebSocket: what it answers, and what it does not put up with."""

import asyncio
import gzip
import json
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.clients import Memory
from tests.server.headers import HEADERS
from tests.server.site import site
from unolab import Game
from unolab.fairness import combine, commit_to
from unolab.server import app as app_module
from unolab.server.app import Settings, create_app
from unolab.server.guard.guard import LARGEST_BODY, Guard, address_of
from unolab.server.guard.limits import UNLIMITED, Addresses, Limits
from unolab.server.http import catalogue
from unolab.server.protocol import rest
from unolab.server.protocol.rest import Problem
from unolab.server.room.entries import Dealt, Moved
from unolab.server.store.store import Store
from unolab.simulation import simulate

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SEATS: list[Any] = [{"who": "me", "name": "Ada"}, {"who": "bot", "bot": "easy"}]
GAME = "unoai/2/7"


@asynccontextmanager
async def offered(
    limits: Limits = UNLIMITED, memory: Memory | None = None, **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application that runs in this loop."""
    app = create_app(cast(Store, memory or Memory()), Settings(limits=limits, **settings))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://uno.test") as client:
            yield client


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built, in a folder of its own."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "assets/app-1a2b.js").write_text("let page")
    monkeypatch.setattr(app_module, "STATIC", tmp_path)
    return tmp_path


async def test_files_of_the_page_are_compressed_once(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text = built / "assets/big-1a2b.js", "let page = 1;\n" * 1_000
    file.write_text(text)
    calls: list[int] = []
    compress = gzip.compress

    def count(data: bytes, *args: Any, **more: Any) -> bytes:
        calls.append(len(data))
        return compress(data, *args, **more)

    monkeypatch.setattr(gzip, "compress", count)
    async with offered() as client:
        for _ in range(3):
            packed = await client.get("/assets/big-1a2b.js")
            assert packed.headers["content-encoding"] == "gzip"
            assert int(packed.headers["content-length"]) < len(text) / 10
            assert packed.text == text
        assert calls == [len(text)]
        again = {"If-None-Match": packed.headers["etag"]}
        assert (await client.get("/assets/big-1a2b.js", headers=again)).status_code == 304
        plain = await client.get("/assets/big-1a2b.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == text
        for answer in (packed, plain):
            assert answer.headers["vary"] == "Accept-Encoding"
            assert "immutable" in answer.headers["cache-control"]
        (built / "poster.png").write_text(text)  # which is compressed in itself
        assert "content-encoding" not in (await client.get("/poster.png")).headers
        assert "content-encoding" in (await client.get("/api/catalogue")).headers
        file.write_text(text * 2)
        os.utime(file, ns=(1, 1))
        assert (await client.get("/assets/big-1a2b.js")).text == text * 2


def problem(answer: httpx.Response, status: int, code: str) -> str:
    """Check that an answer is a refusal with all headers, and return its sentence."""
    assert answer.status_code == status, answer.text
    found = Problem.model_validate_json(answer.content)
    assert found.code == code
    assert guarded(answer)
    return found.text


def guarded(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


async def test_room_is_made_and_shown() -> None:
    async with offered() as client:
        answer = await client.post("/api/rooms", json={"seats": [*SEATS, {}], "rules": "party"})
        assert answer.status_code == 201
        made = rest.RoomMade.model_validate_json(answer.content)
        assert made.seats == [0]
        assert len(made.token) >= 32
        found = await client.get(f"/api/rooms/{made.code.lower()}")
        room = rest.RoomShown.model_validate_json(found.content)
        assert (room.code, room.stage, room.rules, room.replays) == (
            made.code,
            "lobby",
            "party",
            [],
        )
        assert [seat.kind for seat in room.seats] == ["person", "bot", "open"]
        assert made.token not in found.text


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        ({"seats": SEATS, "rules": "nonsense"}, "wrong_rules", "unknown preset"),
        ({"seats": SEATS, "rules": "official+partners=true"}, "wrong_rules", "4 players"),
        ({"seats": [{"who": "bot", "bot": "evil.py:bot"}] * 2}, "unknown_bot", "known are"),
        ({"seats": [{"who": "bot", "bot": "mixbot2(slack=x)"}] * 2}, "unknown_bot", "slack"),
        ({"seats": [*SEATS, {}], "start": True}, "open_seats", "empty"),
        ({"seats": SEATS, "deal": "official/3/42"}, "deal_seats", "3 players"),
        ({"seats": SEATS, "deal": "official/2/42: +"}, "wrong_deal", "no deal of a match"),
        ({"seats": SEATS, "deal": "official/2/x"}, "wrong_deal", "is no deal"),
    ],
)
async def test_room_that_cannot_be(wanted: dict[str, Any], code: str, words: str) -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        assert words in problem(await client.post("/api/rooms", json=wanted), 400, code)
        assert not memory.rooms


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"seats": []}',
        b'{"seats": [{}]}',
        b'{"seats": [{}, {}], "more": 1}',
        b'{"seats": [{}, {}], "\\ud800": 1}',
        b'{"seats": [{}, {"name": "\\ud800"}]}',
        b'{"seats": [{}, {"name": "a\\u0000"}]}',
        b'{"seats": [{}, {}], "timer": ' + b"9" * 5000 + b"}",
        b'{"seats": [{}, {}], "timer": NaN}',
        b"[" * 10_000,
    ],
)
async def test_body_that_cannot_be_read(body: bytes) -> None:
    async with offered() as client:
        kind = {"content-type": "application/json"}
        answer = await client.post("/api/rooms", content=body, headers=kind)
        assert answer.status_code in (400, 422), answer.text
        assert Problem.model_validate_json(answer.content).text
        assert guarded(answer)


async def test_rules_are_explained() -> None:
    async with offered() as client:
        asked = {"rules": "official", "changes": {"stacking": "any"}}
        answer = (await client.post("/api/rules", json=asked)).json()
        assert answer["rules"] is None
        assert set(answer["clash"]) == {"stacking", "wd4"}
        asked["changes"] = {"stacking": "any", "wd4": "strict"}
        answer = (await client.post("/api/rules", json=asked)).json()
        assert (answer["problem"], answer["clash"]) == (None, [])
        assert answer["rules"] == "stacking+stacking=any"
        odd: list[dict[str, Any]] = [{"x": 1}, {"stacking": 7}, {"target": -1}]
        for changes in odd:
            answer = (await client.post("/api/rules", json={"changes": changes})).json()
            assert answer["problem"]


async def test_catalogue() -> None:
    async with offered() as client:
        listed = rest.Catalogue.model_validate_json((await client.get("/api/catalogue")).content)
        assert {"official", "party"} <= {preset.name for preset in listed.presets}
        assert len(listed.options) == 18


async def test_code_as_a_picture() -> None:
    async with offered() as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        answer = await client.get(f"/api/rooms/{code}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "<script" not in answer.text
        assert guarded(answer)


async def test_game_from_text_is_shown_frame_by_frame() -> None:
    game = Game.parse(GAME)
    while not game.over:
        game = game.play(game.state.legal[0])
    async with offered() as client:
        answer = await client.post("/api/replays", json={"text": f"# a game\n{game}\n"})
        replay = rest.Replay.model_validate_json(answer.content)
        assert (replay.id, replay.text, replay.known) == (None, str(game), True)
        assert (replay.seed, replay.commitment, replay.secret, replay.shares) == (
            "7",
            None,
            None,
            [],
        )
        assert len(replay.frames) == len(game.moves) + 1
        assert replay.frames[-1].table.winner == game.winner
        problem(await client.post("/api/replays", json={"text": ""}), 422, "malformed")
        for text in ("nonsense", f"{GAME}: R7 + +"):
            problem(await client.post("/api/replays", json={"text": text}), 400, "wrong_game")


def test_round_that_is_over_can_be_replayed() -> None:
    with site() as client:
        bots = [{"who": "bot", "bot": "hard"}, {"who": "bot", "bot": "easy"}]
        wanted = {"seats": bots, "pace": "instant", "rules": "unoai", "start": True}
        made = client.post("/api/rooms", json=wanted).json()
        assert made["seats"] == []
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            promised = None
            problem(client.get(f"/api/replays/{made['code']}-1"), 404, "no_replay")
            while True:
                message = talk.hear()
                if message["type"] != "update":
                    continue
                promised = promised or message["room"]["fair"]["commitment"]
                if message["room"]["stage"] == "over":
                    break
            fair = message["room"]["fair"]
        replay = client.get(f"/api/replays/{made['code'].lower()}-1").json()
        assert replay["id"] == f"{made['code']}-1"
        assert (replay["seed"], replay["secret"]) == (fair["seed"], fair["secret"])
        assert replay["commitment"] == promised == made["commitment"] == commit_to(fair["secret"])
        assert replay["seed"] == f"x{combine(fair['secret'], []):064x}"
        assert not replay["known"]
        text = client.get(f"/api/replays/{made['code']}-1/text")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        assert "attachment" in text.headers["content-disposition"]
        assert Game.parse(text.text).over
        assert text.text.endswith("# Bolt, Cog\n")
        shown = client.get(f"/api/rooms/{made['code']}").json()
        assert shown["replays"] == [replay["id"]]
        (told,) = shown["rounds"]
        game = Game.parse(text.text)
        assert (told["id"], told["rules"], told["names"]) == (
            *(replay["id"], str(game.rules)),
            ["Bolt", "Cog"],
        )
        assert (told["winner"], told["points"], told["turns"]) == (
            *(game.winner, None),  # one round: no points are counted
            game.state.turns,
        )
        problem(client.get(f"/api/replays/{made['code']}-2"), 404, "no_replay")
        problem(client.get(f"/api/replays/{made['code']}-0"), 404, "no_replay")


async def test_openapi_names_every_way_in() -> None:
    async with offered() as client:
        schema = (await client.get("/api/openapi.json")).json()
        assert schema["openapi"].startswith("3.")
        assert set(schema["paths"]) == {
            "/api/network",
            "/api/reservations",
            "/api/rooms",
            "/api/rooms/{code}",
            "/api/rooms/{code}/qr.svg",
            "/api/replays",
            "/api/replays/{id}",
            "/api/replays/{id}/text",
            "/api/replays/{id}/proof",
            "/api/health",
            "/api/catalogue",
            "/api/rules",
            "/api/simulation",
        }
        text = json.dumps(schema)
        for name in text.split('"#/components/schemas/')[1:]:
            assert name.partition('"')[0] in schema["components"]["schemas"]


async def test_simulation_says_who_beats_whom() -> None:
    async with offered() as client:
        answer = await client.get("/api/simulation?bot=random&bot=greedy&bot=random&games=20000")
        last = [line for line in answer.text.splitlines() if line][-1]
        shown = rest.SimulationShown.model_validate_json(last.removeprefix("data: "))
        assert [row.beats for row in shown.rows] == [[], [0, 2], []]
        assert len(shown.lengths.counts) <= 36


async def test_simulation_is_streamed() -> None:
    async with offered() as client:
        query = "/api/simulation?bot=random&bot=greedy&games=200&seed=1"
        answer = await client.get(query)
        events = [line for line in answer.text.splitlines() if line]
        last = rest.SimulationShown.model_validate_json(events[-1].removeprefix("data: "))
        assert (last.done, last.played, len(last.rows)) == (True, 200, 2)
        report = simulate(["random", "greedy"], 200, seed=1)
        assert [row.points_low for row in last.rows] == report.points_interval[:, 0].tolist()
        assert sum(last.lengths.counts) + last.lengths.longer == 200
        assert last.lengths.quartiles == [*report.quartiles]
        assert [row.beats for row in last.rows] == [[], []]  # so few games prove nothing
        marks = [mark.played for mark in last.course]
        assert marks == sorted(marks)
        assert marks[0] < marks[-1] == 200
        widths = [mark.highs[0] - mark.lows[0] for mark in last.course]
        assert widths[0] > widths[-1]
        assert guarded(answer)
        problem(await client.get(query.replace("greedy", "evil.py")), 400, "unknown_bot")
        problem(await client.get(query.replace("200", "0")), 400, "wrong")
        problem(await client.get("/api/simulation?bot=random"), 422, "malformed")


def test_one_address_has_one_simulation() -> None:
    with site() as client:
        long = f"/api/simulation?{'bot=mixbot2&' * 6}games=20000000"
        short = "/api/simulation?bot=random&bot=random&games=100"
        others = [{"X-Forwarded-For": f"192.0.2.{n}"} for n in range(2)]
        with client.client.stream("GET", long) as first:
            lines = first.iter_lines()  # kept: a connection is closed with its iterator
            assert next(lines).startswith("data: ")
            assert "busy" in problem(client.get(short), 503, "busy")
            with client.client.stream("GET", long, headers=others[0]) as second:
                more_lines = second.iter_lines()
                assert next(more_lines).startswith("data: ")
                problem(client.get(short, headers=others[1]), 503, "busy")
        while (answer := client.get(short)).status_code == 503:  # until it is seen that we left
            problem(answer, 503, "busy")
        assert answer.status_code == 200


# ── what is not put up with ───────────────────────────────────────────────────────────────────────


async def test_addresses_that_are_not_there() -> None:
    async with offered() as client:
        problem(await client.get("/api/rooms/NOWHERE"), 404, "no_room")
        problem(await client.get("/api/rooms/no_code"), 422, "malformed")
        problem(await client.get("/api/replays/NOWHERE-1"), 404, "no_replay")
        problem(await client.get("/api/replays/NOWHERE"), 422, "malformed")
        problem(await client.get("/api/nothing"), 404, "not_found")
        problem(await client.get("/no/such/file"), 404, "not_found")
        problem(await client.delete("/api/rooms"), 405, "wrong_method")


async def test_every_answer_has_the_headers() -> None:
    async with offered() as client:
        for path in ("/", "/r/ABCDE", "/replay", "/learn", "/api/health", "/api/catalogue"):
            answer = await client.get(path)
            assert guarded(answer), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "http" not in policy


async def test_bug_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr(catalogue, "catalogue", broken)
    async with offered() as client:
        answer = await client.get("/api/catalogue")
        assert "secret" not in problem(answer, 500, "bug")


async def test_database_that_is_gone_is_said() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        memory.fails = True
        problem(await client.get("/api/rooms/ABCDE"), 503, "unreadable")


async def test_log_that_cannot_be_read_gives_nothing_away() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        wanted = {"seats": [{"who": "bot", "bot": "easy"}] * 2, "deal": "duel/2/424242"}
        made = (await client.post("/api/rooms", json=wanted)).json()["code"]
        code = "SPENT"
        moved = Moved(seat=0, move="?", by="person").model_dump_json()
        memory.rooms[code] = [*memory.rooms[made], Dealt(seed="1").model_dump_json(), moved]
        for path in (f"rooms/{code}", f"replays/{code}-1", f"replays/{code}-1/text"):
            answer = await client.get(f"/api/{path}")
            text = problem(answer, 500, "spoilt")
            assert text == f"room {code} was kept, but this server can't read it"
            assert set(answer.json()) == {"code", "text"}
        assert (await client.get(f"/api/rooms/{made}")).status_code == 200


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        (None, True),
        ("http://HOST", True),
        ("http://evil.test", False),
        ("http://HOST.evil.test", False),
        ("http://127.0.0.1", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("nonsense", False),
    ],
)
def test_other_pages_may_not_act(origin: str | None, welcome: bool) -> None:
    with site() as client:
        headers = {} if origin is None else {"origin": origin.replace("HOST", client.host)}
        answer = client.post("/api/rooms", json={"seats": SEATS}, headers=headers)
        if not welcome:
            problem(answer, 403, "origin")
            problem(client.get("/api/health", headers=headers), 403, "origin")
            with pytest.raises(InvalidStatus, match="403"), client.talk(**headers):
                pass
            return
        assert answer.status_code == 201
        with client.talk(**headers) as talk:
            talk.say(id=1, type="hello", version=2, room=answer.json()["code"])
            assert talk.hear()["type"] == "welcome"


@pytest.mark.parametrize(
    ("site", "status"),
    [(None, 200), ("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403)],
)
async def test_other_pages_may_not_ask_but_a_link_may_lead_here(
    site: str | None, status: int, built: Path
) -> None:
    headers = {} if site is None else {"Sec-Fetch-Site": site}
    async with offered() as client:
        for path in ("/api/health", "/api/catalogue", "/api/openapi.json"):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == status
            if status == 403:
                problem(answer, 403, "origin")
        for path in ("/", "/r/ABCDE", "/assets/app-1a2b.js"):
            assert (await client.get(path, headers=headers)).status_code == 200


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("localhost", None),
        ("LocalHost:8000", None),
        ("localhost.:8000", None),
        ("127.0.0.1:8000", None),
        ("[::1]:8000", None),
        ("evil.test", "origin"),
        ("evil.test:8000", "origin"),
        ("localhost.evil.test", "origin"),
        ("", "origin"),
        ("evil.test@localhost.evil.test", "malformed"),
        ("localhost:8000:8000", "malformed"),
        ("[", "malformed"),
    ],
)
async def test_name_that_is_not_ours_is_refused(host: str, code: str | None, built: Path) -> None:
    async with offered(hosts=("localhost", "127.0.0.1", "::1")) as client:
        for path in ("/", "/api/health"):
            answer = await client.get(path, headers={"Host": host})
            if code is None:
                assert answer.status_code == 200
            else:
                problem(answer, 403 if code == "origin" else 400, code)


@pytest.mark.parametrize(
    "host", ["x" * 3000, "x" * 256, "a b", "a/b", "<svg>", "a:b", "ä.test", "a:1234567", "[::1"]
)
@pytest.mark.parametrize("path", ["/", "/api/health", "/api/rooms/ABCDE/qr.svg"])
async def test_host_that_is_none_is_refused_before_anything_uses_it(host: str, path: str) -> None:
    async with offered() as client:
        answer = await client.get(path, headers={b"Host": host.encode()})
        assert "Host" in problem(answer, 400, "malformed")


def test_address_of_a_proxy_that_is_none_counts_as_one() -> None:
    with site(Limits(requests=(0.001, 6))) as client:
        for forwarded in (b"x:y", b"x:y:z", b":", b"[", b"1.2.3.4, %", b"\xff"):
            answer = client.get("/api/health", headers={b"X-Forwarded-For": forwarded})
            assert answer.status_code == 200
            assert guarded(answer)
        headers = {"X-Forwarded-For": "more:nonsense"}
        problem(client.get("/api/health", headers=headers), 429, "too_fast")
        assert client.get("/api/health", headers={"X-Forwarded-For": ""}).status_code == 200


async def test_fault_of_the_guard_gets_the_headers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.server.guard.guard.address_of", lambda _: 1 / 0)
    async with offered() as client:
        problem(await client.get("/api/health"), 500, "bug")


def test_new_sockets_have_a_rate() -> None:
    with site(Limits(sockets=(0.001, 3))) as client:
        for _ in range(3):
            with client.talk():
                pass
        with pytest.raises(InvalidStatus, match="403"), client.talk():
            pass


async def test_files_of_the_page_have_a_rate_too(built: Path) -> None:
    async with offered(Limits(requests=(0.001, 2), page_cost=0.5)) as client:
        for _ in range(4):
            assert (await client.get("/")).status_code == 200
        problem(await client.get("/"), 429, "too_fast")


async def test_one_address_has_so_many_requests_at_a_time() -> None:
    gate, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        begun.release()
        await gate.wait()
        await PlainTextResponse("done")(scope, receive, send)

    guard = Guard(slow, Limits(in_flight=2), Addresses(1e9, 1e9))
    transport = httpx.ASGITransport(guard)
    async with httpx.AsyncClient(transport=transport, base_url="http://uno.test") as client:
        answers = [asyncio.create_task(client.get("/api/health")) for _ in range(2)]
        for _ in answers:
            await begun.acquire()
        answer = await client.get("/api/health")
        assert "at a time" in problem(answer, 429, "too_fast")
        assert answer.headers["connection"] == "close"
        gate.set()
        assert [(await each).text for each in answers] == ["done", "done"]
        assert (await client.get("/api/health")).text == "done"


def test_name_that_is_not_ours_is_refused_over_a_socket_too() -> None:
    with site(hosts=("localhost", "127.0.0.1")) as client:
        address, _, port = client.host.partition(":")

        def talk(name: str) -> ClientConnection:
            # "evil.test" is a page elsewhere that has given its own name this machine's address
            raw = socket.create_connection((address, int(port)))
            origin: Any = f"http://{name}:{port}"
            return connect(f"ws://{name}:{port}/api/ws", sock=raw, origin=origin)

        with talk("localhost") as connection:
            connection.send("hello")
            assert json.loads(connection.recv(timeout=20))["code"] == "malformed"
        with pytest.raises(InvalidStatus, match="403"):
            talk("evil.test")


async def test_body_has_a_limit() -> None:
    async with offered() as client:
        body = b'{"text": "' + b" " * LARGEST_BODY + b'"}'
        kind = {"content-type": "application/json"}
        answer = await client.post("/api/replays", content=body, headers=kind)
        assert "65,536" in problem(answer, 413, "too_big")

        async def chunks() -> AsyncIterator[bytes]:
            for _ in range(40):
                yield b" " * 8192

        problem(await client.post("/api/replays", content=chunks(), headers=kind), 413, "too_big")


async def test_requests_have_a_rate() -> None:
    async with offered(Limits(requests=(0.001, 5))) as client:
        for _ in range(5):
            assert (await client.get("/api/health")).status_code == 200
        assert "wait" in problem(await client.get("/api/health"), 429, "too_fast")


async def test_class_opens_the_page_at_once(built: Path) -> None:
    """30 visitors behind one address, each of whom loads 12 files, with the usual limits."""
    names = [f"assets/part-{n}.js" for n in range(10)]
    for name in names:
        (built / name).write_text(f"let part = '{name}'")
    async with offered(Limits()) as client:
        wanted = ["/", "/assets/app-1a2b.js", *(f"/{name}" for name in names)] * 30
        answers = await asyncio.gather(*(client.get(path) for path in wanted))
        assert [answer.status_code for answer in answers] == [200] * 12 * 30
        assert (await client.get("/api/catalogue")).status_code == 200


async def test_new_rooms_have_a_rate() -> None:
    async with offered(Limits(rooms=(0.001, 2))) as client:
        for _ in range(2):
            assert (await client.post("/api/rooms", json={"seats": SEATS})).status_code == 201
        problem(await client.post("/api/rooms", json={"seats": SEATS}), 429, "too_fast")


def test_server_can_be_full_of_people() -> None:
    with site(Limits(all_rooms=1)) as client:
        codes = [client.post("/api/rooms", json={"seats": SEATS}).json()["code"] for _ in range(2)]
        with client.talk() as talk:  # the first went for the second, and comes back
            talk.say(id=1, type="hello", version=2, room=codes[0])
            assert talk.hear()["code"] == codes[0]
            problem(client.post("/api/rooms", json={"seats": SEATS}), 503, "full")
            assert client.get(f"/api/rooms/{codes[1]}").status_code == 200


def test_codes_cannot_be_tried_one_after_the_other() -> None:
    with site(Limits(guesses=(0.001, 3))) as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        problem(client.get("/api/rooms/AAAAA"), 404, "no_room")
        problem(client.get("/api/replays/AAAAA-1"), 404, "no_replay")
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room="AAAAA")
            assert talk.hear()["code"] == "no_room"
        for wrong in ("AAAAB", "AAAABBBB"):
            problem(client.get(f"/api/rooms/{wrong}"), 429, "too_fast")
            problem(client.get(f"/api/replays/{wrong}-1"), 429, "too_fast")
            with client.talk() as talk:
                talk.say(id=1, type="hello", version=2, room=wrong, token="x" * 32)
                assert talk.hear()["code"] == "too_fast"
        # whoever plays at the same address has guessed nothing
        assert client.get(f"/api/rooms/{made['code']}").status_code == 200
        for token, seats in ((None, []), ("x" * 32, []), (made["token"], [0])):
            with client.talk() as talk:
                talk.say(id=1, type="hello", version=2, room=made["code"], token=token)
                assert talk.hear()["seats"] == seats


async def test_look_from_outside_changes_nothing_in_memory() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        made = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        kept = "ABCDEFGH"
        memory.rooms[kept] = memory.rooms[made]
        rooms = cast(Any, client)._transport.app.state.rooms
        before = list(rooms._rooms)
        for path in (f"rooms/{kept}", f"rooms/{kept}/qr.svg", "rooms/ABCD-efgh"):
            assert (await client.get(f"/api/{path}")).status_code == 200
        problem(await client.get(f"/api/replays/{kept}-1"), 404, "no_replay")
        assert list(rooms._rooms) == before == [made]


def test_one_address_has_so_many_connections() -> None:
    with site(Limits(connections=2)) as client:
        with (
            client.talk(),
            client.talk() as second,
            pytest.raises(InvalidStatus, match="403"),
            client.talk(),
        ):
            pass
        second.connection.close()


def test_names_and_talk_stay_data() -> None:
    name = "<img src=x>&\"'"
    with site() as client:
        seats = [{"who": "me", "name": name}, {"who": "open"}]
        made = client.post("/api/rooms", json={"seats": seats}).json()
        shown = client.get(f"/api/rooms/{made['code']}")
        assert shown.headers["content-type"] == "application/json"
        assert shown.json()["seats"][0]["name"] == name
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            talk.hear()
            talk.hear()
            talk.say(id=2, type="say", text="<script>alert(1)</script>")
            said = talk.hear()
            assert (said["name"], said["text"]) == (name, "<script>alert(1)</script>")


def test_page_is_sent_for_its_addresses(built: Path) -> None:
    with site() as client:
        for path in ("/", "/r/ABCDE", "/replay/ABCDE-1", "/simulation", "/watch", "/learn"):
            answer = client.get(path)
            assert answer.text == "<!doctype html>the page"
            assert answer.headers["cache-control"] == "no-cache"
            assert guarded(answer)
        script = client.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/..%2f..%2fetc/passwd").status_code == 404


def test_message_that_is_far_too_big_ends_the_connection() -> None:
    with site() as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        with client.talk() as other, client.talk() as talk:
            other.say(id=1, type="hello", version=2, room=made["code"])
            talk.say(id=1, type="say", text="x" * 100_000)
            with pytest.raises(ConnectionClosed, match="1009"):
                talk.hear()
            assert other.hear()["type"] == "welcome"


def test_client_that_does_not_read_is_let_go() -> None:
    """A real socket, full to the brim: the others go on, and see it leave."""
    with site() as client:
        made = client.post("/api/rooms", json={"seats": SEATS}).json()
        with client.talk() as ada, stuck(client.host, made["code"]):
            ada.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            number, spectators = 1, 1
            while spectators or number < 50:
                number += 1
                ada.say(id=number, type="rename", name=f"Ada {number}", avatar=0)
                message = ada.hear()
                if message["type"] == "update":
                    spectators = message["room"]["spectators"]
                assert number < 50_000


@contextmanager
def stuck(host: str, code: str) -> Iterator[None]:
    """A client that says hello and reads nothing any more, with as little room as there can be."""
    address, _, port = host.partition(":")
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        raw.connect((address, int(port)))
        with connect(f"ws://{host}/api/ws", sock=raw, compression=None, max_queue=1) as connection:
            connection.send(json.dumps({"id": 1, "type": "hello", "version": 2, "room": code}))
            connection.recv()
            yield
            raw.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_limits_count_a_network_of_ipv6_as_one(host: str, counted: str) -> None:
    assert address_of({"client": (host, 1)}) == counted
