"""Everything that a foreign bot can do wrong: it is named, a move is played, and games go on."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.foreign.table import (
    AMPLE,
    HASTY,
    SMALL,
    VIEW,
    begin,
    in_play,
    seated,
    talking,
    written,
)
from unolab.foreign import FAULT_KINDS, Limits, Program, process

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

BY_ZERO = "integer division or modulo by zero"
SEVEN = "[card.number for card in hand].index(7)"


# ── faults of a strategy: its process lives on ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("return 1 // 0", "exception", f"ZeroDivisionError: {BY_ZERO} (line 5 of bot.py)"),
        ("raise ValueError", "exception", "ValueError (line 5 of bot.py)"),
        ("raise ValueError('a\\x1b[2Jb\\n' * 500)", "exception", "ValueError: a?[2Jb a?[2Jb"),
        ("return play(hand)", "exception", "NameError: name 'play' is not defined"),
        ("return 7", "illegal", "play returned 7, but there are 3 cards, numbered from 0"),
        ("return -2", "illegal", "play returned -2, but there are 3 cards, numbered from 0"),
        ("return 'R7'", "illegal", "play returned 'R7', which is not an index"),
        ("return None", "illegal", "play returned None, which is not an index"),
        ("return -1", "illegal", "answered +: a card can be played, so one must be"),
        (
            "return [str(card) for card in hand].index('G3')",
            "illegal",
            "answered G3: needs red or a 5",
        ),
        ("bytearray(2**50)", "memory", "MemoryError (line 5 of bot.py)"),
        (
            "return (lambda f: f(f))(lambda f: f(f))",
            "exception",
            "RecursionError: maximum recursion",
        ),
    ],
)
def test_bot_errs_and_lives_on(tmp_path: Path, body: str, kind: str, text: str) -> None:
    with seated(in_play(tmp_path, body)) as player:
        assert str(player(VIEW)) == "R7"
        process = player._process
        assert str(player(VIEW)) == "R7"
        assert player._process is process
        first, second = player.faults
    assert first == second
    assert first.kind == kind in FAULT_KINDS
    assert first.text.startswith(text)
    assert len(first.text) <= 300
    assert first.text.isprintable()
    assert (first.position, first.game) == (str(VIEW), "nifty/3/7")


@pytest.mark.parametrize("color", ["PURPLE", "NONE", None, 3])
def test_color_is_none(tmp_path: Path, color: object) -> None:
    bot = written(tmp_path, f"""
        class Bot:
            def play(self, hand, up_card, called_color, state):
                return [str(card) for card in hand].index("*W")

            def callColor(self, hand):
                return {color!r}
    """)  # fmt: skip
    with seated(Program.of_file(bot, "Bot")) as player:
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "illegal"
        assert f"call_color returned {color!r}" in player.faults[0].text


def test_what_is_printed_is_no_fault(tmp_path: Path) -> None:
    body = f"print('hello' * 100_000); os.write(1, b'hello'); sys.stdin.read(); return {SEVEN}"
    with seated(in_play(tmp_path, body)) as player:
        player(VIEW)
        player(VIEW)
        assert player.faults == []
        assert player.moves == 2
        assert 0 < player.slowest <= player.seconds


# ── faults that break the conversation: the rest of the game is played for it ─────────────────────


def broken(program: Program, kind: str, text: str, limits: Limits = AMPLE) -> None:
    """Check that a bot is lost with this fault, for one game."""
    with seated(program, limits) as player:
        for _ in range(4):
            assert str(player(VIEW)) == "R7"
        (fault,) = player.faults
        assert (fault.kind, fault.position) == (kind, str(VIEW))
        assert text in fault.text
        begin(player)
        assert str(player(VIEW)) == "R7"
        assert [fault.kind for fault in player.faults] == [kind, kind]


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("sys.exit(3)", "crash", "ended with exit code 3"),
        ("os._exit(0)", "crash", "ended with exit code 0"),
        ("raise KeyboardInterrupt('enough')", "crash", "KeyboardInterrupt: enough"),
        ("import ctypes; ctypes.string_at(0)", "crash", "died of SIGSEGV"),
        ("os.kill(os.getpid(), 9)", "crash", "died of SIGKILL"),
    ],
)
def test_process_ends(tmp_path: Path, body: str, kind: str, text: str) -> None:
    broken(in_play(tmp_path, body), kind, text)


def test_process_closes_its_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "EXIT", 0.1)  # how long we hope that it ends
    body = "os.closerange(3, 9); time.sleep(600)"
    broken(in_play(tmp_path, body), "garbage", "closed its output")


@pytest.mark.parametrize(
    "body", ["time.sleep(600)", "while True: pass", "while True: print('still thinking')"]
)
def test_time_is_limited(tmp_path: Path, body: str) -> None:
    broken(in_play(tmp_path, body), "timeout", "did not answer within 0.3 s", HASTY)


def test_memory_is_limited(tmp_path: Path) -> None:
    body = "hoard = b'1' * (300 << 20); time.sleep(600)"
    broken(in_play(tmp_path, body), "memory", "used more than 200 MB of memory", SMALL)


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("ask(); say('hello?')", "garbage", "sent 'hello?', which is not a JSON object"),
        ("ask(); say('[' * 60_000)", "garbage", "which is not a JSON object"),
        ("ask(); say('3')", "garbage", "sent '3', which is not a JSON object"),
        (
            "ask(); os.write(1, b'\\xff\\xfe\\n'); time.sleep(600)",
            "garbage",
            "which is not a JSON object",
        ),
        (
            "ask(); say(json.dumps({'id': 99, 'move': 'R7'}))",
            "garbage",
            "instead of an answer",
        ),
        ("ask(); say(json.dumps({'id': 1}))", "garbage", "which has no move"),
        ("ask(); say('x' * 70_000)", "garbage", "a line of more than 64 kB"),
        ("ask()\nwhile True: os.write(1, b'x' * 1000)", "garbage", "a line of more than 64 kB"),
        ("ask(); sys.exit('no more')", "crash", "ended with exit code 1: no more"),
        ("say(json.dumps({'id': 1, 'move': 'G3'}))", "illegal", "needs red or a 5"),
    ],
)
def test_answer_is_none(tmp_path: Path, body: str, kind: str, text: str) -> None:
    with seated(talking(tmp_path, body)) as player:
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == kind
        assert text in player.faults[0].text


def test_answer_is_no_move(tmp_path: Path) -> None:
    said = ["R77", "G3", "", 5, None, ["R7"], {"card": "R7"}, "x" * 5000, "1:x0", "2:RW", "0:RW"]
    answers = (
        f"for move in {said}: print(json.dumps({{'id': ask()['id'], 'move': move}}), flush=True)"
    )
    with seated(talking(tmp_path, answers)) as player:
        assert [str(player(VIEW)) for _ in said] == ["R7"] * 10 + ["RW"]
        assert [fault.kind for fault in player.faults] == ["illegal"] * 10
        assert all("R5 0>" in fault.position for fault in player.faults)
        assert [fault.text for fault in player.faults[:4]] == [
            "answered 'R77', which is not a move",
            "answered G3: needs red or a 5",
            "answered '', which is not a move",
            "answered 5, which is not a move",
        ]
        assert player.faults[9].text == "answered 2:RW at seat 0: a bot moves only for itself"


def test_second_answer_is_garbage(tmp_path: Path) -> None:
    twice = """
        while True:
            answer = json.dumps({'id': ask()['id'], 'move': 'RW'})
            print(answer, answer, sep='\\n', flush=True)
    """
    with seated(talking(tmp_path, twice)) as player:
        assert str(player(VIEW)) == "RW"
        assert player.faults == []
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "garbage"
        assert "instead of an answer to question 2" in player.faults[0].text


def test_full_pipe_does_not_stop_us(tmp_path: Path) -> None:
    with seated(talking(tmp_path, "time.sleep(600)"), HASTY) as player:
        assert not player.everything  # so it has started
        over = VIEW.sample(Random(1))
        for _ in range(500):
            player.end(over)
            begin(player)
        assert len(player._news) > 2**16
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "timeout"


def test_time_for_a_game_is_limited_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 25)  # so that every move seems to take 25 s, and the fourth has none left
    monkeypatch.setattr("unolab.foreign.player.perf_counter", clock.__next__)
    with seated(in_play(tmp_path, f"return {SEVEN}"), replace(AMPLE, move=100)) as player:
        for _ in range(5):
            player(VIEW)
        (fault,) = player.faults
        assert fault.kind == "timeout"
        assert fault.text == "took more than 60 s for its moves of this game"
        assert player.moves == 4


def test_memory_of_a_quick_bot_is_limited_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers before anybody looks, and is weighed now and then all the same."""
    monkeypatch.setattr(process, "MEMORY_CHECK_AFTER", 20)
    body = f"self.hoard = [*getattr(self, 'hoard', []), b'1' * (5 << 20)]; return {SEVEN}"
    with seated(in_play(tmp_path, body), SMALL) as player:
        while not player.faults:
            player(VIEW)
        assert player.faults[0].text == "used more than 200 MB of memory"
        assert player.moves == process.SELDOM - 1  # one question was the hello


