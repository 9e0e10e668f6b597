"""The page as it is shipped, under the strictest policy that a server can ask a browser for."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..kit import thoroughly
from . import axe

POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'"
)


class Site(http.server.SimpleHTTPRequestHandler):
    """Serves files, and the page itself at every address that is none."""

    def send_head(self) -> object:  # type: ignore[override]
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        return super().send_head()

    def do_POST(self) -> None:
        self.do_GET()  # a proxy that knows no server: it answers, and says nothing of use

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[str]:
    serve = functools.partial(Site, directory=str(built))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("path", ["/", *thoroughly("/learn", "/replay")])
def test_page_appears_without_a_complaint(
    page: Page, site: str, path: str, complaints: list[str]
) -> None:
    page.goto(site + path, wait_until="networkidle")
    expect(page.get_by_role("img", name="unolab").first).to_be_visible()
    assert complaints == []


def test_page_asks_nobody_but_its_server(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site, wait_until="networkidle")
    assert asked
    assert [url for url in asked if not url.startswith(site)] == []


def test_complaints_are_heard(page: Page, site: str, complaints: list[str]) -> None:
    page.goto(site)
    page.evaluate("document.body.innerHTML = '<p style=\"color: red\">red?</p>'")
    page.evaluate("console.error('said in the page')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('thrown in the page') })")
    policy, *others = complaints
    assert "Content Security Policy" in policy
    assert others == ["said in the page", "thrown in the page"]


def test_page_is_for_everyone(page: Page, site: str) -> None:
    page.goto(site)
    expect(page.get_by_role("img", name="unolab").first).to_be_visible()
    assert axe.violations(page) == []


def test_barriers_are_found(page: Page, site: str) -> None:
    page.goto(site)
    page.evaluate("document.body.innerHTML = '<main><button></button></main>'")
    assert [found.partition(":")[0] for found in axe.violations(page)] == ["button-name"]
