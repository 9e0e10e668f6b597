"""Bot: a strategy and its settings, by name, from a file, or a function of one's own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from unolab.bots.neural.block import place_weights
from unolab.bots.neural.network import FeedForward, Network
from unolab.bots.own import Compiled, address, hash_of, load_from_file, play_network, strategy_of
from unolab.bots.settings import ALWAYS, FORGET, NETWORK_SLOTS, Parameter, parameter_of, short
from unolab.bots.strengths import STRENGTHS
from unolab.engine.layout import MEMORY
from unolab.errors import BadBot, BadOption, BotSettings, show, suggestion
from unolab.moves import Move
from unolab.state import View

if TYPE_CHECKING:
    from unolab.bots.seat import SeatedBot

PlainBot = Callable[[View], Move | int | str | None]
"""A bot in plain Python: it is shown what its seat sees and says what to do."""

BOTS: Final = {
    "random": "any card that fits, all alike",
    "greedy": "the card that costs most points",
    "diversity": "the card on which most of the hand could follow",
    "cardranking": "the kind of card that ranks highest",
    "mixbot": "colours, ranks and diversity mixed; holds wilds back",
    "mixbot2": "mixbot with card counting and a better end game",
    "scorebot": "the hand that is worth most by weights; wilds are always red",
    "cardcounting": "scorebot that also weighs what the next player could follow with",
    "classes": "numbers before actions before wilds",
    "ashtabna": "commands that hit whoever is ahead, then high numbers",
    "neural": "what a trained network expects to win most often",
    "expert": "the same network, which looks ahead and reads hands",
}
"""Every bot that comes with unolab, and what it does in a few words."""

VARIANTS: Final = ("", "points")
LONGEST_BOT_TEXT: Final = 2_000
"""Characters of a bot's text; one that sets everything there is has fewer."""

_SHIPPED_TEXT: Final = re.compile(
    r"(?P<name>[A-Za-z0-9_]{1,40})(?::(?P<variant>[A-Za-z0-9_]{1,40}))?"
    r"(?:\((?P<settings>[^()]*)\))?"
)
_FILE_TEXT: Final = re.compile(
    r"(?P<file>.+\.py):(?P<name>\w+)(?::(?P<variant>\w+))?(?:\((?P<settings>[^()]*)\))?", re.DOTALL
)
_NETWORK_TEXT: Final = re.compile(r"(?P<file>.+\.npz)(?:\((?P<settings>[^()]*)\))?", re.DOTALL)
_PROGRAM_TEXT: Final = re.compile(r"\.{0,2}/|[\w.-]+ +\S")
_EXAMPLES: Final = "mixbot2, mixbot2:points, mixbot2(slack=2)"
_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,3})?"
)


