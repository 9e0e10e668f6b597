"""What single requests cost: replays, pictures, simulations and bodies that are too much."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pytest

from tests.server.clients import Memory
from tests.server.guard.test_workers import Job
from tests.server.requests import GAME, SEATS, offered, problem
from unolab import Game
from unolab.rules import OPTIONS
from unolab.server import app as app_module
from unolab.server.app import Settings, create_app
from unolab.server.guard.guard import LARGEST_BODIES
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.http import pictures, replays, simulations
from unolab.server.http.simulations import Simulations, plan
from unolab.server.protocol import rest
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import LONGEST_GAME, MOST_MOVES
from unolab.server.room.entries import Chair
from unolab.server.room.opponents import STAND_IN
from unolab.server.room.sitting import FinishedRound
from unolab.server.store.store import Store
from unolab.simulation import Report, simulate

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WITHOUT_END = f"/api/simulation?{'bot=mixbot2&' * 6}games=20000000"


def finished(rules: str = GAME) -> Game:
    game = Game.parse(rules)
    while not game.over:
        game = game.play(game.state.legal[0])
    return game


class Exchange:
    """One request to an application, whose client can hang up."""

    def __init__(self, app: Any, method: str, path: str, body: bytes = b"") -> None:
        self.sent: list[Any] = []
        self._app = app
        path, _, query = path.partition("?")
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"uno.test"), (b"content-type", b"application/json")],
            "client": ("192.0.2.1", 1),
            "server": ("uno.test", 80),
        }
        self._body = body
        self._asked = False
        self._gone = asyncio.Event()
        self.stuck = False

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)
        if self.stuck:
            await asyncio.Event().wait()

    def hang_up(self) -> None:
        self._gone.set()

    async def run(self) -> None:
        await self._app(self._scope, self._receive, self._send)


# ── replays ───────────────────────────────────────────────────────────────────────────────────────


async def test_replay_is_made_and_packed_outside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def note(*_: Any, **__: Any) -> None:
        threads.append(threading.current_thread().name)

    def compress(body: bytes, level: int) -> bytes:
        note()
        return squeeze(body, level)

    def dump(self: rest.Replay) -> str:
        note()
        return written(self)

    squeeze, written = gzip.compress, rest.Replay.model_dump_json
    monkeypatch.setattr(gzip, "compress", compress)
    monkeypatch.setattr(rest.Replay, "model_dump_json", dump)
    async with offered() as client:
        answer = await client.post("/api/replays", json={"text": str(finished())})
        assert answer.headers["content-encoding"] == "gzip"
        assert rest.Replay.model_validate_json(answer.content).frames[-1].table.winner is not None
        plain = await client.post(
            "/api/replays", json={"text": str(finished())}, headers={"accept-encoding": "identity"}
        )
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
    assert len(threads) == 3
    assert all(name.startswith("unolab replays") for name in threads)


async def test_replays_leave_the_other_threads_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many replays are asked for, a room with a bot can be made."""
    job = Job()
    monkeypatch.setattr(app_module, "replay_from", lambda _, check: job(check))
    async with offered() as client:
        asked = [
            asyncio.create_task(client.post("/api/replays", json={"text": GAME})) for _ in range(60)
        ]
        await job.begins()
        assert (await client.post("/api/rooms", json={"seats": SEATS})).status_code == 201
        assert sum(t.name.startswith("unolab replays") for t in threading.enumerate()) == 1
        while sum(task.done() for task in asked) < 40:
            await asyncio.sleep(0)
        done, waiting = await asyncio.wait(asked, timeout=0)
        assert (len(done), len(waiting)) == (40, 20)
        for task in done:
            assert "busy" in problem(task.result(), 503, "busy")
        for task in waiting:
            task.cancel()


async def test_replay_is_dropped_when_its_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(cast(Store, Memory()), Settings(limits=UNLIMITED))
    job = Job()
    monkeypatch.setattr(app_module, "replay_from", lambda _, check: job(check))
    async with app.router.lifespan_context(app):
        asked = Exchange(app, "POST", "/api/replays", json.dumps({"text": GAME}).encode())
        asking = asyncio.create_task(asked.run())
        await job.begins()
        asked.hang_up()
        await job.stops()
        await asking


def test_frames_are_made_only_while_somebody_waits() -> None:
    made: list[int] = []

    def check() -> None:
        made.append(len(made))
        if len(made) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        replays.replay_from(str(finished()), check)
    assert len(made) == 3


async def test_moves_of_a_replay_are_bounded() -> None:
    async with offered() as client:
        text = f"{GAME}: " + "+ " * (MOST_MOVES + 1)
        answer = await client.post("/api/replays", json={"text": text})
        assert f"more than {MOST_MOVES:,} moves" in problem(answer, 400, "wrong_game")
        # within the bound the moves are looked at
        text = f"{GAME}: " + "R9 " * MOST_MOVES
        answer = await client.post("/api/replays", json={"text": text})
        assert "more than" not in problem(answer, 400, "wrong_game")
        answer = await client.post("/api/replays", json={"text": "x" * (LONGEST_GAME + 1)})
        problem(answer, 422, "malformed")


