"""What axe-core finds wrong with a page for people who cannot see it, or not well."""

from typing import Any

from playwright.sync_api import Page

import webpage

from .arrival import let_arrive

SCRIPT = webpage.NODE_MODULES / "axe-core/axe.min.js"
GRAVE = ("serious", "critical")

RUN = "async () => (await axe.run()).violations"


def violations(page: Page) -> list[str]:
    """List the grave violations in what the page shows once it is there, each with where it is."""
    assert SCRIPT.is_file(), "axe-core is not installed: python webpage.py check does it"
    let_arrive(page)  # what fades in has too little contrast until then
    page.evaluate(SCRIPT.read_text("utf-8"))
    grave = [found for found in page.evaluate(RUN) if found["impact"] in GRAVE]
    return [f"{found['id']}: {found['help']} at {places(found)}" for found in grave]


def places(found: dict[str, Any]) -> str:
    """Name the elements that a violation is about."""
    return ", ".join(str(node["target"]) for node in found["nodes"])
