"""What happened, in words, the latest at the bottom."""

from __future__ import annotations

from textual.events import Resize
from textual.widgets import RichLog

from unolab.text.style import concat, fill
from unolab.tui.cardface import color_text
from unolab.tui.seen import STORY_LINES, Seen

NARROWEST_STORY = 10


class StoryLog(RichLog, can_focus=False):
    """The log; the wheel goes back in it."""

    def __init__(self, seen: Seen) -> None:
        """Show a story."""
        super().__init__(max_lines=4 * STORY_LINES, min_width=NARROWEST_STORY)
        self._seen = seen
        self._written = 0
        self._returns = 0

    def follow(self) -> None:
        """Write what is new; all of it, if something was taken back."""
        if self._returns != self._seen.returns:
            self._returns = self._seen.returns
            self.clear()
            self._written = 0
        new, self._written = self._seen.lines_told - self._written, self._seen.lines_told
        width = max(NARROWEST_STORY, self.scrollable_content_region.width - 1)
        for text in self._seen.story[-new:] if new else ():
            first, *more = fill(color_text(text), width)
            for line in (first, *(concat("  ", line) for line in more)):
                self.write(line)

    def on_resize(self, event: Resize) -> None:
        """Break the lines again."""
        self.clear()
        self._written = 0
        self.follow()
