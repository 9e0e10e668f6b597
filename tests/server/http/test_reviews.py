"""Reviews over HTTP: how far they are, the same as ours, kept, and refused where there is none."""

import json
from collections.abc import Callable, Iterator
from time import sleep
from typing import Any

import pytest

from tests.kit import round_over
from tests.server.clients import Memory
from tests.server.requests import SEATS, guarded, offered, problem
from tests.server.site import site
from unolab import Game, Match
from unolab.review import Review, review
from unolab.server.coach.process import CoachFailed, CoachProcess
from unolab.server.coach.work import MakeReview, Question
from unolab.server.guard.limits import ServerLimits
from unolab.server.http.reviews import MOST_REVIEWED
from unolab.server.protocol import ReviewOut, ReviewShown
from unolab.server.protocol.rest import Problem

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME, OTHER = (str(round_over(Match("official+hand_size=2", 2, seed)).game) for seed in (8, 12))


@pytest.fixture(scope="module")
def ours() -> Review:
    made = review(Game.parse(GAME))
    assert isinstance(made, Review)
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, ours: Review) -> list[Question]:
    """Let this process answer, and return what was asked."""
    asked: list[Question] = []

    def ask(
        self: CoachProcess,
        question: Question,
        check: Callable[[], None],
        progress: Callable[[int], None],
    ) -> bytes:
        asked.append(question)
        progress(1)
        check()
        return json.dumps(ours.to_dict()).encode()

    monkeypatch.setattr(CoachProcess, "ask", ask)
    return asked


def events(text: str) -> Iterator[ReviewShown]:
    for line in text.splitlines():
        if line:
            yield ReviewShown.model_validate_json(line.removeprefix("data: "))


def given(shown: Any) -> Any:
    """Leave out what a reason does not have."""
    if isinstance(shown, dict):
        keys = [key for key in shown if "key" not in shown or shown[key] is not None]
        return {key: given(shown[key]) for key in keys}
    return [given(one) for one in shown] if isinstance(shown, list) else shown


def test_model_has_all_that_a_review_has(ours: Review) -> None:
    who: dict[str, Any] = {"names": ["A", "B"], "avatars": [0, 1], "bots": [True, False]}
    shown = ReviewOut.model_validate(ours.to_dict() | who)
    assert given(shown.model_dump()) == json.loads(json.dumps(ours.to_dict())) | who
    assert any(decision.reasons for decision in shown.decisions)


async def test_review_of_a_text_is_streamed_and_kept(asked: list[Question], ours: Review) -> None:
    async with offered() as client:
        answer = await client.post("/api/review", json={"text": GAME + "  # Ada, Bolt"})
        *before, last = events(answer.text)
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert guarded(answer)
        moves = len(ours.game.moves)
        assert all(event.review is None and event.of == moves for event in before)
        assert last.done == last.of == moves
        assert last.review is not None
        assert last.review.game == GAME
        assert last.review.names == ["Seat 0", "Seat 1"]
        (again,) = events((await client.post("/api/review", json={"text": GAME})).text)
        assert again == last
        assert asked == [MakeReview(GAME)]


async def test_review_of_a_round_has_its_players(asked: list[Question]) -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        wanted = {"seats": SEATS, "deal": GAME.partition(":")[0]}
        made = (await client.post("/api/rooms", json=wanted)).json()
        problem(await client.get(f"/api/replays/{made['code']}-1/review"), 404, "no_replay")
        log = memory.rooms[made["code"]]
        log.append(json.dumps({"kind": "dealt", "seed": "8", "dealer": "rules"}))
        game, state = Game.parse(GAME), Game.parse(GAME).start
        for move, after in game.steps():
            seat = state.turn if move.seat is None else move.seat
            if move == game.moves[0]:
                log.append(json.dumps({"kind": "hinted", "seat": 0}))
            entry = {"kind": "moved", "seat": seat, "move": str(move.by(None)), "by": "person"}
            log.append(json.dumps(entry))
            state = after
    async with offered(memory=memory) as client:  # which opens the room from its log
        answer = await client.get(f"/api/replays/{made['code']}-1/review")
        *_, last = events(answer.text)
        assert last.review is not None
        assert (last.review.names[0], last.review.bots) == ("Ada", [False, True])
        assert asked == [MakeReview(GAME)]
        shown = (await client.get(f"/api/rooms/{made['code']}")).json()
        assert [round["helped"] for round in shown["rounds"]] == ["hint"]


async def test_what_cannot_be_reviewed_is_refused(asked: list[Question]) -> None:
    async with offered() as client:

        async def refused(text: str, code: str, status: int = 400) -> str:
            return problem(await client.post("/api/review", json={"text": text}), status, code)

        await refused("nonsense", "wrong_game")
        await refused("official/2/42: R7 G3 B1", "wrong_game")
        assert "over" in await refused("official/2/42", "not_reviewed")
        unfinished = " ".join(GAME.split()[:-1])
        await refused(unfinished, "not_reviewed")
        problem(await client.post("/api/review", json={"text": ""}), 422, "malformed")
        problem(await client.post("/api/review", json={"text": "x" * 70_000}), 413, "too_big")
        problem(await client.get("/api/replays/ZZZZ2222-1/review"), 404, "no_replay")
        long = Match("official", 2, 1)
        while len(long.game.moves) <= MOST_REVIEWED:
            drawn = [move for move in long.state.legal if move.is_draw or move.is_keep]
            long = long.play(drawn[0] if drawn else long.state.legal[0])
        await refused(str(long.game), "too_long")
    assert asked == []


async def test_reviews_cost_their_length_but_not_twice(asked: list[Question]) -> None:
    cost = 2 * MOST_REVIEWED  # two requests for each move
    moves = len(Game.parse(GAME).moves)
    limits = ServerLimits(requests=(1e-9, 2 * moves + 4), review_cost=cost)
    async with offered(limits) as client:
        assert (await client.post("/api/review", json={"text": GAME})).status_code == 200
        assert (await client.post("/api/review", json={"text": GAME})).status_code == 200
        problem(await client.post("/api/review", json={"text": OTHER}), 429, "too_fast")


async def test_review_that_fails_on_the_way_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(self: CoachProcess, question: Question, check: object, progress: Any) -> bytes:
        progress(1)
        raise CoachFailed("it has ended")

    monkeypatch.setattr(CoachProcess, "ask", ask)
    async with offered() as client:
        answer = await client.post("/api/review", json={"text": GAME})
        *_, last = answer.text.split("data: ")
        assert Problem.model_validate_json(last).code == "no_answer"


async def test_game_that_is_too_long_is_not_read(
    asked: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("unolab.server.http.reviews.Game.parse")
    async with offered() as client:
        text = "official/2/42:" + " +" * (MOST_REVIEWED + 1)
        problem(await client.post("/api/review", json={"text": text}), 400, "too_long")
    assert asked == []


def test_review_ends_when_its_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next one is not kept waiting for it."""
    ended: list[BaseException] = []

    def ask(
        self: CoachProcess,
        question: Question,
        check: Callable[[], None],
        progress: Callable[[int], None],
    ) -> bytes:
        try:
            while True:
                progress(1)
                check()
                sleep(0.01)
        except BaseException as error:
            ended.append(error)
            raise

    monkeypatch.setattr(CoachProcess, "ask", ask)
    with site() as client:
        for number in range(1, 3):
            with client.client.stream("POST", "/api/review", json={"text": GAME}) as answer:
                lines = answer.iter_lines()
                assert next(lines).startswith("data: ")
                next(lines)
                assert '"done":1' in next(lines)
            while len(ended) < number:
                assert client.get("/api/health/live").status_code == 200
