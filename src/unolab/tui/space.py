"""How much space there is, for the style sheet, and what is said when it is too little."""

from __future__ import annotations

from textual.widgets import Static

WIDTHS = [(0, "-narrow"), (80, "-wide")]
HEIGHTS = [(0, "-flat"), (24, "-low"), (30, "-tall"), (40, "-high")]


class TooSmall(Static):
    """In place of everything else, where that would not fit."""

    def __init__(self) -> None:
        """Say what would do."""
        super().__init__("unolab needs 80 columns and 24 lines:\nmake the window larger.")