@dataclass(frozen=True)
class Bot:
    """A strategy and its settings; written ``mixbot2``, ``mixbot2:points`` or ``mixbot2(slack=2)``.

    ``strategy`` is a compiled function of ``(table, hand, memory, rng)``, or plain Python.
    """

    name: str
    variant: str = ""
    settings: Mapping[str, float] = field(default_factory=dict)  # those that differ
    strategy: Any = field(default=None, repr=False)

    @staticmethod
    def parse(text: str) -> ShippedBot:
        """Read a bot that comes with unolab: a name, the variant, and settings in brackets.

        A strength (easy, medium, hard, expert) is a name, too; what it stands for is returned.

        The text may come from anybody: whatever it says, no file is looked for and no code loaded.
        """
        match = _SHIPPED_TEXT.fullmatch(text.strip(" ")) if len(text) <= LONGEST_BOT_TEXT else None
        if match is None:
            raise BadBot(f"{show(text)} is not a bot: a name is expected, as in {_EXAMPLES}")
        name, variant, settings = match["name"], match["variant"] or "", {}
        if name in STRENGTHS and name not in BOTS and not variant:
            base = Bot.parse(STRENGTHS[name])
            name, variant, settings = base.name, base.variant, dict(base.settings)
        settings |= read_settings(name, find_shipped(name), match["settings"])
        return ShippedBot(name, variant, settings)

    @classmethod
    def load(cls, text: str) -> Bot:
        """Read a bot that may also be ``file.py:name``, which runs that file, or ``weights.npz``.

        Only for text of the person whose machine this is: the command line, their own Python.
        """
        text = text.strip()
        match = _FILE_TEXT.fullmatch(text)
        if match is not None:
            name = f"{match['file']}:{match['name']}"
            strategy = load_from_file(match["file"], match["name"])
            settings = read_settings(name, strategy, match["settings"])
            return cls(name, match["variant"] or "", settings, strategy)
        match = _NETWORK_TEXT.fullmatch(text)
        if match is not None:
            return cls.load_network(match["file"], match["settings"])
        if text.endswith(".py") and " " not in text:
            raise BadBot(f"{show(text)} is a file: {text}:name is a bot in it")
        if _PROGRAM_TEXT.match(text):
            raise BadBot(
                f"{show(text)} is a program: it plays in a tournament (unolab tournament), where "
                f"its line is Name,{text:.60}"
            )
        if _SHIPPED_TEXT.fullmatch(text) is None:
            raise BadBot(
                f"{show(text)} is not a bot: a name is expected, as in {_EXAMPLES} or "
                "my_bots.py:cautious, or the weights of a network, as in runs/best.npz"
            )
        return cls.parse(text)

    @classmethod
    def load_network(cls, file: str | os.PathLike[str], settings: str | None = None) -> Bot:
        """Read a bot from the weights of a network (:class:`unolab.bots.neural.Network`)."""
        strategy = play_network(Network.load(file))
        return cls(str(file), "", read_settings(str(file), strategy, settings), strategy)

    @classmethod
    def of(cls, bot: Bot | str | PlainBot | Compiled) -> Bot:
        """Take a bot in any form: text, a function, an object that can be called, or a Bot.

        Text is trusted and may name a file, as in :meth:`load`.
        """
        if isinstance(bot, Bot):
            return bot
        if isinstance(bot, str):
            return cls.load(bot)
        if callable(bot):
            name = str(getattr(bot, "__name__", type(bot).__name__))
            return cls(name, strategy=strategy_of(bot, name))
        raise BadBot(f"{show(bot)} is not a bot: a name or a function of a View is expected")

    def __post_init__(self) -> None:
        """Check the settings, and drop those that say nothing."""
        if self.strategy is None:
            object.__setattr__(self, "strategy", find_shipped(self.name))
        known = self.parameters
        if self.variant not in VARIANTS:
            hint = suggestion(self.variant, VARIANTS[1:])
            raise BotSettings(
                f"{self.name} has no variant {show(self.variant)}{hint}: the only variant is "
                f"{self.name}:points"
            )
        if self.variant and all(parameter.points is None for parameter in known):
            raise BotSettings(f"{self.name} has no settings for points: there is only {self.name}")
        kept = {}
        for name, value in self.settings.items():
            parameter = parameter_of(self.name, known, name)
            checked = parameter.check(self.name, value)
            if checked != parameter.value(self.variant):
                kept[name] = checked
        order = [parameter.name for parameter in known]
        ordered = {name: kept[name] for name in sorted(kept, key=order.index)}
        object.__setattr__(self, "settings", ordered)

    def set(self, **settings: float) -> Self:
        """Return the same bot with other settings."""
        return replace(self, settings={**self.settings, **settings})

    def __str__(self) -> str:
        variant = f":{self.variant}" if self.variant else ""
        changed = ",".join(f"{name}={short(value)}" for name, value in self.settings.items())
        return f"{self.name}{variant}" + (f"({changed})" if changed else "")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Bot) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __call__(self, view: View) -> Move | None:
        """Return the move that it would make; None lets a chance out of turn go by.

        It knows what the View says, and so what has happened so far, but not what it thought about
        it before: for a whole round, :meth:`seat` it.
        """
        return self.seat(view.seat or 0, number=int(view._table["logged"][0]))(view)

    def seat(self, seat: int = 0, seed: int = 0, number: int = 0) -> SeatedBot:
        """Seat it for a round, in which it remembers: call the result with one View after another.

        Its chance depends on the seat, on the seed and on the number of the game.
        """
        from unolab.bots.seat import SeatedBot

        return SeatedBot(self, seat, seed, number)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What can be set."""
        return parameters_of(self.strategy)

    @property
    def is_compiled(self) -> bool:
        """Whether it is machine code, or else plain Python."""
        return isinstance(self.strategy, Compiled)

    @property
    def is_shipped(self) -> bool:
        """Whether it came with unolab."""
        return isinstance(self.strategy, Compiled) and self.strategy.shipped

    def check_gpu(self) -> None:
        """Refuse what a GPU cannot run."""
        if not self.is_compiled:
            raise BadOption(f"{self} is plain Python, which a GPU cannot run: play on the cpu")
        if self.looks_ahead:
            raise BadOption(f"{self} looks ahead, which a GPU cannot do: play on the cpu")

    @property
    def network(self) -> Network | None:
        """The network that decides, if one does."""
        return self.strategy.network if isinstance(self.strategy, Compiled) else None

    @property
    def _networks(self) -> tuple[FeedForward, ...]:
        return self.strategy.networks if isinstance(self.strategy, Compiled) else ()

    @property
    def looks_ahead(self) -> bool:
        """Whether it tries moves before it makes one."""
        return isinstance(self.strategy, Compiled) and self.strategy.looks_ahead

    @property
    def weights(self) -> str | None:
        """The hash of the weights that it plays by, if it is a network; of all if it has more."""
        networks = self._networks
        return hash_of(networks) if networks else None

    @property
    def remembers(self) -> bool:
        """Whether it may remember what it has seen: a network reads the log anew every time."""
        return self.network is None

    def values(self) -> dict[str, float]:
        """Return every setting with its value."""
        published = {p.name: p.value(self.variant) for p in self.parameters}
        return published | dict(self.settings)

    def slots(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the settings as the compiled function finds them."""
        slots = np.zeros(MEMORY["settings"].shape[0])
        values = self.values()
        for parameter in self.parameters:
            slots[parameter.slot] = values[parameter.name]
        for slot, network in zip(NETWORK_SLOTS, self._networks, strict=False):
            slots[slot] = place_weights(network)
        return slots

    @property
    def address(self) -> int:
        """Where its code is, or that of its stand-in; compiled on first use."""
        return address(self.strategy)


