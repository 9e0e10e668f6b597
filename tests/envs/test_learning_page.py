"""The page about learning: its tables are the program's, and its commands can be followed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.command import run
from unolab.bots.observation.layout import Part
from unolab.envs import (
    ACTIONS,
    DECISIONS,
    HIDDEN_PARTS,
    PARTS,
    REWARDS,
    action_text,
    describe_action,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/learning.md").read_text("utf-8")


def table(section: str, header: str) -> list[str]:
    """Return the rows of the first table with this header in a section."""
    text = PAGE.partition(f"# {section}\n")[2]
    rows = text.partition(f"\n| {header} |\n")[2].partition("\n\n")[0]
    return rows.splitlines()[1:]


def layout(parts: Iterable[Part]) -> list[str]:
    return [f"| `{p.name}` | {p.start} | {p.size} | {p.most} | {p.about} |" for p in parts]


def test_the_layout_is_that_of_an_observation() -> None:
    header = "part | from | bytes | most | meaning"
    assert table("What a learner sees", header) == layout(PARTS.values())
    assert table("Hidden information", header) == layout(HIDDEN_PARTS.values())


def test_decisions_and_rewards_are_all_there() -> None:
    decisions = [f"| `{name}` | {about} |" for name, about in DECISIONS.items()]
    rewards = [f"| `{name}` | {about} |" for name, about in REWARDS.items()]
    assert table("What a learner does", "name | decides") == decisions
    assert table("What a learner does", "name | worth") == rewards


def test_actions_are_all_there_and_have_their_texts() -> None:
    following = 0
    for row in table("What a learner does", "actions | text | plain form | meaning"):
        numbers, texts, plain, about = row.strip("| ").split(" | ")
        first, last = ends(numbers)[0], ends(numbers)[-1]
        assert int(first) == following
        assert ends(texts) == [f"`{action_text(int(one))}`" for one in ends(numbers)]
        assert ends(plain) == [f"`{action_text(int(one), 'plain')}`" for one in ends(numbers)]
        if first == last and int(first) != ACTIONS - 1:
            assert about == describe_action(int(first))
        following = int(last) + 1
    assert following == ACTIONS


def ends(text: str) -> list[str]:
    """Return the first and the last of ``0 to 59``, or the only one."""
    return text.split(" to ")


def test_its_commands_work_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A little training is enough to see that the weights are found."""
    pytest.importorskip("jax")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    fences = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    commands = "".join(fences).splitlines()
    assert [line.split()[0] for line in commands] == ["python", "unolab", "unolab"]
    less = {"--minutes 10": "--decisions 3e4 --games 256 --width 32 --fresh 500", "10k": "100"}
    for line in commands:
        for much, little in less.items():
            line = line.replace(much, little)
        program, *arguments = shlex.split(line)
        if program == "python":
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            assert {"ppo.npz", "ppo.png"} <= {path.name for path in tmp_path.iterdir()}
        else:
            done = run(*arguments)
            assert done.code == 0, done.err
            assert "Trained" in done.out
