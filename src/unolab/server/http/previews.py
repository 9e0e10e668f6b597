"""Previews: what a messenger shows of a link to the page.

They say what kind of page a link leads to without looking it up: guessing codes reveals nothing,
and a preview costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

MARK: Final = "<!-- preview -->"
"""Where they go in the built page."""
POSTER: Final = "poster.png"
SIZE: Final = (1200, 630)


@dataclass(frozen=True, slots=True)
class Preview:
    """A title, and a sentence about the page behind a link."""

    title: str
    text: str


OF_START_PAGE: Final = Preview(
    "unolab", "Play Uno at once, against bots or with friends. No account needed."
)
BY_PATH: Final = {
    "r": Preview("Join a game of Uno", "Open the link, choose a seat and play. No account needed."),
    "replay": Preview("Watch a round of Uno again", "Move by move, with all hands open."),
    "simulation": Preview("Which bot plays Uno best?", "Thousands of games, counted."),
    "watch": Preview("Watch bots play Uno", "At any speed, with all hands open."),
    "puzzles": Preview("Uno puzzles", "One move is right. Which one?"),
    "daily": Preview("The Uno deal of the day", "The same cards for everyone. Can you win it?"),
    "you": Preview("Your games of Uno", "Luck, skill and history, kept in your browser only."),
    "learn": Preview("Learn Uno by playing", "A first game in two minutes, without reading rules."),
}


def preview_of(path: str) -> Preview:
    """Return the preview of a path by its first segment."""
    return BY_PATH.get(path.strip("/").split("/")[0], OF_START_PAGE)


def tags_of(preview: Preview, base: str) -> str:
    """Format a preview as tags for the head of a page; the image needs an absolute URL."""
    width, height = SIZE
    tags = {
        "og:site_name": "unolab",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:image": base + POSTER,
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": "Five cards and the words: Play now",
    }
    lines = [f'<meta name="description" content="{escape(preview.text)}" />']
    lines += [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "\n    ".join(lines)


class Index:
    """The page itself, which is the same for every path except for its preview."""

    def __init__(self, file: Path) -> None:
        """Read it on the first request, and again after a rebuild."""
        self._file = file
        self._seen = -1
        self._text = ""

    @property
    def is_built(self) -> bool:
        """Whether the page has been built."""
        return self._file.is_file()

    def page(self, path: str, base: str) -> str:
        """Return the page for a path."""
        changed = self._file.stat().st_mtime_ns
        if changed != self._seen:
            self._text, self._seen = self._file.read_text("utf-8"), changed
        return self._text.replace(MARK, tags_of(preview_of(path), base), 1)
