"""Entry: who takes part, and with which strategy; a players file has one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from unolab.bots import BOTS, Bot
from unolab.bots.strengths import STRENGTHS
from unolab.errors import NotationError, ResourceError, UnolabError, show, suggestion
from unolab.foreign import Program

LONGEST_PLAYER_NAME: Final = 24  # characters of a name
FORM: Final = "Name,strategy is expected, as in Ada,mixbot2 or Ben,bots/spiteful.py:Spiteful"
_FILE: Final = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?:\((?P<settings>[^()]*)\))?")
_NETWORK: Final = re.compile(r"(?P<file>.+\.npz)(?:\((?P<settings>[^()]*)\))?")
_BOT: Final = re.compile(r"(?P<name>\w+)(:\w+)?(\(.*\))?", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """A name and a strategy: a bot, a network, a Python file with a name in it, or a command.

    Files and commands are looked for in ``folder``.
    """

    name: str
    strategy: str
    folder: Path = Path()

    def __post_init__(self) -> None:
        """Check the name, and that there is such a strategy."""
        good = self.name.isprintable() and "," not in self.name
        if not good or not 1 <= len(self.name) <= LONGEST_PLAYER_NAME:
            raise NotationError(
                f"a name has 1 to {LONGEST_PLAYER_NAME} printable characters and no comma, "
                f"not {show(self.name)}"
            )
        _ = self.player

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the name and the strategy; a worker finds the player again."""
        return Entry, (self.name, self.strategy, self.folder)

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else's code plays, in a process of its own."""
        return isinstance(self.player, Program)

    @property
    def is_a_file(self) -> bool:
        """Whether what plays is not unolab's, and may have changed when a tournament goes on."""
        return not isinstance(self.player, Bot) or not self.player.is_shipped

    @cached_property
    def player(self) -> Bot | Program:
        """The bot, or how to start the program."""
        if self.strategy.endswith(".py") and " " not in self.strategy:
            raise NotationError(
                f"{self.strategy} is a file: {self.strategy}:Name is a strategy in it, and "
                f"python3 {self.strategy} a program"
            )
        if file := _FILE.fullmatch(self.strategy):
            return Program.of_file(self.folder / file["file"], file["name"], file["settings"] or "")
        if file := _NETWORK.fullmatch(self.strategy):
            return Bot.load_network(self.folder / file["file"], file["settings"])
        if bot := _BOT.fullmatch(self.strategy):
            known = [*dict.fromkeys([*BOTS, *STRENGTHS])]
            if bot["name"] in known:
                return Bot.parse(self.strategy)
            raise NotationError(
                f"there is no bot {show(bot['name'])}{suggestion(bot['name'], known)}: known are "
                f"{', '.join(known)}; a command is written with its path, as in ./mybot"
            )
        return Program.of_command(self.strategy, self.folder)

    @property
    def fingerprint(self) -> str:
        """A hash of the program's code: of the files in its command that lie beside it.

        Or of the weights, where a network plays.
        """
        digest = blake2b(repr(self.strategy).encode(), digest_size=8)
        if isinstance(self.player, Bot) and self.player.weights is not None:
            digest.update(self.player.weights.encode())
        if isinstance(self.player, Program):
            folder = self.player.folder
            for file in (folder / word for word in self.player.words):
                if file.is_relative_to(folder) and file.is_file():
                    digest.update(file.read_bytes())
        return digest.hexdigest()

    def __str__(self) -> str:
        return f"{self.name},{self.strategy}"


def read_players(path: Path) -> tuple[Entry, ...]:
    """Read a players file; errors name the line."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ResourceError(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise ResourceError(f"{path} can't be read: {error.strerror or error}") from None
    entries: dict[str, Entry] = {}
    for where, line in number_lines(lines):
        try:
            entry = read_entry(line, path.parent)
            if entry.name in entries:
                raise NotationError(f"duplicate player name {entry.name}")
        except UnolabError as error:
            raise NotationError(f"{path.name}, line {where}: {error}") from None
        entries[entry.name] = entry
    if len(entries) < 2:
        raise NotationError(f"{path.name}: expected at least two players, one per line; {FORM}")
    return tuple(entries.values())


def read_entry(line: str, folder: Path = Path()) -> Entry:
    """Read one line of a players file."""
    name, comma, strategy = (part.strip() for part in line.partition(","))
    if not comma or not strategy:
        raise NotationError(f"{FORM}, not {show(line)}")
    return Entry(name, strategy, folder)


def number_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Number the lines, without blank ones and comments."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text
