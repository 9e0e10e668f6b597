"""The errors of unolab: text that can't be read, moves not allowed, bots that can't go on."""

from collections.abc import Iterable
from difflib import get_close_matches
from operator import ne


class NotationError(ValueError):
    """Text that is not a card, move, position, game or set of rules."""


class BotSettings(ValueError):
    """A setting that a bot does not have, or a value out of its range."""


class BotFailed(ValueError):
    """A bot that raised an error, or wanted what is no legal move."""


class NoRoom(OSError):
    """A machine that can't start another process or open another file: no bot is to blame."""


class IllegalMove(ValueError):
    """A move that the rules do not allow where it was tried.

    The position is quoted as that seat sees it, so the message may be shown to the player.
    """

    code: str
    """The reason as one word for programs: ``does_not_fit``."""

    def __init__(
        self, seat: int, move: int | str, position: str, reason: str, code: str = "no_such_move"
    ) -> None:
        """Keep who tried what, in which position, and why it is not allowed."""
        super().__init__(seat, move, position, reason, code)  # all, so that it can be pickled
        self.seat = seat
        self.move = move
        self.position = position
        self.reason = reason
        self.code = code

    def __str__(self) -> str:
        """Say who cannot do what, where and why."""
        top = self.position.partition(" ")[0]
        deed = _deed(str(self.move), top)
        return f"seat {show(self.seat)} cannot {deed} ({self.position}): {self.reason}"


def _deed(move: str, top: str) -> str:
    """Put a move into words: ``play G3 on R5``, ``catch seat 2``."""
    move = move.rpartition(":")[2]
    match move[:1], move[1:]:
        case "+", "":
            return "draw"
        case "-", "":
            return "keep a card"
        case "?", "":
            return "challenge"
        case "!", "":
            return "call Uno"
        case ">", target:
            return f"swap hands with seat {target.removesuffix('!')}"
        case "x", target:
            return f"catch seat {target}"
        case "*", "R" | "Y" | "G" | "B":
            return f"name a colour with {move}"
    where = "an empty table" if top == "--" else top
    return f"play {move.removesuffix('!')} on {where}"


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
