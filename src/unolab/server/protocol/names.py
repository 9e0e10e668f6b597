"""Names: which characters are allowed, and whether two names look alike.

Every script is allowed, and so are emoji joined from several. Invisible characters are not, and
neither are stacks of marks that reach into the lines above and below.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

LONGEST_NAME: Final = 20
MOST_MARKS: Final = 3  # on one letter: Vietnamese has two, Thai and Tibetan three
MOST_NAMESAKES: Final = 100

JOINERS: Final = "\u200c\u200d"  # needed by Persian and Hindi, and by emoji
FLAG: Final = "\U0001f3f4"  # may be followed by the letters of a region, as tags
TAGS: Final = range(0xE0020, 0xE0080)
EMOJI_STYLES: Final = "\ufe0e\ufe0f"
BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    "\U00016fe4\U0001d159"
)
"""Letters and marks without a visible glyph."""
OTHER_STYLES: Final = (range(0xFE00, 0xFE0E), range(0xE0100, 0xE01F0))  # of letters
COMBINING_MARKS: Final = ("Mn", "Me")
LIKE_LATIN: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԀԌаеѕіјкмнорсухԁԛԝһѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ",
    "ABESIJKMHOPCTYXDGaesijkmhopcyxdqwhvABEZHIKMNOPTYXaikvoptux",
)
"""Cyrillic and Greek letters that look like Latin ones."""


def check_visible(text: str) -> str:
    """Return a text, or raise a ValueError if not all of it is visible."""
    marks, before = 0, ""
    for place, character in enumerate(text):
        if category(character) in COMBINING_MARKS:
            marks += 1
        elif character not in JOINERS + EMOJI_STYLES:  # which are not letters themselves
            marks = 0
        if not _is_visible(character, before, text[place + 1 : place + 2]):
            raise ValueError("only visible characters are allowed")
        if marks > (MOST_MARKS if before else 0):
            raise ValueError("too many marks on one letter")
        before = character
    return text


def _is_visible(character: str, before: str, after: str) -> bool:
    """Whether a character is visible, or changes how its neighbours look."""
    if character in JOINERS:
        return _is_joined(before) and _is_joined(after)
    if ord(character) in TAGS:
        return before == FLAG or (before != "" and ord(before) in TAGS)
    if character in EMOJI_STYLES:
        return before != "" and before not in EMOJI_STYLES and not before.isspace()
    if character in BLANKS or any(ord(character) in styles for styles in OTHER_STYLES):
        return False
    return character.isprintable()


def _is_joined(neighbour: str) -> bool:
    return neighbour != "" and neighbour not in JOINERS and not neighbour.isspace()


def check_name(name: str) -> str:
    """Normalize a name, or raise a ValueError that says why not."""
    name = " ".join(normalize("NFC", check_visible(name)).split())
    if not likeness(name):
        raise ValueError("a name needs a visible character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name may have up to {LONGEST_NAME} characters")
    return name


def likeness(name: str) -> str:
    """Return a key that is the same for names that look alike."""
    latin = normalize("NFKC", name).translate(LIKE_LATIN)
    folded = normalize("NFKC", latin.casefold())
    hidden = JOINERS + EMOJI_STYLES
    seen = (c for c in folded if c not in hidden and ord(c) not in TAGS)
    return "".join("".join(seen).split())


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether somebody has this name, or one that looks like it."""
    return likeness(name) in map(likeness, names)


def distinct(name: str, names: Iterable[str]) -> str:
    """Return a name that nobody has: this one, with a number appended if it is taken."""
    taken = {likeness(other) for other in names}
    if likeness(name) not in taken:
        return name
    for number in range(2, MOST_NAMESAKES):
        ending = f" {number}"
        numbered = (_cut(name, LONGEST_NAME - len(ending)) + ending).strip()
        if likeness(numbered) not in taken:
            return numbered
    raise ValueError("too many people have this name: choose another")


def _cut(name: str, length: int) -> str:
    """Truncate a name without splitting an emoji or a letter from its marks."""
    while length < len(name) and (
        category(name[length]) in COMBINING_MARKS
        or name[length] in JOINERS + EMOJI_STYLES
        or name[length - 1] in JOINERS
        or ord(name[length]) in TAGS
    ):
        length -= 1
    return name[:length].rstrip()
