"""The errors of unolab, by what went wrong; each message is one sentence for the user."""

from collections.abc import Iterable
from difflib import get_close_matches
from operator import ne


class UnolabError(ValueError):
    """Something the user can put right."""


class NotationError(UnolabError):
    """Text that is not a card, move, position, game, proof or set of rules."""


class BadOption(UnolabError):
    """An argument out of range, or options that do not go together."""


class BadBot(UnolabError):
    """A bot that is not known, can't be loaded or can't be compiled."""


class BotSettings(BadBot):
    """A setting that a bot does not have, or a value out of its range."""


class BotFailed(UnolabError):
    """A bot that raised an error or chose an illegal move."""


class ResourceError(UnolabError):
    """A file, folder, port or program that is missing or can't be used."""


class OutOfResources(OSError):
    """A machine that can't start another process or open another file: no bot is to blame."""


class IllegalMove(UnolabError):
    """A move that the rules do not allow where it was tried.

    The position is quoted as that seat sees it, so the message may be shown to the player.
    """

    code: str
    """The reason as one word for programs: ``does_not_fit``."""

    def __init__(
        self, seat: int, move: int, position: str, deed: str, reason: str, code: str
    ) -> None:
        """Keep who tried what (``deed`` is the move in words), where, and why it is not allowed."""
        super().__init__(seat, move, position, deed, reason, code)  # all, so that it can be pickled
        self.seat = seat
        self.move = move
        self.position = position
        self.deed = deed
        self.reason = reason
        self.code = code

    def __str__(self) -> str:
        """Say who cannot do what, where and why."""
        return f"seat {show(self.seat)} cannot {self.deed} ({self.position}): {self.reason}"


def show(value: object) -> str:
    """Quote something wrong in a message, short enough to read."""
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python prints
        return f"that {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def suggestion(wrong: object, known: Iterable[str]) -> str:
    """Ask ``did you mean ...?`` when something known looks like what was written."""
    if not isinstance(wrong, str):
        return ""
    written = wrong[:40].lower()
    near = get_close_matches(written, known)
    near.sort(key=lambda word: not _one_letter_off(word, written))
    return f" (did you mean {near[0]}?)" if near else ""


def _one_letter_off(word: str, other: str) -> bool:
    """Whether a single letter was replaced."""
    return len(word) == len(other) and sum(map(ne, word, other)) == 1
