"""The example client plays whole matches on a live server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import thoroughly
from tests.live import Friend, LiveServer, database_in, living

pytestmark = pytest.mark.slow

BOT = Path(__file__).parents[2] / "examples/websocket_bot.py"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with living(database_in(tmp_path_factory.mktemp("data"))) as live:
        yield live


def play(live: LiveServer, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), live.url, *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("rules", ["official+target=60", *thoroughly("party+target=0", "duel")])
def test_example_plays_a_match_in_a_room_of_its_own(live: LiveServer, rules: str) -> None:
    process = play(live, "--rules", rules)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("room ")
    assert lines[1].split()[0] == "Example"
    assert lines[-1].startswith("won by ")


def test_example_joins_a_room_by_its_code(live: LiveServer) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    room = {"seats": seats, "rules": "unoai", "pace": "instant"}
    made = live.post("/api/rooms", room)
    with Friend(live, made["code"], made["token"]) as ada:
        process = play(live, "--room", made["code"])
        ada.until(lambda update: update.room.seats[1].name == "Example")
        ada.send(type="deal")
        while ada.until(lambda update: True).room.stage != "over":
            if ada.update.room.stage == "playing":
                ada.answer()
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "Example" in out


def test_example_says_what_is_wrong(live: LiveServer) -> None:
    process = play(live, "--room", "NOWHERE")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == "no_room: there is no room NOWHERE\n"
