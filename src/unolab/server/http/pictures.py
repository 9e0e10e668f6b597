"""Pictures: the address of a room as a QR code."""

from __future__ import annotations

import io
from functools import lru_cache


@lru_cache(512)
def picture_of(link: str) -> bytes:
    """Draw the QR code of a link as SVG."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, xmldecl=False, omitsize=True)
    return out.getvalue()
