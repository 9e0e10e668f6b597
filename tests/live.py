"""A server in a process of its own, and friends who play on it over real sockets."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tests import forked
from unolab import State
from unolab.server.protocol import (
    FROM_SERVER,
    VERSION,
    FromServer,
    Refused,
    Update,
    Welcome,
)

TIMEOUT = 60.0  # seconds that nothing takes unless it never comes


class LiveServer:
    """``unolab serve`` on a port of its own; it can be killed and started again."""

    module = "unolab"
    """What is run as the command."""

    def __init__(self, database: str, *arguments: str, anew: bool = False) -> None:
        """Start it, and wait until it listens; ``anew`` as the command itself, which takes longer.

        Else it is a copy of a process that has imported everything.
        """
        self._anew = anew or not forked.AVAILABLE
        self._database = database
        self._arguments = arguments
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, again on the same port."""
        words = ["serve", "--host", "127.0.0.1", "--no-limits", "--port", str(self.port)]
        words += ["--database", self._database, *self._arguments]
        self.process: forked.Forked | subprocess.Popen[str]
        if self._anew:
            command = [sys.executable, "-m", self.module, *words]
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        else:
            self.process = forked.Forked(*words)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        assert line.startswith("unolab is at http://"), self.process.stderr.read()
        self.url = line.split()[3]
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self) -> None:
        """Kill it as a power cut would: it can do nothing about it."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C does; return its exit code and what it had to say."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=TIMEOUT)
        assert self.process.returncode is not None
        return self.process.returncode, said

    def get(self, path: str) -> Any:
        """Ask over HTTP."""
        with urlopen(self.url + path, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def text(self, path: str) -> str:
        """Ask for plain text."""
        with urlopen(self.url + path, timeout=TIMEOUT) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: object) -> Any:
        """Send JSON over HTTP."""
        data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
        with urlopen(Request(self.url + path, data, kind), timeout=TIMEOUT) as answer:
            return json.load(answer)


@contextmanager
def living(database: str, *arguments: str, anew: bool = False) -> Iterator[LiveServer]:
    """Run a server for a while."""
    server = LiveServer(database, *arguments, anew=anew)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Friend:
    """Somebody in a room who does what the test says."""

    def __init__(
        self,
        server: LiveServer,
        code: str,
        token: str | None = None,
        since: int = 0,
        timeout: float = TIMEOUT,
    ) -> None:
        """Come in, with the secret of a seat or as a spectator."""
        self._server = server
        self._timeout = timeout
        self._ids = count(1)
        self.code = code
        self.token = token
        self._since = since
        self.update: Update
        self.refused: list[Refused] = []
        self._line = ExitStack()
        self.socket: ClientConnection
        self.enter()

    def enter(self) -> None:
        """Connect, again after the server was gone."""
        address = self._server.url.replace("http", "ws") + f"/api/ws?room={self.code}"
        self._line.close()
        self.socket = self._line.enter_context(connect(address, open_timeout=self._timeout))
        self.send(
            type="hello", version=VERSION, room=self.code, token=self.token, since=self._since
        )
        self.until(lambda update: True)

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"id": next(self._ids), **message}))

    def sit(self, seat: int, name: str) -> Self:
        """Take a seat."""
        self.send(type="sit", seat=seat, name=name)
        self.until(lambda update: seat in update.seats)
        return self

    def move(self, move: str, seat: int | None = None) -> Update:
        """Make a move, and see it; whoever has several seats says for which."""
        before = self.update.number
        self.send(type="move", move=move, at=before, seat=seat)
        return self.until(lambda update: update.number > before)

    def until(self, wanted: Callable[[Update], bool]) -> Update:
        """Read until an update is what the test waits for."""
        while True:
            message = self.read()
            if isinstance(message, Update) and wanted(message):
                return message

    def read(self) -> FromServer:
        """Return the next message; what it says is kept."""
        message = FROM_SERVER.validate_json(self.socket.recv(self._timeout))
        if isinstance(message, Welcome) and message.token is not None:
            self.token = message.token
        if isinstance(message, Refused):
            self.refused.append(message)
        if isinstance(message, Update):
            self.update = message
        return message

    def answer(self) -> None:
        """Do the first thing that may be done, if it is the own turn; else be ready for a round."""
        update = self.update
        if update.room.stage in ("pause", "over"):
            if not update.room.seats[update.seats[0]].ready:
                self.send(type="deal")
            return
        assert update.hand is not None
        mine = [c for c in update.hand.choices if c.kind not in ("call", "catch", "jump")]
        if mine:
            said = "!" if mine[0].uno else ""
            self.send(type="move", move=mine[0].move + said, at=update.number)

    def until_turn(self) -> Update:
        """Wait for the own turn, unless it has come."""

        def mine(update: Update) -> bool:
            return update.table is not None and update.table.turn in update.seats

        return self.update if mine(self.update) else self.until(mine)

    def take_turn(self) -> Update:
        """Wait for the own turn, do the first thing that may be done, and see it."""
        before = self.until_turn().number
        self.answer()
        return self.until(lambda update: update.number > before)

    def close(self) -> None:
        """Go."""
        self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def database_in(folder: Path) -> str:
    """Return the address of a new SQLite file."""
    return f"sqlite:///{(folder / 'rooms.sqlite').as_posix()}"


def deals(rules: str, players: int, fits: Callable[[State], bool]) -> Iterator[str]:
    """Find deals that begin as a test needs it."""
    for seed in count():
        if fits(State.deal(rules, players, seed)):
            yield f"{rules}/{players}/{seed}"


def fill_hand(friend: Friend, other: Friend, cards: int) -> None:
    """Let two who play each other draw, and draw again, until the first has so many cards."""
    seat = friend.update.seats[0]
    while True:
        for one in (friend, other):
            update = one.until_turn()
            assert update.table is not None
            if update.table.sizes[seat] >= cards and one is friend:
                return
            update = one.move("+")
            if update.hand is not None and any(
                choice.move == "-" for choice in update.hand.choices
            ):
                one.move("-")
