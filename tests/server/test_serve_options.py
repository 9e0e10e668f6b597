"""What ``unolab serve`` is told about connections, and what comes of it."""

import socket

import pytest
from fastapi import FastAPI

from tests.command import refused, run
from unolab.cli import serve as command
from unolab.server.app import Settings
from unolab.server.guard.limits import ServerLimits
from unolab.server.run import configure

USUAL = ServerLimits()


def test_proxy_elsewhere_is_believed_where_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    assert not configure(FastAPI(), USUAL).trusts("172.18.0.5")
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "172.18.0.0/16")
    trusts = configure(FastAPI(), USUAL).trusts
    assert trusts("172.18.0.5")
    assert not trusts("172.19.0.5")


def started(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> ServerLimits:
    seen: list[Settings] = []
    monkeypatch.setattr(command, "start", lambda *given, **_: seen.append(given[3]))
    assert run("serve", *arguments).code == 0
    (settings,) = seen
    return settings.limits


def test_connections_of_an_address_are_as_many_as_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert started(monkeypatch) == USUAL
    many = started(monkeypatch, "--connections", "400")
    assert (many.connections, many.tcp_connections) == (400, 1_200)
    assert many.sockets[1] >= 400  # they can all come back at once
    assert many.accepted[1] >= 1_200
    assert many.requests[1] >= 400 * many.hello_cost
    few = started(monkeypatch, "--connections", "5")
    assert (few.connections, few.tcp_connections) == (5, 15)
    assert (few.sockets, few.requests) == (USUAL.sockets, USUAL.requests)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--connections", "0"], "from 1 on"),
        (["--connections", "10001"], "at most 10,000"),
        (["--connections", "many"], "whole number"),
        (["--connections", "5", "--no-limits"], "cannot be combined"),
        (["--drain", "3601"], "at most 3,600 seconds"),
        (["--log-format", "xml"], "'text', 'json'"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], words: str) -> None:
    done = run("serve", *arguments)
    assert (done.code, "Traceback" in done.err) == (2, False)
    assert words in " ".join(done.err.replace("│", " ").split())


def test_port_of_the_metrics_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        done = run("serve", "--host", "127.0.0.1", "--port", "0", "--metrics-port", taken)
    refused(done, f"port {taken} is in use: choose another with --metrics-port")
