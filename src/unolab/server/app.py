"""The application: rooms over WebSocket, the rest over HTTP, and the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from unolab import __version__
from unolab.puzzles.themes import Theme
from unolab.server.coach.coach import Coach
from unolab.server.codes import read_code, show_code
from unolab.server.connection import Connection
from unolab.server.guard.guard import Guard, address_of
from unolab.server.guard.leaving import ClientLeft
from unolab.server.guard.limits import Addresses, ServerLimits
from unolab.server.guard.work import Work
from unolab.server.http import catalogue
from unolab.server.http.bodies import BoundedRoute
from unolab.server.http.daily import show_daily
from unolab.server.http.expert import check_day, play_expert
from unolab.server.http.malformed import first_error
from unolab.server.http.pagefiles import LARGEST_PLAIN, Compression, LastingFiles, PageFiles
from unolab.server.http.previews import Index
from unolab.server.http.puzzles import judge_answer, list_puzzles, show_puzzle
from unolab.server.http.reach import Reach
from unolab.server.http.replays import line_of, moves_in, prove, replay_from, replay_of, rounds_of
from unolab.server.http.reviews import plan_review
from unolab.server.operate.counting import Counting
from unolab.server.operate.health import Readiness
from unolab.server.operate.logs import LogFormat
from unolab.server.operate.metrics import Metrics
from unolab.server.protocol import BotText, RulesText, Seat, rest
from unolab.server.protocol.puzzles import (
    Daily,
    DailyExpert,
    PuzzleAnswer,
    PuzzleList,
    PuzzleShown,
    PuzzleTried,
)
from unolab.server.protocol.refusal import UNREADABLE, Refusal, refusing
from unolab.server.protocol.rest import (
    CodeAsked,
    CodeReserved,
    Health,
    NewRoom,
    Replay,
    RoomMade,
    RoomShown,
)
from unolab.server.room.sitting import FinishedRound, Sitting
from unolab.server.rooms import Rooms
from unolab.server.store.leases import LEASE, Leases
from unolab.server.store.store import Store

STATIC: Final = Path(str(files("unolab.server"))) / "static"
PAGES: Final = (
    "/",
    "/r/{code}",
    "/replay",
    "/replay/{id}",
    "/review",
    "/review/{id}",
    "/simulation",
    "/watch",
    "/learn",
    "/puzzles",
    "/puzzles/{id}",
    "/you",
    "/daily",
)

STATUS: Final = {
    "no_room": 404,
    "no_puzzle": 404,
    "no_replay": 404,
    "no_proof": 404,
    "no_daily": 404,
    "local_only": 403,
    "no_network": 503,
    "too_fast": 429,
    "full": 503,
    "busy": 503,
    "no_answer": 503,
    "not_saved": 503,
    "spoilt": 500,
}

CODES: Final = {400: "malformed", 404: "not_found", 405: "wrong_method", 413: "too_big"}
"""Codes for what is refused before our handlers run."""

QUICKLY: Final = 3  # compression level: a quick one, since others wait
CLIENT_LEFT: Final = 499  # what nginx calls it

RoomCode = Annotated[str, InPath(pattern=r"^[A-Za-z0-9 -]{4,16}$")]
PuzzleId = Annotated[str, InPath(pattern=r"^[0-9a-f]{8}$")]
ReplayId = Annotated[str, InPath(pattern=r"^[A-Za-z0-9 -]{4,16}-[0-9]{1,6}$")]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run."""

    away_after: float = 30.0
    """Seconds before a bot takes over for a disconnected player."""
    idle: float = 600.0
    """Seconds before a room without clients is unloaded from memory."""
    keep_days: float = 0.0
    """Days before it is deleted from disk too; 0 means never."""
    hosts: tuple[str, ...] = ()
    """The host names it accepts; any if empty."""
    may_open: bool = False
    """Whether its page may open it to the network while it listens only on this machine."""
    limits: ServerLimits = field(default_factory=ServerLimits)
    peer: str = "127.0.0.1"
    """Address of this machine where the other servers of its database reach it."""
    lease: float = LEASE
    """Seconds of silence after which they take over its rooms."""
    drain: float = 0.0
    """Seconds for which it goes on after SIGTERM, while balancers send players elsewhere."""
    log_format: LogFormat = "text"


