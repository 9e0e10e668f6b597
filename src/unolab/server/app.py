"""The application: rooms over WebSocket, the rest over HTTP, and the page."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import StreamingResponse
from starlette.types import Scope

from unolab import __version__
from unolab.server import catalogue, rest
from unolab.server.connection import Connection, first_error
from unolab.server.guard import Guard, address_of
from unolab.server.limits import Addresses, Limits
from unolab.server.protocol import Seat
from unolab.server.refusal import Refusal, refusing
from unolab.server.replays import proof_of, replay_from, replay_of
from unolab.server.rest import Health, NewRoom, Replay, RoomMade, RoomShown
from unolab.server.room import Room
from unolab.server.rooms import Rooms
from unolab.server.simulations import Simulations
from unolab.server.sitting import Round
from unolab.server.store import Store

STATIC: Final = Path(str(files("unolab.server"))) / "static"
PAGES: Final = ("/", "/r/{code}", "/replay", "/replay/{id}", "/simulation", "/watch", "/learn")

STATUS: Final = {
    "no_room": 404,
    "no_replay": 404,
    "no_proof": 404,
    "too_fast": 429,
    "full": 503,
    "busy": 503,
    "not_saved": 503,
    "spoilt": 500,
}

CODES: Final = {400: "malformed", 404: "not_found", 405: "wrong_method", 413: "too_big"}
"""The words for what is refused before anything of ours sees it."""

RoomCode = Annotated[str, InPath(pattern=r"^[A-Za-z0-9]{4,8}$")]
ReplayId = Annotated[str, InPath(pattern=r"^[A-Za-z0-9]{4,8}-[0-9]{1,6}$")]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run."""

    away_after: float = 30.0
    """Seconds after which a bot plays for somebody who is gone."""
    idle: float = 600.0
    """Seconds after which a room that nobody looks at leaves the memory."""
    keep_days: float = 0.0
    """Days after which it leaves the disk too; 0 is never."""
    hosts: tuple[str, ...] = ()
    """The names that it goes by, where it is known that there are no others."""
    limits: Limits = field(default_factory=Limits)


def create_app(store: Store, settings: Settings) -> FastAPI:
    """Make the application; it closes the store when it ends."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        rooms = Rooms(
            store, settings.limits, settings.away_after, settings.idle, settings.keep_days
        )
        app.state.rooms = rooms
        sweeping = asyncio.create_task(rooms.sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping
            await rooms.close()
            await store.close()

    app = FastAPI(
        title="unolab",
        version=__version__,
        summary="Rooms, replays and simulations of Uno.",
        lifespan=life,
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={400: {"model": rest.Problem}, 422: {"model": rest.Problem}},
    )
    app.state.clients = 0
    _add_errors(app)
    _add_rooms(app, settings.limits)
    _add_rest(app)
    _add_page(app)
    app.add_middleware(GZipMiddleware, minimum_size=600)
    app.add_middleware(Guard, limits=settings.limits, hosts=settings.hosts)
    return app


def _rooms(request: Request | WebSocket) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


# ── rooms ─────────────────────────────────────────────────────────────────────────────────────────


def _add_rooms(app: FastAPI, limits: Limits) -> None:
    new_rooms, guesses = Addresses(*limits.rooms), Addresses(*limits.guesses)

    @app.websocket("/api/ws")
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        app.state.clients += 1
        try:
            await Connection(socket, _rooms(socket), limits, guesses).serve()
        finally:
            app.state.clients -= 1

    async def find_room(request: Request, code: str, problem: Refusal) -> Room:
        address = address_of(request.scope)
        guesses.check(address)
        room = await _rooms(request).find(code)
        if room is None:
            guesses.take(address)
            raise problem
        return room

    @app.post("/api/rooms", status_code=201)
    async def make_room(request: Request, wanted: NewRoom) -> RoomMade:
        """Make a room. Keep the token: it opens the seats."""
        if not new_rooms.take(address_of(request.scope)):
            raise Refusal("too_fast", "too many new rooms: wait a moment")
        return await _rooms(request).create(wanted)

    @app.get("/api/rooms/{code}")
    async def show_room(request: Request, code: RoomCode) -> RoomShown:
        """Say what may be known of a room from outside."""
        missing = Refusal("no_room", f"there is no room {code.upper()}")
        room = await find_room(request, code, missing)
        sitting = room.sitting
        return RoomShown(
            code=room.code,
            stage=sitting.stage,
            rules=str(sitting.rules),
            seats=[Seat(kind=c.kind, name=c.name, avatar=c.avatar) for c in sitting.chairs],
            replays=[f"{room.code}-{number + 1}" for number in range(len(sitting.rounds))],
        )

    @app.get("/api/rooms/{code}/qr.svg", response_class=Response)
    async def draw_code(request: Request, code: RoomCode) -> Response:
        """Draw the address of a room, for a phone's camera."""
        import segno

        out = io.BytesIO()
        link = f"{request.base_url}r/{code.upper()}"
        segno.make(link, error="m").save(out, kind="svg", border=2, xmldecl=False, omitsize=True)
        return Response(out.getvalue(), media_type="image/svg+xml")

    async def find_round(request: Request, id: str) -> Round:
        code, number = id.upper().split("-")
        missing = Refusal("no_replay", f"there is no round {id.upper()} that is over")
        room = await find_room(request, code, missing)
        played = room.round(int(number))
        if played is None:
            raise missing
        return played

    async def find_replay(request: Request, id: str) -> Replay:
        return await asyncio.to_thread(replay_of, id.upper(), await find_round(request, id))

    @app.get("/api/replays/{id}")
    async def show_replay(request: Request, id: ReplayId) -> Replay:
        """Show a round that is over, with all cards."""
        return await find_replay(request, id)

    @app.get("/api/replays/{id}/text", response_class=PlainTextResponse)
    async def write_replay(request: Request, id: ReplayId) -> PlainTextResponse:
        """Write a round that is over as text, for ``unolab replay``."""
        replay = await find_replay(request, id)
        names = ", ".join(replay.names)
        name = {"Content-Disposition": f'attachment; filename="{id.upper()}.uno"'}
        return PlainTextResponse(f"{replay.text}  # {names}\n", headers=name)

    @app.get("/api/replays/{id}/proof", response_class=JSONResponse)
    async def prove_replay(request: Request, id: ReplayId) -> JSONResponse:
        """Write what it takes to check the cards of a round, for ``unolab verify``."""
        proof = await asyncio.to_thread(proof_of, await find_round(request, id))
        name = {"Content-Disposition": f'attachment; filename="{id.upper()}.proof.json"'}
        return JSONResponse(proof.to_json(), headers=name)


