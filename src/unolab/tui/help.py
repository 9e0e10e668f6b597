"""The help screen: the game in three sentences, and every key."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from unolab.text.terminal import GIST

KEY_HELP: Final = (
    ("← →, 1 2 3 …", "choose a card: 1 4 is the fourteenth"),
    ("Enter", "play it (so does a click), or draw when nothing fits"),
    ("d, t", "draw a card; take the cards that are due"),
    ("p, k", "play or keep the card just drawn"),
    ("r y g b", "name the colour of a wild; Esc goes back"),
    ("u", "say Uno, before the last card but one or late"),
    ("c", "catch somebody who forgot Uno; challenge a Wild Draw Four"),
    ("s", "sort by colour or by number"),
    ("h or ?, z", "a hint; take back your last move (against bots; does not count)"),
    ("w", "everyone's chances to win, at your turns (against bots)"),
    ("Space, f", "hurry the bots; change their speed"),
    ("PgUp PgDn", "back and forward in what happened"),
    ("r", "after a round: the review"),
    ("m", "say something, or react with /ha, in a room with others"),
    ("F1, q", "this help; leave: every move is saved"),
)
CARD_HELP: Final = (
    ("R ■  Y ▲  G ◆  B ●", "the colours: red, yellow, green, blue"),
    ("⊘  ⇄  +2", "Skip, Reverse, Draw Two"),
    ("W  +4", "Wild, Wild Draw Four: marked by all colours"),
)


class HelpScreen(ModalScreen[None]):
    """Any key closes it."""

    def __init__(self, rules: list[str] | None = None) -> None:
        """Show the keys and, during a game, what differs from the official rules."""
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Lay out the help."""
        with VerticalScroll(id="help"):
            yield Static("[b]How to play[/]")
            yield Static(GIST, classes="gap")
            for keys, meaning in KEY_HELP:
                yield Static(f"[b]{keys:15}[/]{meaning}", classes="row")
            yield Static("[b]The cards[/]", classes="over")
            for keys, meaning in CARD_HELP:
                yield Static(f"[b]{keys:20}[/]{meaning}", classes="row")
            if self._rules is not None:
                yield Static("[b]The rules of this game[/]", classes="over")
                for sentence in self._rules or ["Exactly the official game."]:
                    yield Static(f"• {sentence}", classes="row")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#help").focus()

    def on_key(self, event: Key) -> None:
        """Close, unless the key scrolls."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
