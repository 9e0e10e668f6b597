"""The kit for the kata: our classes pass it, so does a plain solution, and a wrong one does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import thoroughly

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

KIT = Path(__file__).parents[2] / "examples/kata"
SOLUTION = Path(__file__).with_name("kata_solution.py")


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of the kit, as a class has it."""
    return shutil.copytree(KIT, tmp_path / "kata", ignore=shutil.ignore_patterns("__pycache__"))


def run(kit: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *arguments]
    # a class has pytest and nothing else; our own plugins take longer to load than the kit to run
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=kit, env=alone, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def test_our_own_classes_pass_every_stage(kit: Path) -> None:
    summary = run(kit, "--game", "unolab_game").splitlines()[-1]
    assert " passed" in summary
    assert "failed" not in summary
    assert "skipped" not in summary


def test_plain_solution_passes_every_stage(kit: Path) -> None:
    shutil.copy(SOLUTION, kit / "my_game.py")
    summary = run(kit).splitlines()[-1]
    assert " passed" in summary
    assert "failed" not in summary
    assert "skipped" not in summary


def test_stages_that_are_not_begun_are_left_out(kit: Path) -> None:
    said = run(kit)
    assert "stage 1 needs new_deck in my_game.py" in said
    assert "stage 5 needs Round.place in my_game.py" in said
    assert "failed" not in said
    assert "NotImplementedError: new_deck" in run(kit, "--stage", "1")


@pytest.mark.parametrize(
    ("right", "wrong", "stage"),
    [
        ('"reverse", "draw two")', '"reverse", "draw 2")', 2),
        *thoroughly(
            ("color == self.color or", "", 5),
            ("self.drawn = None  # and play", "self.advance()  # and play", 6),
        ),
        ("max(totals) < 500", "max(totals) < 400", 8),
    ],
)
def test_mistake_fails_its_stage(kit: Path, right: str, wrong: str, stage: int) -> None:
    source = SOLUTION.read_text("utf-8")
    assert right in source
    (kit / "my_game.py").write_text(source.replace(right, wrong), "utf-8")
    assert " failed" in run(kit, "--stage", str(stage)).splitlines()[-1]
