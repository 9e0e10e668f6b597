"""What commands print with ``--json`` has the shape that ``docs/schema.json`` says."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.command import run
from tests.shapes import SCHEMA, check_shape
from unolab.cli import app
from unolab.simulation.figure import Figure

pytestmark = pytest.mark.slow  # the bots want to be compiled

COMMANDS = {
    "simulate": ["simulate mixbot2 random --games 30", "simulate random random --games 1"],
    "games": ["simulate greedy random --game 3", "replay games.uno"],
    "reviews": ["review games.uno --seat 1"],
    "comparison": ["review two.uno --compare"],
    "watch": ["watch random random", "watch random random --games 3 --rules party"],
    "tournament": ["tournament players.txt 12", "tournament players.txt 3 --form knockout --match"],
    "benchmark": ["benchmark greedy --deals 2 --players 2 --opponents random"],
    "tables": ["tables --games 5"],
    "lab": ["lab --games 40 --rules official,stacking greedy random"],
    "tune": ["tune greedy --games 600 --trials 3 --fresh 200 --players 2 --parameters challenge"],
    "train": [
        "train run --decisions 60 --width 8 --side-by-side 8 --steps 4 --batch 32 --rules official "
        "--players 2 --check random --check-games 20"
    ],
    "reader": [
        "train reader --reader --start neural --decisions 60 --width 8 --side-by-side 8 --steps 4 "
        "--batch 32 --rules official --players 2"
    ],
    "bench": ["bench"],
    "bots": ["bots"],
    "bot": ["bots mixbot2(slack=2)"],
    "rules_list": ["rules"],
    "rule_set": ["rules party"],
    "deck": ["deck"],
}
ELSEWHERE = {"verify"}  # it needs a round that was played in a room: tests/core/test_fairness.py


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the files that commands read, which is the current one."""
    monkeypatch.chdir(tmp_path)
    Path("games.uno").write_text(run("watch", "random", "random", "--save", "-").out)
    Path("two.uno").write_text(run("watch", "random", "random", "--games", "2", "--save", "-").out)
    Path("players.txt").write_text("Ada,mixbot2\nBen,greedy\nCy,random\n")

    def measure(say: Callable[[str], None]) -> Iterator[Figure]:
        yield Figure("random_2_games_per_second", 1234567.8, "games/s", "random")

    monkeypatch.setattr("unolab.studies.bench.measure", measure)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "command"), [(name, line) for name, lines in COMMANDS.items() for line in lines]
)
def test_json_has_its_shape(name: str, command: str) -> None:
    check_shape(run(*command.split(), "--json").json, name)


def test_every_command_with_json_has_a_shape() -> None:
    lines = [line.split()[0] for lines in COMMANDS.values() for line in lines]
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.callback.__name__
        if "--json" in run(name, "--help").out:
            assert name in {*lines, *ELSEWHERE}


def keys(schema: object) -> Iterator[str]:
    """Yield the keys that a schema names."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys(value)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [key for key in keys(SCHEMA) if not re.fullmatch(r"[a-z][a-z0-9_]*", key)] == []


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects of a schema that have properties."""
    for value in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(value, dict | list):
            yield from objects(value)
    if isinstance(schema, dict) and "additionalProperties" in schema:
        yield schema


def test_nothing_is_left_out_of_the_schema() -> None:
    for one in objects(SCHEMA["$defs"]):
        assert one["additionalProperties"] is False or "propertyNames" in one


def test_the_same_field_has_the_same_meaning() -> None:
    """A rate is a fraction and an interval has two ends, wherever they are named."""
    for one in objects(SCHEMA["$defs"]):
        for name, kind in one.get("properties", {}).items():
            if name.endswith("_interval") or name == "interval":
                assert kind == {"$ref": "#/$defs/interval"}
            if name in ("seed", "complete", "machine"):
                assert kind == {"$ref": f"#/$defs/{name}"}
            if name == "win_rate":
                assert kind == {"$ref": "#/$defs/rate"}
