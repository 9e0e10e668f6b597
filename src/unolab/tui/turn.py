"""Turn: what the player is about to do: the card in mind, the colour to choose, "Uno" in advance.

There are no rules here. What is allowed was listed by the server; what is not, it refuses with a
reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from unolab.cards import Card
from unolab.moves import Move
from unolab.server.protocol import Choice, ChoiceKind, Refused
from unolab.text.show import describe_card, end_sentence
from unolab.tui.cardface import COLOR_NAMES, sort_cards
from unolab.tui.question import Button, Question
from unolab.tui.seen import Seen

Outgoing = tuple[str, dict[str, Any]]
"""The type of a message to the server, and its fields."""

ASIDES: Final[tuple[ChoiceKind, ...]] = ("call", "catch", "jump")


class Turn:
    """The player's turn, between what was seen and what is sent."""

    def __init__(self, seen: Seen) -> None:
        """Begin with nothing in mind."""
        self.seen = seen
        self.cursor = 0
        self.armed = False
        """Whether "Uno" is said with the play that leaves one card."""
        self.by_face = False
        self.remark = ""
        """Why something was refused, or a hint."""
        self._wild: str | None = None
        self._typed = ""
        self._asked: object = None

    def renew(self) -> None:
        """Adapt to an update; choices are forgotten when the question changes."""
        table = self.seen.table
        asked = table and (table.turn, table.phase, table.top, table.due, table.turns)
        if asked != self._asked:
            self._asked = asked
            self._wild, self._typed, self.remark = None, "", ""
            if self.seen.is_own_turn and not self.is_playable(self.cursor):
                fitting = [at for at in range(len(self.cards)) if self.is_playable(at)]
                self.cursor = fitting[0] if fitting else self.cursor
        if self.seen.hand is None or not self.seen.is_playing:
            self.armed = False
        self.cursor = max(0, min(self.cursor, len(self.cards) - 1))

    # ── what there is ─────────────────────────────────────────────────────────────────────────────

    @property
    def cards(self) -> list[str]:
        """Your cards, in the order shown."""
        hand = self.seen.hand
        return [] if hand is None else sort_cards(hand.cards, self.by_face)

    @property
    def choices(self) -> list[Choice]:
        """All choices that are legal now."""
        return self.seen.hand.choices if self.seen.hand and self.seen.is_playing else []

    def ways(self, card: str) -> list[Choice]:
        """List the ways to play a card: one, or a colour each."""
        return [c for c in self.choices if c.card == card and c.kind in ("play", "jump")]

    def is_playable(self, at: int) -> bool:
        """Whether a card may be played, in turn or out of it."""
        return at < len(self.cards) and bool(self.ways(self.cards[at]))

    @property
    def drawn_card(self) -> str | None:
        """The card just drawn."""
        return self.seen.hand.drawn if self.seen.hand and self.seen.is_playing else None

    def _only(self, kind: ChoiceKind) -> Choice | None:
        return next((choice for choice in self.choices if choice.kind == kind), None)

    # ── what is asked ─────────────────────────────────────────────────────────────────────────────

    @property
    def question(self) -> Question:
        """What the player is asked, and what can be answered besides a card."""
        if self._wild is not None:
            return Question(
                f"Which colour for the {describe_card(Card.parse(self._wild))}?",
                [*self._colors(self.ways(self._wild)), Button("escape", "back", "back")],
            )
        if names := [choice for choice in self.choices if choice.kind == "name"]:
            return Question("The first card is a Wild. Name its colour.", [*self._colors(names)])
        if swaps := [choice for choice in self.choices if choice.kind == "swap"]:
            return Question("Swap hands with whom?", [*self._swaps(swaps)])
        return Question(self._sentence(), [*self._asides(), *self._answers()])

    def _sentence(self) -> str:
        table = self.seen.table
        assert table is not None
        if not self.seen.is_own_turn:
            waits = "is thinking" if table.thinking else "is to act"
            jump = " You can jump in." if self._only("jump") else ""
            return f"{self.seen.name(table.turn)} {waits}.{jump}"
        if self.drawn_card is not None:
            return f"You drew {describe_card(Card.parse(self.drawn_card))}. Play it or keep it?"
        fits = any(self.is_playable(at) for at in range(len(self.cards)))
        if doubt := self._only("challenge"):
            return self._stakes(doubt) + (" Or answer with a card." if fits else "")
        if table.phase == "penalty":
            cards = "card is" if table.due == 1 else "cards are"
            return f"{table.due} {cards} due." + (" Answer with a card, or take them." * fits)
        return "Your turn: play a card that is raised." if fits else "Your turn: nothing fits."

    def _stakes(self, choice: Choice) -> str:
        doubt = choice.challenge
        assert doubt is not None
        name = self.seen.name(doubt.seat)
        held = (
            f"a {COLOR_NAMES[doubt.color]} card" if doubt.color else "a card of the colour in force"
        )
        test = f"held {held}" if doubt.test == "color" else "could have played another card"
        return (
            f"{name} played a Wild Draw Four. If {name} {test}, a challenge makes {name} take "
            f"{doubt.guilty}; if not, you take {doubt.innocent}."
        )

    def _colors(self, choices: list[Choice]) -> Iterator[Button]:
        held = [card[0] for card in self.cards]
        for choice in choices:
            if choice.color is not None:
                name, letter = COLOR_NAMES[choice.color], choice.color
                label = f"{name} ({held.count(letter)})"
                yield Button(letter.lower(), label, f"color {letter}", letter)

    def _swaps(self, choices: list[Choice]) -> Iterator[Button]:
        assert self.seen.table is not None
        for place, choice in enumerate(choices, 1):
            if choice.seat is not None:
                size = self.seen.table.sizes[choice.seat]
                label = f"{self.seen.name(choice.seat)} ({size})"
                yield Button(str(place), label, f"swap {choice.seat}")

    def _asides(self) -> Iterator[Button]:
        """Offer what is done out of turn, or with the next card."""
        if self._only("call"):
            yield Button("u", "say Uno now", "uno", "Y")
        elif len(self.cards) == 2 or any(choice.uno for choice in self.choices):
            label = "Uno will be said" if self.armed else "say Uno"
            yield Button("u", label, "uno", "G" if self.armed else "Y")
        if (catch := self._only("catch")) and catch.seat is not None:
            key = "x" if self._only("challenge") else "c"
            yield Button(key, f"catch {self.seen.name(catch.seat)}", "catch", "R")

    def _answers(self) -> Iterator[Button]:
        """Offer what is done in turn."""
        table = self.seen.table
        if self.drawn_card is not None:
            yield Button("p", "play it", "drawn")
        if self._only("keep"):
            yield Button("k", "keep it", "keep")
        if self._only("challenge"):
            yield Button("c", "challenge", "challenge")
        if self._only("draw") and table is not None:
            due = table.due
            yield Button("t", f"take {due}", "draw") if due else Button("d", "draw", "draw")
        alone = self.seen.update is not None and self.seen.update.alone
        if table is not None and table.thinking and alone:
            yield Button("space", "skip the wait", "hurry")

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    def point_at(self, move: Move | None) -> None:
        """Choose the card that a move plays, if it plays one of the hand."""
        card = None if move is None or move.card is None else str(move.card.plain)
        if card in self.cards:
            self.cursor = self.cards.index(card)

    def walk(self, step: int) -> None:
        """Move through the hand, wrapping around."""
        self._typed = self.remark = ""
        if self.cards:
            self.cursor = (self.cursor + step) % len(self.cards)

    def type(self, digit: str) -> None:
        """Choose a card by its number; with more than nine, digits are put together."""
        self.remark = ""
        for typed in (self._typed + digit, digit):
            if 1 <= int(typed) <= len(self.cards):
                self._typed, self.cursor = typed, int(typed) - 1
                return

    def sort(self) -> None:
        """Sort the hand the other way, with the same card in mind."""
        card = self.cards[self.cursor] if self.cards else ""
        self.by_face = not self.by_face
        self.cursor = self.cards.index(card) if card else 0

    def do(self, word: str) -> Outgoing | None:
        """Do what a button, a card or a key stands for; return the message to send, if any."""
        verb, _, what = word.partition(" ")
        match verb:
            case "card":
                self.cursor = int(what)
                return self._play(self.cards[self.cursor])
            case "drawn":
                return self._play(self.drawn_card) if self.drawn_card is not None else None
            case "color":
                return self._color(what)
            case "swap":
                return self._send(
                    next(
                        (c for c in self.choices if c.kind == "swap" and c.seat == int(what)), None
                    )
                )
            case "uno":
                return self._uno()
            case "back":
                self._wild = None
            case "draw" | "keep" | "challenge" | "catch":
                return self._send(self._only(verb))
            case "hurry":
                return "hurry", {}
        return None

    def enter(self) -> Outgoing | None:
        """Play the chosen card, or draw if nothing else is possible."""
        if self._wild is not None or not self.cards:
            return None
        own = [choice for choice in self.choices if choice.kind not in ASIDES]
        if len(own) == 1 and own[0].kind == "draw":
            return self._send(own[0])
        return self._play(self.cards[self.cursor])

    def refuse(self, refused: Refused) -> None:
        """Say why something was refused."""
        self.remark = end_sentence(f"Not possible: {refused.text}")

    def _uno(self) -> Outgoing | None:
        if call := self._only("call"):
            return self._send(call)
        self.armed = not self.armed
        return None

    def _play(self, card: str) -> Outgoing | None:
        ways = self.ways(card)
        if len(ways) > 1:
            self._wild = card
            return None
        if ways:
            return self._send(ways[0])
        if not (self.seen.is_own_turn and self.seen.update):
            self.remark = "It is not your turn."
            return None
        # the server knows why it can't be played, and says so
        move = card.replace("*", "R")
        return "move", {"move": move, "at": self.seen.update.number}

    def _color(self, letter: str) -> Outgoing | None:
        ways = self.choices if self._wild is None else self.ways(self._wild)
        chosen = (c for c in ways if c.color == letter and (c.kind == "name" or self._wild))
        return self._send(next(chosen, None))

    def _send(self, choice: Choice | None) -> Outgoing | None:
        if choice is None or self.seen.update is None:
            return None
        uno = "!" if choice.uno and self.armed else ""
        self.armed = self.armed and not uno
        self._wild, self.remark = None, ""
        return "move", {"move": choice.move + uno, "at": self.seen.update.number}
