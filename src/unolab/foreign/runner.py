"""Run a bot from a Python file: ``python runner.py FILE NAME SETTINGS``, as a separate program.

It speaks the protocol of docs/bot-protocol.md on stdin and stdout and detects which interface the
bot has. A bot in the classic interface does without the engine, so it starts quickly.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from operator import index
from pathlib import Path
from typing import Any, Final, Protocol

PACKAGES: Final = Path(__file__).parents[2]
Message = dict[str, Any]


class Interface(Protocol):
    """How a bot is asked: one class per interface."""

    hello: Message
    """What it wants of the host, as the fields of its hello."""

    def begin(self, game: Message) -> None:
        """Get ready for a game."""

    def answer(self, question: Message) -> str | None:
        """Return the move that the bot wants."""


class Wrong(ValueError):
    """An answer that is not a move."""


class Classic:
    """Ask ``play`` and ``call_color`` as the classroom tournament did."""

    hello: Message = {}  # noqa: RUF012

    def __init__(self, bot: Any) -> None:
        """Store the class, or the object."""
        from unolab.foreign import classic

        self._cards, self._colors, self._color = classic.CARDS, classic.COLORS, classic.Color
        self._held, self._state = classic.Held, classic.Asked
        self._fresh: Callable[[], Any] = bot if isclass(bot) else lambda: deepcopy(bot)

    def begin(self, game: Message) -> None:
        """Make a new player: nothing is remembered from one game to the next."""
        bot = self._fresh()
        self._play = bot.play
        self._call_color = getattr(bot, "call_color", None) or bot.callColor
        self._totals = game["totals"]
        seat, players = game["seat"], game["players"]
        self._orders = {
            step: [(seat + step * n) % players for n in range(1, players + 1)] for step in (1, -1)
        }

    def answer(self, question: Message) -> str:
        """Return what the bot wants as a move."""
        texts = question["hand"]
        cards = self._cards
        top = question["top"]
        up_card = None if top is None else cards[top]
        called = self._colors[question["color"] if top is not None and top[1] in "WF" else None]
        legal = {cards.get(move) for move in question["legal"]}  # a wild, whatever its colour
        hand = [self._held(cards[text], up_card, called, cards[text] in legal) for text in texts]
        state = self._state(question, self._totals, self._orders[question["direction"]])
        said = self._play(hand, up_card, called, state)
        if said == -1:
            return "-" if question["phase"] == "drawn" else "+"
        try:
            place = index(said)
        except TypeError:
            raise Wrong(f"play returned {said!r:.40}, which is not an index") from None
        if not 0 <= place < len(texts):
            raise Wrong(f"play returned {place}, but there are {len(texts)} cards, numbered from 0")
        text: str = texts[place]
        if text[0] != "*":
            return text
        rest = [cards[other] for other in texts[:place] + texts[place + 1 :]]
        color = self._call_color(rest)
        try:
            letter = self._color(color).name[0]
        except ValueError:
            letter = "N"
        if letter == "N":
            raise Wrong(f"call_color returned {color!r:.40}, expected RED, YELLOW, GREEN or BLUE")
        return letter + text[1]


# ── the bot ───────────────────────────────────────────────────────────────────────────────────────


def interface_of(bot: Any, file: Path, name: str, settings: str, hello: Message) -> Interface:
    """Detect the interface of a bot."""
    has_play = callable(getattr(bot, "play", None))
    has_color = any(callable(getattr(bot, key, None)) for key in ("call_color", "callColor"))
    if has_play and has_color:
        if settings:
            raise Wrong(f"{name} has no settings: it is a class in the classic interface")
        return Classic(bot)
    if has_play != has_color and not (callable(bot) and not isclass(bot)):
        missing = "call_color(hand)" if has_play else "play(hand, up_card, called_color, state)"
        raise Wrong(f"{name} has no method {missing}")
    from unolab.foreign.views import Views

    return Views(bot, f"{file.name}:{name}", hello["rules"], settings)


def bot_in(file: Path, name: str) -> Any:
    """Run a file as a module and find the bot in it."""
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Wrong(f"{file.name} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[file.stem] = module  # where dataclasses and pickle look for it
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise Wrong(f"there is no {name} in {file.name}")
    return getattr(module, name)


def describe_error(error: BaseException, folder: Path) -> str:
    """Describe an exception, with the line of the bot that raised it."""
    if isinstance(error, Wrong) or type(error).__module__ == "unolab.errors":
        return str(error)
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno} of {Path(error.filename or '').name})"
    trace = error.__traceback__
    place = ""
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if folder in file.parents:
            place = f" (line {trace.tb_lineno} of {file.name})"
        trace = trace.tb_next
    try:
        said = str(error)[:200]
    except Exception:
        said = "..."
    return f"{type(error).__name__}{': ' if said else ''}{said}{place}"


def kind_of(error: BaseException) -> str:
    """Name the kind of fault."""
    if isinstance(error, MemoryError):
        return "memory"
    return "illegal" if isinstance(error, Wrong) else "exception"


# ── the conversation ──────────────────────────────────────────────────────────────────────────────


def run(file: Path, name: str, settings: str) -> None:
    """Answer the host until it closes the connection."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.dup(1)
    os.dup2(2, 1)  # what a bot prints goes to stderr, for its author
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.path[:0] = [str(file.parent)]  # it may import its neighbours
    sys.path.append(str(PACKAGES))

    # Numba does not read its cache unless it can write there. Here nothing can be written, and
    # nothing has to be: what the engine needs has been compiled.
    tempfile.TemporaryFile = lambda *args, **options: io.BytesIO()  # type: ignore[assignment]

    def say(**fields: object) -> None:
        os.write(sink, json.dumps(fields).encode() + b"\n")

    hello = json.loads(source.readline())
    try:
        interface = interface_of(bot_in(file, name), file, name, settings, hello)
    except Exception as error:
        say(type="hello", error=describe_error(error, file.parent))
        return
    say(type="hello", protocol=1, **interface.hello)
    failed: Exception | None = None
    for line in source:
        message = json.loads(line)
        kind = message["type"]
        if kind == "move":
            try:
                if failed is not None:
                    raise failed
                move = interface.answer(message)
            except Exception as error:
                text = describe_error(error, file.parent)
                say(id=message["id"], error=text, kind=kind_of(error))
            else:
                text = "null" if move is None else f'"{move}"'
                os.write(sink, f'{{"id":{message["id"]},"move":{text}}}\n'.encode())
        elif kind == "game":
            random.seed(message["seed"])
            if numpy := sys.modules.get("numpy"):
                numpy.random.seed(message["seed"] % 2**32)
            try:
                interface.begin(message)
                failed = None
            except Exception as error:
                failed = error


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
