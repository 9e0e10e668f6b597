"""Bots of one's own: compiled by ``@uno.compiled``, in plain Python, or found in a file."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast, overload

from unolab.bots.classic import ClassicPlayer
from unolab.bots.kit.manners import BROKEN, Strategy, ask, with_manners
from unolab.bots.neural.network import Critic, FeedForward, Network, Reader
from unolab.bots.settings import ALWAYS, OWN_SLOTS, Parameter
from unolab.bots.source import check_result, check_source, describe_error, gist, sentence
from unolab.classroom.asking import has_call_color, has_play
from unolab.engine.jit import address_of, checked, compiling, inlined, result_of
from unolab.engine.layout import HAND, MEMORY, RNG, TABLE, Hand, Memory, Rng, Table, number
from unolab.engine.run import ASKS
from unolab.errors import BadBot, BotSettings, UnolabError, show, suggestion


@dataclass(frozen=True, eq=False)
class Compiled:
    """A function ``(table, hand, memory, rng) -> move`` that is machine code when it plays."""

    function: Strategy
    parameters: tuple[Parameter, ...] = ()
    everything: bool = False  # whether it is asked for more than which card to play
    name_color: Strategy | None = None  # which colour it names where it plays no card
    shipped: bool = False
    # What decides, if the function runs networks; if it looks ahead, also what says who will win,
    # and what reads hands
    networks: tuple[FeedForward, ...] = ()

    @property
    def is_trusted(self) -> bool:
        """Whether its code is ours, even if its weights are not."""
        return self.shipped or bool(self.networks)

    @property
    def network(self) -> Network | None:
        """The network that decides, if one does."""
        return cast(Network, self.networks[0]) if self.networks else None

    @property
    def looks_ahead(self) -> bool:
        """Whether it tries moves before it makes one."""
        return len(self.networks) > 1

    @property
    def code(self) -> Compiled | Strategy:
        """What is compiled for it: one function runs all networks."""
        return self.function if self.networks else self

    @property
    def __name__(self) -> str:
        return self.function.__name__

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return self.function.__doc__

    def __call__(self, table: Any, hand: Any, memory: Any, rng: Any) -> int:
        """Run it as it stands, for the debugger."""
        return self.function(table, hand, memory, rng)


@overload
def compiled(function: Strategy, /) -> Compiled: ...


@overload
def compiled(
    *,
    everything: bool = False,
    name_color: Strategy | None = None,
    **parameters: tuple[float, float, float],
) -> Callable[[Strategy], Compiled]: ...


def compiled(
    function: Strategy | None = None,
    /,
    *,
    everything: bool = False,
    name_color: Strategy | None = None,
    **parameters: Any,
) -> Compiled | Callable[[Strategy], Compiled]:
    """Make a bot of a function ``(table, hand, memory, rng) -> move`` that Numba can compile.

    It is asked which card to play, or whether to play one just drawn; "Uno" is said for it, and
    the rest is done as all bots do it, unless ``everything=True``. A colour that is named without
    playing a card is the one held most often, unless ``name_color`` is a function of the same four
    that chooses another. Parameters are given as ``name=(default, lowest, highest)``; the first is
    ``memory.settings[0]``, and so on.

    What it needs to see the cards is in ``unolab.bots.tools``. It may write to its memory only:
    writing to the table or the hand is refused where it can be seen, but this is no sandbox, and
    a bot that is not trusted should not be run.
    """

    def make(function: Strategy) -> Compiled:
        check_strategy(function)
        if name_color is not None:
            check_strategy(name_color)
        slots = tuple(number_parameters(function.__name__, parameters))
        return Compiled(function, slots, everything, name_color)

    return make if function is None else make(function)


def check_strategy(function: Strategy) -> None:
    """Refuse what can't be compiled, or would write where it may not."""
    if not inspect.isfunction(function):
        raise BadBot(f"@compiled goes above a function, not {show(function)}")
    kinds = [p.kind for p in inspect.signature(function).parameters.values()]
    if kinds != [inspect.Parameter.POSITIONAL_OR_KEYWORD] * 4:
        raise BadBot(
            f"{function.__name__} must take (table, hand, memory, rng) to be compiled; a "
            "function of a View needs no decorator"
        )
    check_source(function, Table, Hand, Memory, Rng)


def number_parameters(bot: str, parameters: dict[str, Any]) -> list[Parameter]:
    """Give every parameter its place."""
    made = []
    common = {parameter.name for parameter in ALWAYS}
    for slot, (name, values) in enumerate(parameters.items()):
        if name in common:
            raise BotSettings(f"{bot}: {name} is a setting that every bot has: choose another name")
        try:
            default, low, high = map(float, values)
        except (TypeError, ValueError):
            raise BotSettings(
                f"{bot}: {name}=(default, lowest, highest) is expected, not {show(values)}"
            ) from None
        whole = all(isinstance(value, int) for value in values)
        parameter = Parameter(name, slot, default, low, high, "its own", whole)
        parameter.check(bot, default)
        made.append(parameter)
    if len(made) > OWN_SLOTS:
        raise BotSettings(f"{bot} has {len(made)} parameters, and there is room for {OWN_SLOTS}")
    return made


def arguments(function: object) -> int | None:
    """Count the arguments that something wants when it is called; None if nobody can know."""
    try:
        wanted = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    if any(one.kind == one.VAR_POSITIONAL for one in wanted):
        return None
    by_place = [p for p in wanted if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in wanted if p.default is p.empty and p.kind != p.VAR_KEYWORD]
    return 1 if len(needed) <= 1 <= len(by_place) else len(needed)


