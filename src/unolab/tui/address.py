"""Address: where a room is, as people write it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from unolab.errors import NotationError, show
from unolab.server.codes import read_code

SECURE: Final = {"http": False, "ws": False, "https": True, "wss": True}
EXAMPLE: Final = "http://localhost:8000/r/K7QMX2AB"
_CODE: Final = re.compile("[A-Z0-9]{4,8}")


@dataclass(frozen=True, slots=True)
class Address:
    """The server and the code of a room."""

    host: str
    code: str
    secure: bool = False

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read ``http://host:port/r/CODE``, ``ws://host:port/CODE`` or ``host:port/CODE``."""
        written = text.strip()
        try:
            parts = urlsplit(written if "://" in written else f"http://{written}")
        except ValueError:
            raise NotationError(f"{show(text)} is not an address: a room is at {EXAMPLE}") from None
        if parts.scheme not in SECURE:
            raise NotationError(
                f"{show(text)} begins with {parts.scheme}://, but a room is at {EXAMPLE}"
            )
        try:
            port = parts.port
        except ValueError:
            raise NotationError(
                f"{show(text)} has no port from 0 to 65535: {EXAMPLE} does"
            ) from None
        host = parts.hostname
        if not host or parts.username is not None:
            raise NotationError(f"{show(text)} names no server: a room is at {EXAMPLE}")
        code = read_code(unquote(parts.path).strip("/").removeprefix("r/"))
        if not _CODE.fullmatch(code):
            raise NotationError(
                f"{show(text)} names no room: its code is expected, as in {EXAMPLE}"
            )
        shown = f"[{host}]" if ":" in host else host
        place = shown if port is None else f"{shown}:{port}"
        return cls(place, code, SECURE[parts.scheme])

    @property
    def socket(self) -> str:
        """The URL of the WebSocket; the code is for balancers, which read no messages."""
        return f"ws{'s' if self.secure else ''}://{self.host}/api/ws?room={self.code}"

    def review(self, id: str) -> str:
        """The URL of the review of a finished round."""
        return f"http{'s' if self.secure else ''}://{self.host}/api/replays/{id}/review"

    def __str__(self) -> str:
        return f"http{'s' if self.secure else ''}://{self.host}/r/{self.code}"
