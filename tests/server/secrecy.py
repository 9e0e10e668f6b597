"""What a client may know: every card in every message is looked at, and where it stands.

Nothing here asks the server's own code what may be shown. A card text anywhere but in the places
named below, or one that this client may not know there, is a leak.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from unolab import Card, State
from unolab.server.protocol import Message
from unolab.server.room.room import Room

CARD = re.compile(r"[RYGB*][0-9SVDWF]!?")
Path = tuple[str | int, ...]


class Leak(AssertionError):
    """Somebody was told what they may not know."""


class Witness:
    """Follows a room, and judges what goes out to each client at the moment it does."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.judged = 0
        self._after: dict[int, State] = {}
        self._before: dict[int, State] = {}
        self._last: tuple[int, State] | None = None

    def judge(self, client: Any, message: Message) -> str:
        """Raise Leak, or return the text as it goes out."""
        self._follow()
        text = message.model_dump_json()
        self._judge_secrets(client, text)
        data = json.loads(text)
        self._judge_view(client, data)
        for path, card in cards(data):
            if not self._may_know(client, data, path, card):
                raise Leak(f"{card} at {path} for {client.looking}: {text}")
        self.judged += 1
        return text

    def _judge_view(self, client: Any, data: Any) -> None:
        """Look into the text of a position: it is of the own seat, and has one hand open."""
        if (told := data.get("view")) is None:
            return
        match, looking = self.room.sitting.match, client.looking
        own = looking is not None and self.room.sitting.chairs[looking].owner == client.owner
        if match is None or not own or told != str(match.state.view(looking)):
            raise Leak(f"{told} for {looking}")
        hands = told.split(" ")[2].split("/")
        if [seat for seat, hand in enumerate(hands) if not hand.isdecimal()] not in ([looking], []):
            raise Leak(f"{told} for {looking}")

    def _follow(self) -> None:
        """Remember the state before and after each entry."""
        match = self.room.sitting.match
        if match is None:
            self._last = None
            return
        number, state = self.room.number, match.state
        if self._last is None or self._last[0] != number:
            self._after[number] = state
            if self._last is not None and self._last[0] == number - 1:
                self._before[number] = self._last[1]
            self._last = (number, state)

    def _judge_secrets(self, client: Any, text: str) -> None:
        sitting = self.room.sitting
        secrets = {chair.owner for chair in sitting.chairs} | {sitting.host}
        if not sitting.known:
            secrets.add(sitting.secret)
        if sitting.match is not None and not sitting.match.state.over and not sitting.match_known:
            seed = sitting.match.game.seed
            secrets |= {sitting.match_secret, str(seed), f"{seed:064x}"}
        if found := [secret for secret in secrets if secret and secret in text]:
            raise Leak(f"{found} for {client.looking}: {text}")

    def _may_know(self, client: Any, data: Any, path: Path, card: str) -> bool:
        """Say whether a card may stand where it does."""
        sitting = self.room.sitting
        if sitting.match is None:
            return False
        state, looking = sitting.match.state, client.looking
        own = [] if looking is None else held(state, looking)
        if looking is not None and sitting.chairs[looking].owner != client.owner:
            return False
        match path:
            case ("table", "top"):
                return card == str(state.top)
            case ("top",) if data["type"] == "refused":
                return card == str(state.top)
            case ("advice", "move") | ("advice", "moves", _, "move"):
                return plain(card) in own or card[1] in "RYGB"
            case ("table", "under", int(i)):
                return card == str(state.discards[-len(data["table"]["under"]) + i])
            case ("table", "hands", int(seat), int(i)):
                only_bots = all(chair.kind == "bot" for chair in sitting.chairs)
                opened = state.over or (sitting.options.open_hands and only_bots)
                return opened and card == held(state, seat)[i]
            case ("hand", "cards", int(i)):
                return data["hand"]["seat"] == looking and card == own[i]
            case ("hand", "drawn"):
                return state.turn == looking and card in own
            case ("hand", "choices", _, "card"):
                return card in own
            case ("hand", "choices", _, "move"):
                # a wild with its colour, or the colour of the first card, which nobody holds
                return plain(card) in own if card[1] not in "RYGB" else True
            case ("room", "story", _, "card"):
                # it is told when the round is over, of cards that were laid
                return state.over and any(card in str(game) for game in sitting.match.games)
            case ("steps", int(i), "events", int(j), *rest):
                step = data["steps"][i]
                return self._may_tell(looking, step["number"], step["events"][j], rest, card)
        return False

    def _may_tell(
        self, looking: int | None, number: int, event: Any, rest: list[Any], card: str
    ) -> bool:
        after = self._after.get(number)
        assert after is not None, f"entry {number} was told before it happened"
        if rest == ["card"]:
            laid = {str(c) for c in (*after.discards, after.top)}
            return event["kind"] in ("dealt", "played") and card in laid
        if rest[0] != "cards" or event["seat"] != looking or looking is None:
            return False
        if event["kind"] in ("drew", "took"):
            return not Counter(event["cards"]) - Counter(held(after, looking))
        before = self._before[number]
        shown: list[str] = event["cards"]
        return event["kind"] == "challenged" and shown == held(before, event["other"])


def plain(card: str) -> str:
    return str(Card.parse(card).plain)


def held(state: State, seat: int) -> list[str]:
    return [str(card) for card in state.hands[seat]]


def cards(data: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Find every card text, and where it stands; names and words are not looked at as cards."""
    if isinstance(data, dict):
        for key, value in data.items():
            assert CARD.fullmatch(key) is None
            yield from cards(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from cards(value, (*path, i))
    elif isinstance(data, str) and CARD.fullmatch(data):
        yield path, data.removesuffix("!")
