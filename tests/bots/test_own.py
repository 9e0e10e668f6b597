"""Bots of one's own: plain, compiled, from a file; and what is said when something is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import unolab as uno
from tests.command import refused, run
from tests.kit import on
from unolab import BadBot, Bot, BotFailed, BotSettings, Move, View
from unolab.bots import seated, tools
from unolab.bots.tools import (
    BY_KIND,
    DRAW,
    NONE,
    WILD_CARD,
    WILDS,
    any_of,
    lowest_bit,
    may_draw,
    playable,
    played,
    with_color,
)
from unolab.engine.run import ASKS

slow = pytest.mark.slow  # what the compiler has to say


def keep_wilds(view: View) -> Move:
    """Play the first card, a wild only if there is no other."""
    return min(view.legal, key=lambda move: (not move.is_play, move.is_wild))


@uno.compiled
def keeps_wilds(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Do the same as machine code."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & ~WILDS:
        cards &= ~WILDS
    card = lowest_bit(cards)
    return with_color(card, 0) if card >= WILD_CARD else card


@uno.compiled(first=(3, 0, 5), boldness=(0.5, 0, 1))
def by_kind(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Play a certain kind of card first."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    if cards & BY_KIND[int(memory.settings[0])]:
        cards &= BY_KIND[int(memory.settings[0])]
    return played(any_of(cards, rng), hand, rng)


class Counts:
    """Count how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: View) -> str:
        self.asked += 1
        return str(keep_wilds(view))


class Everything:
    """Want to be asked for everything, and say nothing out of turn."""

    everything = True

    def __call__(self, view: View) -> Move | None:
        return view.legal[0] if view.seat == view.turn else None


# ── what works ────────────────────────────────────────────────────────────────────────────────────


@on("party", "official", "unoai", "kata")
def test_plain_and_compiled_play_the_same_game(rules: str) -> None:
    for seed in range(3):
        games = [
            uno.play([bot, "random", bot], rules, seed)
            for bot in (keep_wilds, keeps_wilds, Counts())
        ]
        assert games[0] == games[1] == games[2]


def test_an_object_remembers() -> None:
    bot = Counts()
    uno.play([bot, "random"], seed=1)
    assert bot.asked > 3


def test_a_class_is_called_for_a_bot() -> None:
    game = uno.play([Counts, "random"], seed=1)  # type: ignore[list-item]
    assert game == uno.play([Counts(), "random"], seed=1)


@on("party", "official", "swing")
def test_a_bot_that_wants_to_be_asked_for_everything(rules: str) -> None:
    game = uno.play([Everything(), "random", Everything()], f"{rules}+turn_limit=200", seed=2)
    assert game.over
    assert not any(move.says_uno for move in game.moves[:1])


def test_own_parameters() -> None:
    bot = Bot.of(by_kind)
    assert bot.values() == {
        "first": 3,
        "boldness": 0.5,
        "forget": 0,
        "challenge": 0,
        "judge": 0,
        "bluff": 0,
    }
    assert str(bot.set(first=2)) == "by_kind(first=2)"
    assert bot.set(first=2).set(first=3) == bot
    with pytest.raises(BotSettings, match="by_kind: first is a whole number from 0 to 5, not 6"):
        bot.set(first=6)
    view = View.parse("R5 0> RSRDR1B2/2 - 101", "unoai")
    for first, move in ((0, "R1"), (2, "RS"), (3, "RD")):
        assert str(seated([bot.set(first=first), "random"], 0)[0](view)) == move


def test_a_compiled_bot_can_be_called() -> None:
    assert keeps_wilds.__name__ == "keeps_wilds"
    assert keeps_wilds.__doc__ == "Do the same as machine code."


def test_tools_are_what_they_say() -> None:
    assert all(hasattr(tools, name) for name in tools.__all__)
    for name in ("playable", "any_of", "common_color", "with_color", "below", "POINTS", "DRAWN"):
        assert name in (tools.__doc__ or "")


# ── what does not ─────────────────────────────────────────────────────────────────────────────────


def says(answer: object) -> Any:
    """Make a bot that always says the same."""
    return lambda view: answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("Q9", "answered 'Q9', which is no move, in R6 0> "),
        (1.5, "answered 1.5, which is no move, in "),
        (999_999, "answered 999999, which is no move, in "),
        (None, "answered None in its turn in official/2/1: "),
        ("B9", "chose an illegal move in official/2/1: seat 0 cannot play B9 on R6 ("),
        ("?", "chose an illegal move in official/2/1: seat 0 cannot challenge ("),
    ],
)
def test_a_wrong_answer(answer: object, words: str) -> None:
    with pytest.raises(BotFailed) as error:
        uno.play([says(answer), "random"], seed=1)
    assert words in str(error.value)
    state = uno.State.deal(players=2, seed=1)
    with pytest.raises(BotFailed):
        seated([says(answer), "random"], 0)[0](state.view(0))


