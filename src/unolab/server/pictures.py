"""Pictures: the address of a room as a code for a phone's camera."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import Final

LONGEST_HOST: Final = 255
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


def is_host(text: str) -> bool:
    """Whether a text can be the name or the address of a server, with its port."""
    return len(text) <= LONGEST_HOST and _HOST.fullmatch(text) is not None


@lru_cache(512)
def picture_of(link: str) -> bytes:
    """Draw a link as SVG."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, xmldecl=False, omitsize=True)
    return out.getvalue()
