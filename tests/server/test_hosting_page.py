"""The page for operators says the limits that there are."""

import re
from pathlib import Path

from sqlalchemy.pool import QueuePool

from unolab.server.fleet.relay import REACH_WITHIN, SILENT_FOR
from unolab.server.fleet.workers import STOP_WITHIN
from unolab.server.guard.guard import SOCKET_COST
from unolab.server.guard.limits import ServerLimits
from unolab.server.store.database import SILENCE
from unolab.server.store.leases import LEASE, RENEWALS

PAGE = Path(__file__).parents[2] / "docs/hosting.md"
ROW = re.compile(r"^\| (.+?) \| ([\d.,]+) \| ([\d.,]+) \|$", re.MULTILINE)


def test_rates_are_those_of_the_server() -> None:
    limits = ServerLimits()
    files = tuple(number / limits.page_cost for number in limits.requests)
    assert SOCKET_COST == 4
    rows = {
        label: (float(rate.replace(",", "")), float(at_once.replace(",", "")))
        for label, rate, at_once in ROW.findall(PAGE.read_text("utf-8"))
    }
    assert rows == {
        "new TCP connections": limits.accepted,
        "new WebSockets": limits.sockets,
        "requests to `/api/`": limits.requests,
        "files of the page": files,
        "new rooms": limits.rooms,
        "codes that are reserved for a room to be": limits.reserved,
        "codes of rooms that do not exist": limits.guesses,
        "rooms that are looked for in the database": limits.look_ups_each,
        "hints, and chances to win": limits.hints,
        "requests, messages, new WebSockets (each counts as four)": limits.turns,
        "frames over all its WebSockets": limits.all_frames,
        "messages": limits.messages,
        "frames, pings included; each kilobyte counts as one more": limits.frames,
        "changes of names, seats, rules, options and the queue, pauses, of one device": (
            limits.changes
        ),
        "the same of all, half of those at once for the host": limits.changes_of_room,
        "what one person says": limits.talk,
        "what all say, half of it at most from one network": limits.talk_of_room,
        "moods that one person shows": limits.reactions,
        "moods that all show, half of it at most from one network": limits.reactions_of_room,
        "bots that are hurried": limits.hurries,
        "moves of bots": limits.bot_moves,
    }


def test_timeouts_of_several_servers_are_those_in_the_code() -> None:
    page = PAGE.read_text("utf-8")
    table = page.partition("| timeout of several servers | seconds |\n|---|--:|\n")[2]
    rows = [line.split(" | ")[1] for line in table.partition("\n\n")[0].splitlines()]
    assert [float(seconds.removesuffix(" |")) for seconds in rows] == [
        LEASE,
        round(LEASE / RENEWALS, 1),
        REACH_WITHIN,
        SILENT_FOR,
        SILENCE / 1000,
        STOP_WITHIN,
    ]


def test_processes_use_as_many_connections_to_the_database_as_said() -> None:
    usual = QueuePool.__init__.__defaults__  # our engines use what is usual
    assert usual is not None
    most = sum(number for number in usual[:2] if number is not None)
    assert f"up to {most} connections" in PAGE.read_text("utf-8")
