"""Without a network the page opens, and says what needs the server; a new version is noticed."""

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ..live import LiveServer
from .guest import PATIENCE
from .test_page import Site

CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def device(browser: Browser) -> Iterator[Page]:
    """A browser that keeps pages, as all but those of the other tests do."""
    context = browser.new_context(service_workers="allow", locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def visit(page: Page, url: str) -> None:
    """Open the page, and wait until it is kept."""
    page.goto(url)
    page.wait_for_function(f"async () => await {CONTROLLED}")


def test_page_opens_without_a_network(device: Page, server: LiveServer) -> None:
    visit(device, server.url)
    device.context.set_offline(True)
    device.goto(server.url + "/learn")
    expect(device.get_by_role("heading", name="Colour or number")).to_be_visible()
    device.get_by_role("button", name="red 2").click()
    expect(device.get_by_role("status").filter(has_text="both are red")).to_be_visible()
    device.get_by_role("link", name="Start page").click()
    expect(device.get_by_text("No connection to the server")).to_be_visible()
    device.goto(server.url + "/r/K7QX42AB")  # whatever was open when it was closed
    expect(device.get_by_text("Trying again")).to_be_visible()
    device.context.set_offline(False)
    device.goto(server.url)
    expect(device.get_by_text("No connection to the server")).to_be_hidden()


def test_nothing_of_the_server_is_kept(device: Page, server: LiveServer) -> None:
    visit(device, server.url)
    device.goto(server.url + "/simulation")
    kept = """async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const all = await Promise.all(caches_.map((cache) => cache.keys()));
      return all.flat().map((request) => new URL(request.url).pathname);
    }"""
    paths: list[str] = device.evaluate(kept)
    assert "/" in paths
    assert [path for path in paths if path.startswith("/api/")] == []


def test_new_version_is_noticed(device: Page, built: Path, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(built, folder)
    serve = functools.partial(Site, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            visit(device, f"http://127.0.0.1:{server.server_port}/learn")
            notice = device.get_by_text("A new version is ready")
            expect(notice).to_be_hidden()
            worker = (folder / "sw.js").read_text("utf-8")
            listed = re.search(r"FILES = (\[[^\]]*\])", worker)
            assert listed is not None
            files = [name for name in json.loads(listed[1]) if not name.endswith(".js")]
            changed = worker.replace(listed[1], json.dumps(files)).replace(
                '"unolab-"', '"unolab-2"'
            )
            (folder / "sw.js").write_text(changed, "utf-8")
            device.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
            expect(notice).to_be_visible()
            device.get_by_role("button", name="Reload").click()
            expect(device.get_by_role("heading", name="Colour or number")).to_be_visible()
        finally:
            server.shutdown()


def test_page_can_be_installed(device: Page, server: LiveServer) -> None:
    device.goto(server.url)
    manifest = server.get("/manifest.webmanifest")
    for icon in [*manifest["icons"], {"src": "/apple-touch-icon.png", "sizes": "180x180"}]:
        found = device.evaluate(
            """async (src) => {
              const picture = new Image();
              picture.src = src;
              await picture.decode();
              return `${picture.naturalWidth}x${picture.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in ("any", found)
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
