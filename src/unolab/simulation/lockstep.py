"""Games with networks on a GPU: thousands side by side, which wait for each other's decisions.

A thread for each game would read all weights by itself. So a kernel plays every game on to the next
decision of a network and writes down what that sees, the network answers all of them at once, and
so on. Everything else, the bots, the deals and the order in which seats are asked, is what it is on
the processor: a network is asked as a bot in plain Python is, where ``advance`` says who is to be.
Close decisions are made again by the sums of the processor, so the games are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from unolab.bots.neural.network import Network
from unolab.bots.neural.products import choose_actions, make_layers
from unolab.bots.observation.evidence import Evidence, keep_watching
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import write_seen
from unolab.bots.observation.observe import clear_row, leave_cleared, write_question
from unolab.bots.observation.question import ACTIONS, DECIDED_BITS, question_for
from unolab.bots.observation.question import ASKED as REAL_QUESTION
from unolab.bots.settings import WEIGHTS
from unolab.bots.strategies.neural import decide, forget_uno, make_move
from unolab.engine import gpu
from unolab.engine.gpu import cuda
from unolab.engine.jit import jit
from unolab.engine.layout import (
    NOBODY,
    OVER,
    Hand,
    Int,
    Memory,
    Minds,
    Score,
    Small,
    StateRecord,
    Table,
    dtype_of,
    number,
)
from unolab.engine.record import Record
from unolab.engine.run import ASKED, ASKS, PASS, advance, obey
from unolab.engine.series import (
    count_deal,
    count_game,
    count_lag,
    follow_lags,
    seat_and_deal,
)
from unolab.errors import ResourceError
from unolab.simulation.recheck import Recheck

BOARDS: Final = 4 if gpu.SIMULATED else 1 << 18  # games side by side, if there is room for them
LANES: Final = 2  # while a network answers in one, games are played in the other
SHARE: Final = 3  # one in so many bytes of the free memory may be taken by the games
ROWS: Final = 4 if gpu.SIMULATED else 1 << 16  # that a network answers at once
THREADS: Final = 2 if gpu.SIMULATED else 128  # in a block
FREE, DONE = number(-1), number(-2)


class Board:
    """One of the games side by side, and what it waits for."""

    state: StateRecord
    minds: Minds
    score: Score
    evidence: Evidence
    watched: Int  # how many events it has taken in
    game: Annotated[int, "i8"]  # the first one of its deal; FREE, or DONE where there is none left
    row: Annotated[int, "i8"]  # where its question stands, or NOBODY
    rotation: Small
    asked: Small  # the seat of a network that decides
    colors: Small  # how that seat counts colours


BOARD: Final = dtype_of(Board, gpu.ROOM)
WORDS: Final = BOARD.itemsize // 8


class Lockstep:
    """Plays games of one line-up, in which there are networks."""

    def __init__(
        self, networks: Sequence[Network], kernels: Kernels, state: Record, minds: Record, most: int
    ) -> None:
        """Set up so many games side by side at most, or as many as there is memory for."""
        check_jax()
        minders = [(make_layers(network), Recheck(network)) for network in networks]
        boards = min(BOARDS, -(-most // ROWS) * ROWS)
        if not gpu.SIMULATED:
            free = cuda.current_context().get_memory_info()[0]
            fitting = free // SHARE // (BOARD.itemsize + len(networks) * (SIZE + ACTIONS + 4))
            boards = min(boards, max(1, fitting // ROWS) * ROWS)
        start = gpu.to_device(make_board(state, minds).view(np.int64))
        lanes = max(1, min(LANES, boards // ROWS))
        self._lanes = [Lane(boards // lanes, minders, kernels, start) for _ in range(lanes)]

    def play(
        self, tallies: Any, erring: Any, low: int, high: int, begin: int, end: int, rotations: int
    ) -> None:
        """Play the games from one number to another, and add them to the tallies."""
        given = tallies, erring, gpu.to_device(np.array([begin])), low, high, end, rotations
        if not gpu.SIMULATED:
            cuda.synchronize()  # all of this is there before the lanes begin
        with ThreadPoolExecutor(len(self._lanes)) as pool:
            list(pool.map(lambda lane: lane.play(*given), self._lanes))


class Lane:
    """Some of the games side by side. While a network answers here, other lanes play on."""

    def __init__(
        self, boards: int, minders: Sequence[tuple[Any, Recheck]], kernels: Kernels, start: Any
    ) -> None:
        """Make room for so many games, which begin with a board like this one."""
        self._minders = minders
        self._kernels = kernels
        self._start = start
        self._stream = cuda.stream()
        of_networks = len(minders), boards
        self._words = blank((boards, WORDS), np.int64)
        self._rows = blank((*of_networks, SIZE), np.uint8)
        self._masks = blank((*of_networks, ACTIONS), np.uint8)
        self._actions = blank(of_networks, np.int32)
        self._handed: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._grid = -(-boards // THREADS), THREADS, self._stream
        one = np.ones(len(minders), np.int64)
        self._answer(one)  # these compile
        self._decide_again(one)

    def play(self, *given: Any) -> None:
        """Play until there is no game left to begin."""
        self._kernels.set_up[self._grid](self._words, self._start)
        while (asked := self._play_on(*given)).any():
            self._answer(asked)
            self._decide_again(asked)

    def _play_on(self, *given: Any) -> Any:
        """Play all games on to a decision; return how many of these are up to each network."""
        asked = gpu.to_device(np.zeros(len(self._minders), np.int64))
        for seen in (self._rows, self._masks):
            self._kernels.clear[self._grid](seen.reshape(-1).view(np.uint32))
        self._kernels.play_on[self._grid](
            self._words, *given, self._actions, self._rows, self._masks, asked
        )
        return wait_for(asked, self._stream)

    def _answer(self, asked: Any) -> None:
        """Let every network answer the questions that were put to it."""
        answers = []
        for which, (layers, _) in enumerate(self._minders):
            for first in range(0, int(asked[which]), ROWS):
                actions = choose_actions(layers, *self._hand(which, first))
                answers.append((self._actions[which, first : first + ROWS], actions))
        for part, actions in answers:
            part.copy_to_device(from_jax(actions), stream=self._stream)

    def _hand(self, which: int, first: int) -> tuple[Any, Any]:
        """Hand some questions to JAX: once is enough, as they stay where they are."""
        if gpu.SIMULATED or (which, first) not in self._handed:
            part = which, slice(first, first + ROWS)
            self._handed[which, first] = to_jax(self._rows[part]), to_jax(self._masks[part])
        return self._handed[which, first]

    def _decide_again(self, asked: Any) -> None:
        """Make the decisions again of which a network was not sure."""
        for which, (_, recheck) in enumerate(self._minders):
            seen = self._rows[which], self._masks[which]
            recheck(*seen, self._actions[which], int(asked[which]), self._stream)


def make_board(state: Record, minds: Record) -> Any:
    """Make the board that all games begin with."""
    board = np.zeros(1, BOARD)
    board["state"], board["minds"] = state, minds
    board["game"], board["row"] = FREE, NOBODY
    return board


def blank(shape: tuple[int, ...], kind: type) -> Any:
    """Make an array on the device."""
    return gpu.to_device(np.zeros(shape, kind)) if gpu.SIMULATED else cuda.device_array(shape, kind)


def wait_for(array: Any, stream: Any) -> Any:
    """Bring an array from the device when all before it in a stream is done."""
    if gpu.SIMULATED:
        return array.copy_to_host()
    copy = array.copy_to_host(stream=stream)
    stream.synchronize()
    return copy


def to_jax(array: Any) -> Any:
    """Hand an array to JAX: it stays where it is."""
    import jax.numpy as jnp

    return jnp.asarray(array.copy_to_host() if gpu.SIMULATED else array)


def from_jax(array: Any) -> Any:
    """Wait for an array of JAX and take it: it stays where it is."""
    if gpu.SIMULATED:
        return np.asarray(array)
    return cuda.as_cuda_array(array.block_until_ready(), sync=False)


def check_jax() -> None:
    """Refuse to play where JAX can't use the GPU."""
    import jax

    if not gpu.SIMULATED and jax.default_backend() != "gpu":
        raise ResourceError(
            "JAX does not see the GPU, which networks need: pip install 'jax[cuda13]'"
        )