# ── faults before the first move ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "import nothing\nclass Bot: pass",
            "ModuleNotFoundError: No module named 'nothing' (line 1 of bot.py)",
        ),
        ("import sys\nclass Bot: pass\nsys.exit(2)", "ended with exit code 2"),
        ("class Bot:\n    def play(self, *args): return 0", "Bot has no method call_color(hand)"),
        ("Bot = 5", "bot.py:Bot is not a bot: it can't be called"),
        ("def Bot(a, b): return 0", "bot.py:Bot must take one argument, the View, not 2"),
    ],
)
def test_file_can_not_be_run(tmp_path: Path, source: str, text: str) -> None:
    with seated(Program.of_file(written(tmp_path, source), "Bot")) as player:
        assert not player.everything
        assert str(player(VIEW)) == "R7"
        (fault,) = player.faults
        assert (fault.kind, fault.position) == ("start", "")
        assert fault.text.startswith(text)


def test_constructor_raises(tmp_path: Path) -> None:
    source = """
        class Bot:
            def __init__(self): self.plan = open("plan.txt").read()
            def play(self, hand, up_card, called_color, state): return 0
            def call_color(self, hand): return "RED"
    """
    with seated(Program.of_file(written(tmp_path, source), "Bot")) as player:
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "exception"
        assert "(line 3 of bot.py)" in player.faults[0].text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("print('Welcome!', flush=True); time.sleep(600)", "sent 'Welcome!'"),
        ('print(\'{"type": "hello", "protocol": 2}\', flush=True); time.sleep(600)', "protocol 1"),
        ("sys.exit('I want no more')", "ended with exit code 1: I want no more"),
    ],
)
def test_hello_is_none(tmp_path: Path, body: str, text: str) -> None:
    no_hello(tmp_path, body, text, AMPLE)


def test_no_hello(tmp_path: Path) -> None:
    no_hello(tmp_path, "time.sleep(600)", "did not say hello within 0.5 s", Limits(start=0.5))


def no_hello(folder: Path, body: str, text: str, limits: Limits) -> None:
    """Check that a program which begins so is not started."""
    path = written(folder, f"import sys, time\n{body}")
    with seated(Program((sys.executable, str(path)), folder), limits) as player:
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "start"
        assert text in player.faults[0].text


def test_program_has_gone_meanwhile(tmp_path: Path) -> None:
    with seated(Program((str(tmp_path / "bot"),), tmp_path)) as player:
        assert str(player(VIEW)) == "R7"
        assert player.faults[0].kind == "start"
        assert "can't be run: No such file" in player.faults[0].text
