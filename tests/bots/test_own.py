"""Bots that users write play as well as those that come along."""

from __future__ import annotations

from typing import Any

import pytest

import unolab as uno
from tests.bots.own_bots import (
    Counts,
    Everything,
    by_kind,
    keep_wilds,
    keeps_wilds,
    slow,
)
from tests.conftest import JIT
from tests.kit import on
from unolab import BadBot, Bot, BotFailed, BotSettings, View
from unolab.bots import seated, tools
from unolab.bots.tools import (
    DRAW,
    NONE,
    WILDS,
    lowest_bit,
    may_draw,
    playable,
    with_color,
)


@on("party", "official", "unoai", "kata")
def test_plain_and_compiled_play_the_same_game(rules: str) -> None:
    for seed in range(3 if JIT else 1):
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
