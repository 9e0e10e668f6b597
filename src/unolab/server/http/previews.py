"""Previews: what a messenger shows of a link to the page.

They say what kind of thing is behind a link and never look it up: whoever has no code learns
nothing by asking, and asking costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

MARK: Final = "<!-- preview -->"
"""Where they stand in the page as it is built."""
POSTER: Final = "poster.png"
SIZE: Final = (1200, 630)


@dataclass(frozen=True, slots=True)
class Preview:
    """A title, and a sentence about what is behind a link."""

    title: str
    text: str


FIRST: Final = Preview(
    "unolab", "Play Uno at once, against bots or with friends. No account needed."
)
BY_PATH: Final = {
    "r": Preview("Join a game of Uno", "Open the link, choose a seat and play. No account needed."),
    "replay": Preview("Watch a round of Uno again", "Move by move, with all hands open."),
    "simulation": Preview("Which bot plays Uno best?", "Thousands of games, counted."),
    "watch": Preview("Watch bots play Uno", "At any speed, with all hands open."),
    "learn": Preview("Learn Uno by playing", "A first game in two minutes, without reading rules."),
}


def preview_of(path: str) -> Preview:
    """Return the preview of an address by its first part."""
    return BY_PATH.get(path.strip("/").split("/")[0], FIRST)


def tags_of(preview: Preview, base: str) -> str:
    """Write a preview as tags for the head of a page; the picture needs a whole address."""
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
    """The page itself, which is the same for every address but for its preview."""

    def __init__(self, file: Path) -> None:
        """Read it when it is first asked for, and again when it was built anew."""
        self._file = file
        self._seen = -1
        self._text = ""

    @property
    def is_built(self) -> bool:
        """Whether there is a page at all."""
        return self._file.is_file()

    def page(self, path: str, base: str) -> str:
        """Return the page for an address."""
        changed = self._file.stat().st_mtime_ns
        if changed != self._seen:
            self._text, self._seen = self._file.read_text("utf-8"), changed
        return self._text.replace(MARK, tags_of(preview_of(path), base), 1)
