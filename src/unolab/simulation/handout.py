"""Handing out pieces of work, and collecting what becomes of them in the same order.

This is the one place where chunks of games and blocks of a tournament go to threads, processes and
clusters. A piece whose worker has died is handed out again; an error of the work itself is not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, Final, Generic, TypeVar

from unolab.errors import ResourceError

TRIES: Final = 5  # how often a piece is handed out before its workers' deaths are no accident
MOST_WAITING: Final = 8  # times as many pieces as are under way may wait for one that takes long
SIGN_OF_LIFE: Final = 1.0  # seconds after which there is a sign of life

Work = TypeVar("Work")


class Piece(Generic[Work]):
    """A piece of work that was handed out."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.future: Future[Any] = Future()
        self.tries = 0
        self.is_back = False


def hand_out(
    works: Iterator[Work],
    submit: Callable[[Work], Future[Any]],
    ahead: Callable[[], int],
    most: int | None = None,
) -> Generator[tuple[Work, Any] | None]:
    """Hand out works and yield them with their results, in their order; None is a sign of life.

    At most ``ahead()`` are under way at a time. More may be handed out while one takes long, but
    no more than ``most`` in all before it is back. Closing the generator cancels the rest.
    """
    waiting: deque[Piece[Work]] = deque()
    back: SimpleQueue[Piece[Work]] = SimpleQueue()
    under_way = 0

    def send(piece: Piece[Work]) -> None:
        piece.tries += 1
        piece.future = submit(piece.work)
        piece.future.add_done_callback(lambda _: back.put(piece))

    try:
        more = True
        while more or waiting:
            room = ahead()
            limit = MOST_WAITING * room if most is None else most
            while more and under_way < room and len(waiting) < limit:
                work = next(works, None)
                more = work is not None
                if work is not None:
                    piece = Piece(work)
                    waiting.append(piece)
                    send(piece)
                    under_way += 1
            if not waiting:
                return
            try:
                piece = back.get(timeout=SIGN_OF_LIFE)
            except Empty:
                yield None
                continue
            if (error := loss_of(piece.future)) is not None:
                if piece.tries == TRIES:
                    raise ResourceError(
                        f"some games were lost {TRIES} times with the worker that played them: "
                        f"{str(error) or type(error).__name__}"
                    ) from error
                send(piece)
                continue
            under_way -= 1
            piece.is_back = True
            while waiting and waiting[0].is_back:
                yield take(waiting.popleft())
    finally:
        for piece in waiting:
            piece.future.cancel()


def take(piece: Piece[Work]) -> tuple[Work, Any]:
    """Return a piece of work and its result, which nothing else holds on to from now on."""
    result = piece.future.result()
    piece.future = Future()  # the other one refers to the piece, and so both would stay
    return piece.work, result


def loss_of(future: Future[Any]) -> BaseException | None:
    """Return why a piece of work was lost, if it was: its worker died, or somebody cancelled it."""
    try:
        error = future.exception()
    except CancelledError as cancelled:
        return cancelled
    return error if isinstance(error, BrokenExecutor) else None


class Silence:
    """How long nothing has come back."""

    def __init__(self) -> None:
        self._since = perf_counter()

    def end(self) -> None:
        """Note that something has come back."""
        self._since = perf_counter()

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return perf_counter() - self._since
