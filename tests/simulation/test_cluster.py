"""Games on a Ray cluster of two nodes, one of which is killed."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests import command
from tests.command import run
from unolab import Report, cluster, simulate
from unolab.cluster import MISSING, RayExecutor, WorkerLost, check_address, check_answer
from unolab.engine.jit import to_bytes
from unolab.errors import BadOption, BotFailed, ResourceError
from unolab.simulation import pool
from unolab.simulation.travel import edition
from unolab.state import View

NO_WHEEL = sys.platform == "win32" and sys.version_info >= (3, 13)
LINE_UP = ("mixbot2", "random")
GAMES = 60_000


def stubborn(view: View) -> str:
    return "R7"


def refused(*words: str) -> str:
    done = run(*words)
    command.refused(done)
    return done.err


# ── two nodes ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A head and another node, with one processor each, both on this machine."""
    if NO_WHEEL:
        pytest.skip("Ray has no wheel for this Python on Windows")
    with cluster.quiet():
        utilities: Any = import_module("ray.cluster_utils")
        small = {"num_cpus": 1, "object_store_memory": cluster.STORE_BYTES}
        found = utilities.Cluster(
            initialize_head=True, head_node_args=small | {"include_dashboard": False}
        )
        found.add_node(wait=True, **small)
    yield found
    with cluster.quiet():
        found.shutdown()


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_commands_on_a_cluster(nodes: Any) -> None:
    words = ("simulate", *LINE_UP, "--games", "2000", "--seed", "3")
    here, there = run(*words), run(*words, "--cluster", nodes.address)
    assert there.err == ""
    assert there.code == 0
    assert there.out.splitlines()[1:] == here.out.splitlines()[1:]  # all but the games/s


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_node_is_killed_in_the_middle(
    nodes: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "CHUNK_SECONDS_ELSEWHERE", 0.05)  # many chunks
    expected = simulate(LINE_UP, GAMES, seed=2)
    victim = next(iter(nodes.worker_nodes))
    killed = threading.Event()

    def kill(report: Report) -> None:
        if not killed.is_set():
            killed.set()
            with cluster.quiet():
                nodes.remove_node(victim, allow_graceful=False)

    said: list[str] = []
    with RayExecutor(nodes.address, said.append) as executor:
        assert executor.workers == 2
        report = simulate(LINE_UP, GAMES, seed=2, executor=executor, progress=kill, pause=0)
        assert killed.is_set()
        assert report == expected
        with pytest.raises(BotFailed, match="stubborn chose an illegal move in game 0"):
            simulate([stubborn, "random"], 20, executor=executor)
        executor.hear_silence(cluster.SAY_SECONDS + 1)
        executor._said -= cluster.SAY_SECONDS
        executor.hear_silence(cluster.SAY_SECONDS + 1)
        assert said[-1].startswith("nothing for 11 s: waiting for free workers; ")
        lost = executor.submit(os._exit, 1)
        assert isinstance(lost.exception(60), WorkerLost)
    assert capfd.readouterr() == ("", "")


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("address", ["", "here", "host", "http://host:80", "host:port", "a b:1"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadOption, match=r"a cluster is local, auto, HOST:PORT or ray://HOST:PORT"):
        check_address(address)


def test_nobody_answers() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        told = refused("simulate", *LINE_UP, "--cluster", address)
        assert told.startswith(f"unolab: no cluster answers at {address}: ")


def test_something_else_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                line.recv(1000)

        threading.Thread(target=answer, daemon=True).start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        told = refused("simulate", *LINE_UP, "--cluster", address)
    assert told == f"unolab: no cluster answers at {address}, but something else does\n"


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert refused("tables", "--cluster", "local") == f"unolab: {MISSING}\n"


def test_nodes_that_would_play_other_games() -> None:
    check_answer(edition(), "ada")
    with pytest.raises(ResourceError, match="node ada of the cluster has no unolab: install it"):
        check_answer(None, "ada")
    with pytest.raises(ResourceError, match=r"node ada of the cluster has unolab 0\.0\.1 and"):
        check_answer("0.0.1 abc", "ada")


def test_a_node_is_asked_without_importing_anything() -> None:
    code = (
        "import sys, pickle; sys.modules['unolab'] = None; "
        "print(pickle.loads(sys.stdin.buffer.read())())"
    )
    packed = to_bytes(cluster.question())
    done = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True)
    assert done.stdout.strip() == b"None", done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--threads", "2"), "--cluster cannot be combined with --threads"),
        (("--on", "gpu"), "--on gpu cannot be combined with --cluster"),
    ],
)
@pytest.mark.parametrize("command", ["simulate greedy random", "tables", "lab", "tune greedy"])
def test_options_that_exclude_each_other(command: str, words: tuple[str, ...], told: str) -> None:
    assert refused(*command.split(), "--cluster", "local", *words) == f"unolab: {told}\n"
