"""The page for operators says the limits that there are."""

import re
from pathlib import Path

from unolab.server.guard.guard import SOCKET_COST
from unolab.server.guard.limits import ServerLimits

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
