"""Batches on a GPU: one thread for each game, and nothing leaves the device.

The kernels are made of the same functions as on the processor (see unolab.engine.gpu), so the same
seed and actions give the same games. All arrays are on the device and have the attribute
``__cuda_array_interface__``, by which PyTorch, JAX and CuPy take them without a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from unolab.bots import Bot, Compiled
from unolab.bots.observation.layout import HIDDEN_SIZE, SIZE
from unolab.bots.observation.observe import clear_row, leave_cleared
from unolab.bots.observation.question import ACTIONS
from unolab.bots.own import bot_of
from unolab.engine import gpu
from unolab.engine import jit as host
from unolab.engine.deal import fill
from unolab.engine.gpu import cuda
from unolab.engine.layout import Mind, dtype_of
from unolab.engine.legal import why_not
from unolab.engine.record import Record
from unolab.envs.batch import MIND, NO_ERROR, SLOT, Batch
from unolab.envs.check import check_number
from unolab.envs.facts import find_facts
from unolab.envs.slot import (
    Slot,
    accepts,
    is_playing,
    mind_at,
    pick_action,
    reset_slot,
    reveal_slot,
    round_winner,
    row_at,
    slot_at,
    step_slot,
)
from unolab.errors import BadOption, ResourceError

GPU_SLOT: Final = dtype_of(Slot, gpu.ROOM)
GPU_MIND: Final = dtype_of(Mind, gpu.ROOM)
THREADS: Final = 2 if gpu.SIMULATED else 128  # in a block
SWEEPERS: Final = 1 if gpu.SIMULATED else 32  # threads that clear a row together


class GpuBatch(Batch):
    """A Batch whose games and arrays are on a GPU.

    ``step`` and ``reset`` return before the device is done: work on the same stream waits by
    itself, and ``synchronize`` waits here. An illegal action that shall ``raise`` has to be known
    here at every step; with ``illegal="end"`` nothing waits.
    """

    def __init__(
        self, *args: Any, stream: int | None = 0, guests: Sequence[Bot] = (), **options: Any
    ) -> None:
        """Set up the tables as Batch does; ``stream`` is the address of a CUDA stream.

        0 is the default stream, and None one of its own, so that batches run side by side. A kernel
        is compiled for the bots that play in it: batches with the same ``guests``, who need not sit
        at any table, share theirs.
        """
        gpu.check_device()
        self._guests = tuple(guests)
        if stream is None:
            self._stream = cuda.stream()
        else:
            self._stream = cuda.external_stream(stream) if stream else cuda.default_stream()
        super().__init__(*args, **options | {"threads": 1})  # whatever the options say

    def _set_up(self) -> None:
        for bot in self.roster:
            bot.check_gpu()
            if bot.network is not None:
                raise BadOption(
                    f"{bot} is a network, which cannot answer within a batch on a GPU: let it "
                    "answer as a learner, or use a batch on the cpu"
                )
        strategies = tuple(dict.fromkeys(bot.strategy for bot in (*self._guests, *self.roster)))
        lineups, (_, settings, seeds) = self._tables
        places = [strategies.index(bot.strategy) for bot in self.roster] or [0]
        roster = np.array(places, np.uint64), settings, seeds
        self._kernels = kernels_of(strategies)
        self._words = blank(self.games, GPU_SLOT.itemsize // 8)
        self._mind_words = blank(self.games, self._most_bots, GPU_MIND.itemsize // 8)
        self._device_tables = [gpu.to_device(table) for table in (lineups, *roster)]
        self._device_setup = gpu.to_device(self._setup)
        self._all = gpu.to_device(np.ones(self.games, np.bool_))
        self._widened = gpu.to_device(np.zeros(self.games, np.int64))
        self._none = gpu.to_device(np.zeros(self.games, np.int64))
        self._erring = gpu.to_device(np.array([gpu.NO_GAME]))

    def synchronize(self) -> None:
        """Wait until the device is done."""
        self._stream.synchronize()

    def copy_array(self, source: Any, target: Any) -> None:
        """Copy an array of this batch into another, on the device."""
        target.copy_to_device(source, stream=self._stream)

    def __reduce__(self) -> Any:
        raise BadOption("a batch on a GPU can't be copied or pickled: make another one")

    # ── what Batch does with threads ──────────────────────────────────────────────────────────────

    def _make_array(self, shape: tuple[int, ...], kind: type) -> Any:
        return gpu.to_device(np.zeros(shape, kind))

    def _begin_series(self, first: int) -> None:
        self._device_setup = gpu.to_device(self._setup)
        self._device_tables[-1] = gpu.to_device(self._encode_roster()[-1])
        self._launch("forget", self._words, first)

    def _deal(self, chosen: Any, arrays: Any) -> int:
        return self._play(True, chosen, self._none, arrays)

    def _go_on(self, taken: Any, chosen: Any, arrays: Any) -> int:
        return self._play(False, chosen, taken, arrays)

    def _find_illegal(self, taken: Any, chosen: Any) -> int:
        self._launch("find_illegal", self._words, taken, chosen, self._erring)
        return self._find_error()

    def _pick(self, actions: Any) -> None:
        self._launch("pick", self._words, actions)

    def _write_hidden(self, rows: Any) -> None:
        self._launch("clear_hidden", rows, threads=SWEEPERS)
        self._launch("reveal", self._words, rows)

    def _write_winners(self, winners: Any) -> None:
        self._launch("find_round_winners", self._words, winners)

    def _view_rows(self, *arrays: Any) -> tuple[Any, ...]:
        return arrays

    # ── on the device ─────────────────────────────────────────────────────────────────────────────

    def _play(self, resets: bool, wanted: Any, actions: Any, out: Any) -> int:
        words = self._words, self._mind_words
        tables = *self._device_tables, self._device_setup
        self._launch("clear_shown", self._words, resets, wanted, *out[:2], threads=SWEEPERS)
        self._launch("play", *words, *tables, resets, wanted, actions, *out, self._erring)
        if all(bot.is_shipped for bot in self.roster):
            return NO_ERROR  # ours do not err, and nobody has to wait for the device
        return self._find_error()

    def _launch(self, name: str, *args: Any, threads: int = 1) -> None:
        """Run a kernel with one thread for each game, or several."""
        blocks = -(-self.games * threads // THREADS)
        try:
            self._kernels[name][blocks, THREADS, self._stream](*args)
        except Exception as error:  # of the compiler's, of the driver's: there are many
            told = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ResourceError(f"the GPU can't play this: {told:.200}") from error

    def _find_error(self) -> int:
        """Return the first game that a kernel has complained about, or NO_ERROR."""
        place = int(self._erring.copy_to_host(stream=self._stream)[0])
        if place == gpu.NO_GAME:
            return NO_ERROR
        self._erring = gpu.to_device(np.array([gpu.NO_GAME]))
        return place

    def _check_buffer(self, name: str, array: Any, shape: tuple[int, ...], kind: type) -> Any:
        """Return an array of the caller as one that a kernel takes, without a copy."""
        found = as_device_array(array)
        if found is None or found.shape != shape or found.dtype != np.dtype(kind):
            raise BadOption(
                f"{name} must be an array of {np.dtype(kind)} of shape {shape} on the GPU; "
                "make_buffers, make_actions and make_hidden make such ones"
            )
        return found

    def _take(self, name: str, values: Any, kind: type) -> Any:
        """Return values of the caller on the device; those that are not there yet are brought."""
        found = as_device_array(values)
        if found is None:
            return gpu.to_device(super()._take(name, values, kind))
        if kind is np.int64 and found.dtype == np.int32:  # JAX has no others, unless told so
            found = self._check_buffer(name, found, (self.games,), np.int32)
            self._launch("widen", found, self._widened)
            return self._widened
        return self._check_buffer(name, found, (self.games,), kind)

    def _slot(self, game: int) -> Record:
        self._check_dealt()
        place = check_number("game", game, 0, self.games - 1)
        compact = self._words[place].copy_to_host(stream=self._stream).view(GPU_SLOT)
        slot: Record = compact.astype(SLOT)
        return slot

    def facts(self, games: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return facts about some games, which are brought from the device for it."""
        slots = np.concatenate([self._slot(game) for game in games])
        return find_facts(slots, self._setup, range(len(slots)), names)

    def _mind(self, game: int, place: int) -> Any:
        words = self._mind_words[game, place].copy_to_host(stream=self._stream)
        return words.view(GPU_MIND).astype(MIND)[0]


