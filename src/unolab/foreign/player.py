"""Player: a foreign bot that always has a move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from time import perf_counter
from typing import Any, Final

from unolab.bots import seated
from unolab.bots.briefing import BOT_PROTOCOL, Briefing, hello
from unolab.engine.record import MOVES, mark_legal
from unolab.errors import IllegalMove, show
from unolab.foreign.fault import FAULT_KINDS, Broken, Fault, printable
from unolab.foreign.limits import Limits
from unolab.foreign.process import Process
from unolab.foreign.program import Program
from unolab.moves import Move
from unolab.rules import Rules
from unolab.state import State, View

MOVES_BY_TEXT: Final = {str(move): move for move in MOVES}
"""Moves by their text, without the rarer forms that ``Move.parse`` accepts."""


class Player:
    """A foreign bot in a process of its own, which is started on the first question.

    It is a strategy for ``Bot``: whatever the process does, a call returns a legal move, or None
    out of turn. After a fault, ``fallback`` moves; if the process is lost, it plays on until the
    game is over, and the next game starts a new process. ``OutOfResources`` is raised only if this
    machine can't run the process, and the same call may be retried.
    """

    def __init__(self, program: Program, name: str, rules: Rules, limits: Limits) -> None:
        """Store how to start it; nothing runs yet."""
        self.program = program
        self.name = name
        self.rules = rules
        self.limits = limits
        self.faults: list[Fault] = []
        self.moves = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self._retired = False
        self._process: Process | None = None
        self._everything: bool | None = None
        self._wants_record = False
        self._asked = 0
        self._game = ""
        self._briefing: Briefing | None = None
        self._news = b""  # messages to send before the next question
        self._lost = False  # whether the fallback plays the rest of the game
        self._left = 0.0  # seconds left for the game

    # ── a game ────────────────────────────────────────────────────────────────────────────────────

    def begin(self, game: str, seat: int, players: int, seed: int, totals: Sequence[int]) -> None:
        """Begin a game: ``game`` is for the faults, ``seed`` for the bot's random numbers.

        The bot is told the seed, so it must not give the cards away. In some languages, integers
        are exact only up to 53 bits.
        """
        if self._process and self._process.killed:
            self._lose()
        self._game = game
        self._briefing = Briefing(seat, players, seed, totals)
        self._news += self._briefing.opening if self._process else b""
        self._lost = False
        self._left = self.limits.game

    def __call__(self, view: View) -> Move | None:
        """Ask the bot for a move."""
        legal = mark_legal(view._table, view._hand).nonzero()[0].tolist()
        if self._retired:
            self._lose()
        if not self._lost:
            try:
                self._start()
                return self._ask(view, legal)
            except Broken as broken:
                self._blame(broken.kind, broken.text, view)
                self._lose()
        return fallback(view, legal)

    def end(self, state: State) -> None:
        """End a game; the bot is told with the next question, if there is one."""
        if self._process and self._briefing:
            self._news += self._briefing.conclude(state)
        self._lost = True

    def close(self) -> None:
        """Kill the process; the next game starts another."""
        self._lose()

    @property
    def everything(self) -> bool:
        """Whether it wants to be asked out of turn too, according to its hello."""
        if self._everything is None and not self._retired:
            try:
                self._start()
            except Broken as broken:
                self._blame(broken.kind, broken.text)
                self._lose()
                self._everything = False
        return bool(self._everything)

    @property
    def retired(self) -> bool:
        """Whether it is disqualified: only the fallback plays, and no process runs.

        This may be set while another thread waits for an answer, which then comes at once.
        """
        return self._retired

    @retired.setter
    def retired(self, retired: bool) -> None:
        self._retired = retired
        if retired and (process := self._process):
            process.kill()

    # ── the conversation ──────────────────────────────────────────────────────────────────────────

    def _start(self) -> None:
        """Start the process if there is none, and wait for its hello."""
        if self._process:
            return
        if self.program.may_want_views:
            prepare()
        self._process = process = Process(self.program, self.limits.memory)
        try:
            line = process.ask(hello(self.name, self.rules), self.limits.start)
            answer = read(line)
        except Broken as broken:
            said = f": {process.complaint}" if process.complaint else ""
            text = broken.text or f"did not say hello within {self.limits.start:g} s{said}"
            raise Broken("memory" if broken.kind == "memory" else "start", text) from None
        if "error" in answer:
            raise Broken("start", str(answer["error"]))
        if answer.get("type") != "hello" or answer.get("protocol") != BOT_PROTOCOL:
            raise Broken(
                "start", f"sent {excerpt(line)} instead of a hello with protocol {BOT_PROTOCOL}"
            )
        self._wants_record = answer.get("wants") == "record"
        if self._everything is None:
            self._everything = answer.get("everything") is True
        self._news = self._briefing.opening if self._briefing else b""

    def _ask(self, view: View, legal: list[int]) -> Move | None:
        assert self._process
        if self._briefing is None:
            raise ValueError("call begin before the first move of a game")
        self._asked += 1
        number = self._asked
        if self._wants_record:
            question = self._briefing.record(view, number)
        else:
            question = self._briefing.question(view, number, legal)
        seconds = min(self.limits.move, self._left)
        began = perf_counter()
        try:
            line = self._process.ask(self._news + question, seconds)
        except Broken as broken:
            if broken.kind == "timeout":
                raise Broken("timeout", self._late(seconds)) from None
            raise
        finally:
            took = perf_counter() - began
            self._news = b""
            self._left -= took
            self.moves += 1
            self.seconds += took
            self.slowest = max(self.slowest, took)
        return self._judge(read(line), line, view, legal, number)

    def _late(self, seconds: float) -> str:
        if seconds < self.limits.move:
            return f"took more than {self.limits.game:g} s for its moves of this game"
        return f"did not answer within {self.limits.move:g} s"

    def _judge(
        self, answer: dict[str, Any], line: bytes, view: View, legal: list[int], number: int
    ) -> Move | None:
        """Return the answered move if it is valid; else record a fault and play for the bot."""
        if answer.get("id") != number:
            raise Broken(
                "garbage", f"sent {excerpt(line)} instead of an answer to question {number}"
            )
        if "error" in answer:
            kind = answer.get("kind")
            self._blame(kind if kind in FAULT_KINDS else "exception", str(answer["error"]), view)
            return fallback(view, legal)
        if "move" not in answer:
            raise Broken("garbage", f"sent {excerpt(line)}, which has no move")
        said = answer["move"]
        if said is None and view.seat != view.turn:
            return None
        move = MOVES_BY_TEXT.get(said) if isinstance(said, str) else None
        if move is None:
            try:
                move = Move.parse(said)
            except (ValueError, TypeError):
                self._blame("illegal", f"answered {show(said)}, which is not a move", view)
                return fallback(view, legal)
            if move.seat not in (None, view.seat):
                text = f"answered {move} at seat {view.seat}: a bot moves only for itself"
                self._blame("illegal", text, view)
                return fallback(view, legal)
            move = move.by(None)
        if move.action not in legal:
            self._blame("illegal", f"answered {move}: {why_not(view, move)}", view)
            return fallback(view, legal)
        return move

    def _blame(self, kind: str, text: str, view: View | None = None) -> None:
        if self._retired:
            return  # we killed it while it was thinking
        position = "" if view is None else str(view)
        self.faults.append(Fault(kind, printable(text), position, self._game))

    def _lose(self) -> None:
        """Drop the process, at least until the next game."""
        self._lost = True
        self._news = b""
        if self._process:
            self._process.close()
            self._process = None


@cache
def prepare() -> None:
    """Compile what a View needs, for bots that want one: their processes can't cache it."""
    view = View.parse("R5 0> R7G3/2 - 103")
    _ = view.legal, view.out_of_turn, view.hand, view.drawn
    seated(["random", "random"], 0)[0](view)


def fallback(view: View, legal: Sequence[int]) -> Move | None:
    """Play for a bot that has no answer: the first legal move, or nothing out of turn."""
    if view.seat != view.turn:
        return None
    return MOVES[legal[0]]


def read(line: bytes) -> dict[str, Any]:
    """Parse a message from the bot."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Broken("garbage", f"sent {excerpt(line)}, which is not a JSON object")
    return answer


def excerpt(line: bytes) -> str:
    """Quote what a bot said."""
    return repr(printable(line.decode(errors="replace"), 80))


def why_not(view: View, move: Move) -> str:
    """Say why a move is not allowed."""
    try:
        view.sample(Random(0)).play(move, view.seat)
    except IllegalMove as error:
        return error.reason
    except ValueError:
        pass
    return "that is not allowed"
