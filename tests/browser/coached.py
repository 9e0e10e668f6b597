"""A coach without a judge: a review that was made once, and a hint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from playwright.sync_api import Page, Route

from unolab.server.protocol import Advice, Update

from .staged import table

REVIEW: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "web/src/review/fixture.json").read_text("utf-8")
)
MOVES: Final = len(REVIEW["chances"]) - 1

ADVICE: Final = Advice.model_validate(
    {
        "move": "Y1",
        "moves": [
            {"move": "Y1", "value": 0.313},
            {"move": "BW", "value": 0.284},
            {"move": "+", "value": 0.241},
        ],
        "error": 0.006,
        "clear": True,
        "reasons": [
            {"key": "next_has_few", "seat": 1, "cards": 2},
            {"key": "drew_on", "seat": 1, "color": "yellow"},
            {"key": "keeps_wild"},
        ],
        "chances": [0.313, 0.342, 0.223, 0.122],
        "worlds": 256,
    }
)


def game_link(**wish: object) -> str:
    """Return the address of the review of that game."""
    game = f"{REVIEW['game']} # {', '.join(REVIEW['names'])}"
    query = "&".join(f"{name}={value}" for name, value in wish.items())
    return f"/review?{query}#{quote(game).replace('%20', ';')}"


def event(done: int, finished: bool) -> str:
    """Write how far the review is, as the server does."""
    shown = {"done": done, "of": MOVES, "review": REVIEW if finished else None}
    return f"data: {json.dumps(shown)}\n\n"


def serve_review(page: Page, body: str | None = None, of: str = "review") -> None:
    """Answer every question for a review, of a game from text if no other is named, with this."""
    told = event(MOVES, True) if body is None else body

    def answer(route: Route) -> None:
        route.fulfill(body=told, content_type="text/event-stream")

    page.route(f"**/api/{of}", answer)


def coached(players: int = 4, **more: Any) -> Update:
    """Lay a table at which there are hints: Ada is to play, and her neighbour has two cards."""
    sizes = [7, 2, 5, 6, *(9 for _ in range(4, players))][:players]
    update = table(players, **({"sizes": sizes} | more))
    return update.model_copy(update={"room": update.room.model_copy(update={"coach": True})})
