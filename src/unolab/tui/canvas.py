"""Canvas: cells of a terminal to paint on, and widgets that are painted."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

Cell = tuple[str, Style]
BOLD_STYLE = Style(bold=True)
QUIET = Style(color="#9aa1ab")


class Canvas:
    """A rectangle of cells. What is painted outside of it is cut off."""

    def __init__(self, width: int, height: int, base: Style) -> None:
        """Fill it with blanks."""
        self.width = width
        self.height = height
        self._rows: list[list[Cell]] = [[(" ", base)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write a text over what is there and return its end; colours the style lacks stay.

        A wide character takes two cells, the second of which is empty; one that can't be seen, and
        might command the terminal, is a blank.
        """
        for character in text:
            if not character.isprintable():
                character = " "
            wide = cell_len(character)
            if wide == 0:
                continue
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                row = self._rows[y]
                below = row[x][1]
                row[x] = (character, below if style is None else below + style)
                for more in range(1, wide):
                    row[x + more] = ("", row[x][1])
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Paint a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def center(self, x: int, y: int, width: int, text: str, style: Style | None = None) -> None:
        """Write a text into the middle of a space."""
        text = cut(text, width)
        self.put(x + (width - cell_len(text)) // 2, y, text, style)

    def strip(self, y: int) -> Strip:
        """Return a row as Textual wants it."""
        segments: list[Segment] = []
        for character, style in self._rows[y]:
            if segments and segments[-1].style == style:
                segments[-1] = Segment(segments[-1].text + character, style)
            else:
                segments.append(Segment(character, style))
        return Strip(segments, self.width)


def cut(text: str, width: int) -> str:
    """Shorten a text to a number of cells."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


class Spot(NamedTuple):
    """A place that can be clicked, and the word for what it does."""

    region: Region
    word: str


class Painted(Widget):
    """A widget that paints itself and knows what lies where."""

    class Pressed(Message):
        """A spot was clicked."""

        def __init__(self, word: str) -> None:
            """Keep the word of the spot."""
            super().__init__()
            self.word = word

    def paint(self, canvas: Canvas) -> None:
        """Paint everything, and name the spots."""
        raise NotImplementedError

    def spot(self, x: int, y: int, width: int, height: int, word: str) -> None:
        """Let a place be clicked; later ones lie on top."""
        self.spots.append(Spot(Region(x, y, width, height), word))

    def repaint(self) -> Canvas:
        """Paint everything again."""
        self.spots: list[Spot] = []
        canvas = Canvas(self.size.width, self.size.height, self.rich_style)
        self.paint(canvas)
        return canvas

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint once for all the lines that are asked for."""
        self._canvas = self.repaint()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return a line of what was painted."""
        if y >= self._canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return self._canvas.strip(y)

    def on_click(self, event: Click) -> None:
        """Report which spot was clicked."""
        offset = event.get_content_offset(self)
        for spot in reversed(self.spots):
            if offset is not None and spot.region.contains_point(offset):
                self.post_message(self.Pressed(spot.word))
                event.stop()
                return