# ── how they are called ───────────────────────────────────────────────────────────────────────────


def bot_of(strategy: Compiled, safe: bool = True) -> Strategy:
    """Make the function that plays: a strategy with manners, and a net below if it is not ours.

    A GPU knows no errors, so there it has none: ``safe=False``.
    """
    choose, colors = strategy.function, strategy.name_color
    if strategy.is_trusted:
        if strategy.everything:
            return choose
        choose = inlined(choose)
    else:
        choose = guard(choose, safe)
        colors = None if colors is None else guard(colors, safe)
    if strategy.everything:
        return choose
    return with_manners(choose, colors, strategy.__name__)


def guard(function: Strategy, safe: bool) -> Strategy:
    """Make a function of others harmless: what it returns is a number, and no secret sign."""
    body = checked(function)
    if safe:
        check_compiles(function, body)

    @inlined
    def sane(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
        move = number(body(table, hand, memory, rng))
        return BROKEN if move == ASKS else move

    @inlined
    def caught(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
        try:
            return sane(table, hand, memory, rng)
        except Exception:
            return BROKEN

    return caught if safe else sane


def check_compiles(function: Strategy, body: Strategy) -> None:
    """Say in a sentence what keeps a function from being compiled."""
    try:
        result = result_of(body, TABLE, HAND, MEMORY, RNG)
    except Exception as error:  # mostly Numba's own, but also a plain KeyError
        raise BadBot(f"{function.__name__} can't be compiled: {gist(error, function)}") from error
    check_result(function, result)


def asks(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Stand in for a bot in plain Python that wants to be asked for everything."""
    return ASKS


_ADDRESSES: Final[dict[object, int]] = {}


def address(strategy: object) -> int:
    """Compile a strategy, or what stands in for it, on its first use; return where it is."""
    if not isinstance(strategy, Compiled):  # plain Python
        key: Any = asks if getattr(strategy, "everything", False) else ask
    else:
        key = strategy.code
    if key not in _ADDRESSES:
        own = isinstance(strategy, Compiled) and not strategy.is_trusted
        with compiling(key.__name__ if isinstance(strategy, Compiled) else "", kept=not own):
            function: Any = bot_of(strategy) if isinstance(strategy, Compiled) else key
            _ADDRESSES[key] = address_of(function, TABLE, HAND, MEMORY, RNG, keep=not own)
    return _ADDRESSES[key]


# ── where they are found ──────────────────────────────────────────────────────────────────────────


def strategy_of(bot: object, name: str) -> object:
    """Take something that can be called with a View, or is compiled; make one of a class.

    A class with ``play`` and ``call_color``, as in the classroom tournament, is asked as there.
    """
    if has_play(bot) and has_call_color(bot):
        return ClassicPlayer(bot)
    if inspect.isclass(bot):
        try:
            bot = bot()
        except Exception as error:
            raise BadBot(f"{name}() raised {describe_error(error)}") from error
    if isinstance(bot, Compiled):
        return bot
    if not callable(bot):
        raise BadBot(f"{name} is not a bot: it can't be called")
    wanted = arguments(bot)
    if wanted == 4:
        raise BadBot(f"{name} takes four arguments: it needs @uno.compiled above it")
    if wanted not in (1, None):
        raise BadBot(f"{name} must take one argument, the View, not {wanted}")
    return bot


def load_from_file(file: str, name: str) -> object:
    """Find a bot in a Python file: a function, a compiled one, an object, or a class of them."""
    module = module_of(Path(file).resolve())
    if not hasattr(module, name):
        known = [
            key
            for key, value in vars(module).items()
            if callable(value) and getattr(value, "__module__", "") in (module.__name__, None)
        ]
        hint = suggestion(name, known)
        raise BadBot(f"there is no {name} in {file}{hint}")
    return strategy_of(getattr(module, name), f"{file}:{name}")


def play_network(
    network: Network, critic: Critic | None = None, reader: Reader | None = None
) -> Compiled:
    """Return the strategy that does what a network scores highest; the same for the same weights.

    With a critic that was trained beside it, and a reader, it looks ahead as ``expert`` does. Its
    name is no bot's, so it goes with one: ``Bot("mine", strategy=play_network(network))``.
    """
    from unolab.bots.strategies import expert, neural

    if (critic is None) != (reader is None):
        raise BadBot("looking ahead takes both a critic and a reader")
    if critic is None or reader is None:
        made = Compiled(neural.neural, everything=True, networks=(network,))
    else:
        networks = network, critic, reader
        made = Compiled(expert.expert, expert.PARAMETERS, everything=True, networks=networks)
    return _PLAYED.setdefault(hash_of(made.networks), made)


def hash_of(networks: Sequence[FeedForward]) -> str:
    """Return the hash of a network's weights, or one of several."""
    if len(networks) == 1:
        return networks[0].hash
    return sha256(" ".join(network.hash for network in networks).encode()).hexdigest()


_PLAYED: Final[dict[str, Compiled]] = {}


@cache
def module_of(path: Path) -> ModuleType:
    """Run a Python file once."""
    if not path.is_file():
        raise BadBot(f"there is no file {path}")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{path.name} is no Python file")
    module = module_from_spec(spec)
    folder = str(path.parent)
    sys.path.insert(0, folder)  # it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except UnolabError as error:
        raise BadBot(f"{path.name}: {sentence(error)}") from error
    except (Exception, SystemExit) as error:
        raise BadBot(f"{path.name} can't be run: {describe_error(error)}") from error
    finally:
        sys.path.remove(folder)
    return module
