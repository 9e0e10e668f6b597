#!/usr/bin/env python3
"""Several unolab servers on this machine that share a PostgreSQL database, without containers.

    python3 deploy/servers.py                 three servers, on ports 8000 to 8002
    python3 deploy/servers.py --servers 5 --port 9000
    python3 deploy/servers.py --database postgresql+asyncpg://uno@localhost/uno
    python3 deploy/servers.py --drill 30      kill one of them about every 30 seconds
    python3 deploy/servers.py -- --lease 5    what follows "--" are options of "unolab serve"

Without --database it runs a PostgreSQL of its own, whose files are in --folder and which only this
user can reach. A server that ends is started again. Ctrl-C ends everything; games are kept.

For Linux and macOS, with a Python that has unolab[postgres].
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

START_WITHIN = 180.0  # seconds; the engine is compiled on the first start
STOP_WITHIN = 30.0  # seconds before a server that does not stop is killed
AGAIN_AFTER = 1.0  # seconds between two starts of the same server
LOOK_EVERY = 0.1  # seconds
NOT_READY = 503
NOBODY = 65534  # PostgreSQL refuses to run as root
DATABASE = "uno"
INSTALL = "install PostgreSQL (apt-get install postgresql), or put its initdb on the PATH"

_DIRECTLY = build_opener(ProxyHandler({}))  # whatever proxy the environment names


class Problem(Exception):
    """Something the user has to put right, said in a sentence."""


# ── the database ──────────────────────────────────────────────────────────────────────────────────


class Postgres:
    """A PostgreSQL in a folder, with its socket there and no port; made if it is not there yet."""

    def __init__(self, folder: Path, programs: Path, *settings: str) -> None:
        """Start it with settings such as ``fsync=off``."""
        self.folder = folder
        self._programs = programs
        self._settings = settings
        self._data = folder / "data"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.getuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        if not self._data.exists():
            new = folder / "new"  # renamed when it is whole
            shutil.rmtree(new, ignore_errors=True)
            how = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
            how += ["--no-sync"] if "fsync=off" in settings else []
            self.run("initdb", "-D", new, *how)
            new.rename(self._data)
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", *self._settings]
        options = [part for setting in settings for part in ("-c", setting)]
        command = self._command("postgres", "-D", self._data, *options)
        log = self.folder / "log"
        with log.open("ab") as output:
            self._server = subprocess.Popen(
                command, cwd=self.folder, stdout=output, stderr=output, start_new_session=True
            )
        try:
            self._wait_until_ready(log)
        except BaseException:  # Ctrl-C too: nobody else would end it
            self.stop(signal.SIGQUIT)
            raise

    def _wait_until_ready(self, log: Path) -> None:
        asking = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        while subprocess.run(asking).returncode != 0:
            if self._server.poll() is not None:
                raise Problem(f"PostgreSQL did not start; {log} ends with:\n{_end_of(log)}")
            time.sleep(LOOK_EVERY / 4)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: after a last checkpoint, or with SIGQUIT as in a crash."""
        self._server.send_signal(how)
        self._server.wait()

    def make(self, name: str) -> str:
        """Make a database unless it is there, and return its address."""
        exists = f"SELECT 1 FROM pg_database WHERE datname = '{name}'"
        if not self.run("psql", "-XAtc", exists, *self.where, "postgres"):
            self.run("createdb", *self.where, name)
        return f"postgresql+asyncpg://postgres@/{name}?host={self.folder}"

    @property
    def where(self) -> list[str]:
        """The options with which PostgreSQL's own programs connect to it."""
        return ["-h", str(self.folder), "-U", "postgres"]

    def run(self, program: str, *arguments: object) -> str:
        """Run one of PostgreSQL's own programs, and return what it prints."""
        done = subprocess.run(
            self._command(program, *arguments), cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise Problem(f"{program} failed: {done.stderr.strip()}")
        return done.stdout

    def _command(self, program: str, *arguments: object) -> list[str]:
        user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        as_user = _ending_with_us("INT", *(user if os.getuid() == 0 else []))
        return [*as_user, str(self._programs / program), *map(str, arguments)]


def find_programs() -> Path | None:
    """Find the folder of PostgreSQL's programs: on the PATH, or where Debian has all versions."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").is_file()), None)


def _end_of(log: Path) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-5:])


def _ending_with_us(name: str, *options: str) -> list[str]:
    """Return what a command begins with to get a signal if we are killed; Linux can do that."""
    setpriv = shutil.which("setpriv")
    return [setpriv, f"--pdeathsig={name}", *options] if setpriv else []


# ── the servers ───────────────────────────────────────────────────────────────────────────────────


class Server:
    """One ``unolab serve``, always on the same port."""

    def __init__(self, number: int, host: str, port: int, options: Sequence[str]) -> None:
        """Start it."""
        self.name = f"server {number}"
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        at = ["--host", host, "--port", str(port)]
        serve = [sys.executable, "-m", "unolab", "serve", *at, *options]
        self._command = [*_ending_with_us("TERM"), *serve]
        self.start()

    def start(self) -> None:
        """Start it, in a session of its own: Ctrl-C is for us, who end all in order."""
        self._started = time.monotonic()
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def wait_until_ready(self) -> None:
        """Wait until it serves, and say so."""
        until = time.monotonic() + START_WITHIN
        while not self._is_ready():
            if self.process.poll() is not None:
                raise Problem(f"{self.name} did not start")
            if time.monotonic() > until:
                raise Problem(f"{self.name} did not answer at {self.url}")
            time.sleep(LOOK_EVERY)
        say(f"{self.name} is at {self.url}  (process {self.process.pid})")

    def look_after(self) -> None:
        """Start it again if it has ended, but not all the time."""
        code = self.process.poll()
        if code is not None and time.monotonic() - self._started > AGAIN_AFTER:
            self.start()
            say(f"{self.name} ended with code {code}; it is now process {self.process.pid}")

    def stop(self, until: float) -> None:
        """Wait for it to end by itself, then kill it."""
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _is_ready(self) -> bool:
        try:
            with _DIRECTLY.open(f"{self.url}/api/health", timeout=5):
                return True
        except HTTPError as error:
            return error.code != NOT_READY  # with --allow-host, it may not accept our name for it
        except OSError:
            return False


def run_servers(servers: list[Server], drill: float | None) -> None:
    """Look after the servers until a signal comes; kill one now and then in a drill."""
    for server in servers:
        server.wait_until_ready()
    say(f"{len(servers)} servers are ready  (Ctrl-C stops them; games are kept)")
    next_kill = _next_kill(drill)
    while True:
        time.sleep(LOOK_EVERY)
        for server in servers:
            server.look_after()
        if time.monotonic() > next_kill:
            next_kill = _next_kill(drill)
            victim = random.choice(servers)
            say(f"drill: {victim.name} is killed")
            victim.process.kill()


def _next_kill(every: float | None) -> float:
    return float("inf") if every is None else time.monotonic() + random.expovariate(1 / every)


def stop_servers(servers: list[Server]) -> None:
    """Let all of them finish at the same time; another Ctrl-C kills them."""
    for server in servers:
        server.process.terminate()
    until = time.monotonic() + STOP_WITHIN
    for server in servers:
        try:
            server.stop(until)
        except KeyboardInterrupt:
            until = 0.0
            server.stop(until)


# ── the command ───────────────────────────────────────────────────────────────────────────────────


def read_options(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Read the command line; what follows ``--`` is for the servers."""
    arguments = list(arguments)
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    summary, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=summary,
        epilog=details,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--servers", type=int, default=3, help="how many (default 3)")
    parser.add_argument("--host", default="127.0.0.1", help="address to bind (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=8000, help="port of the first (default 8000); 0: any free ones"
    )
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL that is there already")
    parser.add_argument(
        "--folder", type=Path, help="where to keep our own (default: in unolab's data folder)"
    )
    parser.add_argument(
        "--drill", type=float, metavar="SECONDS", help="kill a server about this often"
    )
    options = parser.parse_args(arguments[:cut])
    if options.servers < 1:
        parser.error("--servers: expected at least 1")
    if options.drill is not None and not options.drill > 0:
        parser.error("--drill: expected a number of seconds above 0")
    if options.database and options.folder:
        parser.error("--folder is for a database of our own: leave it out, or --database")
    return options, arguments[cut + 1 :]


def find_ports(host: str, first: int, count: int) -> list[int]:
    """List the ports of the servers, which have to be free; any such if the first is 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with ExitStack() as taken:
        ports = []
        for number in range(count):
            port = first and first + number
            try:
                bound = taken.enter_context(socket.create_server((host, port), family=family))
            except (OSError, OverflowError) as error:
                raise Problem(f"port {port} of {host} can't be used: {error}") from None
            ports.append(bound.getsockname()[1])
        return ports


def say(text: str) -> None:
    """Tell the user at once, also through a pipe."""
    print(text, flush=True)


def interrupt(_: int, __: FrameType | None) -> None:
    """Stop as on Ctrl-C."""
    raise KeyboardInterrupt


def main(arguments: Sequence[str]) -> None:
    """Run everything until Ctrl-C or SIGTERM."""
    options, passed_on = read_options(arguments)
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGINT, interrupt)  # a shell's background job would ignore it
    postgres: Postgres | None = None
    servers: list[Server] = []
    try:
        url = options.database
        if url is None:
            programs = find_programs()
            if programs is None:
                raise Problem(f"there is no PostgreSQL here: {INSTALL}, or use --database")
            postgres = Postgres((options.folder or default_folder()).resolve(), programs)
            url = postgres.make(DATABASE)
        for number, port in enumerate(find_ports(options.host, options.port, options.servers)):
            shared = ["--database", url, *passed_on]
            servers.append(Server(number + 1, options.host, port, shared))
        run_servers(servers, options.drill)
    except KeyboardInterrupt:
        say("stopping")
    finally:
        stop_servers(servers)
        if postgres is not None:
            postgres.stop()


def default_folder() -> Path:
    """Return a folder beside the file of a single server."""
    from unolab.folders import find_data_folder

    return find_data_folder() / "servers"


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(str(problem))