def test_round_of_a_room_has_the_same_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished()
    chairs = tuple(Chair(kind="bot", name=name, bot=STAND_IN) for name in ("Bolt", "Cog"))
    played = FinishedRound(game, chairs, known=False, secret="0" * 64, shares=())
    makes = [partial(replays.replay_of, "ABCDE-1", played), partial(replays.prove, played)]
    for make in makes:
        monkeypatch.setattr(replays, "MOST_MOVES", len(game.moves))
        assert json.loads(make(lambda: None))
        monkeypatch.setattr(replays, "MOST_MOVES", len(game.moves) - 1)
        with pytest.raises(Refusal, match="download its text instead") as refused:
            make(lambda: None)
        assert refused.value.code == "too_long"


def test_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "LARGEST_REPLAY", 10_000)
    with pytest.raises(Refusal, match="more than 10,000 bytes"):
        replays.replay_from(str(finished()), lambda: None)


async def test_long_replays_cost_more() -> None:
    """Of what an address has, a replay takes as much as it has moves."""
    limits = ServerLimits(requests=(0.001, 30), replay_cost=200)
    game = finished("unoai/2/7")
    cost = 1 + 200 * len(game.moves) / MOST_MOVES
    async with offered(limits) as client:
        for _ in range(int(30 / cost)):
            answer = await client.post("/api/replays", json={"text": str(game)})
            assert answer.status_code == 200
        problem(await client.post("/api/replays", json={"text": str(game)}), 429, "too_fast")
    async with offered(limits) as client:
        for _ in range(30):
            assert (await client.post("/api/replays", json={"text": GAME})).status_code == 200


async def test_new_rooms_cost_more() -> None:
    async with offered(ServerLimits(requests=(0.001, 6), room_cost=2)) as client:
        for _ in range(2):
            assert (await client.post("/api/rooms", json={"seats": SEATS})).status_code == 201
        problem(await client.get("/api/health"), 429, "too_fast")


# ── pictures ──────────────────────────────────────────────────────────────────────────────────────


async def test_picture_is_of_a_room_that_exists() -> None:
    async with offered() as client:
        problem(await client.get("/api/rooms/ABCDE/qr.svg"), 404, "no_room")
        made = (await client.post("/api/rooms", json={"seats": SEATS})).json()
        answer = await client.get(f"/api/rooms/{made['code']}/qr.svg")
        assert answer.text.startswith("<svg")


async def test_picture_is_drawn_once_and_outside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    drawn: list[tuple[str, str]] = []

    def make(text: str, **options: Any) -> Any:
        drawn.append((text, threading.current_thread().name))
        return really_make(text, **options)

    really_make = segno.make
    monkeypatch.setattr(segno, "make", make)
    pictures.picture_of.cache_clear()
    async with offered() as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        for written in (code, code.lower(), code):
            assert (await client.get(f"/api/rooms/{written}/qr.svg")).status_code == 200
    ((text, thread),) = drawn
    assert text == f"http://uno.test/r/{code}"
    assert thread.startswith("unolab pictures")