def test_an_error_of_a_plain_bot() -> None:
    def careless(view: View) -> Move:
        return view.legal[1_000]

    with pytest.raises(BotFailed, match=r"^careless raised IndexError: .* \(line \d+ of test_own"):
        uno.play([careless, "random"], seed=1)


def test_wrong_numbers_of_arguments() -> None:
    def none() -> str:
        return "+"

    def two(view: View, other: int) -> str:
        return "+"

    def four(table: Any, hand: Any, memory: Any, rng: Any) -> int:
        return DRAW

    def fine(view: View, other: int = 3, *, more: bool = False) -> Move:
        return keep_wilds(view)

    for bot, words in ((none, "not 0"), (two, "not 2"), (four, "needs @uno.compiled above it")):
        with pytest.raises(BadBot, match=words):
            Bot.of(bot)  # type: ignore[arg-type]
    assert uno.play([fine, "random"], seed=1).over
    with pytest.raises(BadBot, match="must take \\(table, hand, memory, rng\\)"):
        uno.compiled(keep_wilds)  # type: ignore[arg-type]

    def five(table: Any, hand: Any, memory: Any, rng: Any, more: int = 1) -> int:
        return DRAW

    def by_name(table: Any, hand: Any, memory: Any, *, rng: Any) -> int:
        return DRAW

    for wrong in (five, by_name):
        with pytest.raises(BadBot, match="must take \\(table, hand, memory, rng\\) to be"):
            uno.compiled(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadBot, match="@compiled goes above a function, not 3"):
        uno.compiled(3)  # type: ignore[call-overload]