def blank(*shape: int) -> Any:
    """Make an array of words on the device."""
    return gpu.to_device(np.zeros(shape, np.int64))


def as_device_array(array: Any) -> Any:
    """Return an array that is on the device as Numba's, without a copy; None if it is elsewhere."""
    if gpu.SIMULATED:
        return array if hasattr(array, "copy_to_host") else None
    if isinstance(array, cuda.devicearray.DeviceNDArray):
        return array  # of Numba's already: to wrap it again takes longer than to launch a kernel
    return cuda.as_cuda_array(array, sync=False) if cuda.is_cuda_array(array) else None


# ── kernels ───────────────────────────────────────────────────────────────────────────────────────


@cache
def kernels_of(strategies: tuple[Compiled, ...]) -> dict[str, Any]:
    """Make the kernels for a roster of bots, each compiled when it is first called."""
    binder = make_binder(strategies)
    reset_one, step_one, accept, goes_on, pick_one, reveal_one, winner_in = map(
        binder.bind,
        (reset_slot, step_slot, accepts, is_playing, pick_action, reveal_slot, round_winner),
    )
    at = binder.bind(slot_at)

    def play(
        slots: Any,
        minds: Any,
        lineups: Any,
        addresses: Any,
        settings: Any,
        seeds: Any,
        setup: Any,
        resets: bool,
        wanted: Any,
        actions: Any,
        observations: Any,
        masks: Any,
        rewards: Any,
        dones: Any,
        actors: Any,
        erring: Any,
    ) -> None:
        """Deal a new game, or do an action: one kernel, because most of the code is for both."""
        place = cuda.grid(1)
        if place < slots.shape[0]:
            tables = (lineups, (addresses, settings, seeds))
            out = (observations, masks, rewards, dones, actors)
            if resets:
                fine = reset_one(slots, minds, tables, setup, wanted, out, place)
            else:
                fine = not wanted[place] or step_one(
                    slots, minds, tables, setup, actions, out, place
                )
            if not fine:
                cuda.atomic.min(erring, 0, place)

    def clear_shown(slots: Any, resets: bool, wanted: Any, observations: Any, masks: Any) -> None:
        """Clear what ``play`` is going to write, where it will."""
        place, first = divmod(cuda.grid(1), SWEEPERS)
        if place < slots.shape[0] and wanted[place] and (resets or goes_on(slots, place)):
            for i in range(first, SIZE, SWEEPERS):
                observations[place, i] = 0
            for i in range(first, ACTIONS, SWEEPERS):
                masks[place, i] = 0

    def clear_hidden(rows: Any) -> None:
        """Clear what ``reveal`` is going to write."""
        place, first = divmod(cuda.grid(1), SWEEPERS)
        if place < rows.shape[0]:
            for i in range(first, HIDDEN_SIZE, SWEEPERS):
                rows[place, i] = 0

    def find_illegal(slots: Any, actions: Any, wanted: Any, erring: Any) -> None:
        place = cuda.grid(1)
        if place < slots.shape[0] and wanted[place] and not accept(slots, actions, place):
            cuda.atomic.min(erring, 0, place)

    def pick(slots: Any, actions: Any) -> None:
        place = cuda.grid(1)
        if place < slots.shape[0]:
            pick_one(slots, actions, place)

    def reveal(slots: Any, rows: Any) -> None:
        place = cuda.grid(1)
        if place < slots.shape[0]:
            reveal_one(slots, rows, place)

    def find_round_winners(slots: Any, winners: Any) -> None:
        place = cuda.grid(1)
        if place < slots.shape[0]:
            winners[place] = winner_in(slots, place)

    def widen(narrow: Any, wide: Any) -> None:
        """Bring short numbers into long ones: to compile the large kernel for both takes long."""
        place = cuda.grid(1)
        if place < wide.shape[0]:
            wide[place] = narrow[place]

    def forget(slots: Any, first: int) -> None:
        place = cuda.grid(1)
        if place < slots.shape[0]:
            at(slots, place).game = first + place - slots.shape[0]

    kernels = (
        play, clear_shown, clear_hidden, find_illegal, pick, reveal, find_round_winners, widen,
        forget,
    )  # fmt: skip
    return {kernel.__name__: cuda.jit(kernel) for kernel in kernels}


