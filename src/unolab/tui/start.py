"""The start screen: go on with a game, or choose a new one; Enter deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Static

from unolab.rules import PRESETS, Rules
from unolab.tui.canvas import Canvas, Painted
from unolab.tui.cardface import draw_card
from unolab.tui.help import HelpScreen
from unolab.tui.picker import WALK, NameField, Picker, Push
from unolab.tui.space import HEIGHTS, WIDTHS, TooSmall
from unolab.tui.wish import (
    MOST_OPPONENTS,
    PACES,
    Wish,
    describe_bot,
    describe_rules,
    list_lengths,
    list_opponents,
)

EACH: Final = "each their own"
TITLE: Final = ("R5", "Y2", "GS", "BV", "*W", "*F")


class Banner(Painted):
    """The name of the game, and some of its cards."""

    def paint(self, canvas: Canvas) -> None:
        """Draw them side by side."""
        for place, card in enumerate(TITLE):
            draw_card(canvas, 2 + place * 6, place % 2, 5, canvas.height - 1, card)
        x = 4 + len(TITLE) * 6
        canvas.put(x, 1, "unolab", Style(bold=True))
        canvas.put(x, 2, "Uno in the terminal", Style(dim=True))


class StartScreen(Screen[None]):
    """What to play. The app is told by messages."""

    BINDINGS = [  # noqa: RUF012 - as Textual's
        *WALK,
        Binding("enter", "deal", "deal", key_display="Enter"),
        Binding("f1", "help", "help", key_display="F1"),
        Binding("q", "app.quit", "quit"),
    ]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    class Deal(Message):
        """A game is wanted."""

        def __init__(self, wish: Wish) -> None:
            """Keep what is wanted."""
            super().__init__()
            self.wish = wish

    class GoOn(Message):
        """The game in progress is wanted."""

    def __init__(self, wish: Wish) -> None:
        """Start from a wish, which can be changed."""
        super().__init__()
        self.wish = wish
        self.waiting = False
        """Whether a game is wanted already, before everything is ready for it."""
        self._presets = list(PRESETS)
        if str(wish.rules) not in self._presets:
            self._presets.append(str(wish.rules))

    def compose(self) -> ComposeResult:
        """Lay out the choices."""
        wish = self.wish
        known = list_opponents(*wish.bots)
        yield Banner()
        with Vertical(id="choices"):
            yield Push("", id="go-on")
            with Horizontal(id="name-row"):
                yield Static("Your name", id="name-label")
                yield NameField(wish.name, max_length=20, compact=True, id="name")
            counts = [str(count) for count in range(1, MOST_OPPONENTS + 1)]
            yield Picker("Opponents", counts, str(len(wish.bots)), id="count")
            first = wish.bots[0] if len(set(wish.bots)) == 1 else EACH
            yield Picker("Strength", [*known, EACH], first, id="all")
            with Grid(id="each"):
                for place in range(MOST_OPPONENTS):
                    bot = wish.bots[min(place, len(wish.bots) - 1)]
                    yield Picker(f"{place + 1}", known, bot, 2, id=f"bot-{place}")
            yield Picker("Rules", self._presets, str(wish.rules), id="rules")
            yield Static(id="about", markup=False)
            texts = [text for text, _ in list_lengths(wish.rules)]
            yield Picker("Length", texts, texts[not wish.is_match], id="length")
            yield Picker("Pace", PACES, wish.pace, id="pace")
            yield Push("Deal", id="deal")
            yield Static(id="state", markup=False)
        yield Footer(compact=True)
        yield TooSmall()

    def on_mount(self) -> None:
        """Focus the button that deals."""
        self.query_one("#go-on").display = False
        self.query_one("#deal").focus()
        self._show()

    def offer(self, text: str) -> None:
        """Offer to go on with a game."""
        go_on = self.query_one("#go-on", Push)
        go_on.rename(text)
        go_on.display = True
        self.add_class("-offers")
        go_on.focus()

    def tell(self, text: str) -> None:
        """Show what is going on, or what is wrong."""
        self.query_one("#state", Static).update(text)

    # ── changes ───────────────────────────────────────────────────────────────────────────────────

    def on_picker_changed(self, event: Picker.Changed) -> None:
        """Change the wish."""
        picker, wish = event.picker, self.wish
        match picker.id or "":
            case "count":
                self.wish = wish.with_opponents(int(picker.value))
            case "all" if picker.value != EACH:
                self.wish = replace(wish, bots=(picker.value,) * len(wish.bots))
            case "rules":
                self.wish = replace(wish, rules=Rules.parse(picker.value))
            case "length":
                self.wish = replace(wish, rules=dict(list_lengths(wish.rules))[picker.value])
            case "pace":
                self.wish = replace(wish, pace=PACES[picker.values.index(picker.value)])
            case place if place.startswith("bot-"):
                self.wish = wish.with_bot(int(place.removeprefix("bot-")), picker.value)
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the name."""
        self.wish = replace(self.wish, name=event.value)
        self._show()

    def _show(self) -> None:
        """Show the wish in every widget."""
        wish = self.wish
        every = self.query_one("#all", Picker)
        if every.value != EACH or len(set(wish.bots)) > 1:
            every.value = wish.bots[0] if len(set(wish.bots)) == 1 else EACH
        every.about = "" if every.value == EACH else describe_bot(every.value)
        each = self.query_one("#each")
        each.display = every.value == EACH
        self.set_class(each.display, "-each")
        for place, picker in enumerate(each.query(Picker)):
            picker.display = place < len(wish.bots)
            picker.value = wish.bots[place] if picker.display else picker.value
        length = self.query_one("#length", Picker)
        length.values = [text for text, _ in list_lengths(wish.rules)]
        length.value = length.values[not wish.is_match]
        about = wish.problem or describe_rules(wish.rules)
        self.query_one("#about", Static).update(about)
        self.query_one("#about").set_class(wish.problem is not None, "wrong")
        for picker in self.query(Picker):
            picker.refresh()

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen())

    def on_input_submitted(self) -> None:
        """Deal from the name too."""
        self.action_deal()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go on, or deal."""
        if event.button.id == "go-on":
            self.post_message(self.GoOn())
        else:
            self.action_deal()

    def action_deal(self) -> None:
        """Deal, or remember to as soon as everything is ready."""
        if self.wish.problem is None:
            self.waiting = True
            self.post_message(self.Deal(self.wish))