# ── the kernels ───────────────────────────────────────────────────────────────────────────────────


class Kernels(NamedTuple):
    """What runs on the device."""

    set_up: Any
    clear: Any
    play_on: Any


def ask_network(table: Table, hand: Hand, memory: Memory) -> int:
    """Stand in for a network: ask for a move, unless there is only one."""
    move = question_for(table, hand, 0, DECIDED_BITS)[2]
    return ASKS if move == REAL_QUESTION else number(move)


@jit
def show_question(board: Board, row: Any, mask: Any) -> None:
    """Write what the seat of a network sees, and what it may do."""
    table = board.state.table
    hand = board.state.hands[board.asked]
    board.watched = keep_watching(board.evidence, table, board.watched)
    board.colors = write_seen(table, hand, board.evidence, True, row)
    cards, more, _ = question_for(table, hand, 0, DECIDED_BITS)
    write_question(table, hand.seat, cards, more, board.colors, row, mask)


def make_kernels(
    bots: Sequence[Callable[..., Any]],
    trusted: bool,
    exchanged: Sequence[tuple[object, Callable[..., Any]]],
    closely: bool,
) -> Kernels:
    """Make the kernels of a line-up, with what ``gpu.kernel_of`` takes."""
    as_board = gpu.record_at(BOARD)
    standing_in = (decide, ask_network), (clear_row, leave_cleared)
    binder = gpu.bind_line_up(bots, trusted, [*exchanged, *standing_in], [show_question])
    move, obey_one, ask = map(binder.bind, (advance, obey, show_question))
    turn_into_move, say = map(binder.bind, (make_move, forget_uno))
    deal, note_game, note_deal = map(binder.bind, (seat_and_deal, count_game, count_deal))
    follow, note_lag = map(binder.bind, (follow_lags, count_lag))

    def set_up(boards: Any, words: Any) -> None:
        """Copy a board to all of them."""
        place = cuda.grid(1)
        if place < boards.shape[0]:
            for i in range(WORDS):
                boards[place, i] = words[i]

    def clear(words: Any) -> None:
        """Clear what ``play_on`` is going to write; for one thread a whole row would take long."""
        for place in range(cuda.grid(1), len(words), cuda.gridsize(1)):
            words[place] = 0

    def play_on(
        boards: Any,
        tallies: Any,
        erring: Any,
        next_game: Any,
        low: int,
        high: int,
        end: int,
        rotations: int,
        actions: Any,
        rows: Any,
        masks: Any,
        asked: Any,
    ) -> None:
        """Do what a network has decided and play on to its next decision, in game after game."""
        place = cuda.grid(1)
        if place >= boards.shape[0]:
            return
        board = as_board(boards[place])
        if board.game == DONE:
            return
        state = board.state
        minds = board.minds
        score = board.score
        table = state.table
        tally = tallies[cuda.blockIdx.x % tallies.shape[0]]
        passed = NOBODY
        made = number(0)
        if board.row != NOBODY:
            seat = board.asked
            mind = minds.each[minds.order[seat]]
            action = actions[int(mind.memory.settings[WEIGHTS]), board.row]
            wanted = turn_into_move(table, seat, board.colors, action)
            made = obey_one(state, seat, say(wanted, mind.memory, mind.rng))
            passed = seat if made == PASS else NOBODY
            board.row = NOBODY
        while True:
            if made < 0:
                cuda.atomic.min(erring, 0, board.game + board.rotation)
                board.game = DONE
                return
            if made >= ASKED:
                seat = made - ASKED
                which = int(minds.each[minds.order[seat]].memory.settings[WEIGHTS])
                row = cuda.atomic.add(asked, which, 1)
                board.row = row
                board.asked = seat
                ask(board, rows[which, row], masks[which, row])
                return
            if closely and made > PASS:  # known to the compiler, which leaves it out elsewhere
                follow(table, score)
            if board.game != FREE and table.phase != OVER:
                made = move(state, minds, passed)
                passed = NOBODY
                continue
            if board.game != FREE:
                if closely:
                    note_lag(table, score, tally)
                note_game(table, minds, score, tally)
                board.rotation += 1
                if board.rotation == rotations:
                    note_deal(table.players, score, tally)
                    board.game = FREE
            if board.game == FREE:
                board.game = cuda.atomic.add(next_game, 0, rotations)
                board.rotation = 0
                if board.game >= end:
                    board.game = DONE
                    return
            deal(state, minds, low, high, board.game + board.rotation, rotations)
            board.watched = number(0)
            made = number(0)
            passed = NOBODY

    return Kernels(*map(cuda.jit, (set_up, clear, play_on)))
