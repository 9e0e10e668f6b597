from datetime import UTC, datetime, timedelta, timezone

import pytest

from tests.server.requests import offered
from unolab.server.http.daily import show_daily

pytestmark = pytest.mark.anyio


async def test_day_can_be_played() -> None:
    async with offered() as client:
        daily = (await client.get("/api/daily")).json()
        assert daily["opponents"] == ["hard"] * 3
        seats = [{"who": "bot", "bot": bot} for bot in daily["opponents"]]
        seats.insert(daily["seat"], {"who": "me", "name": "Ada"})
        made = await client.post("/api/rooms", json={"seats": seats, "deal": daily["deal"]})
        assert made.status_code == 201
        assert made.json()["seats"] == [daily["seat"]]


def test_day_is_the_same_everywhere_and_ends_at_midnight_utc() -> None:
    late = datetime(2026, 11, 18, 23, 59, tzinfo=UTC)
    there = late.astimezone(timezone(timedelta(hours=9)))
    assert show_daily(late) == show_daily(there)
    assert show_daily(late).next_in == 60
    assert show_daily(late + timedelta(minutes=1)).number == show_daily(late).number + 1