@pytest.mark.parametrize("length", [256, 2_200, 3_000])
async def test_host_that_is_too_long_is_not_drawn(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unolab.server.guard.work.picture_of", None)
    async with offered() as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        host = {"host": "a" * length}
        assert (await client.get(f"/api/rooms/{code}/qr.svg", headers=host)).status_code == 400


# ── bodies ────────────────────────────────────────────────────────────────────────────────────────


async def test_bodies_are_as_large_as_they_need_to_be() -> None:
    async with offered() as client:
        for path, most in [*LARGEST_BODIES.items(), ("/api/health", 1_024)]:
            kind = {"content-type": "application/json"}
            body = b"{" + b" " * most + b"}"
            answer = await client.post(path, content=body, headers=kind)
            if path != "/api/health":  # which takes no body, and reads none
                assert f"{most:,} bytes" in problem(answer, 413, "too_big")
                fits = await client.post(path, content=body[:1] + body[3:], headers=kind)
                assert fits.status_code != 413


async def test_largest_room_fits() -> None:
    name = "\N{GRINNING FACE}" * 20
    bot = "random" + " " * 194
    seats = [{"who": "bot", "name": name, "avatar": 11, "bot": bot}] * 10
    wanted = {"rules": "x" * 1_000, "seats": seats, "deal": "y" * 1_200, "pace": "instant"}
    assert len(json.dumps(wanted)) < LARGEST_BODIES["/api/rooms"]
    game = {"text": "\N{GRINNING FACE}" * 10_000}
    assert len(json.dumps(game, ensure_ascii=False).encode()) < LARGEST_BODIES["/api/replays"]


@pytest.mark.parametrize("path", LARGEST_BODIES)
async def test_values_of_a_body_are_counted_before_they_are_looked_at(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "first_error", None)  # never is there a list of errors
    body: Any = {"text": GAME}
    async with offered() as client:
        extras: list[Any] = [{f"x{n}": 1 for n in range(100)}, {"seats": [[]] * 100}]
        for extra in extras:
            answer = await client.post(path, json=body | extra)
            assert "more than 100 values" in problem(answer, 400, "malformed")


async def test_changes_of_rules_are_bounded() -> None:
    async with offered() as client:
        many = {"changes": {f"x{n}": 1 for n in range(len(OPTIONS) + 1)}}
        assert f"at most {len(OPTIONS)}" in problem(
            await client.post("/api/rules", json=many), 422, "malformed"
        )
        answer = await client.post("/api/rules", json={"changes": {"draw": "x" * 41}})
        problem(answer, 422, "malformed")
        huge: Any = {"changes": {f"x{n}": [] for n in range(20_000)}}
        problem(await client.post("/api/rules", json=huge), 413, "too_big")


@pytest.mark.parametrize(
    "body", [b"[" * 4_000, b'{"changes":' * 300, b'{"players":' + b"9" * 4_000]
)
async def test_deep_and_long_values_are_an_error_of_the_client(body: bytes) -> None:
    async with offered() as client:
        kind = {"content-type": "application/json"}
        answer = await client.post("/api/rules", content=body, headers=kind)
        assert answer.status_code in (400, 422)


# ── simulations ───────────────────────────────────────────────────────────────────────────────────


@contextmanager
def simulations_seen(monkeypatch: pytest.MonkeyPatch) -> Iterator["list[Played]"]:
    """Note every simulation that is played, and whether it has ended."""
    seen: list[Played] = []

    def play(*args: Any, **options: Any) -> Report:
        played = Played()
        seen.append(played)
        try:
            return really_simulate(*args, **options)
        finally:
            played.ended.set()

    really_simulate = simulate
    monkeypatch.setattr(simulations, "simulate", play)
    yield seen


class Played:
    """A simulation that is played somewhere."""

    def __init__(self) -> None:
        self.thread = threading.current_thread().name
        self.ended = threading.Event()

    async def ends(self) -> None:
        assert await asyncio.to_thread(self.ended.wait, 30)


async def test_simulation_ends_when_its_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(cast(Store, Memory()), Settings(limits=UNLIMITED))
    with simulations_seen(monkeypatch) as seen:
        async with app.router.lifespan_context(app):
            asked = Exchange(app, "GET", WITHOUT_END)
            asking = asyncio.create_task(asked.run())
            while len(asked.sent) < 2:
                await asyncio.sleep(0.01)
            asked.hang_up()
            await asking
            await seen[0].ends()
            assert seen[0].thread.startswith("unolab simulation")


async def test_simulation_ends_when_nothing_can_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that is gone before the first byte."""
    app = create_app(cast(Store, Memory()), Settings(limits=UNLIMITED))
    with simulations_seen(monkeypatch) as seen:
        async with app.router.lifespan_context(app):
            asked = Exchange(app, "GET", WITHOUT_END)
            asked.stuck = True
            asking = asyncio.create_task(asked.run())
            while not asked.sent:
                await asyncio.sleep(0.01)
            asked.hang_up()
            await asking
            await seen[0].ends()


async def test_simulation_ends_when_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = Simulations(unread=0.3)
    with simulations_seen(monkeypatch) as seen:
        async with playing.run("a", plan(["mixbot2"] * 6, 20_000_000, "official", 1)) as shown:
            assert not (await anext(shown)).done
            await seen[0].ends()
            assert [report async for report in shown][1:] == []  # the last one that came, if any
    playing.close()


async def test_simulation_makes_way_for_others_in_time() -> None:
    playing = Simulations(seconds=0.2)
    async with playing.run("a", plan(["mixbot2"] * 6, 20_000_000, "official", 1)) as shown:
        *_, last = [report async for report in shown]
    assert last.done
    assert 0 < last.played < last.games
    playing.close()


async def test_simulations_cost_by_games_and_players() -> None:
    limits = ServerLimits(requests=(0.001, 30), simulation_cost=20)
    query = "/api/simulation?bot=random&bot=random&games="
    async with offered(limits) as client:
        assert (await client.get(f"{query}1000")).status_code == 200
    costs = [
        plan(["random"] * n, games, "official", 0).share
        for n, games in ((2, 20_000_000), (10, 20_000_000), (2, 1_000))
    ]
    assert costs == [pytest.approx(0.2), pytest.approx(1), pytest.approx(0.00001)]
    async with offered(ServerLimits(requests=(0.001, 3), simulation_cost=1e9)) as client:
        assert (await client.get("/api/catalogue")).status_code == 200
        problem(await client.get(f"{query}1000"), 429, "too_fast")


async def test_wrong_simulation_is_refused_before_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with simulations_seen(monkeypatch) as seen:
        async with offered() as client:
            problem(await client.get("/api/simulation?bot=random&bot=nobody"), 400, "unknown_bot")
            long = f"/api/simulation?bot=random&bot={'x' * 201}"
            problem(await client.get(long), 422, "malformed")
            rules = f"/api/simulation?bot=random&bot=random&rules={'x' * 1_001}"
            problem(await client.get(rules), 422, "malformed")
    assert not seen
