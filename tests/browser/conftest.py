"""The browser of these tests, and the page that it shows."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Error, Page

import webpage

from .chromium import FLAGS, chromium

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: from the first of them on, Playwright's event loop is in the way."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.is_relative_to(HERE))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that was found, not the one that Playwright would download."""
    return browser_type_launch_args | {"executable_path": str(chromium()), "args": FLAGS}


@pytest.fixture(scope="session")
def base_url() -> None:
    """Stand in for the plugin's own, about which pytest warns; a test gives whole addresses."""


@pytest.fixture(scope="session")
def built() -> Path:
    """The page as it is shipped, which dev.py has built before."""
    assert not webpage.is_due(), "the page is out of date: python webpage.py build"
    return webpage.STATIC


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What goes wrong in the page from here on: console errors and warnings, exceptions."""
    found: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    def catch(error: Error) -> None:
        found.append(str(error))

    page.on("console", listen)
    page.on("pageerror", catch)
    return found