def create_app(
    store: Store,
    settings: Settings,
    reach: Reach | None = None,
    metrics: Metrics | None = None,
    leases: Leases | None = None,
) -> FastAPI:
    """Make the application; it closes the store when it ends."""
    reach = reach or Reach(settings.hosts)
    metrics = metrics or Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        rooms = Rooms(
            *(store, settings.limits, settings.away_after, settings.idle, settings.keep_days),
            *(requests, metrics, leases, coach),
        )
        app.state.rooms = rooms
        # others bring rooms of their own, whose bots use this server's CPU
        reach.opened = lambda: rooms.limit(ServerLimits())
        forever = (rooms.sweep(), rooms.keep_leases(), rooms.share_budgets())
        tasks = [asyncio.create_task(each) for each in forever]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            work.close()
            await asyncio.to_thread(coach.close)
            await rooms.close()
            await store.close()

    app = FastAPI(
        title="unolab",
        version=__version__,
        summary="Rooms, replays and simulations of Uno.",
        lifespan=life,
        docs_url=None,  # its pages load third-party scripts
        redoc_url=None,
        openapi_url=None,  # it would be rendered for each request
        responses={400: {"model": rest.Problem}, 422: {"model": rest.Problem}},
    )
    app.router.route_class = BoundedRoute
    requests = Addresses(*settings.limits.requests)
    app.state.metrics = metrics
    app.state.readiness = Readiness()
    app.state.requests = requests  # so that costly requests can take more tokens
    index = Index(STATIC / "index.html")
    _add_errors(app, index)
    coach = Coach(settings.limits)
    work = Work(requests, settings.limits, coach)
    _add_rooms(app, settings.limits, work, reach)
    _add_rest(app, work, reach)
    _add_puzzles(app)
    _add_schema(app)
    _add_page(app, index)
    app.add_middleware(Compression, LARGEST_PLAIN, QUICKLY)
    app.add_middleware(Guard, limits=settings.limits, requests=requests, hosts=reach.names)
    app.add_middleware(Counting, metrics=metrics)
    return app


def _rooms(request: Request | WebSocket) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


# ── rooms ─────────────────────────────────────────────────────────────────────────────────────────


