"""The files for containers: what they say fits together, and the server understands it."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command import run
from tests.server.postgres import Postgres
from unolab.cli import serve as command
from unolab.server.app import Settings
from unolab.server.store.database import is_shared
from unolab.server.store.store import Store

DEPLOY = Path(__file__).parents[3] / "deploy"
COMPOSE: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: Any = COMPOSE["services"]
SERVERS = [name for name in SERVICES if name.startswith("uno")]
CADDY = (DEPLOY / "Caddyfile").read_text("utf-8")


@pytest.mark.parametrize("name", SERVERS)
def test_server_understands_its_options(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(command, "start", lambda *given, **more: seen.append(given))
    done = run("serve", *SERVICES[name]["command"])
    assert done.code == 0, done.err
    ((host, port, database, settings, *_),) = seen
    assert isinstance(settings, Settings)
    assert (host, port, is_shared(database)) == ("0.0.0.0", 8000, True)
    # its own name in the network in which the others are, and in no other
    assert [settings.peer] == SERVICES[name]["networks"]["back"]["aliases"]


def test_there_are_three_that_differ_only_in_their_name() -> None:
    first, *others = SERVERS
    assert len(others) == 2
    for other in others:
        assert eval(repr(SERVICES[first]).replace(first, other)) == SERVICES[other]


def test_proxy_knows_all_servers_and_is_believed_by_them() -> None:
    (upstream,) = re.findall(r"reverse_proxy (.+) \{", CADDY)
    assert upstream.split() == [f"{name}:8000" for name in SERVERS]
    (network,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    for name in SERVERS:
        assert SERVICES[name]["environment"]["FORWARDED_ALLOW_IPS"] == network["subnet"]
    assert ip_network(network["subnet"]).is_private
    # whoever else is in that network could claim any address
    inside = [name for name, service in SERVICES.items() if "front" in service["networks"]]
    assert inside == [*SERVERS, "caddy"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    reachable = {name for name, network in COMPOSE["networks"].items() if network is None}
    assert reachable == {"outside"}
    assert COMPOSE["networks"]["back"]["internal"]
    assert SERVICES["database"]["networks"] == ["back"]


def test_everything_comes_back_after_a_restart_and_keeps_its_files() -> None:
    for service in SERVICES.values():
        assert service["restart"] == "unless-stopped"
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists()


def test_no_password_is_in_the_repository() -> None:
    example = (DEPLOY / ".env.example").read_text("utf-8")
    assert re.search(r"^POSTGRES_PASSWORD=$", example, re.MULTILINE)
    required = r"\$\{POSTGRES_PASSWORD:\?.+\}"  # compose refuses to start without one
    assert re.fullmatch(required, SERVICES["database"]["environment"]["POSTGRES_PASSWORD"])
    for name in SERVERS:
        assert re.fullmatch(required, SERVICES[name]["environment"]["PGPASSWORD"])
    for file in (".gitignore", ".dockerignore"):
        assert "deploy" in (DEPLOY.parent / file).read_text("utf-8")


@pytest.mark.anyio
@pytest.mark.slow
async def test_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    postgres = Postgres()  # one of our own: others let anybody in
    try:
        url = postgres.new().replace("postgres@", "uno@")
        role = "CREATE ROLE uno LOGIN PASSWORD 'a:@/b'; GRANT ALL ON SCHEMA public TO uno"
        postgres.run("psql", "-Xqc", role, *postgres.where, "test0")
        rules = postgres.folder / "data/pg_hba.conf"
        rules.write_text("local all postgres trust\nlocal all uno scram-sha-256\n")
        postgres.stop()
        postgres.start()
        monkeypatch.setenv("PGPASSWORD", "wrong")
        with pytest.raises(ValueError, match="password authentication failed"):
            await Store.open(url)
        monkeypatch.setenv("PGPASSWORD", "a:@/b")
        await (await Store.open(url)).close()
    finally:
        postgres.remove()
