"""Ctrl-C: it ends the command at once and quietly, also where Python does not hear it.

While a compiled bot runs, which may never return, it does not: the interpreter looks for signals
between two of its instructions. But a socket can be told of them at once, and whoever reads there
can end the process. This module stands at the very start, so it imports little.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    import socket
    from types import FrameType

STOPPED: Final = 130  # the exit code after Ctrl-C
INTERRUPT_GRACE: Final = 2.0  # seconds after Ctrl-C until what does not come back is left alone


@contextmanager
def interruptible(when: str) -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl-C; if machine code keeps it back, end the process.

    Only where Ctrl-C means what it always does: not in a thread, nor where it is ignored.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    import socket

    came = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        came.set()
        signal.default_int_handler(number, frame)

    reader, writer = socket.socketpair()
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, hear)
    threading.Thread(target=watch, args=(reader, came, when), daemon=True).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(before)
        writer.close()  # which ends the thread


def watch(reader: socket.socket, came: threading.Event, when: str) -> None:
    """End the process if Python has not heard a Ctrl-C some time after the kernel told us."""
    with reader:
        while signals := reader.recv(1):
            if signals[0] == signal.SIGINT and not came.wait(INTERRUPT_GRACE):
                say_stopped(when)
                leave_now(STOPPED)


def say_stopped(when: str = "") -> None:
    """Print the one line that Ctrl-C leaves."""
    print(" ".join(["unolab: stopped", *when.split()]), file=sys.stderr)


def is_interrupt(error: BaseException | None) -> bool:
    """Whether it was Ctrl-C, or what a module made of it while it was imported."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def leave() -> NoReturn:
    """End with the exit code after Ctrl-C, also if there is a thread that never ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # once was enough
    last = threading.Timer(INTERRUPT_GRACE, leave_now, (STOPPED,))
    last.daemon = True
    last.start()
    sys.exit(STOPPED)


def leave_now(code: int) -> None:
    """End the process without waiting for threads, but with all that was printed."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