def _add_rooms(app: FastAPI, limits: ServerLimits, work: Work, reach: Reach) -> None:
    @app.websocket("/api/ws")
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        await Connection(socket, _rooms(socket), limits).serve()

    async def find_room(request: Request, code: str, problem: Refusal) -> Sitting:
        sitting = await _rooms(request).look(code, address_of(request.scope))
        if sitting is None:
            raise problem
        return sitting

    @app.post("/api/rooms", status_code=201)
    async def make_room(request: Request, wanted: NewRoom) -> RoomMade:
        """Make a room. Keep the token: it opens the seats."""
        work.charge(request, limits.room_cost)
        return await _rooms(request).create(wanted, address_of(request.scope))

    @app.post("/api/reservations", status_code=201)
    async def reserve_code(request: Request, asked: CodeAsked) -> CodeReserved:
        """Reserve a code for a room, which is created when somebody enters it."""
        return await _rooms(request).reserve(asked, address_of(request.scope))

    @app.get("/api/rooms/{code}")
    async def show_room(request: Request, code: RoomCode) -> RoomShown:
        """Return what outsiders may know of a room."""
        code = read_code(code)
        missing = Refusal("no_room", f"there is no room {show_code(code)}")
        sitting = await find_room(request, code, missing)
        return RoomShown(
            code=code,
            stage=sitting.stage,
            rules=str(sitting.rules),
            seats=[Seat(kind=c.kind, name=c.name, avatar=c.avatar) for c in sitting.chairs],
            replays=[f"{code}-{number + 1}" for number in range(len(sitting.rounds))],
            rounds=rounds_of(code, sitting),
        )

    @app.get("/api/rooms/{code}/qr.svg", response_class=Response)
    async def draw_code(request: Request, code: RoomCode) -> Response:
        """Draw the address of a room as a QR code."""
        if not await _rooms(request).exists(code, address_of(request.scope)):
            raise Refusal("no_room", f"there is no room {show_code(code)}")
        picture = await work.draw(request, f"{reach.base_for(request)}r/{read_code(code)}")
        return Response(picture, media_type="image/svg+xml")

    async def find_round(request: Request, id: str) -> tuple[str, FinishedRound]:
        """Find a finished round and its number."""
        code, _, number = id.rpartition("-")
        id = f"{read_code(code)}-{int(number)}"
        missing = Refusal("no_replay", f"there is no finished round {id}")
        played = (await find_room(request, code, missing)).round(int(number))
        if played is None:
            raise missing
        return id, played

    @app.get("/api/replays/{id}", response_model=Replay)
    async def show_replay(request: Request, id: ReplayId) -> Response:
        """Show a finished round, with all cards."""
        id, played = await find_round(request, id)
        return await work.replay(request, len(played.game.moves), partial(replay_of, id, played))

    @app.get("/api/replays/{id}/review", response_class=StreamingResponse)
    async def review_replay(request: Request, id: ReplayId) -> StreamingResponse:
        """Review a finished round, and stream how far it is as server-sent events."""
        _, played = await find_round(request, id)
        return await work.review(request, plan_review(played))

    @app.get("/api/replays/{id}/text", response_class=PlainTextResponse)
    async def write_replay(request: Request, id: ReplayId) -> PlainTextResponse:
        """Return a finished round as text, for ``unolab replay``."""
        id, played = await find_round(request, id)
        names = ", ".join(chair.name for chair in played.chairs)
        name = {"Content-Disposition": f'attachment; filename="{id}.uno"'}
        return PlainTextResponse(f"{played.game}  # {names}\n", headers=name)

    @app.get("/api/replays/{id}/proof", response_class=JSONResponse)
    async def prove_replay(request: Request, id: ReplayId) -> Response:
        """Return the proof of a round's cards, for ``unolab verify``."""
        id, played = await find_round(request, id)
        name = {"Content-Disposition": f'attachment; filename="{id}.proof.json"'}
        return await work.replay(request, len(played.game.moves), partial(prove, played), name)


# ── the rest ──────────────────────────────────────────────────────────────────────────────────────


def _add_rest(app: FastAPI, work: Work, reach: Reach) -> None:
    @app.get("/api/health", responses={503: {"model": Health}})
    async def report_health(request: Request, response: Response) -> Health:
        """Report whether the server is ready for players, for balancers."""
        readiness: Readiness = request.app.state.readiness
        health = await readiness.report(_rooms(request).well)
        response.status_code = 200 if health.ok else 503
        return health

    @app.get("/api/health/live", response_class=PlainTextResponse)
    async def report_life() -> PlainTextResponse:
        """Report that the process responds; if not, restart it."""
        return PlainTextResponse("alive\n")

    @app.get("/api/catalogue")
    async def show_catalogue() -> rest.Catalogue:
        """List the presets, the options and the bots."""
        return catalogue.catalogue()

    @app.get("/api/network")
    async def show_network(request: Request) -> rest.Network:
        """Say how others reach this server; only answered on its own machine."""
        return reach.show_to(request)

    @app.post("/api/network")
    async def open_network(request: Request) -> rest.Network:
        """Open this server to the network; only its page on its own machine may."""
        return await reach.open(request)

    @app.post("/api/rules")
    async def look_at_rules(asked: rest.RulesAsked) -> rest.RulesAnswer:
        """Explain rules, or why they are invalid."""
        return catalogue.answer(asked)

    @app.post("/api/replays", response_model=Replay)
    async def read_replay(request: Request, asked: rest.ReplayAsked) -> Response:
        """Show a game given as text."""
        with refusing("wrong_game"):
            line = line_of(asked.text)
            return await work.replay(request, moves_in(line), partial(replay_from, line))

    @app.post("/api/review", response_class=StreamingResponse)
    async def review_text(request: Request, asked: rest.ReplayAsked) -> StreamingResponse:
        """Review a game given as text, like a round of a room."""
        with refusing("wrong_game"):
            return await work.review_text(request, line_of(asked.text))

    @app.get("/api/daily")
    async def show_day() -> Daily:
        """Return the deal and the puzzle of the day, the same for everybody."""
        return show_daily(datetime.now(UTC))

    @app.get("/api/daily/{day}/expert")
    async def show_expert(request: Request, day: date) -> DailyExpert:
        """Return what the strongest bot made of a deal of the day."""
        check_day(day, datetime.now(UTC).date())
        return await work.daily(request, partial(play_expert, day))

    @app.get("/api/simulation", response_class=StreamingResponse)
    async def watch_simulation(
        request: Request,
        bot: Annotated[list[BotText], Query(min_length=2, max_length=10)],
        games: int = 100_000,
        rules: Annotated[RulesText, Query()] = "official",
        seed: Annotated[int, Query(ge=0, lt=2**53)] = 0,
    ) -> StreamingResponse:
        """Play many games and stream the standings as server-sent events."""
        return await work.simulate(request, bot, games, rules, seed)


