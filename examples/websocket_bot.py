"""A bot over WebSocket: joins a room by its code, or makes one, and plays until the match is over.

    python examples/websocket_bot.py http://localhost:8000              # a new room, two bots in it
    python examples/websocket_bot.py http://localhost:8000 --room K7QMX3RP # with friends

It needs the library websockets. docs/protocol.md tells what the messages mean; the server says
what may be played, so there are no rules in here.
"""

import argparse
import json
import urllib.request
from collections import Counter
from typing import Any

from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]


def make_room(server: str, rules: str) -> Json:
    """Make a room with two opponents, and start at once."""
    room = {
        "rules": rules,
        "seats": [{"who": "me", "name": "Example"}, {"who": "bot"}, {"who": "bot", "bot": "easy"}],
        "pace": "instant",
        "start": True,
    }
    body = json.dumps(room).encode()
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"{server}/api/rooms", body, headers)
    ) as answer:
        made: Json = json.load(answer)
    return made


class Bot:
    """One seat at one table."""

    def __init__(self, connection: ClientConnection, code: str, token: str | None) -> None:
        """Say hello; without a token a spectator comes in."""
        self._connection = connection
        self._messages = 0
        self.send("hello", version=2, room=code, token=token)

    def send(self, type: str, **fields: Any) -> None:
        """Send a message; each has a larger id than the one before."""
        self._messages += 1
        self._connection.send(json.dumps({"id": self._messages, "type": type, **fields}))

    def run(self) -> Json:
        """Play until the match is over, and return the last update."""
        for text in self._connection:
            message: Json = json.loads(text)
            if message["type"] == "refused" and message["code"] not in ("stale", "too_early"):
                raise SystemExit(f"{message['code']}: {message['text']}")
            if message["type"] == "update":
                if message["room"]["stage"] == "over":
                    return message
                self.answer(message)
        raise SystemExit("the server has gone")

    def answer(self, update: Json) -> None:
        """Do what is to be done now, if anything is."""
        room = update["room"]
        if not update["seats"]:
            self.sit_down(room)
        elif room["stage"] == "pause" and not room["seats"][update["seats"][0]]["ready"]:
            self.send("deal")
        elif room["stage"] == "playing" and (move := choose(update)):
            self.send("move", move=move, at=update["number"])

    def sit_down(self, room: Json) -> None:
        """Take a seat that is open."""
        seats = [n for n, seat in enumerate(room["seats"]) if seat["kind"] == "open"]
        if not seats:
            raise SystemExit("there is no open seat in this room")
        self.send("sit", seat=seats[0], name="Example")


def choose(update: Json) -> str | None:
    """Choose a move: the dearest card that fits, wilds last and in the colour held most."""
    hand, table = update["hand"], update["table"]
    choices = {kind: [c for c in hand["choices"] if c["kind"] == kind] for kind in KINDS}
    if choices["call"]:
        return str(choices["call"][0]["move"])
    if choices["catch"] and table["catch_in"] == 0:
        return str(choices["catch"][0]["move"])
    held = Counter(card[0] for card in hand["cards"])
    if choices["play"]:
        return said(max(choices["play"], key=lambda choice: worth(choice, held)))
    if choices["name"]:
        return said(max(choices["name"], key=lambda choice: held[choice["color"]]))
    if choices["swap"]:
        return said(min(choices["swap"], key=lambda choice: table["sizes"][choice["seat"]]))
    for kind in ("draw", "keep"):  # a draw four is believed
        if choices[kind]:
            return str(choices[kind][0]["move"])
    return None


KINDS = ("play", "draw", "keep", "challenge", "name", "swap", "call", "catch", "jump")


def said(choice: Json) -> str:
    """Write a move, saying "Uno" with it where that is due."""
    return f"{choice['move']}!" if choice["uno"] else str(choice["move"])


def worth(choice: Json, held: Counter[str]) -> tuple[bool, int, int]:
    """Say how gladly a card is played: no wild, many points, many left of its colour."""
    color, face = choice["card"]
    points = int(face) if face.isdigit() else 20
    return color != "*", points, held[choice["color"] or color]


def main() -> None:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description="A bot that plays over WebSocket.")
    parser.add_argument("server", help="as in http://localhost:8000")
    parser.add_argument("--room", help="the code of a room with an open seat")
    parser.add_argument("--rules", default="official", help="of a new room")
    asked = parser.parse_args()
    server = asked.server.rstrip("/")
    made = {"code": asked.room, "token": None} if asked.room else make_room(server, asked.rules)
    print(f"room {made['code']}: watch it at {server}/r/{made['code']}", flush=True)
    with connect(f"ws{server.removeprefix('http')}/api/ws") as connection:
        room = Bot(connection, made["code"], made["token"]).run()["room"]
    for seat, total in zip(room["seats"], room["totals"], strict=True):
        print(f"{seat['name']:20} {total:4}")
    print("won by", " and ".join(room["seats"][seat]["name"] for seat in room["winners"]))


if __name__ == "__main__":
    main()
