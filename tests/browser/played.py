"""What a browser has kept of rounds and of a deal of the day, made up for tests and pictures."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from playwright.sync_api import Page, Route

DAY: Final = 24 * 60 * 60 * 1000
NOW: Final = 1_795_000_000_000
RULES: Final = ("official", "official", "official", "stacking", "official+seven_zero=true", "party")
DAILY: Final[dict[str, Any]] = {
    "date": "2026-11-18",
    "number": 322,
    "next_in": 15_120,
    "rules": "official+target=0",
    "deal": "official+target=0/4/93593629078626",
    "seat": 2,
    "opponents": ["hard", "hard", "hard"],
    "puzzle": None,
}
EXPERT: Final[dict[str, Any]] = {
    **{"number": 322, "won": True, "points": 74, "wins": 88, "of": 400},
    "game": "official+target=0/4/93593629078626: + G4",
}
RESULT: Final[dict[str, Any]] = {
    **{"won": True, "points": 61, "marks": "bbbnbbbbsbb", "loss": 0.004, "chance": 0.14},
}


def played(count: int, now: float = NOW) -> list[dict[str, Any]]:
    """Make up rounds of somebody who gets better at it, the latest first."""
    rng = Random(4)
    rounds: list[dict[str, Any]] = []
    for at in range(count):
        opponents = rng.choice((1, 3, 3, 3))
        share = 1 / (opponents + 1)
        won = rng.random() < share * (0.95 + 0.25 * at / count)
        accuracy = min(99, max(20, rng.gauss(60 + 20 * at / count, 11)))
        luck = (float(won) - share) * 0.8 + rng.gauss(0, 0.1)
        rounds.append(
            {
                "id": f"K7QX{at % 10}-{at + 1}",
                "at": round(now - (count - at) * DAY / 3),
                "rules": rng.choice(RULES),
                "seat": 0,
                "others": [rng.choice(("medium", "hard", "hard"))] * opponents,
                "side": 1,
                "won": won,
                "points": 61 if won else 24,
                "turns": 40,
                "helped": "hint" if at % 17 == 5 else "",
                "daily": 321 if at == count - 2 else None,
                "figures": {
                    **{"luck": round(luck, 4), "loss": 0.009, "decisions": 9},
                    "accuracy": round(accuracy),
                },
            }
        )
    return rounds[::-1]


def keep_now(page: Page, key: str, value: object) -> None:
    """Put something where the page, which is open, has kept it."""
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])


def friend(name: str, avatar: int, **result: Any) -> dict[str, Any]:
    """Make up what a friend sent of the deal."""
    number = DAILY["number"]
    told = {"number": number, "name": name, "avatar": avatar, "puzzle": ""}
    return {**told, "result": {**RESULT, **result}}


def tried(**more: Any) -> list[dict[str, Any]]:
    """Make up what is kept of a deal that was tried once, and whom it is compared with."""
    friends = [
        friend("Mia", 1, won=False, points=12, marks="bnbbsbbnbbbb", loss=0.009),
        friend("Ida", 3, won=False, points=33, marks="sbnbbsnbb", loss=0.017),
    ]
    day = {"number": DAILY["number"], "code": "K7QX42AB", "at": NOW, "tries": 1}
    return [{**day, "result": RESULT, "friends": friends, **more}]


def serve_daily(page: Page, **more: Any) -> None:
    """Answer for the server what it says of the deal of the day."""
    review = {
        "decisions": [{"seat": 2, "mark": mark} for mark in ["best"] * 9 + ["nearly"]],
        "seats": [{"loss": 0.001}] * 4,
        "chances": [[0.25] * 4],
    }
    event = f"data: {json.dumps({'done': 1, 'of': 1, 'review': review})}\n\n"

    def stream(route: Route) -> None:
        route.fulfill(body=event, content_type="text/event-stream")

    page.route("**/api/daily", lambda route: route.fulfill(json={**DAILY, **more}))
    page.route("**/api/daily/*/expert", lambda route: route.fulfill(json=EXPERT))
    page.route("**/api/review", stream)
