"""What the coach's process does: it gets a View or a finished round, and nothing else.

It answers one question at a time. Only a review takes long: between two moves of one it answers
whatever else was asked, so that hints never wait for it. What nobody waits for any more is dropped,
so that questions of clients who leave never pile up.
"""

from __future__ import annotations

import json
import os
import signal
import traceback
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import numpy as np

from unolab.bots.neural.evaluation import evaluate
from unolab.bots.search.calibration import sharpen
from unolab.bots.search.judge import forget_totals
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
class MakeReview:
    """Review a finished round, given as text."""

    game: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Nobody waits any more for the answer to the question with this number."""


Question = Warm | Advise | MakeReview | Stop


class Stopped(Exception):
    """A review that nobody waits for."""


def work(pipe: Connection) -> None:
    """Answer questions until nobody is there to ask any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends the pipe
    if hasattr(os, "nice"):
        os.nice(NICE)
    # what it would say while it compiles is for nobody
    with suppress(EOFError, OSError), open(os.devnull, "w") as nobody, redirect_stderr(nobody):
        Worker(pipe).serve()


class Worker:
    """Answers questions, numbered by who asks: each once, as long as somebody waits for it."""

    def __init__(self, pipe: Connection) -> None:
        """Serve the other end of a pipe."""
        self._pipe = pipe
        self._asked: dict[int, Question] = {}  # and not answered yet

    def serve(self) -> None:
        """Answer until the pipe ends, or nothing has been asked for a long time."""
        while self._asked or self._pipe.poll(IDLE):
            self._answer_quickly()
            if self._asked:
                self._answer(next(iter(self._asked)))

    def _answer_quickly(self) -> None:
        """Answer everything but reviews."""
        while True:
            self._read()
            quick = (at for at, asked in self._asked.items() if not isinstance(asked, MakeReview))
            number = next(quick, None)
            if number is None:
                return
            self._answer(number)

    def _read(self) -> None:
        """Take in what was asked, and forget what nobody waits for."""
        while self._pipe.poll():
            number, question = self._pipe.recv()
            if isinstance(question, Stop):
                self._asked.pop(number, None)
            else:
                self._asked[number] = question

    def _answer(self, number: int) -> None:
        try:
            found = self._find(number, self._asked[number])
        except Stopped:
            return
        except Exception as error:
            # not its text, which may quote a hand or a seed
            self._pipe.send((number, FAILED, f"{type(error).__name__} at {find_place(error)}"))
        else:
            self._pipe.send((number, DONE, found))
        self._asked.pop(number, None)

    def _find(self, number: int, question: Question) -> Any:
        match question:
            case MakeReview():
                return self._review(number, Game.parse(question.game))
            case Advise():
                return form_opinion(question.view)
            case _:
                return form_opinion(State.deal("official", 2, 1).view(0))

    def _review(self, number: int, game: Game) -> bytes:
        def progress(done: int, of: int) -> None:
            self._pipe.send((number, PROGRESS, done))
            self._answer_quickly()
            if number not in self._asked:
                raise Stopped

        made = review(game, progress=progress)
        assert isinstance(made, Review)
        return json.dumps(made.to_dict()).encode()


def find_place(error: Exception) -> str:
    """Say where in the code an error was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def form_opinion(view: View) -> dict[str, Any]:
    """Return the advice for a seat, and everyone's chances."""
    advice = advise(view)
    if advice is not None:
        return {"advice": advice.to_dict(), "chances": [round(one, 4) for one in advice.chances]}
    chances = np.array(evaluate(forget_totals(view)).chances)
    winners = 2 if view.rules.partners else 1
    sharper = sharpen(chances * winners / chances.sum(), winners)
    return {"advice": None, "chances": [round(one, 4) for one in sharper.tolist()]}