def _add_puzzles(app: FastAPI) -> None:
    @app.get("/api/puzzles")
    async def list_all_puzzles(
        theme: Theme | None = None,
        strength: Annotated[int | None, Query(ge=1, le=5)] = None,
    ) -> PuzzleList:
        """List the puzzles."""
        return list_puzzles(theme, strength)

    @app.get("/api/puzzles/{id}")
    async def show_one_puzzle(id: PuzzleId) -> PuzzleShown:
        """Show a puzzle, without the answer."""
        return show_puzzle(id)

    @app.post("/api/puzzles/{id}")
    async def try_puzzle(id: PuzzleId, tried: PuzzleTried) -> PuzzleAnswer:
        """Say whether a move is right, and what every move is worth."""
        return judge_answer(id, tried.move)


_schemas: dict[tuple[str, ...], bytes] = {}  # of the applications of this process, by their paths


def _add_schema(app: FastAPI) -> None:
    paths = tuple(getattr(route, "path", "") for route in app.routes)
    if paths not in _schemas:  # at startup, not for a request: it takes a while
        _schemas[paths] = json.dumps(app.openapi()).encode()
    schema = _schemas[paths]

    @app.get("/api/openapi.json", include_in_schema=False)
    async def show_schema() -> Response:
        return Response(schema, media_type="application/json")


def _add_page(app: FastAPI, index: Index) -> None:
    async def page(request: Request) -> Response:
        if not index.is_built:
            return PlainTextResponse("The page is not built: reinstall unolab.", 503)
        return _page(index, request)

    for path in PAGES:
        app.add_api_route(path, page, include_in_schema=False, methods=["GET", "HEAD"])
    if index.is_built:
        app.mount("/assets", LastingFiles(directory=STATIC / "assets"))
        app.mount("/", PageFiles(directory=STATIC))


def _page(index: Index, request: Request, status: int = 200) -> Response:
    text = index.page(request.url.path, str(request.base_url))
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache"})


def _add_errors(app: FastAPI, index: Index) -> None:
    def problem(status: int, code: str, text: str) -> JSONResponse:
        return JSONResponse({"code": code, "text": text}, status)

    @app.exception_handler(Refusal)
    async def answer_refusal(request: Request, error: Refusal) -> JSONResponse:
        request.app.state.metrics.refusals.labels(error.code).inc()
        return problem(STATUS.get(error.code, 400), error.code, error.text)

    @app.exception_handler(RequestValidationError)
    async def answer_malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, "malformed", f"not understood: {first_error(error.errors())}")

    @app.exception_handler(OSError)
    async def answer_unreadable(_: Request, error: OSError) -> JSONResponse:
        return problem(503, "unreadable", UNREADABLE)  # the reason is in the log

    @app.exception_handler(ClientLeft)
    async def answer_nobody(_: Request, __: ClientLeft) -> Response:
        return Response(status_code=CLIENT_LEFT)  # nobody reads it

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        reader = "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and reader and index.is_built:
            # a mistyped address: the page says so in the user's language
            return _page(index, request, 404)
        code = CODES.get(error.status_code, "not_found")
        return problem(error.status_code, code, str(error.detail).lower())
