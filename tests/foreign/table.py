"""What the tests of foreign bots share: one in a file, one question, and who is still running."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import dedent

import pytest

from unolab import Rules, View
from unolab.foreign import Limits, Player, Program, gaps

NIFTY = Rules.preset("nifty")
VIEW = View.parse("R5 0> R7G3*W/2/1 - 101", "nifty")  # for which the fallback is to play the red 7
AMPLE = Limits(move=20, game=60, start=60)
HASTY = Limits(move=0.3, game=60, start=60)  # for what never answers
SMALL = Limits(move=20, game=60, start=60, memory=200)

confined = pytest.mark.skipif(bool(gaps()), reason=" ".join(gaps()))


def written(folder: Path, source: str, name: str = "bot.py") -> Path:
    """Write a bot to a file."""
    path = folder / name
    path.write_text(dedent(source), "utf-8")
    return path


def in_play(folder: Path, body: str) -> Program:
    """Make a bot of the body of ``play``."""
    lines = "\n".join("        " + line for line in dedent(body).strip().splitlines())
    head = "import os, random, sys, time\n\nclass Bot:\n"
    play = f"    def play(self, hand, up_card, called_color, state):\n{lines}\n"
    color = "    def call_color(self, hand):\n        return 'BLUE'\n"
    return Program.of_file(written(folder, head + play + color), "Bot")


def talking(folder: Path, body: str) -> Program:
    """Make a program that says hello and then does as it likes; ``ask()`` reads a question."""
    source = """
        import json, os, sys, time
        sys.stdin.readline()
        print('{"type": "hello", "protocol": 1}', flush=True)

        def ask():
            while (message := json.loads(sys.stdin.readline()))["type"] != "move":
                pass
            return message

        def say(text):
            print(text, flush=True)
            time.sleep(600)

    """
    path = written(folder, dedent(source) + dedent(body))
    return Program((sys.executable, str(path)), folder)


@contextmanager
def seated(program: Program, limits: Limits = AMPLE, rules: Rules = NIFTY) -> Iterator[Player]:
    """Seat a bot for a game of three."""
    player = Player(program, "Ada", rules, limits)
    try:
        begin(player)
        yield player
    finally:
        player.close()
        assert running() == []


def begin(player: Player, seed: int = 7) -> None:
    """Begin a game."""
    player.begin("nifty/3/7", 0, 3, seed, [10, 20, 30])


def running() -> list[int]:
    """List the processes that this one has started, whichever thread it was, dead ones too."""
    found = []
    for path in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            found += [int(number) for number in path.read_text().split()]
    return found
