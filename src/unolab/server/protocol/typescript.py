"""The protocol as TypeScript for the page.

Run ``python -m unolab.server.protocol.typescript > web/src/protocol.ts``.
"""

from __future__ import annotations

import json
from typing import Any, Literal, get_args

from pydantic.json_schema import models_json_schema

from unolab.cards import Face
from unolab.puzzles.themes import THEMES
from unolab.server import protocol
from unolab.server.protocol import rest
from unolab.server.protocol.names import LONGEST_NAME

HEAD = """// Generated from server/protocol/ by `python -m unolab.server.protocol.typescript`.
// A test compares; make changes there."""

Shape = dict[str, Any]

CONSTANTS = {
    "VERSION": protocol.VERSION,
    "LONGEST_NAME": LONGEST_NAME,
    "LONGEST_REMARK": protocol.LONGEST_REMARK,
    "PEOPLES_FACES": protocol.PEOPLES_FACES,
    "PACES": get_args(protocol.Pace),
    "STRENGTHS": get_args(protocol.Strength),
    "MOODS": get_args(protocol.Mood),
    "PUZZLE_THEMES": THEMES,
    "FACE_POINTS": {face.letter: face.points for face in Face},
}
"""Constants that the page needs besides the types."""


def typescript() -> str:
    """Write the types of every message."""
    # The server sends defaults too; a client may leave them out.
    shapes = shapes_of((*protocol.FROM_SERVER_MODELS, *rest.ANSWERS), "serialization")
    shapes |= shapes_of((*protocol.FROM_CLIENT_MODELS, *rest.QUESTIONS), "validation")
    constants = (
        f"export const {name} = {json.dumps(value)}{'' if isinstance(value, int) else ' as const'};"
        for name, value in CONSTANTS.items()
    )
    parts = [HEAD, "\n".join(constants)]
    parts += [_interface(name, shape) for name, shape in sorted(shapes.items())]
    parts += [
        _union("FromServer", protocol.FROM_SERVER.json_schema(ref_template="{model}")),
        _union("FromClient", protocol.FROM_CLIENT.json_schema(ref_template="{model}")),
    ]
    return "\n\n".join(parts) + "\n"


def shapes_of(
    models: tuple[type[protocol.Message], ...], mode: Literal["serialization", "validation"]
) -> dict[str, Shape]:
    """Return the JSON schemas of these models and their parts, by name."""
    _, schema = models_json_schema([(model, mode) for model in models], ref_template="{model}")
    shapes: dict[str, Shape] = schema["$defs"]
    return shapes


def _interface(name: str, shape: Shape) -> str:
    required = shape.get("required", ())
    lines = [f"/** {shape['description'].splitlines()[0]} */", f"export interface {name} {{"]
    for field, kind in shape.get("properties", {}).items():
        if "description" in kind:
            lines.append(f"  /** {' '.join(kind['description'].split())} */")
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(kind)};")
    return "\n".join([*lines, "}"])


def _union(name: str, schema: Shape) -> str:
    return f"export type {name} = {' | '.join(type_of(member) for member in schema['oneOf'])};"


def type_of(kind: Shape) -> str:
    """Write the type of one field."""
    match kind:
        case {"$ref": name}:
            return str(name)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": members}:
            return " | ".join(map(type_of, members))
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": inner, "propertyNames": names}:
            return f"Record<{type_of(names)}, {type_of(inner)}>"
        case {"type": "object", "additionalProperties": inner}:
            return f"Record<string, {type_of(inner)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
    raise TypeError(f"no TypeScript type is known for {kind}")


if __name__ == "__main__":
    print(typescript(), end="")
