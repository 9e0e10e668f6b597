"""A bot that speaks the protocol itself, with nothing but Python: docs/bot-protocol.md.

It plays the dearest card that fits, wilds last and in the colour that it holds most often. There
are no rules in here: the question says what may be played.
"""

import json
import sys
from typing import Any


def points(card: str) -> int:
    """Say what a card costs at the end."""
    if card[1].isdigit():
        return int(card[1])
    return 50 if card[1] in "WF" else 20


def worth(move: str, hand: list[str]) -> tuple[bool, bool, int, int]:
    """Say how gladly a move is made: a play before all else, a wild after other cards."""
    is_play = move[0] in "RYGB"
    if not is_play:
        return False, False, 0, 0
    same = sum(card[0] == move[0] for card in hand)
    return True, move[1] not in "WF", points(move), same


def answer(question: dict[str, Any]) -> str:
    """Choose one of the legal moves, the first of equals."""
    legal: list[str] = question["legal"]
    return max(legal, key=lambda move: worth(move, question["hand"]))


def main() -> None:
    """Answer until there is nothing more to read."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
        elif message["type"] == "move":
            print(json.dumps({"id": message["id"], "move": answer(message)}), flush=True)


if __name__ == "__main__":
    main()