class ShippedBot(Bot):
    """A bot that comes with unolab, with settings; it cannot hold any other."""

    def __post_init__(self) -> None:
        """Refuse a strategy that is not the one of this name."""
        if self.strategy not in (None, find_shipped(self.name)):
            raise BadBot(f"{show(self.strategy)} does not come with unolab")
        super().__post_init__()


def read_settings(bot: str, strategy: object, written: str | None) -> dict[str, float]:
    """Read what stands in the brackets, ``slack=2,forget=0.1``."""
    written = (written or "").strip()
    known = parameters_of(strategy)
    settings: dict[str, float] = {}
    for part in written.split(",") if written else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BotSettings(f"{bot}: name=value is expected in brackets, not {show(part)}")
        if key in settings:
            raise BotSettings(f"{bot}: {key} is set twice")
        number = float(value) if _NUMBER.fullmatch(value) else value
        settings[key] = parameter_of(bot, known, key).check(bot, number)
    return settings


def find_shipped(name: str) -> Compiled:
    """Find a bot that comes with unolab."""
    if name not in BOTS:
        known = [*dict.fromkeys([*BOTS, *STRENGTHS])]
        hint = suggestion(name, known)
        raise BadBot(f"unknown bot {show(name)}{hint}; known are {', '.join(known)}")
    if name not in _SHIPPED:
        module = import_module(f"unolab.bots.strategies.{name}")
        networks = tuple(load() for load in getattr(module, "NETWORKS", ()))
        found = Compiled(
            getattr(module, name),
            getattr(module, "PARAMETERS", ()),
            everything=bool(networks),
            name_color=getattr(module, "name_color", None),
            shipped=True,
            networks=networks,
        )
        _SHIPPED.setdefault(name, found)  # another thread may have been first
    return _SHIPPED[name]


_SHIPPED: Final[dict[str, Compiled]] = {}


def parameters_of(strategy: object) -> tuple[Parameter, ...]:
    """List what can be set of a strategy; plain Python has its own ways."""
    if not isinstance(strategy, Compiled):
        return ()
    common = ALWAYS if strategy.network is None else (FORGET,)  # it decides the rest itself
    return (*strategy.parameters, *common)
