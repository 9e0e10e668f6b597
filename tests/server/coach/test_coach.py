"""The coach and its process: what it says, in which order, and what it survives."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any

import pytest

from tests.kit import round_over
from unolab import Game, Match, State
from unolab.review import advise, review
from unolab.server.coach.coach import KEPT, Coach
from unolab.server.coach.process import CoachFailed, CoachProcess
from unolab.server.coach.work import Advise, MakeReview, Question, Stop, Worker, form_opinion
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.protocol.refusal import Refusal
from unolab.state import View

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORT = "official+hand_size=2"
VIEW = State.deal("official", 3, 1).view(0)


def game(seed: int = 8) -> str:
    """A round that is over, after some 20 moves with these seeds."""
    return str(round_over(Match(SHORT, 2, seed)).game)


@pytest.fixture(scope="module")
def process() -> Iterator[CoachProcess]:
    process = CoachProcess()
    yield process
    process.close()


def patient() -> None:
    """Wait as long as it takes."""


# ── a process ─────────────────────────────────────────────────────────────────────────────────────


def test_process_says_what_we_would_say(process: CoachProcess) -> None:
    told = process.ask(Advise(VIEW), patient)
    advice = advise(VIEW)
    assert advice is not None
    assert told["advice"] == advice.to_dict()
    assert told["chances"] == [round(chance, 4) for chance in advice.chances]
    done: list[int] = []
    made = json.loads(process.ask(MakeReview(game()), patient, done.append))
    ours = review(Game.parse(game()))
    assert made == json.loads(json.dumps(ours.to_dict()))
    assert done == [*range(1, len(Game.parse(game()).moves) + 1)]


def test_process_that_ends_is_started_again(process: CoachProcess) -> None:
    first = process.ask(Advise(VIEW), patient)
    assert process._process is not None
    pid = process._process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert process.ask(Advise(VIEW), patient) == first
    assert process._process.pid != pid


def test_review_that_nobody_waits_for_is_stopped(process: CoachProcess) -> None:
    class Left(Exception):
        pass

    done: list[int] = []

    def leave(moves: int) -> None:
        done.append(moves)
        raise Left

    with pytest.raises(Left):
        process.ask(MakeReview(str(round_over(Match("official", 4, 1)).game)), patient, leave)
    assert process.ask(Advise(VIEW), patient) is not None  # it is not busy with the review
    assert done == [1]
    assert process._waiting == {}


def test_question_that_fails_is_no_end(process: CoachProcess) -> None:
    with pytest.raises(CoachFailed, match="BadOption"):
        process.ask(MakeReview("official/2/1"), patient)
    assert process.ask(Advise(VIEW), patient) is not None


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[CoachProcess]:
    """A process that does nothing any more, as soon as it has begun."""
    monkeypatch.setattr("unolab.server.coach.process.SILENT", 0.1)
    stuck = CoachProcess()
    stuck.warm()
    assert stuck._process is not None
    pid = stuck._process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    yield stuck
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    stuck.close()


stoppable = pytest.mark.skipif(os.name == "nt", reason="no process is stopped there")


@stoppable
@pytest.mark.parametrize("size", [1, 4_000_000], ids=["reads a little", "reads nothing"])
def test_process_that_hangs_is_ended(stuck: CoachProcess, size: int) -> None:
    process = stuck._process
    assert process is not None
    with pytest.raises(CoachFailed):
        stuck.ask(MakeReview("x" * size), patient)
    process.join(20)
    assert process.exitcode == -signal.SIGKILL


@stoppable
def test_process_that_hangs_does_not_keep_the_server_from_ending(stuck: CoachProcess) -> None:
    closing = Thread(target=stuck.close, daemon=True)
    closing.start()
    closing.join(20)
    assert not closing.is_alive()


def test_closed_process_answers_nothing() -> None:
    process = CoachProcess()
    process.warm()
    process.close()
    with pytest.raises(CoachFailed):
        process.ask(Advise(VIEW), patient)
    process.warm()
    assert process._process is not None
    assert process._process.exitcode is not None


# ── what it does, in this process ─────────────────────────────────────────────────────────────────


Asked = tuple[int, Question] | None
LATER: Asked = None


class Pipe:
    """A pipe with questions in it; what comes after LATER comes while something is answered."""

    def __init__(self, *asked: Asked) -> None:
        self._asked = [*asked]
        self.told: list[tuple[int, str, Any]] = []

    def poll(self, timeout: float = 0.0) -> bool:
        while self._asked and self._asked[0] is LATER:
            self._asked.pop(0)
            if not timeout:
                return False
        return self._asked != []

    def recv(self) -> tuple[int, Question]:
        asked = self._asked.pop(0)
        assert asked is not None
        return asked

    def send(self, answer: tuple[int, str, Any]) -> None:
        self.told.append(answer)


def serve(*asked: Asked) -> list[tuple[int, str, Any]]:
    pipe = Pipe(*asked)
    Worker(pipe).serve()  # type: ignore[arg-type]
    return pipe.told


def test_hint_is_given_between_two_moves_of_a_review() -> None:
    told = serve((0, MakeReview(game())), LATER, (1, Advise(VIEW)))
    assert [(number, kind) for number, kind, _ in told][:2] == [(0, "progress"), (1, "done")]
    assert told[1][2] == form_opinion(VIEW)
    assert (told[-1][0], told[-1][1]) == (0, "done")


def test_another_review_waits_for_the_first() -> None:
    told = serve((0, MakeReview(game())), LATER, (1, MakeReview(game(12))), (2, Advise(VIEW)))
    assert [number for number, kind, _ in told if kind == "done"] == [2, 0, 1]


def test_review_is_stopped_by_its_own_client() -> None:
    told = serve((0, MakeReview(game())), LATER, (0, Stop()), (1, Advise(VIEW)))
    assert [(number, kind) for number, kind, _ in told] == [(0, "progress"), (1, "done")]


def test_hint_that_nobody_waits_for_is_not_worked_out_and_stops_nobody_else() -> None:
    told = serve((0, MakeReview(game())), LATER, (1, Advise(VIEW)), (1, Stop()), (2, Stop()))
    assert {number for number, _, _ in told} == {0}
    assert told[-1][1] == "done"


def test_failure_is_told_without_what_it_is_about() -> None:
    """A log has no seeds and no cards."""
    ((_, kind, text),) = serve((0, MakeReview("official/2/1234567")))
    assert kind == "failed"
    assert text.startswith("BadOption at rounds.py:")
    assert "1234567" not in text


@pytest.mark.parametrize("rules", ["official", "party", "official+partners=true"])
def test_advice_depends_on_nothing_that_the_seat_does_not_see(rules: str) -> None:
    """The same for every way in which the hidden cards may lie."""
    state = State.deal(rules, 4, 3)
    for _ in range(6):
        state = state.play(state.legal[0])
    for seat in (state.turn, (state.turn + 1) % 4):
        view = state.view(seat)
        told = form_opinion(view)
        for number in range(2):
            other = view.sample(Random(number))
            assert other.hands != state.hands
            assert form_opinion(other.view(seat)) == told
        assert sum(told["chances"]) == pytest.approx(2 if "partners" in rules else 1, abs=0.05)


# ── the coach of a server ─────────────────────────────────────────────────────────────────────────


class Fake(CoachProcess):
    """Answers at once, in the thread that asks, and counts the questions."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []
        self.fails = False

    def ask(
        self,
        question: Question,
        check: Callable[[], None],
        progress: Callable[[Any], None] = lambda done: None,
    ) -> Any:
        self.asked.append(question)
        check()
        if self.fails:
            raise CoachFailed("it is gone")
        if isinstance(question, Advise):
            return {"advice": None, "chances": [0.5, 0.5]}
        progress(1)
        return b"{}"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    fake = Fake()
    monkeypatch.setattr("unolab.server.coach.coach.CoachProcess", lambda: fake)
    return fake