# ── the rest ──────────────────────────────────────────────────────────────────────────────────────


def _add_rest(app: FastAPI) -> None:
    simulations = Simulations()

    @app.get("/api/health")
    async def tell_health(request: Request) -> Health:
        """Say whether the server is well."""
        rooms = _rooms(request)
        return Health(
            ok=await rooms.well(), version=__version__, rooms=len(rooms), clients=app.state.clients
        )

    @app.get("/api/catalogue")
    async def show_catalogue() -> rest.Catalogue:
        """List the presets, the options and the bots."""
        return catalogue.catalogue()

    @app.post("/api/rules")
    async def look_at_rules(asked: rest.RulesAsked) -> rest.RulesAnswer:
        """Say what rules mean, or why they can't be."""
        return catalogue.answer(asked)

    @app.post("/api/replays")
    async def read_replay(asked: rest.ReplayAsked) -> Replay:
        """Show a game that was kept as text."""
        with refusing("wrong_game"):
            return await asyncio.to_thread(replay_from, asked.text)

    @app.get("/api/simulation", response_class=StreamingResponse)
    async def watch_simulation(
        request: Request,
        bot: Annotated[list[str], Query(min_length=2, max_length=10)],
        games: int = 100_000,
        rules: str = "official",
        seed: Annotated[int, Query(ge=0, lt=2**53)] = 0,
    ) -> StreamingResponse:
        """Play many games and send how they stand, as server-sent events."""
        watching = simulations.run(address_of(request.scope), bot, games, rules, seed)
        arriving = await watching.__aenter__()  # so that what is wrong is said before the stream

        async def stream() -> AsyncIterator[str]:
            try:
                async for shown in arriving:
                    yield f"data: {shown.model_dump_json()}\n\n"
            finally:
                await watching.__aexit__(None, None, None)

        return StreamingResponse(stream(), media_type="text/event-stream")


def _add_page(app: FastAPI) -> None:
    index = STATIC / "index.html"

    async def page() -> Response:
        if not index.is_file():
            return PlainTextResponse("The page was not built: install unolab again.", 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    for path in PAGES:
        app.add_api_route(path, page, include_in_schema=False, methods=["GET", "HEAD"])
    if index.is_file():
        app.mount("/assets", Lasting(directory=STATIC / "assets"))
        app.mount("/", PageFiles(directory=STATIC))


class PageFiles(StaticFiles):
    """The files of the page."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; do not even look at what is elsewhere."""
        return ("", None) if path.split(os.sep)[0] == os.pardir else super().lookup_path(path)


class Lasting(PageFiles):
    """Files with a hash in their name, which never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Let browsers keep them."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _add_errors(app: FastAPI) -> None:
    def problem(status: int, code: str, text: str) -> JSONResponse:
        return JSONResponse({"code": code, "text": text}, status)

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> JSONResponse:
        return problem(STATUS.get(error.code, 400), error.code, error.text)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, "malformed", f"not understood: {first_error(error.errors())}")

    @app.exception_handler(OSError)
    async def unreadable(_: Request, error: OSError) -> JSONResponse:
        return problem(503, "unreadable", "the server can't read its database: try again later")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        index, reader = STATIC / "index.html", "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and reader and index.is_file():
            # a person who mistyped an address: the page says so in their language
            return FileResponse(index, 404, headers={"Cache-Control": "no-cache"})
        code = CODES.get(error.status_code, "not_found")
        return problem(error.status_code, code, str(error.detail).lower())
