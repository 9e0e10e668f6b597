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
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from typing import Any, Protocol

sys.path.append(str(Path(__file__).parents[2]))  # where unolab is, if it is not installed

from unolab.classroom.asking import Classic, Wrong, has_call_color, has_play

JsonObject = dict[str, Any]


class Interface(Protocol):
    """How a bot is asked: one class per interface."""

    hello: JsonObject
    """What it wants of the host, as the fields of its hello."""

    def begin(self, game: JsonObject) -> None:
        """Get ready for a game."""

    def answer(self, question: JsonObject) -> str | None:
        """Return the move that the bot wants."""


# ── the bot ───────────────────────────────────────────────────────────────────────────────────────


def interface_of(bot: Any, file: Path, name: str, settings: str, hello: JsonObject) -> Interface:
    """Detect the interface of a bot."""
    plays, calls = has_play(bot), has_call_color(bot)
    if plays and calls:
        if settings:
            raise Wrong(f"{name} has no settings: it is a class in the classic interface")
        return Classic(bot)
    if plays != calls and not (callable(bot) and not isclass(bot)):
        missing = "call_color(hand)" if plays else "play(hand, up_card, called_color, state)"
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
