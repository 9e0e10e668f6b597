"""Window sizes for the style sheet, and the message for windows that are too small."""

from __future__ import annotations

from textual.widgets import Static

WIDTHS = [(0, "-narrow"), (80, "-wide")]
HEIGHTS = [(0, "-flat"), (24, "-low"), (30, "-tall"), (40, "-high")]


class TooSmall(Static):
    """Shown in place of everything else when that does not fit."""

    def __init__(self) -> None:
        """Say which size is enough."""
        super().__init__("unolab needs 80 columns and 24 lines:\nmake the window larger.")
