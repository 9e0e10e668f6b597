"""The pages about bots: every number in them is the program's, and the tutorial can be followed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command import run
from unolab.bots import BOTS, Bot
from unolab.bots.kit.choice import CARD_KINDS
from unolab.bots.settings import ALWAYS, Parameter, short

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BOTS_PAGE = (ROOT / "docs/bots.md").read_text("utf-8")
TUTORIAL = (ROOT / "docs/tutorial.md").read_text("utf-8")


def rows(bot: str) -> list[str]:
    """Write the table of a bot's settings; six alike, one for each kind of card, share a row."""
    parameters = [one for one in Bot(bot).parameters if one not in ALWAYS]
    written = []
    while parameters:
        group = parameters[: len(CARD_KINDS)]
        prefix = group[0].name.removesuffix(CARD_KINDS[0])
        alike = [one.name for one in group] == [prefix + kind for kind in CARD_KINDS]
        group = group if alike else group[:1]
        name = f"`{prefix}` + kind of card" if alike else f"`{group[0].name}`"
        written.append(
            f"| {name} | {values(group, '')} | {values(group, 'points')} | {short(group[0].low)} "
            f"| {short(group[0].high)} | {group[0].about} |"
        )
        parameters = parameters[len(group) :]
    return written


def values(group: list[Parameter], variant: str) -> str:
    return " ".join(short(one.value(variant)) for one in group)


def section(bot: str) -> str:
    """Return what the page says about a bot."""
    return BOTS_PAGE.partition(f"\n## {bot}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_described_with_its_numbers(bot: str) -> None:
    found = [line for line in section(bot).splitlines() if line.startswith("| `")]
    assert section(bot).strip()
    assert found == rows(bot)


def test_the_kinds_of_cards_are_named() -> None:
    assert ", ".join(f"`{kind}`" for kind in CARD_KINDS) in " ".join(BOTS_PAGE.split())


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    return "".join(fences("sh")).splitlines()


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_tutorial(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks that begin with the name of a file are put together in it."""
    for text in [*fences("python"), *fences("text")]:
        if file := re.match(r"# (\w+\.(?:py|txt))\n", text):
            with (tmp_path / file[1]).open("a") as written:
                written.write(text)
    monkeypatch.chdir(tmp_path)
    fewer = command.replace("20000", "200")
    program, *arguments = shlex.split(fewer, comments=True)
    done = run(*arguments)
    assert (program, done.code) == ("unolab", 0), done.err
    assert "my_bot.py:" in done.out or "Careful" in done.out or "Ada.log" in done.out
