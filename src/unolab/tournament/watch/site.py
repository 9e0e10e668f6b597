"""Site: a small server for this machine's browsers only; the standard library is all it needs."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from string import Template
from threading import Thread
from typing import TYPE_CHECKING, Final

from unolab.errors import ResourceError
from unolab.tournament.watch.page import hash_of, part

if TYPE_CHECKING:
    from unolab.tournament.watch.watch import Watch

ADDRESS: Final = "127.0.0.1"
SCRIPTS: Final = ("chart.js", "game.js", "watch.js")
SITE_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Site:
    """The server of a Watch, in a thread of its own."""

    def __init__(self, watch: Watch, port: int) -> None:
        """Take a port; 0 is any that is free."""
        request = type("WatchRequest", (Request,), {"watch": watch})
        try:
            self._server = WatchServer((ADDRESS, port), request)
        except OSError as error:
            raise ResourceError(f"cannot bind port {port}: {error.strerror}") from None
        self.url = f"http://{ADDRESS}:{self._server.server_port}/"

    def start(self) -> None:
        """Start the server."""
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class WatchServer(ThreadingHTTPServer):
    """A server that does not wait for open connections."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing: a browser may leave whenever it likes."""


class Request(BaseHTTPRequestHandler):
    """What a browser asks for."""

    watch: Watch
    server: WatchServer

    def do_GET(self) -> None:
        """Show the page, what changes, a game, or the report."""
        if not self._is_welcome():
            return
        match self.path:
            case "/":
                text, policy = page()
                self._answer(text.encode(), "text/html", {"Content-Security-Policy": policy})
            case "/events":
                self._stream()
            case "/game":
                game = self.watch.game()
                self._answer(None if game is None else game.encode(), "application/json")
            case "/report":
                self._answer(self.watch.report_page(), "text/html")
            case _:
                self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Begin, or set the pace."""
        if not self._is_welcome():
            return
        match self.path.split("/"):
            case ["", "start"]:
                self.watch.start()
            case ["", "pace", pace] if pace in self.watch.paces:
                self.watch.set_pace(pace)
            case _:
                self._refuse(HTTPStatus.NOT_FOUND)
                return
        self._answer(None, "")

    def log_message(self, *_: object) -> None:
        """Keep quiet: the terminal is for the tournament."""

    def _is_welcome(self) -> bool:
        """Refuse pages elsewhere, also those that gave their own name this machine's address."""
        port = self.server.server_port
        names = {f"{ADDRESS}:{port}", f"localhost:{port}"}
        origin = self.headers.get("Origin")
        welcome = self.headers.get("Host") in names and (
            origin is None or origin.removeprefix("http://") in names
        )
        if not welcome:
            self._refuse(HTTPStatus.FORBIDDEN)
        return welcome

    def _answer(self, body: bytes | None, kind: str, headers: dict[str, str] | None = None) -> None:
        """Send something, or that there is nothing."""
        self.send_response(HTTPStatus.NO_CONTENT if body is None else HTTPStatus.OK)
        for name, value in (SITE_HEADERS | (headers or {})).items():
            self.send_header(name, value)
        if body is not None:
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body is not None:
            self.wfile.write(body)

    def _stream(self) -> None:
        """Send what changes for as long as the browser listens."""
        self.send_response(HTTPStatus.OK)
        for name, value in (SITE_HEADERS | {"Content-Type": "text/event-stream"}).items():
            self.send_header(name, value)
        self.end_headers()
        events = self.watch.events()
        try:
            for event in events:
                self.wfile.write((event or ":\n\n").encode())
        except OSError:  # it has gone
            pass
        finally:
            events.close()

    def _refuse(self, why: HTTPStatus) -> None:
        self.send_error(why)


@cache
def page() -> tuple[str, str]:
    """Put the page together, and say in a policy that nothing else may run in it."""
    style = part("watch.css")
    script = "".join(map(part, SCRIPTS))
    cards = part("cards.svg")
    template = Template(part("watch.html"))
    text = template.substitute(style=style, script=script, cards=cards)
    policy = (
        f"default-src 'none'; script-src '{hash_of(script)}'; style-src '{hash_of(style)}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return text, policy