def make_binder(strategies: Sequence[Compiled]) -> gpu.Binder:
    """Make a binder that knows what stands on a GPU for what."""
    as_slot, as_mind = gpu.record_at(GPU_SLOT), gpu.record_at(GPU_MIND)

    def slot_on_device(slots: Any, place: int) -> Any:
        return as_slot(slots[place])

    def mind_on_device(minds: Any, place: int, which: int) -> Any:
        return as_mind(minds[place, which])

    def row_on_device(rows: Any, place: int) -> Any:
        return rows[place]

    binder = gpu.Binder()
    binder.exchange(host.count_bits, gpu.count_bits)
    binder.exchange(host.lowest_bit, gpu.lowest_bit)
    binder.exchange(fill, gpu.fill_by_words)
    binder.exchange(slot_at, slot_on_device)
    binder.exchange(mind_at, mind_on_device)
    binder.exchange(row_at, row_on_device, inline="always")
    binder.exchange(clear_row, leave_cleared)
    if all(strategy.shipped for strategy in strategies):
        binder.exchange(why_not, gpu.why_ever)
    functions: list[Callable[..., Any]] = [bot_of(each, safe=False) for each in strategies]
    bots = [binder.bind(function) for function in functions]
    binder.exchange(host.call, gpu.choice(bots) if bots else ask_nobody)
    return binder


def ask_nobody(which: int, table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Stand where bots are called, at tables without bots."""
    return 0
