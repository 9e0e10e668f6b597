"""What the coach's process does: it gets a View or a finished round, and nothing else.

It answers one question at a time. Only a review takes long: between two moves of one it answers
whatever else was asked, so that hints never wait for it.
"""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from io import StringIO
from multiprocessing.connection import Connection
from typing import Any, Final

from unolab.bots.neural.evaluation import evaluate
from unolab.game import Game
from unolab.review import Review, advise, review
from unolab.state import State, View

NICE: Final = 5  # rooms come first
IDLE: Final = 600.0  # seconds without a question after which it ends: its networks take memory

DONE: Final = "done"
PROGRESS: Final = "progress"
FAILED: Final = "failed"


@dataclass(frozen=True, slots=True)
class Warm:
    """Load and compile everything."""


@dataclass(frozen=True, slots=True)
class Advise:
    """Say what a seat should do, and how likely everyone wins."""

    view: View


@dataclass(frozen=True, slots=True)
class Assess:
    """Review a finished round, given as text."""

    game: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Nobody waits any more for the review that is being made."""


Question = Warm | Advise | Assess | Stop


class Stopped(Exception):
    """A review that nobody waits for."""


def work(pipe: Connection) -> None:
    """Answer questions until nobody is there to ask any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends the pipe
    if hasattr(os, "nice"):
        os.nice(NICE)
    # what it would say while it compiles is for nobody
    with suppress(EOFError, OSError), redirect_stderr(StringIO()):
        Worker(pipe).serve()


class Worker:
    """Answers questions, numbered by who asks; every one gets one answer."""

    def __init__(self, pipe: Connection) -> None:
        """Serve the other end of a pipe."""
        self._pipe = pipe
        self._later: deque[tuple[int, Assess]] = deque()

    def serve(self) -> None:
        """Answer until the pipe ends, or nothing has been asked for a long time."""
        while self._later or self._pipe.poll(IDLE):
            number, question = self._later.popleft() if self._later else self._pipe.recv()
            self._answer(number, question)

    def _answer(self, number: int, question: Question) -> None:
        try:
            found = self._find(number, question)
        except Stopped:
            self._pipe.send((number, FAILED, "stopped"))
        except Exception as error:
            self._pipe.send((number, FAILED, f"{type(error).__name__}: {error}"))
        else:
            self._pipe.send((number, DONE, found))

    def _find(self, number: int, question: Question) -> Any:
        match question:
            case Warm():
                return assess(State.deal("official", 2, 1).view(0))
            case Advise():
                return assess(question.view)
            case Assess():
                return self._review(number, Game.parse(question.game))
            case Stop():
                return None  # that review is over

    def _review(self, number: int, game: Game) -> bytes:
        def progress(done: int, of: int) -> None:
            self._pipe.send((number, PROGRESS, done))
            while self._pipe.poll():
                other, question = self._pipe.recv()
                if isinstance(question, Assess):
                    self._later.append((other, question))
                    continue
                self._answer(other, question)
                if isinstance(question, Stop):
                    raise Stopped

        made = review(game, progress=progress)
        assert isinstance(made, Review)
        return json.dumps(made.to_dict()).encode()


def assess(view: View) -> dict[str, Any]:
    """Return the advice for a seat, and everyone's chances."""
    advice = advise(view)
    if advice is not None:
        return {"advice": advice.to_dict(), "chances": [round(one, 4) for one in advice.chances]}
    chances = evaluate(view).chances
    winners = 2 if view.rules.partners else 1
    total = sum(chances) / winners
    return {"advice": None, "chances": [round(one / total, 4) for one in chances]}
