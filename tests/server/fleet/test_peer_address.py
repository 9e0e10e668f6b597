"""The address where other servers reach this one: an address or a name of this machine."""

import socket

import pytest

from unolab.server.fleet.peers import warn_of_unreachable
from unolab.server.run import listen_for_peers
from unolab.server.store.leases import Peer


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_server_listens_at_an_address_or_a_name(name: str) -> None:
    with listen_for_peers(name) as listening:
        assert listening.getsockname()[0] in ("127.0.0.1", "::1")


def test_next_address_of_a_name_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    found = [(*kind, ("192.0.2.1", 0)), (*kind, ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with listen_for_peers("several.example") as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("0.0.0.0", "is no such address"),  # the others would look for it on their own machine
        ("::", "is no such address"),
        ("192.0.2.1", "not an address of this machine"),
        ("nobody.invalid", "not an address of this machine"),
        ("a" * 70, "not an address of this machine"),
    ],
)
def test_address_that_others_cannot_reach_is_refused(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        listen_for_peers(name)


@pytest.mark.parametrize(
    ("own", "theirs", "place", "warns"),
    [
        ("127.0.0.1", "127.0.0.1", "here 0.0.0.0 8000 1 127.0.0.1", False),  # another worker
        ("127.0.0.1", "10.0.0.2", "there 0.0.0.0 8000 0 10.0.0.2", True),
        ("10.0.0.1", "[::1]", "there 0.0.0.0 8000 0 10.0.0.2", True),
        ("10.0.0.1", "10.0.0.2", "there 0.0.0.0 8000 0 10.0.0.2", False),
        ("10.0.0.1", "named.example", "there 0.0.0.0 8000 0 10.0.0.2", False),
    ],
)
def test_servers_on_two_machines_that_listen_to_themselves_are_warned(
    own: str, theirs: str, place: str, warns: bool, caplog: pytest.LogCaptureFixture
) -> None:
    me = Peer(f"ws://{own}:40000/api/ws", "here 0.0.0.0 8000 0 127.0.0.1")
    warn_of_unreachable(me, [Peer(f"ws://{theirs}:40001/api/ws", place)])
    assert ("start each with --peer" in caplog.text) == warns
