"""The game in a plain terminal: a person in seat 0 against bots, line by line.

The person is shown only ``view(0)`` and ``events_for(0)``, and all hands when a round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from unolab.bots import seated
from unolab.bots.search.judge import Judge
from unolab.cards import Color
from unolab.errors import IllegalMove, NotationError
from unolab.match import Match
from unolab.moves import SAYS_UNO, Move
from unolab.review.advice import advise
from unolab.review.rounds import review_round
from unolab.rules import OPTIONS
from unolab.state import View
from unolab.text.coach import say, say_hint
from unolab.text.review import write_review
from unolab.text.show import (
    LEGEND,
    YOU,
    count_points,
    describe_card,
    name_card,
    tell_events,
    write_card,
    write_ending,
)
from unolab.text.style import BOLD, DIM, AnyText, concat, fill, join, pad, paint, trim, write_beside
from unolab.text.typed import COLORS_BY_WORD, read

if TYPE_CHECKING:
    from rich.text import Text

    from unolab.game import Game
    from unolab.review import Review

PERSON: Final = 0

HELP: Final = (
    ("3 or R7", "play your third card, or the red 7; capitals and blanks do not matter"),
    ("3 g or GW", "play a wild and name green; without a colour you are asked for it"),
    ("3! or R7!", 'the same and say "Uno" (or: 3 u), for the play that leaves you one card'),
    ("d", "draw a card"),
    ("p, k", "play or keep the card you have just drawn"),
    ("t, c", "take the cards that are due, or challenge the Wild Draw Four"),
    ("hint, back", "what to do and why; take back your last move: such a round does not count"),
    ("review", "after a round: what was luck and what was skill"),
    ("h, rules", "this help; the rules in force"),
    ("q", "stop playing; what was played is printed for unolab replay"),
)
GIST: Final = (
    "A card is played on one of the same colour, number or symbol; a wild card goes on anything. "
    "Whoever plays the last card of their hand wins the round."
)


class Quit(Exception):
    """The person quits."""


class TakenBack(Exception):
    """A move was taken back: the table is another."""


class Terminal:
    """A match of one person against bots; ``ask`` gets a line, ``tell`` prints some."""

    def __init__(
        self,
        match: Match,
        bot: str,
        ask: Callable[[str], str],
        tell: Callable[[str | Text], None],
        pause: Callable[[], None] = lambda: None,
        name: str = YOU,
        width: int = 80,
        review: Callable[[Game], Review] = lambda game: review_round(game, Judge()),
    ) -> None:
        """Seat the person and the bots; ``pause`` is called after every move of a bot."""
        self.match = match
        self.ask = ask
        self.tell = tell
        self.pause = pause
        self.width = width
        self.review = review
        self.names = (name, *(f"Bot {seat}" for seat in range(1, match.state.players)))
        self._bots = [bot] * match.state.players
        self._last = [concat()] * match.state.players
        self._helped = ""

    def run(self) -> None:
        """Play the match to its end, or until the person leaves."""
        self._welcome()
        try:
            self._round()
            while not self.match.over:
                self._answer("Enter deals the next round, review looks back, q quits > ")
                self.match = self.match.next_round()
                self._round()
            self._congratulate()
        except (Quit, EOFError):
            self._farewell()
        except KeyboardInterrupt:
            self._farewell()
            raise
        else:
            self._look_back()

    # ── a round ───────────────────────────────────────────────────────────────────────────────────

    def _round(self) -> None:
        game = self.match.game
        self.bots = seated(self._bots, self.match.seed, game.number)
        self._last = [concat()] * len(self._last)
        self._helped = ""
        self.tell("")
        top = game.start.top
        turned = (
            ("No card is turned up",) if top is None else ("The first card is ", name_card(top))
        )
        deal = "deal" if self.names[game.dealer] == YOU else "deals"
        round = f"Round {game.number + 1}: {self.names[game.dealer]} {deal}. "
        self._say(concat(round, *turned, "."))
        self._tell_events()
        while not self.match.state.over:
            with suppress(TakenBack):
                self._step()
        self.tell("")
        in_match = self.match.rules.target > 0
        for line in write_ending(self.match.state, self.names, self.width, in_match):
            self.tell(line)
        if self._helped:
            self.tell(say(f"helped.{self._helped}"))

    def _step(self) -> None:
        """Let one move happen: whoever reacts comes first, in the order of play."""
        state = self.match.state
        *others, turn = state.asked
        for seat in others:
            if self._react(state.view(seat), seat):
                return
        view = state.view(turn)
        if turn != PERSON:
            self._do(self.bots[turn](view), turn)
        elif not (view.out_of_turn and self._react(view, turn)):
            self._decide(view)

    def _react(self, view: View, seat: int) -> bool:
        """Offer what can be done out of turn; return whether it was done."""
        if seat != PERSON:
            move = self.bots[seat](view)
            if move is not None:
                self._do(move, seat)
            return move is not None
        for move in view.out_of_turn:
            if (answer := self._ask_out_of_turn(move)) is not None:
                self._do(answer, seat)
                return True
        return False

    def _do(self, move: Move | None, seat: int) -> None:
        if move is None:
            raise RuntimeError(f"{self.names[seat]} made no move")
        self.match = self.match.play(move, seat)
        self._tell_events()
        if seat != PERSON:
            self.pause()

    # ── the person ────────────────────────────────────────────────────────────────────────────────

    def _answer(self, prompt: str) -> str:
        """Ask until the answer is something else than help, rules or quit."""
        while True:
            answer = self.ask(prompt).strip()
            if answer.lower() in ("q", "quit", "exit"):
                raise Quit
            if answer.lower() in ("h", "help"):
                self._help()
            elif answer.lower() == "rules":
                self._rules()
            elif answer.lower() == "hint":
                self._hint()
            elif answer.lower() in ("back", "take back", "undo"):
                self._take_back()
            elif answer.lower() == "review":
                self._review()
            else:
                return answer

    def _ask_out_of_turn(self, move: Move) -> Move | None:
        """Ask whether the person wants to make a move out of turn."""
        usual = "n"
        if move.is_call:
            question, usual = "You did not say Uno: say it now? [Y/n] > ", "y"
        elif move.target is not None:
            question = f"{self.names[move.target]} did not say Uno: catch? [y/N] > "
        else:
            assert move.card is not None
            question = f"Jump in with {describe_card(move.card)}? [y/N, y! says Uno] > "
        while True:
            answer = (self._answer(question) or usual).lower().replace(" ", "")
            if answer in ("n", "no"):
                return None
            if answer in ("y", "yes"):
                return move
            if answer in ("y!", "yes!", "yu") and move.is_play:
                return Move(move + SAYS_UNO)
            self.tell("Please answer y or n.")

    def _decide(self, view: View) -> None:
        """Show the table and ask for a move until there is a legal one."""
        if view.phase != "drawn":  # then nothing has changed but the card that the prompt names
            for line in (*self._table(view), *self._hand(view)):
                self.tell(line)
        only_draw = len(view.legal) == 1 and view.legal[0].is_draw
        while True:
            answer = self._answer(self._prompt(view))
            if not answer and only_draw:
                answer = "+"
            if answer == "?" and "?" not in map(str, view.legal):
                self._help()
                continue
            try:
                typed = read(answer, view)
                move = typed.move
                if typed.colorless and Move(move & ~SAYS_UNO) in view.legal:
                    color = self._color()
                    if color is None:
                        continue
                    move = typed.with_color(color)
                self._do(move, PERSON)
                return
            except IllegalMove as error:
                self._say(f"Not possible: {error.reason}.")
            except NotationError as error:
                self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _color(self) -> Color | None:
        """Ask for the colour of a wild; None if the person changes their mind."""
        while answer := self._answer("Which colour? r y g or b, Enter goes back > ").lower():
            if answer in COLORS_BY_WORD:
                return COLORS_BY_WORD[answer]
            self.tell("Please answer r, y, g or b.")
        return None

    def _prompt(self, view: View) -> str:
        moves = view.legal
        answer = ", or answer with a card" * any(move.is_play for move in moves)
        keep = ", k keep it" * any(move.is_keep for move in moves)
        challenge = ", c challenge" * any(move.is_challenge for move in moves)
        draw = ", d draw" * any(move.is_draw for move in moves)
        match view.phase:
            case "color":
                return "The first card is a Wild. Name its colour: r y g or b > "
            case "swap":
                return f"Swap hands with whom? 1 to {view.players - 1} > "
            case "drawn":
                return (
                    f"You drew {describe_card(view.drawn)}: p play it{keep} > "
                    if view.drawn
                    else "> "
                )
            case "penalty":
                return f"{view.due} cards are due: t take them{challenge}{answer} > "
        if not answer:
            return "Nothing fits: d (or Enter) draws, h help > "
        return f"Card number (with ! to say Uno){draw}, h help > "

    # ── the coach ─────────────────────────────────────────────────────────────────────────────────

    def _hint(self) -> None:
        """Say what to do and why, from nothing but what the person sees."""
        state = self.match.state
        advice = None if state.over else advise(state.view(PERSON))
        if advice is None:
            self.tell("There is nothing to decide now.")
            return
        deed, why = say_hint(advice, self.names)
        self._say(join(" ", [paint(f"{deed}.", BOLD), why]))
        self._helped = self._helped or "hint"

    def _take_back(self) -> None:
        """Return to the person's last decision: the same cards stay hidden, in the same order."""
        game = self.match.game
        moves = None if game.over else game.find_last_decision(PERSON)
        if moves is None:
            self.tell("There is no move of yours to take back.")
            return
        self.match = self.match.with_game(game.undo(len(game.moves) - moves))
        self._seat_again()
        self._helped = "taken_back"
        self.tell(say("hint.taken"))
        raise TakenBack

    def _seat_again(self) -> None:
        """Let the bots see again what has happened, so that they remember it."""
        game = self.match.game
        self.bots = seated(self._bots, self.match.seed, game.number)
        self._last = [concat()] * len(self._last)
        state = game.start
        for move, after in game.steps():
            mover = state.turn if move.seat is None else move.seat
            if mover != PERSON:
                self.bots[mover](state.view(mover))
            for seat, deed in tell_events(after.events_for(PERSON), self.names):
                self._last[seat] = deed
            state = after

    def _review(self) -> None:
        """Show what the round that is over owes to luck and to skill."""
        game = self.match.game
        if not game.over:
            self.tell("A review comes after the round.")
            return
        self.tell("Counting …")
        found = self.review(game)
        self.tell("")
        for line in write_review(found, self.names, self.width, PERSON):
            self.tell(line)
        self.tell("")

    def _look_back(self) -> None:
        """Offer a review of the last round."""
        with suppress(Quit, EOFError):
            self._answer("review looks back at the round, Enter ends > ")

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _say(self, text: AnyText) -> None:
        for line in fill(text, self.width):
            self.tell(line)

    def _tell_events(self) -> None:
        for seat, deed in tell_events(self.match.state.events_for(PERSON), self.names):
            self._last[seat] = deed
            self._say(concat(f"{self.names[seat]} ", deed, "."))

    def _table(self, view: View) -> Iterator[str | Text]:
        yield paint("-" * min(self.width - 1, 72), DIM)
        top = concat("no card yet")
        if view.top is not None:
            top = concat(write_card(view.top), f" {describe_card(view.top)}")
        yield concat("  Top card ", pad(top, 28), f"{view.stock} cards to draw")
        step, players = view.direction, view.players
        order = [self.names[distance * step % players] for distance in range(players)]
        way = "clockwise" if step == 1 else "counter-clockwise"
        yield from write_beside("  Order    ", f"{' > '.join(order)} ({way})", self.width)
        names = max(map(len, self.names))
        for seat in range(1, players):
            count = f"{view.sizes[seat]} card" + ("s" if view.sizes[seat] != 1 else "")
            label = f"  {self.names[seat]:{names}}  {count:8}  "
            yield from write_beside(label, self._last[seat], self.width)

    def _hand(self, view: View) -> Iterator[str | Text]:
        """List the person's cards by number, in columns; a mark shows which can be played."""
        playable = {move.card.plain for move in view.legal if move.card is not None}
        cells = []
        for place, card in enumerate(view.hand, 1):
            fits = card in playable
            mark = paint(">", BOLD) if fits else " "
            text = describe_card(card) if fits else paint(describe_card(card), DIM)
            cells.append(concat(mark, f"{place:2} ", write_card(card), " ", text))
        columns = max(1, (self.width - 1) // 25)
        yield "  Your cards (> can be played):" if playable else "  Your cards:"
        for start in range(0, len(cells), columns):
            row = (pad(cell, 23) for cell in cells[start : start + columns])
            yield trim(concat("  ", join("  ", row)))

    def _help(self) -> None:
        self.tell("")
        for key, meaning in HELP:
            for line in write_beside(f"  {key:11}", meaning, self.width):
                self.tell(line)
        for line in write_beside("  Cards      ", LEGEND, self.width):
            self.tell(line)
        self.tell("")

    def _rules(self) -> None:
        rules = self.match.rules
        self.tell(f"\nThe rules in force ({rules}):")
        for sentence in (GIST, *(o.meaning(getattr(rules, name)) for name, o in OPTIONS.items())):
            for line in write_beside("  - ", sentence, self.width):
                self.tell(line)
        self.tell("")

    def _welcome(self) -> None:
        rules, bots = self.match.rules, len(self.names) - 1
        against = f"{bots} {self._bots[0]} bots" if bots > 1 else f"one {self._bots[0]} bot"
        goal = "one round"
        if rules.target:
            goal = f"first to {count_points(rules.target)}"
            if rules.low_score_wins:
                goal = f"until somebody has {count_points(rules.target)}"
        self._say(paint(f"Uno against {against}, {rules} rules, {goal}.", BOLD))
        if rules.partners:
            self.tell(f"{self.names[2]} is your partner.")
        self.tell("Type h at any prompt for help, q to stop.")

    def _farewell(self) -> None:
        self.tell("\nGood-bye. What was played, for unolab replay:")
        self.tell(str(self.match))

    def _congratulate(self) -> None:
        if not self.match.rules.target:
            return
        winners = [self.names[seat] for seat in self.match.winners]
        best = self.match.totals[self.match.winners[0]] if winners else 0
        verb = "wins" if len(winners) == 1 and winners[0] != YOU else "win"
        who = " and ".join(winners) or "Nobody"
        self.tell(paint(f"\n{who} {verb} the match with {count_points(best)}.", BOLD))
