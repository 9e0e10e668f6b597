"""``deploy/servers.py``: several servers on this machine, one of which dies."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from deploy import servers
from deploy.servers import Problem, find_ports, read_options
from tests.live import TIMEOUT, Friend, LiveServer
from tests.server.postgres import programs

SCRIPT = str(Path(servers.__file__))


class Member(LiveServer):
    """One of the servers, which the script starts and stops."""

    def __init__(self, url: str) -> None:
        self.url = url


class Script:
    """The script at work, with a database of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        command = [sys.executable, SCRIPT, "--port", "0", "--folder", str(folder), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines: list[str] = []
        self.read_until("servers are ready")
        started = re.findall(r"server \d is at (\S+)  \(process (\d+)\)", "".join(self.lines))
        self.members = [Member(url) for url, _ in started]
        self.processes = [int(process) for _, process in started]

    def read_until(self, words: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if words in line:
                return line
        raise AssertionError(f"the script has ended: {self.lines}")

    @property
    def database(self) -> int:
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])


@pytest.fixture
def folder() -> Iterator[Path]:
    programs()
    folder = Path(tempfile.mkdtemp(prefix="unolab-servers-"))  # PostgreSQL's user has to reach it
    yield folder
    shutil.rmtree(folder)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def go_on(friend: Friend) -> None:
    """Come back until the room is somewhere, and make a move."""
    until = time.monotonic() + TIMEOUT
    while True:
        try:
            friend.enter()
            friend.take_turn()
            return
        except (OSError, WebSocketException):
            assert time.monotonic() < until, "the room is nowhere"
            time.sleep(0.1)


@pytest.mark.slow
def test_game_goes_on_without_its_server_and_nothing_is_left_behind(folder: Path) -> None:
    script = Script(folder, "--servers", "2", "--", "--lease", "2", "--no-limits")
    left = [*script.processes, script.database]
    try:
        first, second = script.members
        seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "bot": "easy"}]
        made = first.post("/api/rooms", {"seats": seats, "pace": "instant", "start": True})
        with Friend(second, made["code"], made["token"]) as ada:
            go_on(ada)
            seen = ada.update.number
            os.kill(script.processes[0], signal.SIGKILL)
            go_on(ada)
            assert ada.update.number > seen
        again = re.search(r"process (\d+)", script.read_until("server 1 ended with code -9"))
        assert again is not None
        left.append(int(again[1]))
    finally:
        script.process.send_signal(signal.SIGINT)
        said, _ = script.process.communicate(timeout=TIMEOUT)
    assert (script.process.returncode, said) == (0, "stopping\n")
    assert [process for process in left if is_there(process)] == []


@pytest.mark.thorough
@pytest.mark.slow
def test_drill_kills_servers_and_they_come_back(folder: Path) -> None:
    script = Script(folder, "--servers", "1", "--drill", "0.5")
    try:
        script.read_until("drill: server 1 is killed")
        script.read_until("server 1 ended with code -9")
    finally:
        script.process.terminate()
        script.process.communicate(timeout=TIMEOUT)
    assert script.process.returncode == 0
    assert not (folder / "data/postmaster.pid").exists()


def test_what_follows_the_dashes_is_for_the_servers() -> None:
    options, passed_on = read_options(["--servers", "2", "--", "--lease", "5"])
    assert (options.servers, passed_on) == (2, ["--lease", "5"])


@pytest.mark.parametrize(
    "arguments",
    [["--servers", "0"], ["--drill", "0"], ["--database", "postgresql://x", "--folder", "y"]],
)
def test_options_that_make_no_sense_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        read_options(arguments)
    assert "expected" in (said := capsys.readouterr().err) or "leave it out" in said


def test_ports_follow_the_first_or_are_free() -> None:
    free = find_ports("127.0.0.1", 0, 3)
    assert len({*free} - {0}) == 3
    assert find_ports("127.0.0.1", free[0], 1) == free[:1]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Problem, match=f"port {port} of 127.0.0.1 can't be used: .* in use"):
            find_ports("127.0.0.1", port, 2)


@pytest.mark.slow
def test_server_that_cannot_start_ends_everything() -> None:
    with pytest.raises(Problem, match="server 1 did not start"):
        servers.main(["--servers", "1", "--port", "0", "--database", "sqlite://"])


@pytest.mark.slow
def test_database_that_cannot_start_says_why(folder: Path) -> None:
    with pytest.raises(Problem, match='unrecognized configuration parameter "nonsense"'):
        servers.Postgres(folder, programs(), "fsync=off", "nonsense=1")
