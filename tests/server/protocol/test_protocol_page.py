"""docs/protocol.md says what the models say: its tables, its codes, its limits and its session."""

import json
import re
from pathlib import Path

import pytest

from unolab.reason import _WORDS
from unolab.server import protocol
from unolab.server.guard.frames import MOST_FRAGMENTS
from unolab.server.guard.guard import LARGEST_BODY
from unolab.server.guard.limits import ServerLimits
from unolab.server.http.malformed import MOST_VALUES
from unolab.server.protocol import FROM_CLIENT, FROM_SERVER, LONGEST_MESSAGE, rest
from unolab.server.protocol.typescript import Shape, shapes_of, type_of

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
SHAPES = shapes_of((*protocol.FROM_CLIENT_MODELS, *rest.QUESTIONS), "validation") | shapes_of(
    (*protocol.FROM_SERVER_MODELS, *rest.ANSWERS), "serialization"
)


def section(name: str, shape: Shape) -> str:
    """Write what the page has to say about a model."""
    lines = [f"### {name}", "", " ".join(shape["description"].split()), ""]
    fields = shape.get("properties", {})
    required = shape.get("required", ())
    if fields:
        lines += ["| field | type | meaning |", "|---|---|---|"]
    for field, kind in fields.items():
        optional = "" if field in required else ", optional"
        meaning = " ".join(kind.get("description", "").split())
        lines.append(f"| `{field}` | {written(kind)}{optional} | {meaning} |")
    return "\n".join(lines).rstrip() + "\n"


def written(kind: Shape) -> str:
    """Write a type in words that a Markdown table can hold."""
    return " or ".join(f"`{part}`" for part in type_of(kind).split(" | "))


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_page_has_the_table_of_a_model(name: str) -> None:
    expected = section(name, SHAPES[name])
    assert expected in PAGE, f"put this into docs/protocol.md:\n\n{expected}"


def test_page_has_no_table_of_a_model_that_is_gone() -> None:
    assert set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)) == set(SHAPES)


def test_check_sees_another_field() -> None:
    shape = SHAPES["Pong"]
    other = {**shape, "properties": shape["properties"] | {"more": {"type": "integer"}}}
    assert section("Pong", other) not in PAGE


def test_every_code_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \| (?:\d{3}|move|message) \|", PAGE, re.MULTILINE))
    sources = [path.read_text("utf-8") for path in (ROOT / "src/unolab/server").rglob("*.py")]
    pattern = r'(?:Refusal\(\s*|refusing\(|problem\(\d+, |code=|\d{3}: )"(\w+)"'
    used = {code for source in sources for code in re.findall(pattern, source)}
    never_sent = {"wrong_entry"}
    assert explained == (used | {*_WORDS.values()}) - never_sent


def test_session_is_in_the_language() -> None:
    (session,) = re.findall(r"^```text\n(> .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    sides = [line[:2] for line in session.splitlines()]
    assert sides.count("> ") >= 4
    assert sides.count("< ") >= 5
    for line in session.splitlines():
        if line.startswith("> "):
            FROM_CLIENT.validate_json(line[2:])
        else:
            message = FROM_SERVER.validate_json(line[2:])
            assert json.loads(message.model_dump_json()) == json.loads(line[2:])


def test_limits_are_those_of_the_server() -> None:
    limits = ServerLimits()
    for amount in (
        f"{LONGEST_MESSAGE:,} characters",
        f"{LARGEST_BODY:,} bytes",
        f"{limits.messages[0]:g} messages a second, {limits.messages[1]:g} at once",
        f"{limits.requests[0]:g} requests a second, {limits.requests[1]:g} at once",
        f"{limits.connections} connections and opens {limits.sockets[0]:g} a second, "
        f"{limits.sockets[1]:g} at once",
        f"more than {limits.frames[0]:g} frames a second",
        f"{MOST_VALUES} values and {MOST_FRAGMENTS} fragments",
        f"{limits.rooms[1]:g} new rooms at once",
        f"{limits.guesses[1]:g} codes that do not exist",
        f"{limits.waiting} messages",
    ):
        assert amount in " ".join(PAGE.split()), amount


def test_version_is_named() -> None:
    assert f"This page describes version {protocol.VERSION}." in PAGE
