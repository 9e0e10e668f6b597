"""``unolab`` in a process that is a copy of one which has the server imported and compiled.

To import it takes seconds, and many tests kill a server to start it again.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.reduction import DupFd
from typing import Any

# A copy would not report which lines it reaches, and Windows has none.
AVAILABLE = os.name != "nt" and "COVERAGE_FILE" not in os.environ


class Forked:
    """What a test needs of ``subprocess.Popen``, with both outputs as text."""

    def __init__(self, *arguments: str) -> None:
        """Run ``unolab`` with these arguments, in this folder and environment."""
        context = get_context("forkserver")
        context.set_forkserver_preload([__name__ + "_parent"])
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        given = arguments, os.getcwd(), dict(os.environ)
        ends = _End(out_end), _End(err_end)
        self._process = context.Process(target=_run, args=(*given, *ends), daemon=True)
        try:
            self._process.start()
        finally:
            os.close(out_end)
            os.close(err_end)
        self.stdout, self.stderr = os.fdopen(out), os.fdopen(err)
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return how it ended; None while it runs."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for its end; return what it has printed since."""
        with ThreadPoolExecutor(2) as both, self.stdout as out, self.stderr as err:
            said = both.submit(out.read), both.submit(err.read)
            found = said[0].result(timeout), said[1].result(timeout)
        self._process.join(timeout)
        return found


class _End:
    """The end of a pipe, which goes to the new process."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getstate__(self) -> Any:
        return DupFd(self.number)

    def __setstate__(self, number: Any) -> None:
        self.number = number.detach()


def _run(
    arguments: tuple[str, ...], folder: str, environment: Mapping[str, str], out: _End, err: _End
) -> None:
    """Become the command, as far as anybody can tell."""
    from unolab.__main__ import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.number, 1)
    os.dup2(err.number, 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    for end in (out, err):
        os.close(end.number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["unolab", *arguments]
    main()
