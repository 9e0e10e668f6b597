"""The page's types are those of the protocol."""

import re
from pathlib import Path

import pytest
from pydantic import create_model

from unolab.server import protocol
from unolab.server.protocol import rest
from unolab.server.protocol.typescript import typescript

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

TYPES = Path(__file__).parents[3] / "web/src/protocol.ts"


def test_types_of_the_page_are_those_of_the_protocol() -> None:
    how = "python -m unolab.server.protocol.typescript > web/src/protocol.ts"
    assert TYPES.read_text("utf-8") == typescript(), f"make them again: {how}"


def test_another_field_makes_other_types(monkeypatch: pytest.MonkeyPatch) -> None:
    before = typescript()
    longer = create_model("Pong", __base__=protocol.Pong, __doc__="The answer.", more=(int, ...))
    models = [longer if m is protocol.Pong else m for m in protocol.FROM_SERVER_MODELS]
    monkeypatch.setattr(protocol, "FROM_SERVER_MODELS", tuple(models))
    assert typescript() != before
    assert "more: number;" in typescript()


def test_every_message_has_a_type() -> None:
    text = typescript()
    messages = (*protocol.FROM_SERVER_MODELS, *protocol.FROM_CLIENT_MODELS)
    models: tuple[type[protocol.Message], ...] = (*messages, *rest.ANSWERS, *rest.QUESTIONS)
    for model in models:
        assert f"export interface {model.__name__} {{" in text
    without_comments = re.sub(r"/\*.*?\*/|//.*", "", text)
    assert not re.search(r"\bany\b", without_comments)
