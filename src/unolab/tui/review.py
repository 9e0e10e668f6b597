"""The review of a round: the overview, its moves one by one, and the curve of chances below."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Button as Press
from textual.widgets import Footer

from unolab.text.coach import say
from unolab.text.curve import LABELS, draw_curve, draw_marks, name_bands, step_of
from unolab.text.review import DECISION_MARK, LUCK_MARK, place_marks
from unolab.text.show import YOU
from unolab.tui.canvas import BOLD_STYLE, QUIET, Canvas, Painted
from unolab.tui.cardface import glow, put_text
from unolab.tui.momentview import paint_moment
from unolab.tui.overview import MOST_WIDE, paint_overview
from unolab.tui.question import Answer, Asking, Button, Question
from unolab.tui.reviewing import Reviewing
from unolab.tui.seen import Seen
from unolab.tui.space import HEIGHTS, WIDTHS, TooSmall
from unolab.tui.stepper import Stepper

WAIT: Final = 1.0  # seconds before anything is said about waiting
NEXT_ROUND: Final = "The next round has begun: Esc returns to the table."


class ReviewScreen(Screen[None]):
    """A review as it is being made, and then to be gone through."""

    BINDINGS = [  # noqa: RUF012 - as Textual's
        Binding("left", "walk(-1)", "move by move", key_display="← →"),
        Binding("right", "walk(1)", show=False),
        Binding("shift+left", "previous", show=False),
        Binding("shift+right", "next", show=False),
        Binding("home", "walk(-9999)", "first, last", key_display="Home End"),
        Binding("end", "walk(9999)", show=False),
        Binding("escape", "back", show=False),
        Binding("r,q", "leave", "table", key_display="r"),
    ]
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, reviewing: Reviewing, seen: Seen) -> None:
        """Show a review that is perhaps still being made, to whoever sees this table."""
        super().__init__()
        self._seen = seen
        self.reviewing = reviewing
        self.stepper: Stepper | None = None
        self._round = 0 if seen.room is None else seen.room.round
        self._me = seen.seat
        self.waits = False

    def compose(self) -> ComposeResult:
        """Lay out the heading, what is looked at, the curve and the answers."""
        yield ReviewHeading(self, self._round)
        yield ReviewBody(self)
        yield CurveView(self)
        yield Asking()
        yield Footer(compact=True)
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what there is; a review that is made quickly needs no words about waiting."""
        self.set_timer(WAIT, self._wait)
        self.show()

    def _wait(self) -> None:
        self.waits = True
        self.show()

    def show(self) -> None:
        """Show what is known by now."""
        if not self.children:
            return
        review = self.reviewing.review
        if review is not None and self.stepper is None and self._seats:
            self.stepper = Stepper(review, self._names, self._seats[0])
        self.query_one(Asking).show(self._question, "", urgent=False)
        for widget in self.query(Painted):
            widget.refresh()

    @property
    def _seats(self) -> list[int]:
        """The seats whose review may be looked at: one's own, and those of bots."""
        bots = [seat for seat, is_bot in enumerate(self.reviewing.bots) if is_bot]
        return bots if self._me is None else [self._me, *bots]

    @property
    def _names(self) -> list[str]:
        """Everyone's name then; whoever looks at it is spoken to."""
        names = enumerate(self.reviewing.names)
        return [YOU if seat == self._me else name for seat, name in names]

    @property
    def _question(self) -> Question:
        """Say where one is and what can be done."""
        text = NEXT_ROUND if self._seen.is_playing else ""
        at = self.stepper
        if at is None:
            return Question(text, [Button("escape", "to the table", "back")])
        buttons = []
        if at.find_next() is not None:
            label = "look at the moments" if at.step is None else "next moment"
            buttons.append(Button("enter", label, "next", "G"))
        elif at.step is not None:
            buttons.append(Button("enter", "overview", "overview", "G"))
        if at.step is not None and at.find_previous() is not None:
            buttons.append(Button("backspace", "previous moment", "previous"))
        if len(self._seats) > 1:
            other = self._seats[(self._seats.index(at.seat) + 1) % len(self._seats)]
            buttons.append(Button("tab", f"review of {self._names[other]}", "seat"))
        label = "to the table" if at.step is None else "overview"
        buttons.append(Button("escape", label, "back"))
        where = "" if at.step is None else f"Move {at.step} of {at.last}. "
        return Question(where + text, buttons)

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    def on_key(self, event: Key) -> None:
        """Let a key answer; the rest are bindings."""
        word = self._question.word(event.key)
        if word is not None:
            event.stop()
            event.prevent_default()
            self.do(word)

    def on_painted_pressed(self, event: Painted.Pressed) -> None:
        """Do what a click stands for."""
        self.do(event.word)

    def on_button_pressed(self, event: Press.Pressed) -> None:
        """Do what a button stands for."""
        assert isinstance(event.button, Answer)
        self.do(event.button.word)

    def action_walk(self, step: int) -> None:
        """Go on or back by moves."""
        if self.stepper is not None:
            self.stepper.walk(step)
            self.show()

    def action_next(self) -> None:
        """Go to the next moment."""
        self.do("next")

    def action_previous(self) -> None:
        """Go to the moment before."""
        self.do("previous")

    def action_back(self) -> None:
        """Go back to the overview, or to the table."""
        self.do("back")

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss()

    def do(self, word: str) -> None:
        """Do something by its word, and show the result."""
        at = self.stepper
        if at is None or (word == "back" and at.step is None):
            self.dismiss()
            return
        verb, _, what = word.partition(" ")
        match verb:
            case "next" if (step := at.find_next()) is not None:
                at.go(step)
            case "previous" if (step := at.find_previous()) is not None:
                at.go(step)
            case "step":
                at.go(int(what))
            case "seat":
                place = (self._seats.index(at.seat) + 1) % len(self._seats)
                self.stepper = Stepper(at.review, self._names, self._seats[place])
                self.stepper.step = at.step
            case "back" | "overview":
                at.step = None
        self.show()


