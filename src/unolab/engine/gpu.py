"""The engine on a GPU: the same functions, bound to each other anew.

On the CPU a bot is called by its address, which a GPU can't do well. So a kernel is made for each
line-up: every function that it reaches is compiled for the device, with some names exchanged.
Calling a bot becomes a choice between constants, adding to a count an atomic operation, and where
no bot reads the log nothing is logged. A game is what it is on the CPU, move by move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dis import get_instructions
from importlib.util import find_spec
from types import CellType
from typing import Any, Final
from warnings import filterwarnings

import numpy as np

from unolab.errors import ResourceError

if find_spec("numba_cuda") is None:
    raise ResourceError("games on a GPU need numba-cuda: pip install 'unolab[gpu]'")

if not hasattr(np, "row_stack"):  # gone from NumPy 2.5; numba-cuda 0.30 still looks for it
    np.row_stack = np.vstack

from numba import config
from numba import cuda as cuda  # also for the kernels of the learning environments

from unolab.engine import jit as host
from unolab.engine.deal import FULL_DECK, fill
from unolab.engine.layout import (
    COMPACT,
    NOBODY,
    OVER,
    ROOMY,
    SCORE,
    Minds,
    StateRecord,
    dtype_of,
    number,
)
from unolab.engine.legal import FINE, why_not
from unolab.engine.log import entry, log
from unolab.engine.rng import U
from unolab.engine.run import ASKED, advance
from unolab.engine.series import (
    add,
    count_deal,
    count_game,
    count_lag,
    follow_lags,
    seat_and_deal,
)

Function = Callable[..., Any]

SIMULATED: Final = bool(vars(config)["ENABLE_CUDASIM"])
ROOM: Final = ROOMY if SIMULATED else COMPACT  # plain Python's small numbers would overflow
GPU_STATE: Final = dtype_of(StateRecord, ROOM)
GPU_MINDS: Final = dtype_of(Minds, ROOM)
STATE_WORDS: Final = GPU_STATE.itemsize // 8
MINDS_WORDS: Final = GPU_MINDS.itemsize // 8
SCORE_WORDS: Final = SCORE.itemsize // 8
STEPS_PER_LOOK: Final = 32  # moves between two looks at who is done; a thread waits so long
FULL_WORDS: Final = np.append(FULL_DECK, np.zeros(4, np.uint8)).view(np.uint64)
NO_GAME: Final = np.int64(2**62)


if SIMULATED:
    # there the generator's arithmetic is NumPy's, which would warn when it wraps
    filterwarnings("ignore", "overflow encountered", RuntimeWarning)

    def record_at(dtype: np.dtype[Any]) -> Function:
        """Make the function that takes an array of words for a record with this layout."""
        return lambda words: words.view(dtype)[0]

else:
    from unolab.engine.compact import record_at


# ── binding ───────────────────────────────────────────────────────────────────────────────────────


class Binder:
    """Compiles functions for the device, and all that they call, with some names exchanged."""

    def __init__(self) -> None:
        """Begin with nothing exchanged."""
        self._made: dict[int, Any] = {}  # by id, because not all that has a name can be hashed
        self._kept: list[object] = []  # and so that no id is used twice

    def __contains__(self, function: object) -> bool:
        """Whether something bound so far calls a function."""
        return id(function) in self._made

    def exchange(self, function: object, other: Function, inline: str = "never") -> None:
        """Let another function stand for one in all that is bound from now on.

        One that returns a part of an array has to be inlined ``always``: no call can return that.
        """
        self._kept.append(function)
        self._made[id(function)] = self._compile(other, inline)

    def bind(self, function: Any) -> Any:
        """Return the device's version of a function of ours, and anything else as it is."""
        if id(function) not in self._made:
            self._kept.append(function)
            self._made[id(function)] = self._compile(function)
        return self._made[id(function)]

    def _compile(self, function: Any, inline: str = "never") -> Any:
        source = getattr(function, "py_func", function)
        names = {
            name: self._value(source.__globals__[name])
            for name in global_names(source)
            if name in source.__globals__
        }
        cells = tuple(CellType(self._value(c.cell_contents)) for c in source.__closure__ or ())
        return cuda.jit(device=True, inline=inline)(host.rebind(source, names, cells))

    def _value(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return self._table(value)
        known = id(value) in self._made
        return self.bind(value) if known or hasattr(value, "py_func") else value

    def _table(self, table: Any) -> Any:
        """Put a table where all threads can look things up in it at once: not with the constants.

        Reading there is quick only if all threads read the same place.
        """
        if id(table) not in self._made:
            self._kept.append(table)
            self._made[id(table)] = table if SIMULATED else cuda.to_device(table)
        return self._made[id(table)]


def global_names(function: Function) -> set[str]:
    """List the global names that a function uses; attributes may have the same names."""
    return {i.argval for i in get_instructions(function) if i.opname == "LOAD_GLOBAL"}


def choice(bots: Sequence[Function]) -> Function:
    """Make the function that calls a bot of the line-up by its place."""
    last = bots[-1]
    if len(bots) == 1:

        def only(which: int, table: Any, hand: Any, memory: Any, rng: Any) -> Any:
            return last(table, hand, memory, rng)

        return only
    others = cuda.jit(device=True)(choice(bots[:-1]))
    place = number(len(bots) - 1)

    def one_of(which: int, table: Any, hand: Any, memory: Any, rng: Any) -> Any:
        if which == place:
            return last(table, hand, memory, rng)
        return others(which, table, hand, memory, rng)

    return one_of


def check_device() -> None:
    """Raise an error unless there is a device, be it a simulated one."""
    if not cuda.is_available():
        raise ResourceError("there is no NVIDIA GPU here, or no driver for it: play on the cpu")


def to_device(array: Any) -> Any:
    """Bring an array to the device."""
    return cuda.to_device(array)


def multiprocessors() -> int:
    """Return how many multiprocessors the device has."""
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def words_of(record: Any, layout: np.dtype[Any]) -> Any:
    """Lay out an array of one record for the device and bring it there, as words."""
    compact = np.zeros(1, layout)
    compact[...] = record
    return to_device(compact.view(np.int64))


def count_bits(word: int) -> int:
    """Count the bits that are set."""
    return number(cuda.popc(word))


def lowest_bit(word: int) -> int:
    """Return the place of the lowest bit that is set."""
    return number(cuda.popc(~word & (word - U(1))))


def add_atomically(counts: Any, place: Any, amount: int) -> None:
    """Add to a count that other threads add to as well."""
    cuda.atomic.add(counts, place, amount)


def fill_by_words(deck: Any) -> None:
    """Put all cards into the stock, eight at a time."""
    cards = deck.cards.view(np.uint64)
    for place in range(len(FULL_WORDS)):
        cards[place] = FULL_WORDS[place]


def why_ever(table: Any, hand: Any, move: int) -> int:
    """Find no fault with a move."""
    return FINE


def log_nothing(table: Any, kind: int, seat: int, value: int = 0) -> None:
    """Tell nobody, where nobody listens."""


# ── the kernel ────────────────────────────────────────────────────────────────────────────────────


def bind_line_up(
    bots: Sequence[Function],
    trusted: bool,
    exchanged: Sequence[tuple[object, Function]] = (),
    readers: Sequence[Function] = (),
) -> Binder:
    """Make a binder for a line-up of strategies; the moves of trusted ones are not checked.

    ``exchanged`` are functions with what stands for each here. ``readers`` are bound besides the
    bots, and may read the log.
    """
    binder = Binder()
    binder.exchange(host.count_bits, count_bits)
    binder.exchange(host.lowest_bit, lowest_bit)
    binder.exchange(add, add_atomically)
    binder.exchange(fill, fill_by_words)
    if trusted:
        binder.exchange(why_not, why_ever)
    for function, other in exchanged:
        binder.exchange(function, other)
    strategies = [binder.bind(bot) for bot in bots]
    for reader in readers:
        binder.bind(reader)
    if trusted and entry not in binder:  # nobody looks at the log
        binder.exchange(log, log_nothing)
    binder.exchange(host.call, choice(strategies))
    return binder


def kernel_of(
    bots: Sequence[Function],
    trusted: bool,
    exchanged: Sequence[tuple[object, Function]] = (),
    closely: bool = False,
) -> Any:
    """Make the kernel for a line-up of strategies; the moves of trusted ones are not checked.

    ``exchanged`` are functions that these bots never get to, each with one that does less. A kernel
    that looks ``closely`` notes how far behind the winners were.
    """
    as_state, as_minds, as_score = map(record_at, (GPU_STATE, GPU_MINDS, SCORE))
    binder = bind_line_up(bots, trusted, exchanged)
    move = binder.bind(advance)
    deal = binder.bind(seat_and_deal)
    note_game = binder.bind(count_game)
    note_deal = binder.bind(count_deal)
    follow = binder.bind(follow_lags)
    note_lag = binder.bind(count_lag)

    def play(
        state_words: Any,
        minds_words: Any,
        tallies: Any,
        erring: Any,
        low: int,
        high: int,
        begin: int,
        end: int,
        rotations: int,
    ) -> None:
        """Play the games from ``begin`` to ``end``; a thread plays all rotations of its deals."""
        own_state = cuda.local.array(STATE_WORDS, np.int64)
        own_minds = cuda.local.array(MINDS_WORDS, np.int64)
        own_score = cuda.local.array(SCORE_WORDS, np.int64)
        for i in range(STATE_WORDS):
            own_state[i] = state_words[i]
        for i in range(MINDS_WORDS):
            own_minds[i] = minds_words[i]
        for i in range(SCORE_WORDS):
            own_score[i] = 0
        state = as_state(own_state)
        minds = as_minds(own_minds)
        score = as_score(own_score)
        tally = tallies[cuda.blockIdx.x % tallies.shape[0]]
        table = state.table
        game = begin + cuda.grid(1) * rotations
        rotation = 0
        playing = False
        while game < end:
            if not playing:
                deal(state, minds, low, high, game + rotation, rotations)
                playing = True
            for _ in range(STEPS_PER_LOOK):
                if table.phase != OVER:
                    made = move(state, minds, NOBODY)
                    if made < 0 or made >= ASKED:
                        cuda.atomic.min(erring, 0, game + rotation)
                        return
                    if closely:  # known to the compiler, which leaves it out elsewhere
                        follow(table, score)
            if table.phase == OVER:
                if closely:
                    note_lag(table, score, tally)
                note_game(table, minds, score, tally)
                rotation += 1
                if rotation == rotations:
                    note_deal(table.players, score, tally)
                    rotation = 0
                    game += cuda.gridsize(1) * rotations
                playing = False

    return cuda.jit(play)
