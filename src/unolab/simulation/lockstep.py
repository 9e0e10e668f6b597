"""Games with networks on a GPU: thousands side by side, which wait for each other's decisions.

A thread for each game would read all weights by itself. So a kernel plays every game on to the next
decision of a network and writes down what that sees, the network answers all of them at once, and
so on. Everything else, the bots, the deals and the order in which seats are asked, is what it is on
the processor: a network is asked as a bot in plain Python is, where ``advance`` says who is to be.
Close decisions are made again by the sums of the processor, so the games are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import numpy as np

from unolab.bots.neural.network import Network
from unolab.bots.neural.products import choose_actions, make_layers
from unolab.bots.observation.evidence import Evidence, keep_watching
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import write_seen
from unolab.bots.observation.observe import write_question
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
SHARE: Final = 3  # one in so many bytes of the free memory may be taken by the games
ROWS: Final = 4 if gpu.SIMULATED else 1 << 15  # that a network answers at once
THREADS: Final = 2 if gpu.SIMULATED else 128  # in a block
CLOSE: Final = 1e-3  # decisions that are made again; sums differ by a hundredth of that
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
        self._kernels = kernels
        self._layers = [make_layers(network) for network in networks]
        self._rechecks = [Recheck(network) for network in networks]
        self.boards = min(BOARDS, -(-most // ROWS) * ROWS)
        if not gpu.SIMULATED:
            free = cuda.current_context().get_memory_info()[0]
            fitting = free // SHARE // (BOARD.itemsize + len(networks) * (SIZE + ACTIONS + 4))
            self.boards = min(self.boards, max(1, fitting // ROWS) * ROWS)
        self._grid = -(-self.boards // THREADS), THREADS
        of_networks = len(networks), self.boards
        self._words = blank((self.boards, WORDS), np.int64)
        self._start = gpu.to_device(make_board(state, minds).view(np.int64))
        self._rows = blank((*of_networks, SIZE), np.uint8)
        self._masks = blank((*of_networks, ACTIONS), np.uint8)
        self._actions = blank(of_networks, np.int32)
        one = np.ones(len(networks), np.int64)
        self._answer(one)  # these compile
        self._decide_again(one)

    def play(
        self, tallies: Any, erring: Any, low: int, high: int, begin: int, end: int, rotations: int
    ) -> None:
        """Play the games from one number to another, and add them to the tallies."""
        set_up, _ = self._kernels
        set_up[self._grid](self._words, self._start)
        next_game = gpu.to_device(np.array([begin]))
        given = tallies, erring, next_game, low, high, end, rotations
        while (asked := self._play_on(*given)).any():
            self._answer(asked)
            self._decide_again(asked)

    def _play_on(self, *given: Any) -> Any:
        """Play all games on to a decision; return how many of these are up to each network."""
        _, play_on = self._kernels
        asked = gpu.to_device(np.zeros(len(self._layers), np.int64))
        play_on[self._grid](self._words, *given, self._actions, self._rows, self._masks, asked)
        return asked.copy_to_host()  # which waits for the kernel

    def _answer(self, asked: Any) -> None:
        """Let every network answer the questions that were put to it."""
        answers = []
        for which, layers in enumerate(self._layers):
            for first in range(0, int(asked[which]), ROWS):
                part = which, slice(first, first + ROWS)
                rows, masks = to_jax(self._rows[part]), to_jax(self._masks[part])
                answers.append((part, choose_actions(layers, rows, masks, CLOSE)))
        for part, actions in answers:
            self._actions[part].copy_to_device(from_jax(actions))

    def _decide_again(self, asked: Any) -> None:
        """Make the decisions again of which a network was not sure."""
        for which, recheck in enumerate(self._rechecks):
            recheck(self._rows[which], self._masks[which], self._actions[which], int(asked[which]))


def make_board(state: Record, minds: Record) -> Any:
    """Make the board that all games begin with."""
    board = np.zeros(1, BOARD)
    board["state"], board["minds"] = state, minds
    board["game"], board["row"] = FREE, NOBODY
    return board


def blank(shape: tuple[int, ...], kind: type) -> Any:
    """Make an array on the device."""
    return gpu.to_device(np.zeros(shape, kind)) if gpu.SIMULATED else cuda.device_array(shape, kind)


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

Kernels = tuple[Any, Any]


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
    binder = gpu.bind_line_up(bots, trusted, [*exchanged, (decide, ask_network)], [show_question])
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

    return cuda.jit(set_up), cuda.jit(play_on)