class ReviewHeading(Painted):
    """The first line: which round."""

    def __init__(self, screen: ReviewScreen, number: int) -> None:
        """Belong to a review of a round."""
        super().__init__()
        self._of = screen
        self._number = number

    def paint(self, canvas: Canvas) -> None:
        """Write one line."""
        x = 1
        for place, letter in enumerate("unolab"):
            x = canvas.put(x, 0, letter, glow("RYGB"[place % 4]) + BOLD_STYLE)
        canvas.put(x + 2, 0, f"Review · round {self._number}", QUIET)
        stepper = self._of.stepper
        if stepper is not None:
            name = stepper.names[stepper.seat]
            canvas.put(canvas.width - len(name) - 1, 0, name, BOLD_STYLE)


class ReviewBody(Painted):
    """How far the counting is, the overview, or a move."""

    def __init__(self, screen: ReviewScreen) -> None:
        """Belong to a review."""
        super().__init__()
        self._of = screen

    def paint(self, canvas: Canvas) -> None:
        """Paint what is looked at."""
        stepper = self._of.stepper
        if stepper is None:
            self._wait(canvas)
        elif stepper.step is None:
            for x, y, wide, high, step in paint_overview(canvas, stepper):
                self.spot(x, y, wide, high, f"step {step}")
        else:
            paint_moment(canvas, stepper)

    def _wait(self, canvas: Canvas) -> None:
        """Say how far it is, or why there is none."""
        made = self._of.reviewing
        y = canvas.height // 2 - 1
        if made.problem:
            canvas.center(0, y, canvas.width, made.problem, BOLD_STYLE)
        elif self._of.waits:
            text = say("review.counting", n=made.done, of=made.of) if made.of else "Counting …"
            canvas.center(0, y - 1, canvas.width, text, BOLD_STYLE)
            wide = min(60, canvas.width - 4)
            left = (canvas.width - wide) // 2
            canvas.put(left, y, "━" * wide, Style(color="#343b45"))
            canvas.put(left, y, "━" * (wide * made.done // (made.of or 1)), Style(color="#f3efe8"))
            canvas.center(0, y + 1, canvas.width, say("review.away"), QUIET)


class CurveView(Painted):
    """Everyone's chance over the round; a click goes to a move."""

    def __init__(self, screen: ReviewScreen) -> None:
        """Belong to a review."""
        super().__init__()
        self._of = screen

    def paint(self, canvas: Canvas) -> None:
        """Draw the bands, the marks under them and the names."""
        stepper = self._of.stepper
        if stepper is None or canvas.height < 4:
            return
        chances, seat = stepper.review.chances, stepper.seat
        wide = min(canvas.width - 2, MOST_WIDE)
        left = (canvas.width - wide) // 2
        high = canvas.height - 2
        lines: list[Text] = draw_curve(chances, seat, wide, high, colored=True)
        lines.append(
            draw_marks(place_marks(stepper.review, seat), len(chances), wide, stepper.step)
        )
        for y, line in enumerate(lines):
            put_text(canvas, left, y, line)
        put_text(canvas, left, high + 1, name_bands(stepper.names, seat))
        legend = f"{DECISION_MARK} decisions {LUCK_MARK} luck"
        names = LABELS + sum(len(name) + 4 for name in stepper.names)
        if names + len(legend) <= wide:
            canvas.put(left + wide - len(legend), high + 1, legend, QUIET)
        for column in range(wide - LABELS):
            step = step_of(column, len(chances), wide - LABELS)
            self.spot(left + LABELS + column, 0, 1, high + 1, f"step {step}")
