"""The table: everything about a room on one screen."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button as Press
from textual.widgets import Footer, Input

from unolab.server.protocol import Dismissed, Hinted, Reacted, Refused, Said, Update
from unolab.text.coach import say
from unolab.text.show import end_sentence
from unolab.tui.canvas import Painted
from unolab.tui.coaching import PATIENCE, SLOW, Coaching
from unolab.tui.ending import Ending, ask_what_next
from unolab.tui.hand import HandView
from unolab.tui.heading import Heading
from unolab.tui.help import HelpScreen
from unolab.tui.line import Heard, Line, Lost, NoEntry
from unolab.tui.lobby import Lobby, ask_in_lobby, explain_watching
from unolab.tui.piles import Piles
from unolab.tui.players import PlayersView
from unolab.tui.question import Answer, Asking, Button, Question
from unolab.tui.review import ReviewScreen
from unolab.tui.reviewing import Reviewing, ReviewSource
from unolab.tui.seen import MOODS, Seen
from unolab.tui.space import HEIGHTS, WIDTHS, TooSmall
from unolab.tui.story import StoryLog
from unolab.tui.turn import Turn
from unolab.tui.wish import PACES

CLOCK_TICK = 0.25  # seconds, while a clock runs
OFFLINE = "Connection lost, trying again. Please wait."


class TableScreen(Screen[None]):
    """A room as one of its clients sees it."""

    BINDINGS = [  # noqa: RUF012 - as Textual's
        Binding("enter", "do('enter')", "play", key_display="Enter"),
        Binding("s", "do('sort')", "sort"),
        Binding("h", "do('hint')", "hint"),
        Binding("question_mark", "do('hint')", show=False),
        Binding("z", "do('take_back')", "take back"),
        Binding("w", "do('chances')", show=False),
        Binding("f", "do('pace')", "pace"),
        Binding("m", "do('say')", "say"),
        Binding("f1", "do('help')", "help", key_display="F1"),
        Binding("q", "do('quit')", "quit"),
        Binding("d,t", "do('draw')", show=False),
        Binding("u", "do('uno')", show=False),
        Binding("left", "walk(-1)", show=False),
        Binding("right", "walk(1)", show=False),
        Binding("pageup", "scroll_story(-3)", show=False),
        Binding("pagedown", "scroll_story(3)", show=False),
    ]
    AUTO_FOCUS = ""  # keys belong to the table
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    class NewGame(Message):
        """Another game is wanted."""

    def __init__(self, line: Line, name: str, local: bool, reviews: ReviewSource) -> None:
        """Sit at the other end of a line; ``local`` is a game against bots in this process."""
        super().__init__()
        self.line = line
        self.seen = Seen()
        self.turn = Turn(self.seen)
        self.coaching = Coaching(self.seen, line)
        self._reviews = reviews
        self._reviewing: Reviewing | None = None
        self._called = name
        self._local = local
        self._lost = ""
        self._since = monotonic()
        self._shown_keys: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Lay out the table; the style sheet shows what belongs to the moment."""
        yield Heading(self.seen, self._local)
        yield PlayersView(self.seen, self.coaching)
        with Horizontal(id="middle"):
            yield Piles(self.seen)
            yield StoryLog(self.seen)
        yield Ending(self.seen)
        yield Lobby(self.seen)
        with Vertical(id="bottom"):
            yield Asking()
            yield HandView(self.turn)
            hint = f"Say something, or {' '.join(REACTIONS)}"
            yield Input(placeholder=hint, max_length=200, id="say")
            yield Footer(compact=True)
        yield TooSmall()

    def on_mount(self) -> None:
        """Begin to listen."""
        self.query_one("#say").display = False
        self.set_interval(CLOCK_TICK, self._tick)
        self._listen()
        self._show()

    async def on_unmount(self) -> None:
        """Hang up."""
        await self.line.close()

    # ── what is heard ─────────────────────────────────────────────────────────────────────────────

    @work(exclusive=True)
    async def _listen(self) -> None:
        try:
            async for heard in self.line.listen():
                self._hear(heard)
        except NoEntry as problem:
            self.app.exit(str(problem), return_code=2)

    def _hear(self, heard: Heard) -> None:
        match heard:
            case Update():
                if self._lost:  # what was said meanwhile is no longer so
                    self._lost = self.turn.remark = ""
                self._since = monotonic()
                returns = self.seen.returns
                self.seen.take(heard)
                self.turn.renew()
                if self.seen.returns > returns:
                    self.turn.remark = say("hint.taken")
                self._weigh()
                self._show_review()  # the next round may have begun
            case Hinted():
                if self.coaching.hear(heard):
                    self._give_hint()
            case Said() | Reacted():
                self.seen.hear(heard)
            case Refused():
                if not self.coaching.refuse(heard):
                    self.turn.refuse(heard)
            case Dismissed():
                self.turn.remark = end_sentence(heard.text)
                self.seen.note(self.turn.remark)
            case Lost():
                self._lost = end_sentence(f"Connection lost, trying again: {heard.why}")
                self.seen.forget()
        self._show()

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    @property
    def moment(self) -> str:
        """What the screen is about: coming, lobby, playing or ended."""
        room = self.seen.room
        if room is None:
            return "coming"
        if room.stage == "lobby" or self.seen.table is None:
            return "lobby"
        return "playing" if room.stage == "playing" else "ended"

    @property
    def question(self) -> Question:
        """What is asked now."""
        room, seat = self.seen.room, self.seen.seat
        if self._lost:
            return Question(self._lost)
        if room is None or self.moment in ("coming", "lobby"):
            return ask_in_lobby(self.seen)
        if seat is not None and room.seats[seat].away:
            return Question("A bot plays for you.", [Button("enter", "play on", "here", "G")])
        if seat is None and self.moment != "playing":
            return ask_in_lobby(self.seen)
        if seat is None:
            asked = self.turn.question
            return Question(f"{explain_watching(room)} {asked.text}", asked.buttons)
        if self.moment == "ended":
            return ask_what_next(self.seen, self._local)
        return self.turn.question

    def _show(self) -> None:
        if not self.children:  # the screen is being taken down
            return
        self.set_class(self.moment == "ended", "-ended")
        self.set_class(self.moment in ("lobby", "coming"), "-lobby")
        players = self.query_one(PlayersView)
        players.set_class(players.rows > 1, "-many")
        urgent = bool(self._lost) or self.seen.is_own_turn or self.moment in ("ended", "lobby")
        self.query_one(Asking).show(self.question, self.turn.remark, urgent)
        self.query_one(StoryLog).follow()
        if (keys := self._keys()) != self._shown_keys:
            self._shown_keys = keys
            self.refresh_bindings()
        self._tick()
        for widget in self.query(Painted):
            widget.refresh()

    def _keys(self) -> dict[str, str]:
        """Say what the keys in the last line do now, by their words."""
        playing = self.moment == "playing" and self.seen.hand is not None
        helps = self.coaching.is_there
        is_host = self.seen.update is not None and self.seen.update.host
        pace = self.seen.room.options.pace if self.seen.room else "normal"
        return {
            **({"enter": "play", "sort": "sort"} if playing else {}),
            **({"hint": "hint", "take_back": "take back", "chances": "chances"} if helps else {}),
            **({"pace": f"pace: {pace}"} if is_host else {}),
            **({"say": "say"} if self._may_talk else {}),
            "help": "help",
            "quit": "quit (saved)" if self.seen.seat is not None else "quit",
        }

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys, with what they do now."""
        active = {}
        for key, one in super().active_bindings.items():
            word = one.binding.action.removeprefix("do('").removesuffix("')")
            label = self._keys().get(word, one.binding.description)
            # with help there is no space left for it
            shown = one.binding.show and not (word == "sort" and self.coaching.is_there)
            binding = replace(one.binding, description=label, show=shown)
            active[key] = one._replace(binding=binding)
        return active

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys that do nothing now."""
        hidden = parameters and parameters[0] in HIDDEN
        return not hidden or parameters[0] in self._keys()

    @property
    def _may_talk(self) -> bool:
        return not self._local and self.seen.seat is not None

    def _tick(self) -> None:
        """Show how much time is left."""
        room, table = self.seen.room, self.seen.table
        passed = (monotonic() - self._since) * 1000
        heading, text = self.query_one(Heading), ""
        if table is not None and table.clock is not None and self.seen.is_playing:
            left = max(0, table.clock.left - passed)
            text = f"{'█' * round(8 * left / table.clock.of):░<8} {left / 1000:.0f} s"
        elif room is not None and room.deals_in is not None:
            text = f"deals in {max(0, room.deals_in - passed) / 1000:.0f} s"
        if text != heading.time:
            heading.time = text
            heading.refresh()

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    async def on_key(self, event: Key) -> None:
        """Let a key answer the question, or a digit choose a card; the rest are bindings."""
        if isinstance(self.focused, Input):
            if event.key == "escape":
                self._stop_typing()
                event.stop()
            return
        word = self.question.word(event.key)
        if word is not None:
            event.stop()
            await self.action_do(word)
        elif event.character is not None and event.character.isdecimal():
            event.stop()
            self.turn.type(event.character)
            self._show()

    async def on_painted_pressed(self, event: Painted.Pressed) -> None:
        """Do what a click stands for."""
        await self.action_do(event.word)

    async def on_button_pressed(self, event: Press.Pressed) -> None:
        """Do what a button stands for."""
        assert isinstance(event.button, Answer)
        await self.action_do(event.button.word)

    def action_walk(self, step: int) -> None:
        """Go through the hand."""
        self.turn.walk(step)
        self._show()

    def action_scroll_story(self, lines: int) -> None:
        """Go back in what happened, or forward."""
        self.query_one(StoryLog).scroll_relative(y=lines, animate=False)

    async def action_do(self, word: str) -> None:
        """Do something by its word, and show the result."""
        await self.do(word)
        if self.is_attached:
            self._show()

    async def do(self, word: str) -> None:
        """Do something by its word."""
        self.turn.remark = ""
        verb, _, what = word.partition(" ")
        match verb:
            case "sort":
                self.turn.sort()
            case "help":
                self._help()
            case "quit":
                self.app.exit()
            case _ if self._lost:
                self.turn.remark = OFFLINE if word else ""
            case "enter":
                await self._send(self.turn.enter())
            case "deal":
                await self.line.send("deal")
            case "sit":
                await self._sit(int(what))
            case "here":
                await self.line.send("back")
            case "start":
                self.post_message(self.NewGame())
            case "hint":
                await self._hint()
            case "take_back":
                await self.coaching.take_back()
            case "chances":
                self.coaching.weighs = not self.coaching.weighs
                await self.coaching.weigh()
            case "review":
                self._review()
            case "pace":
                await self._change_pace()
            case "say" if self._may_talk:
                self._open_talk()
            case _:
                await self._send(self.turn.do(word))

    def _help(self) -> None:
        room = self.seen.room
        self.app.push_screen(HelpScreen(None if room is None else room.rules_said))

    def _open_talk(self) -> None:
        """Show the line in which one says something."""
        say = self.query_one("#say", Input)
        say.display = True
        self.set_focus(say)

    async def _sit(self, seat: int) -> None:
        """Sit down, or ask the host for the seat."""
        update = self.seen.update
        asks = update is not None and update.may_queue and seat not in update.sits
        await self.line.send("queue" if asks else "sit", seat=seat, name=self._called)

    async def _send(self, outgoing: tuple[str, dict[str, Any]] | None) -> None:
        if outgoing is not None:
            await self.line.send(outgoing[0], **outgoing[1])

    async def _hint(self) -> None:
        """Ask the coach, or show again what it said; the first time it has to get ready."""
        if self.coaching.hint:
            self._give_hint()
            return
        await self.coaching.ask()
        if self.coaching.is_asked:
            self.set_timer(SLOW, lambda: self._wait_for_hint(say("hint.thinking")))
            self.set_timer(PATIENCE, lambda: self._wait_for_hint(say("hint.none")))

    def _wait_for_hint(self, said: str) -> None:
        if self.coaching.is_asked:
            self.turn.remark = said
            self._show()

    def _give_hint(self) -> None:
        """Say what the coach advises, and point at its card."""
        hint = self.coaching.hint
        if hint is not None:
            self.turn.remark = hint.text
            self.turn.point_at(hint.move)

    @work(group="weigh", exclusive=True)
    async def _weigh(self) -> None:
        await self.coaching.weigh()

    def _review(self) -> None:
        """Open the review of the round that has just ended; it is made once."""
        room = self.seen.room
        if room is None or self.moment != "ended":
            return
        id = f"{room.code}-{room.rounds}"
        if self._reviewing is None or self._reviewing.id != id or self._reviewing.problem:
            self._reviewing = Reviewing(id)
            self._make_review(self._reviewing)
        self.app.push_screen(ReviewScreen(self._reviewing, self.seen))

    @work(group="review", exclusive=True)
    async def _make_review(self, reviewing: Reviewing) -> None:
        await reviewing.follow(self._reviews, self._show_review)

    def _show_review(self) -> None:
        if isinstance(self.app.screen, ReviewScreen):
            self.app.screen.show()

    async def _change_pace(self) -> None:
        if self.seen.room is not None and self.seen.update is not None and self.seen.update.host:
            at = PACES.index(self.seen.room.options.pace)
            await self.line.send("configure", pace=PACES[(at + 1) % len(PACES)])

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it, or react."""
        text = event.value.strip()
        if text.lower() in REACTIONS:
            await self.line.send("react", mood=REACTIONS[text.lower()])
        elif text:
            await self.line.send("say", text=text)
        self._stop_typing()

    def _stop_typing(self) -> None:
        say = self.query_one("#say", Input)
        say.value = ""
        say.display = False
        self.set_focus(None)


HIDDEN = ("enter", "sort", "hint", "take_back", "chances", "pace", "say")
"""What keys do only at times."""
REACTIONS = {f"/{mood}": mood for mood in MOODS}
"""What is typed to show a mood."""
