"""What axe-core finds wrong with a page for people who cannot see it, or not well."""

from typing import Any

from playwright.sync_api import Page

import webpage

SCRIPT = webpage.NODE_MODULES / "axe-core/axe.min.js"
GRAVE = ("serious", "critical")

RUN = "async () => (await axe.run()).violations"

# What fades in has too little contrast only until it is there. What moves for ever or is to fade
# later is judged as it is, and what is not drawn never ends.
ARRIVE = """async () => {
  const arrives = (one) => {
    const { iterations, delay } = one.effect?.getComputedTiming() ?? {};
    const drawn = one.effect?.target?.checkVisibility() !== false;
    return one.playState === "running" && iterations !== Infinity && delay < 1_000 && drawn;
  };
  for (;;) {
    const moving = document.getAnimations().filter(arrives);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map((one) => one.finished));
  }
}"""


def violations(page: Page) -> list[str]:
    """List the grave violations in what the page shows once it is there, each with where it is."""
    assert SCRIPT.is_file(), "axe-core is not installed: python webpage.py check does it"
    page.evaluate(ARRIVE)
    page.evaluate(SCRIPT.read_text("utf-8"))
    grave = [found for found in page.evaluate(RUN) if found["impact"] in GRAVE]
    return [f"{found['id']}: {found['help']} at {places(found)}" for found in grave]


def places(found: dict[str, Any]) -> str:
    """Name the elements that a violation is about."""
    return ", ".join(str(node["target"]) for node in found["nodes"])
