"""A live ``unolab serve`` in a process of its own, and clients that talk to it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

SERVE = "import sys; sys.argv[0] = 'unolab'; from unolab.cli import main; main()"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def start(database: str, port: int, *more: str) -> subprocess.Popen[str]:
    """Start a server; it says so when it listens."""
    arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), "--database", database, *more]
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
        text=True,
    )


def wait_for(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    assert re.match(r"unolab is at http://127\.0\.0\.1:\d+ ", line), process.stderr.read()


class Live:
    """A server that can be killed and started again in the same place."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = free_port()
        self.process = start(database, self.port)
        wait_for(self.process)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def restart(self) -> None:
        self.process = start(self.database, self.port)
        wait_for(self.process)

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; return the exit code and what was said on stderr."""
        self.process.send_signal(signal.SIGINT)
        _, err = self.process.communicate(timeout=20)
        return self.process.returncode, err

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"http://{self.address}{path}")

    def post(self, path: str, **fields: Any) -> Any:
        answer = httpx.post(f"http://{self.address}{path}", json=fields, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    @contextmanager
    def player(self, room: str, token: str | None = None, since: int = 0) -> Iterator["Player"]:
        with connect(f"ws://{self.address}/api/ws") as connection:
            yield Player(connection, room, token, since)


@contextmanager
def living(database: str) -> Iterator[Live]:
    live = Live(database)
    try:
        yield live
    finally:
        if live.process.poll() is None:
            live.kill()


class Player:
    """A client that plays the first card it may, and remembers what it saw."""

    def __init__(
        self, connection: ClientConnection, room: str, token: str | None, since: int
    ) -> None:
        self.connection = connection
        self._id = 0
        secret = {} if token is None else {"token": token}
        self.send(type="hello", room=room, since=since, **secret)
        self.welcome = self.read()
        self.update = self.read()

    def send(self, **fields: Any) -> None:
        self._id += 1
        self.connection.send(json.dumps({"id": self._id, **fields}))

    def read(self) -> Any:
        """The next message; updates are kept."""
        message = json.loads(self.connection.recv(timeout=20))
        if message["type"] == "update":
            self.update = message
        return message

    def answer(self) -> bool:
        """Move if there is something to decide; say whether there was."""
        if self.update["room"]["stage"] in ("pause", "over"):
            seat = self.update["seats"][0]
            if not self.update["room"]["seats"][seat]["ready"]:
                self.send(type="deal")
            return True
        hand = self.update["hand"]
        mine = [c for c in hand["choices"] if c["kind"] not in ("call", "catch", "jump")]
        if mine:
            said = "!" if mine[0]["uno"] else ""
            self.send(type="move", move=mine[0]["move"] + said, at=self.update["number"])
        return bool(mine)
