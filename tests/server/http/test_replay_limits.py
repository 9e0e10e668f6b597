"""One game at a time is shown; where there are none or several, the sentence says so."""

import pytest

from tests.server.requests import GAME, offered, problem

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{GAME}\n{GAME}", "expected one game, not 2; a game is one line"),
        (f"{GAME}\n" * 400, "expected one game, not 400; a game is one line"),
        ("# nothing", "expected one game, not 0; a game is one line"),
    ],
    ids=["two", "many", "none"],
)
async def test_what_is_too_much_is_refused_for_that_reason(text: str, words: str) -> None:
    async with offered() as client:
        answer = await client.post("/api/replays", json={"text": text})
        assert problem(answer, 400, "wrong_game") == words
