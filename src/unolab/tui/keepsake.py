"""Keepsake: the name of this user and the secrets of the seats, in a small file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypedDict

from unolab.folders import find_data_folder
from unolab.tui.wish import is_name

MOST_ROOMS: Final = 40  # rooms that are remembered
NAME_KEY: Final = "name"  # which is no place


class RememberedSeat(TypedDict):
    """A room and the token of a seat in it."""

    code: str
    token: str


class Keepsake:
    """Rooms by server, the latest last. A broken file is replaced."""

    def __init__(self, path: Path | None = None) -> None:
        """Use a file, by default one in the user's folder for data."""
        self._path = find_data_folder() / "terminal.json" if path is None else path

    def find(self, place: str, code: str | None = None) -> RememberedSeat | None:
        """Return the latest room on a server, or the one with this code."""
        for kept in reversed(self._read().get(place, [])):
            if code in (None, kept["code"]):
                return kept
        return None

    def keep(self, place: str, code: str, token: str) -> None:
        """Remember a room as the latest on its server."""
        places = self._read()
        others = [kept for kept in places.pop(place, []) if kept["code"] != code]
        places[place] = [*others, RememberedSeat(code=code, token=token)][-MOST_ROOMS:]
        name = self.name
        called = {} if name is None else {NAME_KEY: name}
        self._write({**called, **dict([*places.items()][-MOST_ROOMS:])})

    @property
    def name(self) -> str | None:
        """The name the user chose last, if known."""
        name = self._content().get(NAME_KEY)
        return name if isinstance(name, str) and is_name(name) else None

    def keep_name(self, name: str) -> None:
        """Remember the user's name."""
        self._write({NAME_KEY: name.strip(), **self._read()})

    def _content(self) -> dict[str, Any]:
        try:
            content = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def _read(self) -> dict[str, list[RememberedSeat]]:
        try:
            return {
                place: [RememberedSeat(code=str(k["code"]), token=str(k["token"])) for k in rooms]
                for place, rooms in self._content().items()
                if place != NAME_KEY
            }
        except (TypeError, KeyError):
            return {}

    def _write(self, content: Mapping[str, object]) -> None:
        """Replace the file in one step; a failure to save is ignored."""
        new = self._path.with_suffix(".new")
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump(content, file, indent=1)
            new.replace(self._path)
