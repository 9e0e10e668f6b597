"""The shapes of what commands print with ``--json``, as ``docs/schema.json`` describes them."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMA = json.loads((Path(__file__).parents[1] / "docs/schema.json").read_text("utf-8"))


def check_shape(value: object, name: str) -> None:
    """Compare a value with a definition of the schema."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    assert [error.message for error in validator.iter_errors(value)] == []
