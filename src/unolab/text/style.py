"""Styled text: Rich's ``Text``, broken into lines and put side by side.

Styles go by name. What they look like is for whoever shows the text to say: a plain terminal by
``PLAIN_THEME``, the terminal game in the colours of its table. What takes a text takes a plain
string too, so that nothing but ``paint`` needs Rich.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from rich.text import Text

AnyText = TypeVar("AnyText", str, "Text")

BOLD: Final = "bold"
DIM: Final = "dim"
CARD_STYLES: Final = ("card.red", "card.yellow", "card.green", "card.blue", "card.wild")
PLAIN_THEME: Final = {
    "card.red": "bright_white on red",
    "card.yellow": "black on yellow",
    "card.green": "black on green",
    "card.blue": "bright_white on blue",
    "card.wild": "bright_white on bright_black",
}
NO_BREAK: Final = "\xa0"


def paint(text: str, style: str = "") -> Text:
    """Give a text a style."""
    from rich.text import Text

    return Text.assemble((text, style))  # not as the style of all that is appended to it


def join(separator: str, parts: Iterable[str | Text]) -> Text:
    """Join texts, styled or not."""
    joined = paint("")
    for place, part in enumerate(parts):
        joined.append(separator if place else "")
        joined.append(part)
    return joined


def concat(*parts: str | Text) -> Text:
    """Write texts one after another, styled or not."""
    return join("", parts)


def pad(text: AnyText, width: int) -> AnyText:
    """Fill a text with blanks."""
    return text + " " * (width - len(text))


def trim(text: AnyText) -> AnyText:
    """Cut off the blanks at the end."""
    return text[: len(str(text).rstrip())]


def fill(text: AnyText, width: int) -> list[AnyText]:
    """Break a text into lines; words joined by a no-break space stay together."""
    lines = [(0, 0)]
    at = 0
    for word in str(text).split(" "):
        start, stop = lines[-1]
        end = at + len(word)
        if start == stop:
            lines[-1] = at, end
        elif end - start > width:
            lines.append((at, end))
        else:
            lines[-1] = start, end
        at = end + 1
    return [_allow_breaks(text[start:end]) for start, end in lines]


def _allow_breaks(line: AnyText) -> AnyText:
    """Write blanks in place of no-break spaces."""
    if isinstance(line, str):
        return line.replace(NO_BREAK, " ")
    line.plain = line.plain.replace(NO_BREAK, " ")
    return line


def write_beside(label: str, text: AnyText, width: int) -> Iterator[AnyText]:
    """Break a text into lines to the right of a label."""
    indent = len(label)
    for line in fill(text, max(width - indent, 20)):
        yield trim(text[:0] + label + line)
        label = " " * indent
