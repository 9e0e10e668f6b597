"""Who may ask at all: other pages may not act here, and names that are not ours lead nowhere."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.requests import SEATS, guarded, offered, problem
from tests.server.site import site
from unolab.server.guard.guard import address_of
from unolab.server.guard.limits import ServerLimits

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        (None, True),
        ("http://HOST", True),
        ("http://evil.test", False),
        ("http://HOST.evil.test", False),
        ("http://127.0.0.1", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("nonsense", False),
    ],
)
def test_other_pages_may_not_act(origin: str | None, welcome: bool) -> None:
    with site() as client:
        headers = {} if origin is None else {"origin": origin.replace("HOST", client.host)}
        answer = client.post("/api/rooms", json={"seats": SEATS}, headers=headers)
        if not welcome:
            problem(answer, 403, "origin")
            problem(client.get("/api/health", headers=headers), 403, "origin")
            with pytest.raises(InvalidStatus, match="403"), client.talk(**headers):
                pass
            return
        assert answer.status_code == 201
        with client.talk(**headers) as talk:
            talk.say(id=1, type="hello", version=2, room=answer.json()["code"])
            assert talk.hear()["type"] == "welcome"


@pytest.mark.parametrize(
    ("site", "status"),
    [(None, 200), ("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403)],
)
async def test_other_pages_may_not_ask_but_a_link_may_lead_here(
    site: str | None, status: int, built: Path
) -> None:
    headers = {} if site is None else {"Sec-Fetch-Site": site}
    async with offered() as client:
        for path in ("/api/health", "/api/catalogue", "/api/openapi.json"):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == status
            if status == 403:
                problem(answer, 403, "origin")
        for path in ("/", "/r/ABCDE", "/assets/app-1a2b.js"):
            assert (await client.get(path, headers=headers)).status_code == 200


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("localhost", None),
        ("LocalHost:8000", None),
        ("localhost.:8000", None),
        ("127.0.0.1:8000", None),
        ("[::1]:8000", None),
        ("evil.test", "origin"),
        ("evil.test:8000", "origin"),
        ("localhost.evil.test", "origin"),
        ("", "origin"),
        ("evil.test@localhost.evil.test", "malformed"),
        ("localhost:8000:8000", "malformed"),
        ("[", "malformed"),
    ],
)
async def test_name_that_is_not_ours_is_refused(host: str, code: str | None, built: Path) -> None:
    async with offered(hosts=("localhost", "127.0.0.1", "::1")) as client:
        for path in ("/", "/api/health"):
            answer = await client.get(path, headers={"Host": host})
            if code is None:
                assert answer.status_code == 200
            else:
                problem(answer, 403 if code == "origin" else 400, code)


@pytest.mark.parametrize(
    "host", ["x" * 3000, "x" * 256, "a b", "a/b", "<svg>", "a:b", "ä.test", "a:1234567", "[::1"]
)
@pytest.mark.parametrize("path", ["/", "/api/health", "/api/rooms/ABCDE/qr.svg"])
async def test_host_that_is_none_is_refused_before_anything_uses_it(host: str, path: str) -> None:
    async with offered() as client:
        answer = await client.get(path, headers={b"Host": host.encode()})
        assert "Host" in problem(answer, 400, "malformed")


def test_address_of_a_proxy_that_is_none_counts_as_one() -> None:
    with site(ServerLimits(requests=(0.001, 6))) as client:
        for forwarded in (b"x:y", b"x:y:z", b":", b"[", b"1.2.3.4, %", b"\xff"):
            answer = client.get("/api/health", headers={b"X-Forwarded-For": forwarded})
            assert answer.status_code == 200
            assert guarded(answer)
        headers = {"X-Forwarded-For": "more:nonsense"}
        problem(client.get("/api/health", headers=headers), 429, "too_fast")
        assert client.get("/api/health", headers={"X-Forwarded-For": ""}).status_code == 200


async def test_fault_of_the_guard_gets_the_headers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.server.guard.guard.address_of", lambda _: 1 / 0)
    async with offered() as client:
        problem(await client.get("/api/health"), 500, "bug")


def test_name_that_is_not_ours_is_refused_over_a_socket_too() -> None:
    with site(hosts=("localhost", "127.0.0.1")) as client:
        address, _, port = client.host.partition(":")

        def talk(name: str) -> ClientConnection:
            # "evil.test" is a page elsewhere that has given its own name this machine's address
            raw = socket.create_connection((address, int(port)))
            origin: Any = f"http://{name}:{port}"
            return connect(f"ws://{name}:{port}/api/ws", sock=raw, origin=origin)

        with talk("localhost") as connection:
            connection.send("hello")
            assert json.loads(connection.recv(timeout=20))["code"] == "malformed"
        with pytest.raises(InvalidStatus, match="403"):
            talk("evil.test")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_limits_count_a_network_of_ipv6_as_one(host: str, counted: str) -> None:
    assert address_of({"client": (host, 1)}) == counted
