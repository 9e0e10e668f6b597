"""Process: a foreign program, its pipes, and how it is stopped."""

from __future__ import annotations

import mmap
import os
import select
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Final
from weakref import finalize

from unolab.engine.jit import CACHE, COMPILED
from unolab.errors import OutOfResources
from unolab.foreign.fault import Broken, printable
from unolab.foreign.program import Program
from unolab.foreign.surroundings import surroundings

# The launcher is self-contained: importing unolab would take longer than the rest of the startup.
LAUNCHER: Final = (
    "import sys; sys.path.append(sys.argv[1]); from confinement.launcher import main; main()"
)
LONGEST_ANSWER: Final = 1 << 16  # bytes of an answer
STDERR_KEPT: Final = 2_000  # bytes of what it wrote to stderr
MOST_PRINTED: Final = 10_000_000  # bytes of it that are written to a log file, if there is one
MEMORY_CHECK_AFTER: Final = 0.05  # seconds a program may think before its memory is checked
SELDOM: Final = 64  # questions between two memory checks of a program that answers quickly
EXIT: Final = 2.0  # seconds between the end of its output and its exit
RESOURCE_ERRORS: Final = (
    EMFILE,
    ENFILE,
    EAGAIN,
    ENOMEM,
)  # errors of a full machine, not of a program
OUT_OF_MEMORY: Final = ("MemoryError", "out of memory", "bad_alloc", "Cannot allocate memory")


class Process:
    """A program that answers lines with lines."""

    def __init__(self, program: Program, memory: int) -> None:
        """Start it, without waiting for output."""
        if sys.platform == "win32":
            raise Broken("start", "can't be started: programs as players need Linux or macOS")
        # In the one thread that lives as long as we do: on Linux a process dies with the thread
        # that started it, see confinement/launcher.py.
        try:
            self._process = starter(os.getpid()).submit(launch, program, memory).result()
        except OSError as error:
            if error.errno in RESOURCE_ERRORS:
                raise OutOfResources(
                    f"this machine can't run more programs: {error.strerror}"
                ) from error
            raise Broken("start", f"can't be started: {error.strerror}") from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._received = b""
        self._prints = program.prints
        self._complaints = b""
        self._complains = True  # until it closes stderr
        self._memory = memory
        self._asked = 0
        self.killed = False
        self.close = finalize(self, stop, self._process)

    def kill(self) -> None:
        """Kill it, from any thread; a pending ``ask`` raises Broken."""
        self.killed = True
        kill(self._process)

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a message and return the line it answers; raise Broken if none comes."""
        end = monotonic() + seconds
        self._send(message, end)
        self._asked += 1
        if self._asked % SELDOM == 0:
            self._weigh()
        received = self._received
        while True:
            line, newline, rest = received.partition(b"\n")
            if newline and len(line) <= LONGEST_ANSWER:
                self._received = rest
                return line
            if len(received) > LONGEST_ANSWER:
                raise Broken("garbage", f"wrote a line of more than {LONGEST_ANSWER // 1024} kB")
            left = end - monotonic()
            if left <= 0:
                raise Broken("timeout", "")
            ready = self._poll.poll(min(left, MEMORY_CHECK_AFTER) * 1_000)
            if not ready:
                self._weigh()
            for pipe, _ in ready:
                if pipe == self._err:
                    self._drain()
                elif new := os.read(pipe, LONGEST_ANSWER):
                    received += new
                else:
                    raise self._describe_end()

    def _send(self, message: bytes, end: float) -> None:
        """Write to a pipe that may be full because the other side does not read."""
        while message:
            try:
                message = message[os.write(self._in, message) :]
            except BlockingIOError:
                self._wait_for_room(end)
            except BrokenPipeError:
                raise self._describe_end() from None

    def _wait_for_room(self, end: float) -> None:
        """Wait until the pipe is writable, and read stderr meanwhile."""
        room = select.poll()
        room.register(self._in, select.POLLOUT)
        if self._complains:
            room.register(self._err, select.POLLIN)
        left = end - monotonic()
        ready = room.poll(left * 1_000) if left > 0 else None
        if not ready:
            raise Broken("timeout", "")
        if any(pipe == self._err for pipe, _ in ready):
            self._drain()

    def _drain(self) -> None:
        """Read stderr and keep the end of it."""
        new = os.read(self._err, LONGEST_ANSWER)
        self._complaints = (self._complaints + new)[-STDERR_KEPT:]
        if self._prints is not None:
            with self._prints.open("ab") as file:
                if file.tell() < MOST_PRINTED:
                    file.write(new)
        if not new:
            self._complains = False
            self._poll.unregister(self._err)

    def _weigh(self) -> None:
        """Check its memory; on systems without /proc, only the launcher's limit applies."""
        try:
            with open(f"/proc/{self._process.pid}/statm", "rb") as file:
                pages = int(file.read().split()[1])
        except (OSError, IndexError):
            return
        if pages * mmap.PAGESIZE > self._memory << 20:
            raise Broken("memory", f"used more than {self._memory} MB of memory")

    def _describe_end(self) -> Broken:
        """Describe how it ended, or that it closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT)
        code = self._process.poll()
        if code is None:
            return Broken("garbage", "closed its output")
        with suppress(BlockingIOError):
            while self._complains:  # it is dead, so this ends
                self._drain()
        said = self.complaint
        how = f"ended with exit code {code}" if code >= 0 else f"died of {signal_name(-code)}"
        memory = any(sign in self._complaints.decode(errors="replace") for sign in OUT_OF_MEMORY)
        return Broken("memory" if memory else "crash", how + (f": {said}" if said else ""))

    @property
    def complaint(self) -> str:
        """The last line that it wrote to stderr."""
        lines = self._complaints.decode(errors="replace").split("\n")
        written = [text for line in lines if (text := printable(line, 160))]
        return written[-1] if written else ""


def signal_name(number: int) -> str:
    """Return the name of a signal, as in SIGSEGV."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@cache
def starter(process: int) -> ThreadPoolExecutor:
    """Return the thread that starts all programs of this process (a forked one has none)."""
    thread = ThreadPoolExecutor(1, "foreign bots")
    try:
        thread.submit(int).result()  # its first task starts it, or fails to
    except RuntimeError as error:
        raise OutOfResources(f"this machine can't run more programs: {error}") from error
    return thread


def launch(program: Program, memory: int) -> subprocess.Popen[bytes]:
    """Start a program through the launcher, which drops its privileges."""
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(Path(__file__).parent), str(memory)]
    given = [f"+{path}" for path in surroundings(program)]
    hidden = [f"-{path.resolve()}" for path in program.hidden]
    return subprocess.Popen(
        [*launcher, *given, *hidden, "--", *program.words],
        cwd=program.folder,
        env=environment(program.folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a bot: next to nothing of ours."""
    threads = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB_MAXIMUM")
    given = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets have the same order every time
        "PYTHONDONTWRITEBYTECODE": "1",
        **{f"{library}_NUM_THREADS": "1" for library in threads},
        "UNOLAB_CACHE_DIR": str(CACHE.parent),  # for bots that want a View
    }
    return given if COMPILED else given | {"NUMBA_DISABLE_JIT": "1"}


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all that it started."""
    if process.returncode is None:  # else its PID may have been reused
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and clean up after it."""
    kill(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
