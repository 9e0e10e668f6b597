"""The game on the page of the protocol is what is really said."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import unolab as uno
from tests.foreign.table import AMPLE
from unolab import Bot, Rules
from unolab.foreign import Player, Program
from unolab.foreign.process import Process

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

ROOT = Path(__file__).parents[2]
RULES = "nifty+hand_size=3"
SEED = 104
CHANCE = 17503736624030  # of the bot


def test_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/bot-protocol.md").read_text("utf-8")
    shown = re.findall(r"^([<>] \{.*)$", page, re.MULTILINE)
    said: list[str] = []
    ask = Process.ask

    def listen(process: Process, message: bytes, seconds: float) -> bytes:
        said.extend(f"> {line}" for line in message.decode().splitlines())
        answer = ask(process, message, seconds)
        said.append(f"< {answer.decode()}")
        return answer

    monkeypatch.setattr(Process, "ask", listen)
    program = Program.of_command(f"{sys.executable} bots/json_bot.py", ROOT / "examples")
    player = Player(program, "Ada", Rules.parse(RULES), AMPLE)
    try:
        player.begin("", 1, 2, CHANCE, [0, 35])
        game = uno.play(["random", Bot("Ada", strategy=player)], RULES, SEED)
        player.end(game.state)
        said += [f"> {line}" for line in player._news.decode().splitlines()]
    finally:
        player.close()
    assert said == shown