async def test_review_is_made_once_and_the_oldest_are_forgotten(fake: Fake) -> None:
    coach = Coach(UNLIMITED)
    done: list[int] = []
    for _ in range(2):
        assert await coach.review("a", "one", done.append) == b"{}"
    assert (len(fake.asked), done) == (1, [1])
    for number in range(KEPT):
        await coach.review("a", str(number), done.append)
    assert coach.kept_review("one") is None
    assert len(coach._kept) == KEPT
    coach.close()


async def test_who_asks_for_many_reviews_drops_their_own(fake: Fake) -> None:
    coach = Coach(UNLIMITED)
    await coach.review("192.0.2.1", "hers", lambda _: None)
    for number in range(2 * KEPT):  # from all networks of one customer
        await coach.review(f"2001:db8:0:{number:x}::/64", str(number), lambda _: None)
    assert coach.kept_review("hers") == b"{}"
    assert len(coach._kept) == KEPT
    coach.close()


async def test_two_who_ask_for_the_same_review_get_one(fake: Fake) -> None:
    coach = Coach(UNLIMITED)
    reviews = (coach.review(address, "one", lambda _: None) for address in "ab")
    assert await asyncio.gather(*reviews) == [b"{}"] * 2
    assert len(fake.asked) == 1
    coach.close()


async def test_address_asks_so_often(fake: Fake) -> None:
    coach = Coach(ServerLimits(hints=(1e-9, 3)))
    for _ in range(3):
        assert (await coach.advise("192.0.2.1", VIEW)).chances == [0.5, 0.5]
    with pytest.raises(Refusal) as refusal:
        await coach.advise("192.0.2.1", VIEW)
    assert refusal.value.code == "too_fast"
    assert (await coach.advise("192.0.2.2", VIEW)).advice is None
    assert all(type(q) is Advise and type(q.view) is View for q in fake.asked)
    coach.close()


async def test_process_that_fails_is_not_the_clients_fault(
    fake: Fake, caplog: pytest.LogCaptureFixture
) -> None:
    coach = Coach(UNLIMITED)
    fake.fails = True
    for asking in (coach.advise("a", VIEW), coach.review("a", "one", lambda _: None)):
        with pytest.raises(Refusal) as refusal:
            await asking
        assert refusal.value.code == "no_answer"
    assert "it is gone" in caplog.text
    assert coach.kept_review("one") is None
    coach.close()
