"""A server that is told to stop: not ready at once, serving for a while, and nothing is lost."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live import TIMEOUT, Friend, LiveServer, database_in, deals, living
from tests.server.regulars import entries_of
from unolab.server.room.entries import Moved
from unolab.server.run import SAME_SIGNAL

pytestmark = pytest.mark.slow

RESTARTING = 1012  # "service restart": the page reconnects after any code


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def health(live: LiveServer) -> tuple[int, Any]:
    try:
        with urlopen(f"{live.url}/api/health", timeout=TIMEOUT) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def metric(port: int, name: str) -> float:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=TIMEOUT) as answer:
        lines = answer.read().decode().splitlines()
    (found,) = (line for line in lines if line.rpartition(" ")[0] == name)
    return float(found.rpartition(" ")[2])


def play(ada: Friend, bob: Friend) -> int:
    """Let both play a move; return the number of the last one that was acknowledged."""
    for friend in (ada, bob):
        friend.until_turn()
        friend.move("+")
        if friend.update.hand is not None and "-" in {c.move for c in friend.update.hand.choices}:
            friend.move("-")
    return bob.update.number


def test_moves_while_draining_are_acknowledged_and_kept(tmp_path: Path) -> None:
    database, port = database_in(tmp_path), free_port()
    with living(database, "--drain", "8", "--metrics-port", str(port)) as live:
        deal = next(deals("official", 2, lambda state: state.turn == 0))
        made = live.post("/api/rooms", {"seats": [{"who": "me"}, {}], "deal": deal})
        with Friend(live, made["code"]) as bob, Friend(live, made["code"], made["token"]) as ada:
            bob.sit(1, "Bob")
            ada.send(type="deal")
            for friend in (ada, bob):
                friend.until(lambda update: update.table is not None)
            play(ada, bob)
            assert health(live)[0] == 200
            live.process.send_signal(signal.SIGTERM)
            told = time.monotonic()
            while health(live)[0] == 200:
                assert time.monotonic() - told < TIMEOUT, "still ready"
            status, found = health(live)
            assert (status, found["ok"], found["state"]) == (503, False, "draining")
            assert live.text("/api/health/live") == "alive\n"
            assert metric(port, "unolab_ready") == 0
            assert metric(port, 'unolab_rooms{stage="playing"}') == 1
            assert metric(port, 'unolab_clients{role="player"}') == 2
            assert metric(port, "process_resident_memory_bytes") > 1e6
            acknowledged = before = play(ada, bob)
            for _ in range(6):  # not forever: the deck would be empty
                acknowledged = play(ada, bob)
                time.sleep(0.1)
            assert acknowledged > before
            moves = metric(port, 'unolab_moves_total{by="person"}')
            assert metric(port, "unolab_move_seconds_count") == moves
            with pytest.raises(ConnectionClosed) as closed:
                ada.until(lambda update: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == RESTARTING
            _, err = live.process.communicate(timeout=TIMEOUT)
            assert live.process.returncode == -signal.SIGTERM
            assert err == "draining: stops in 8 seconds\n"
            entries = entries_of(database, made["code"])
            assert len(entries) >= acknowledged
            assert sum(isinstance(entry, Moved) for entry in entries) >= moves
            live.start()
            ada.enter()
            bob.enter()
            assert ada.update.number >= acknowledged
            assert play(ada, bob) > acknowledged


def test_second_signal_ends_the_drain(tmp_path: Path) -> None:
    """As JSON, which tells the whole story and nothing else."""
    command = [sys.executable, "-m", "unolab", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--drain", "600", "--log-format", "json", "--database", database_in(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            started = json.loads(process.stderr.readline())
            process.send_signal(signal.SIGTERM)
            draining = json.loads(process.stderr.readline())
            process.send_signal(signal.SIGTERM)  # the same again: systemd tells every process
            time.sleep(SAME_SIGNAL + 0.1)
            assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    stopping, stopped = map(json.loads, err.splitlines())
    events = [line["event"] for line in (started, draining, stopping, stopped)]
    assert events == ["started", "draining", "stopping", "stopped"]
    assert "127.0.0.1" in started["address"]
    assert draining["seconds"] == 600
    assert stopped["seconds"] < 20
    assert out == ""
    assert process.returncode == -signal.SIGTERM
