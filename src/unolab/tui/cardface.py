"""Cards as coloured blocks, from one line high to a third of the screen."""

from __future__ import annotations

from typing import Final

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.style import Style
from rich.text import Span, Text
from rich.theme import Theme

from unolab.cards import Card
from unolab.text.style import CARD_STYLES
from unolab.tui.canvas import Canvas

CARD_INK: Final = "#16130f"
FELT: Final = "#14181d"
PAPER: Final = {"R": "#ff4a3d", "Y": "#ffc412", "G": "#28c03a", "B": "#3f8cff", "*": "#3a3f47"}
"""The page's colours, but a green that 16-colour terminals have too; dark grey is a wild."""
SHAPES: Final = {"R": "■", "Y": "▲", "G": "◆", "B": "●"}
"""The page's shapes: nobody has to tell red from green."""
COLOR_NAMES: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
SYMBOLS: Final = {"S": "⊘", "V": "⇄", "D": "+2", "W": "W", "F": "+4"}
UNPLAYABLE_FADE: Final = 0.62
"""For a card that can't be played."""
WAITING_FADE: Final = 0.25
"""For all cards while others are on turn."""

# Six pixels high; two of them are a character.
_PIXELS: Final = {
    "0": ".###. #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ...#. ..#.. .#... #####",
    "3": "####. ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# #...# .###.",
    "6": ".###. #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#..",
    "8": ".###. #...# .###. #...# #...# .###.",
    "9": ".###. #...# .#### ....# ...#. .##..",
    "S": "..####.. .#...##. #...#..# #..#...# .##...#. ..####..",
    "V": ".....##.. ########. .....##.. ..##..... .######## ..##.....",
    "W": "#.....# #.....# #..#..# #.#.#.# ##...## #.....#",
    "D": "......###. .#...#...# ###.....#. .#.....#.. ......#... .....#####",
    "F": ".........#. .#......##. ###....#.#. .#....##### .........#. .........#.",
}
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def ground(letter: str, dim: float = 0) -> Style:
    """Return the style of ink on a colour; ``dim`` is how much of the table shines through."""
    if dim > 0.5:
        return Style(color="#b9bdc3", bgcolor=_blend(PAPER[letter], FELT, dim))
    ink = "#ffffff" if letter == "*" else CARD_INK
    return Style(color=ink, bgcolor=_blend(PAPER[letter], FELT, dim))


def glow(letter: str) -> Style:
    """Return the style of a text in a colour."""
    return Style(color=PAPER[letter])


def draw_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, card: str, dim: float = 0
) -> None:
    """Draw a card into a space, with as much on it as fits; the colour's letter always does."""
    letter, face = card[0], card[1]
    style = ground(letter, dim)
    canvas.fill(x, y, width, height, style)
    strong = style + Style(bold=True)
    symbol = SYMBOLS.get(face, face)
    if height == 1:
        canvas.center(x, y, width, letter.replace("*", "") + symbol, strong)
        return
    if face in "WF":
        _draw_stripe(canvas, x, y + height - 1, width, dim, letter)
    shape = SHAPES.get(letter, "")
    corner = letter.replace("*", "")
    canvas.put(x + (width > 3), y, corner, strong)
    if width > 3:
        canvas.put(x + width - 2, y, shape, style)
    scale = 2 if width >= 21 and height >= 9 else 1
    if width >= 11 and height >= 5:
        _draw_pixels(canvas, x, y, width, height, face, strong, scale)
    else:
        canvas.center(x, y + height // 2, width, symbol, strong)


def draw_back(canvas: Canvas, x: int, y: int, width: int, height: int, text: str) -> None:
    """Draw the back of a card, with a number on it."""
    style = Style(color="#767d88", bgcolor="#2a2f37")
    for row in range(height):
        canvas.put(x, y + row, ("░▒" * width)[row % 2 :][:width], style)
    canvas.center(x, y + height // 2, width, f" {text} ", Style(color="#ffffff", bold=True))


def draw_symbol(face: str, scale: int = 1) -> list[str]:
    """Draw a symbol in half blocks, line by line."""
    rows = [
        [dot == "#" for dot in row for _ in range(scale)]
        for row in _PIXELS[face].split(" ")
        for _ in range(scale)
    ]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[both] for both in zip(a, b, strict=True)) for a, b in pairs]


def _draw_pixels(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: str, style: Style, scale: int
) -> None:
    lines = draw_symbol(face, scale)
    top = y + (height - len(lines) + 1) // 2
    for row, line in enumerate(lines):
        canvas.center(x, top + row, width, line, style)


def _draw_stripe(canvas: Canvas, x: int, y: int, width: int, dim: float, letter: str) -> None:
    """Mark a wild with all four colours, on black if it has one of them."""
    below = None if letter == "*" else CARD_INK
    for place in range(width):
        color = ground("RYGB"[place * 4 // width], dim).bgcolor
        canvas.put(x + place, y, "▄", Style(color=color, bgcolor=below))


def _blend(color: str, other: str, share: float) -> Color:
    one, two = Color.parse(color).get_truecolor(), Color.parse(other).get_truecolor()
    mixed = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return Color.from_triplet(ColorTriplet(*mixed))


# ── styled texts ──────────────────────────────────────────────────────────────────────────────────

THEME: Final = Theme(
    {style: ground(letter) for style, letter in zip(CARD_STYLES, "RYGB*", strict=True)}
)
"""The styles of a text, in the colours of the table."""
_CONSOLE: Final = Console(theme=THEME)


def color_text(text: Text) -> Text:
    """Give a styled text the colours of the table."""
    spans = [Span(at, end, THEME.styles.get(str(style), style)) for at, end, style in text.spans]
    return Text(text.plain, spans=spans)


def put_text(canvas: Canvas, x: int, y: int, line: Text) -> None:
    """Write a styled line in the colours of the table."""
    for segment in line.render(_CONSOLE):
        x = canvas.put(x, y, segment.text, segment.style)


def sort_cards(cards: list[str], by_face: bool) -> list[str]:
    """Sort a hand by colour, or by what is on the cards."""
    if not by_face:
        return sorted(cards, key=Card.parse)
    return sorted(cards, key=lambda card: (Card.parse(card).face, Card.parse(card)))