def green(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 2


def no_color(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 4


def test_a_compiled_bot_names_its_own_color() -> None:
    """By the same contract as our own bots: a strategy for cards, and one for colours."""
    opening = uno.State.parse("*W 0> R1R2/B1B2").view(0)
    bot = Bot.of(uno.compiled(name_color=green)(keeps_wilds.function))
    assert str(bot(opening)) == "*G"
    assert str(Bot.of(keeps_wilds)(opening)) == "*R"
    wrong = Bot.of(uno.compiled(name_color=no_color)(keeps_wilds.function))
    with pytest.raises(BotFailed, match="named 4, which is no colour from 0 to 3"):
        wrong(opening)
    with pytest.raises(BadBot, match="goes above a function, not 3"):
        uno.compiled(name_color=3)(keeps_wilds.function)  # type: ignore[call-overload]


def test_wrong_parameters() -> None:
    for wrong in (3, (1, 2), ("a", 0, 1)):
        with pytest.raises(BotSettings, match=r"limit=\(default, lowest, highest\) is expected"):
            uno.compiled(limit=wrong)(keeps_wilds.function)  # type: ignore[arg-type]
    with pytest.raises(BotSettings, match="keeps_wilds: limit is a whole number from 0 to 4"):
        uno.compiled(limit=(5, 0, 4))(keeps_wilds.function)
    taken: dict[str, Any]
    for name in ("forget", "challenge", "judge", "bluff"):
        taken = {name: (0, 0, 1)}
        with pytest.raises(BotSettings, match=f"{name} is a setting that every bot has: choose"):
            uno.compiled(**taken)(keeps_wilds.function)
    many: dict[str, Any] = {f"p{number}": (0, 0, 1) for number in range(39)}
    with pytest.raises(BotSettings, match="39 parameters, and there is room for 38"):
        uno.compiled(**many)(keeps_wilds.function)


def writes_to_table(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    table.sizes[1] = 9
    return DRAW


def writes_to_alias(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    mine, other = hand, table
    sizes = other.sizes
    sizes[0] += 1
    return mine.drawn  # type: ignore[no-any-return]


def writes_to_hand(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    if (cards := hand) is not None:
        cards.one |= 1
    return DRAW


def asks_for_more(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return table.deck  # type: ignore[no-any-return]


def writes_to_memory(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    notes = memory.notes
    notes[0] += table.sizes[0]
    return DRAW


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (writes_to_table, "writes to table.sizes[1] (line "),
        (writes_to_alias, "writes to sizes[0] (line "),
        (writes_to_hand, "writes to cards.one (line "),
        (asks_for_more, "there is no table.deck (did you mean table"),
    ],
)
def test_what_is_not_the_bots_own(function: Any, words: str) -> None:
    with pytest.raises(BadBot) as error:
        uno.compiled(function)
    assert words.partition(" (did")[0] in str(error.value)
    uno.compiled(writes_to_memory)


def helper(card: int) -> int:
    return card


def adds_text(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return "a" + table.players  # type: ignore[no-any-return]


def calls_plain(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return helper(table.top)


def no_name(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return undefined(table)  # type: ignore[name-defined,no-any-return] # noqa: F821


def returns_text(table: Any, hand: Any, memory: Any, rng: Any) -> Any:
    return "R5"


def returns_at_times(table: Any, hand: Any, memory: Any, rng: Any) -> Any:
    if table.players > 5:
        return DRAW


def returns_nothing(table: Any, hand: Any, memory: Any, rng: Any) -> Any:
    memory.notes[0] = DRAW


def returns_both(table: Any, hand: Any, memory: Any, rng: Any) -> Any:
    if table.players > 5:
        return DRAW
    return "R5"


def yields(table: Any, hand: Any, memory: Any, rng: Any) -> Any:
    yield DRAW


def misspells(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return playble(table, hand)  # type: ignore[name-defined,no-any-return] # noqa: F821


def wants_a_field_of_a_number(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return playable(table, hand).first  # type: ignore[attr-defined,no-any-return]


def changes_its_mind(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    card: Any = DRAW
    if table.players > 5:
        card = "R5"
    return card  # type: ignore[no-any-return]


def forgets_the_hand(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return playable(table)  # type: ignore[call-arg]


def sorts_the_hand(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return sorted(hand)[0]  # type: ignore[no-any-return]


@slow
@pytest.mark.parametrize(
    ("function", "words"),
    [
        (adds_text, "adds_text can't be compiled: there is no add(a text, a whole number) for "),
        (adds_text, 'return "a" + table.players'),
        (calls_plain, "can't be compiled: helper is plain Python and needs @jit of unolab.bots"),
        (no_name, "no_name can't be compiled: there is no undefined (line "),
        (misspells, "there is no playble (did you mean playable?) (line "),
        (returns_text, "must return a move, a whole number, always; not a text (line "),
        (returns_at_times, "always; not nothing: one path ends without return"),
        (returns_nothing, "always; not nothing: it ends without return"),
        (returns_both, "it returns different things: a whole number, a text (line "),
        (yields, "always; not a generator"),
        (wants_a_field_of_a_number, "a whole number has no first (line "),
        (changes_its_mind, "card is a whole number here and a text there (line "),
        (forgets_the_hand, "a function is called with the wrong arguments (line "),
        (sorts_the_hand, "can't be compiled: a function can't take what it is given"),
    ],
)
def test_what_cannot_be_compiled(function: Any, words: str) -> None:
    with pytest.raises(BadBot) as error:
        uno.play([uno.compiled(function), "random"], seed=1)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@uno.compiled
def beyond_the_end(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return memory.notes[table.players + 100]  # type: ignore[no-any-return]


@uno.compiled
def raises(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    if memory.notes[0] >= 0:
        raise ValueError("no idea")
    return DRAW


@uno.compiled
def plays_what_it_has_not(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 0


@uno.compiled
def stands_in(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return int(ASKS)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (stands_in, "stands_in answered 125, which is no move, in official/2/1: "),
        (beyond_the_end, "beyond_the_end raised IndexError: "),
        (raises, "raises raised ValueError: no idea (line "),
        (plays_what_it_has_not, "chose an illegal move in official/2/1: seat 0 cannot play R0 on"),
    ],
)
def test_a_compiled_bot_that_fails(bot: Any, words: str) -> None:
    with pytest.raises(BotFailed) as error:
        uno.play([bot, "random"], seed=1)
    assert words in str(error.value)
    with pytest.raises(BotFailed):
        seated([bot, "random"], 0)[0](uno.State.deal(players=2, seed=1).view(0))


@slow
@pytest.mark.parametrize("bot", [beyond_the_end, raises, plays_what_it_has_not, stands_in])
def test_a_simulation_with_a_bot_that_fails(bot: Any) -> None:
    with pytest.raises(BotFailed, match=f"^{bot.__name__} (raised|chose|answered)"):
        uno.simulate([bot, "random"], games=10)


@uno.compiled
def counts(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Draw every third time, by a count in its notes; it has none when a game begins."""
    memory.notes[0] += 1
    cards = playable(table, hand)
    if cards == NONE or (memory.notes[0] % 3 == 0 and may_draw(table)):
        return DRAW
    return with_color(lowest_bit(cards), 0) if cards & WILDS == cards else lowest_bit(cards)


@slow
def test_notes_do_not_depend_on_the_threads() -> None:
    one, two = (uno.simulate([counts, "random"], games=400, threads=n) for n in (1, 2))
    assert one.to_dict()["bots"] == two.to_dict()["bots"]


# ── from a file ───────────────────────────────────────────────────────────────────────────────────

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
        ("my_bot.py:number", "my_bot.py:number is no bot: it can't be called"),
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
    assert f"a {bot} bot" in done.out


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
