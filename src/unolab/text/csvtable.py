"""Tables as CSV, the same way everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write a line for every row, with a line of headings.

    An interval becomes two columns, ``..._low`` and ``..._high``; any other list has its entries
    numbered from 0.
    """
    flat = [dict(flatten(row)) for row in rows]
    file = io.StringIO()
    heads = list(dict.fromkeys(name for row in flat for name in row))
    writer = csv.DictWriter(file, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return file.getvalue()


def flatten(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the cells of a row."""
    for name, value in row.items():
        if name.endswith("interval"):
            yield from zip((f"{name}_low", f"{name}_high"), value, strict=True)
        elif isinstance(value, (list, tuple)):
            yield from ((f"{name}_{place}", one) for place, one in enumerate(value))
        elif isinstance(value, Mapping):
            yield from flatten({f"{name}_{key}": one for key, one in value.items()})
        else:
            yield name, value
