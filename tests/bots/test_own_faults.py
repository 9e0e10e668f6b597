"""Bots that can't be called, compiled or trusted: the sentence says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

import unolab as uno
from tests.bots.own_bots import (
    beyond_the_end,
    keep_wilds,
    keeps_wilds,
    plays_what_it_has_not,
    raises,
    slow,
    stands_in,
)
from unolab import BadBot, Bot, BotFailed, BotSettings, Move, View
from unolab.bots import seated
from unolab.bots.tools import (
    DRAW,
    playable,
)


def says(answer: object) -> Any:
    """Make a bot that always says the same."""
    return lambda view: answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("Q9", "answered 'Q9', which is not a move, in R6 0> "),
        (1.5, "answered 1.5, which is not a move, in "),
        (999_999, "answered 999999, which is not a move, in "),
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
        (returns_text, "must return an int on every path, not a text (line "),
        (returns_at_times, "on every path, not nothing: one path ends without return"),
        (returns_nothing, "on every path, not nothing: it ends without return"),
        (returns_both, "it returns different things: a whole number, a text (line "),
        (yields, "on every path, not a generator"),
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


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (stands_in, "stands_in answered 125, which is not a move, in official/2/1: "),
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
