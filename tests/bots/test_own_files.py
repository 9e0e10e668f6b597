"""Bots in files of one's own: wherever a bot is named, and what is said when one can't be had."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unolab as uno
from tests.bots.own_bots import (
    slow,
)
from tests.command import refused, run
from unolab import BadBot, Bot, BotSettings, Move

FILE = '''
"""Some bots."""
from beside import first
import unolab as uno
from unolab.bots.tools import DRAW, NONE, any_of, jit, playable, played

def plain(view):
    """Play whatever comes first."""
    return first(view)

class Player:
    def __call__(self, view):
        return first(view)

thing = Player()
number = 3

class Classic:
    def play(self, hand, top, *state):
        return None

    def call_color(self, hand):
        return "Red"

class Costly:
    def __init__(self):
        raise RuntimeError("no money")

@jit
def any_card(cards, rng):
    return any_of(cards, rng)

@uno.compiled(speed=(1, 0, 9))
def fast(table, hand, memory, rng):
    cards = playable(table, hand)
    return DRAW if cards == NONE else played(any_card(cards, rng), hand, rng)
'''

WRITES = """import unolab as uno

@uno.compiled
def writes(table, hand, memory, rng):
    table.logged = 3
    return 60
"""

SETS = """import unolab as uno
from unolab.bots.tools import DRAW

@uno.compiled(limit=3)
def sets(table, hand, memory, rng):
    return DRAW
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_bot.py").write_text(FILE)
    (tmp_path / "beside.py").write_text("def first(view):\n    return view.legal[0]\n")
    (tmp_path / "broken.py").write_text("def f(:\n    pass\n")
    (tmp_path / "raises.py").write_text("x = 1\ny = x / 0\n")
    (tmp_path / "deep.py").write_text("import json\njson.loads('?')\n")
    (tmp_path / "writes.py").write_text(WRITES)
    (tmp_path / "sets.py").write_text(SETS)
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(3)\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@slow
def test_bots_from_a_file(folder: Path) -> None:
    path = str(folder / "my_bot.py")
    for name in ("plain", "Player", "thing", "fast"):
        assert uno.play([f"my_bot.py:{name}", "random"], seed=3).over
        assert uno.play([f"{path}:{name}", "random"], seed=3).over
    assert Bot.load("my_bot.py:fast(speed=3)").values()["speed"] == 3
    assert str(Bot.load("my_bot.py:fast(speed=3)")) == "my_bot.py:fast(speed=3)"
    assert Bot.load(f"{path}:plain").name == f"{path}:plain"


CLASSIC = """
class Careful:
    made = 0

    def __init__(self):
        Careful.made += 1
        self.asked = 0

    def play(self, hand, up_card, called_color, state):
        self.asked += 1
        fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
        return fits[0] if fits else -1

    def call_color(self, hand):
        return "GREEN"
"""


@slow
def test_a_classroom_class_plays_wherever_a_bot_does(folder: Path) -> None:
    (folder / "classroom.py").write_text(CLASSIC)
    bot = Bot.load("classroom.py:Careful")
    games = [uno.play([bot, bot, "random"], rules, 3) for rules in ("official", "nifty")]
    assert all(game.over for game in games)
    wilds = [move for move in games[0].moves if move.is_wild and move.seat in (None, 0, 1)]
    assert bot.strategy.strategy.made == 4  # a new one for every seat and round
    assert uno.simulate([bot, "random"], games=3, seed=1).games == 3
    assert all(isinstance(move, Move) for move in wilds)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nowhere.py:f", "there is no file "),
        ("my_bot.py", "'my_bot.py' is a file: my_bot.py:name is a bot in it"),
        ("my_bot.py:plane", "there is no plane in my_bot.py (did you mean plain?)"),
        ("my_bot.py:zzz", "there is no zzz in my_bot.py"),
        ("my_bot.py:number", "my_bot.py:number is not a bot: it can't be called"),
        ("my_bot.py:Costly", "my_bot.py:Costly() raised RuntimeError: no money (line "),
        ("my_bot.py:any_card", "my_bot.py:any_card must take one argument, the View, not 2"),
        ("my_bot.py:fast(sped=1)", "my_bot.py:fast has no setting 'sped' (did you mean speed?)"),
        ("my_bot.py:plain(speed=1)", "my_bot.py:plain has no setting 'speed'"),
        ("my_bot.py:plain:points", "my_bot.py:plain has no settings for points: there is only"),
        ("broken.py:f", "broken.py can't be run: "),
        ("raises.py:f", "raises.py can't be run: ZeroDivisionError: division by zero (line 2 of"),
        ("deep.py:f", "char 0) (line 2 of deep.py)"),
        ("writes.py:f", "writes.py: writes writes to table.logged (line 5): a bot may write to"),
        (
            "sets.py:f",
            "sets.py: sets: limit=(default, lowest, highest) is expected, not 3 (line 4)",
        ),
        ("exits.py:f", "exits.py can't be run: SystemExit: 3"),
    ],
)
@slow
def test_files_with_something_wrong(folder: Path, text: str, words: str) -> None:
    with pytest.raises((BadBot, BotSettings)) as error:
        Bot.load(text)
    assert words in str(error.value)
    refused(run("watch", text, "random", "--seed", "1"), words[:30])
    refused(run("play", "--terminal", "--bot", text, "--seed", "1"), words[:30])
    refused(run("bots", text), words[:30])


@slow
def test_own_bots_on_the_command_line(folder: Path) -> None:
    for name in ("plain", "fast(speed=2)"):
        done = run("watch", f"my_bot.py:{name}", "random", "--seed", "4")
        assert (done.code, done.err) == (0, "")
        assert f"0 my_bot.py:{name}" in done.out
    shown = run("bots", "my_bot.py:fast").out
    assert "speed" in shown
    assert "It has no settings." in run("bots", "my_bot.py:plain").out
    assert "Play whatever comes first." in run("bots", "my_bot.py:plain").out


@slow
@pytest.mark.parametrize("bot", ["mixbot2", "mixbot2:points(slack=3)", "ashtabna"])
def test_any_bot_plays_in_the_terminal(bot: str) -> None:
    done = run("play", "--terminal", "--bot", bot, "--opponents", "1", "--seed", "3", stdin="")
    assert (done.code, done.err) == (0, "")
    assert f"one {bot} bot" in done.out


@slow
def test_bots_are_listed() -> None:
    ours = run("bots").out.partition("\n\n")[0]  # the strengths follow
    assert [line.split()[0] for line in ours.splitlines()] == [*uno.bots.BOTS]
    listed = run("bots", "--json").json
    assert [bot["name"] for bot in listed] == [*uno.bots.BOTS]
    one = run("bots", "mixbot2(slack=3)", "--json").json
    slack = next(p for p in one["parameters"] if p["name"] == "slack")
    assert slack == {
        "name": "slack",
        "about": slack["about"],
        "value": 3,
        "default": 1,
        "points": 2,
        "from": 0,
        "to": 25,
        "whole": True,
    }
    assert re.search(r" slack +3 +1 +2 +0 +25 ", run("bots", "mixbot2(slack=3)").out)
    shown = run("bots", "mixbot2").out
    assert "set to" not in shown
    for parameter in Bot("mixbot2").parameters:
        assert f"  {parameter.name} " in shown
    assert "mixbot2:points plays for points" in shown
    refused(run("bots", "mixbt2"), "unknown bot 'mixbt2' (did you mean mixbot2?)")
    refused(run("bots", "mixbot3"), "unknown bot 'mixbot3' (did you mean mixbot2?)")
